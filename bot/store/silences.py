"""The chats, and topics of forums, where nothing can be sent now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from sqlite3 import Row

from bot.store.database import Database, Transaction

# Topics are numbered from 1, which is General (Bot API: forum topics).
WHOLE_CHAT, GENERAL = 0, 1


class Hindrance(Enum):
    """Why nothing can be sent; the values are stored."""

    GONE = "gone"
    """The person has blocked the bot or never opened it, or the bot is not in the group."""
    MUTED = "muted"
    """The bot is in the group but may not write there."""
    CLOSED = "closed"
    """The topic is closed."""


@dataclass(frozen=True, slots=True)
class SilenceRecord:
    """A chat or one of its topics, why nothing can be sent there, since when (UTC seconds)."""

    chat: int
    topic: int
    why: Hindrance
    since: int


def save_silence(transaction: Transaction, silence: SilenceRecord) -> None:
    """Stores why nothing can be sent to a place; what was known of it before is replaced."""
    transaction.execute(
        "INSERT OR REPLACE INTO silences (chat, topic, why, since) VALUES (?, ?, ?, ?)",
        (silence.chat, silence.topic, silence.why.value, silence.since),
    )


def remove_silence(transaction: Transaction, chat: int, topic: int) -> None:
    """Something can be sent to a place again."""
    transaction.execute("DELETE FROM silences WHERE chat = ? AND topic = ?", (chat, topic))


def move_silences(transaction: Transaction, old: int, new: int) -> None:
    """A group became a supergroup: what holds for it holds under the new id."""
    transaction.execute("UPDATE OR REPLACE silences SET chat = ? WHERE chat = ?", (new, old))


async def load_silences(database: Database) -> list[SilenceRecord]:
    """Returns all places where nothing can be sent."""
    return [_record(row) for row in await database.rows("SELECT * FROM silences")]


def _record(row: Row) -> SilenceRecord:
    return SilenceRecord(row["chat"], row["topic"], Hindrance(row["why"]), row["since"])
