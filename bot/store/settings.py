"""How a chat wants its boards: a row for each chat that has chosen something.

A private chat has the id of its person (Bot API: Chat).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.store.database import Database, Transaction


class Bottom(Enum):
    """Whose home is nearest to the reader in a private chat; the values are stored."""

    OWN = "own"
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a chat has chosen; the defaults are for those that have not.

    Without ``pictures`` its boards are text.
    """

    theme: str = "wood"
    coordinates: bool = True
    bottom: Bottom = Bottom.OWN
    quick_taps: bool = False
    reminders: bool = True
    pictures: bool = True


_COLUMNS = "theme, coordinates, bottom, quick_taps, reminders, pictures"


async def load_settings(database: Database, chat: int) -> Settings:
    """Returns the settings of a chat."""
    row = await database.row(f"SELECT {_COLUMNS} FROM settings WHERE chat = ?", (chat,))
    if row is None:
        return Settings()
    return Settings(
        theme=row["theme"],
        coordinates=bool(row["coordinates"]),
        bottom=Bottom(row["bottom"]),
        quick_taps=bool(row["quick_taps"]),
        reminders=bool(row["reminders"]),
        pictures=bool(row["pictures"]),
    )


def save_settings(transaction: Transaction, chat: int, settings: Settings) -> None:
    """Stores the settings of a chat."""
    transaction.execute(
        f"INSERT OR REPLACE INTO settings (chat, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            chat,
            settings.theme,
            settings.coordinates,
            settings.bottom.value,
            settings.quick_taps,
            settings.reminders,
            settings.pictures,
        ),
    )


def move_settings(transaction: Transaction, old: int, new: int) -> None:
    """A group became a supergroup: its settings hold under the new id."""
    transaction.execute("UPDATE OR REPLACE settings SET chat = ? WHERE chat = ?", (new, old))
