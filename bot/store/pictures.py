"""The pictures that Telegram has already, so that they need not be uploaded again."""

from __future__ import annotations

from bot.store.database import Database, Transaction


async def load_file_id(database: Database, bot: int, digest: str) -> str | None:
    """Returns the file id of a picture; it is good for this bot alone (Bot API: sending files)."""
    row = await database.row(
        "SELECT file_id FROM pictures WHERE bot = ? AND digest = ?", (bot, digest)
    )
    return None if row is None else row["file_id"]


def save_file_id(transaction: Transaction, bot: int, digest: str, file_id: str) -> None:
    """Stores the file id of a picture, known by a digest of its bytes."""
    transaction.execute(
        "INSERT OR REPLACE INTO pictures (bot, digest, file_id) VALUES (?, ?, ?)",
        (bot, digest, file_id),
    )


def drop_file_id(transaction: Transaction, bot: int, digest: str) -> None:
    """Forgets the file id of a picture."""
    transaction.execute("DELETE FROM pictures WHERE bot = ? AND digest = ?", (bot, digest))
