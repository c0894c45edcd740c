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
    """What a chat has chosen; the defaults are for those that have not."""

    theme: str = "wood"
    coordinates: bool = True
    bottom: Bottom = Bottom.OWN
    quick_taps: bool = False


async def load_settings(database: Database, chat: int) -> Settings:
    """Returns the settings of a chat."""
    row = await database.row(
        "SELECT theme, coordinates, bottom, quick_taps FROM settings WHERE chat = ?", (chat,)
    )
    if row is None:
        return Settings()
    return Settings(
        row["theme"], bool(row["coordinates"]), Bottom(row["bottom"]), bool(row["quick_taps"])
    )


async def save_settings(transaction: Transaction, chat: int, settings: Settings) -> None:
    """Stores the settings of a chat."""
    await transaction.execute(
        "INSERT OR REPLACE INTO settings (chat, theme, coordinates, bottom, quick_taps)"
        " VALUES (?, ?, ?, ?, ?)",
        (
            chat,
            settings.theme,
            settings.coordinates,
            settings.bottom.value,
            settings.quick_taps,
        ),
    )


async def move_settings(transaction: Transaction, old: int, new: int) -> None:
    """A group became a supergroup: its settings hold under the new id."""
    await transaction.execute("UPDATE OR REPLACE settings SET chat = ? WHERE chat = ?", (new, old))
