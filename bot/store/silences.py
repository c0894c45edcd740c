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


async def remove_idle_silences(transaction: Transaction) -> list[tuple[int, int]]:
    """Removes what holds no game up, and returns the chats and topics that are free of it.

    A board of a game that is over may still have to be brought up to date where the bot is, but may
    not write now. Of people who blocked the bot others are told in games elsewhere.
    """
    rows = await transaction.rows(
        "DELETE FROM silences WHERE NOT EXISTS ("
        "  SELECT 1 FROM boards JOIN games ON games.id = boards.game"
        "  WHERE boards.chat = silences.chat"
        f" AND silences.topic IN ({WHOLE_CHAT}, coalesce(boards.thread, {GENERAL}))"
        "  AND (games.phase IN ('open', 'running')"
        "   OR silences.why <> 'gone' AND boards.shown < games.version))"
        " AND chat NOT IN ("
        "  SELECT white FROM games WHERE phase = 'running' AND white IS NOT NULL"
        "  UNION ALL SELECT black FROM games WHERE phase = 'running' AND black IS NOT NULL"
        "  UNION ALL SELECT challenger FROM games WHERE phase = 'open')"
        " RETURNING chat, topic"
    )
    return [(row["chat"], row["topic"]) for row in rows]


def _record(row: Row) -> SilenceRecord:
    return SilenceRecord(row["chat"], row["topic"], Hindrance(row["why"]), row["since"])
