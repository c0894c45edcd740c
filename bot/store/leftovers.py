"""Messages of ours that are no boards any more, until they are gone or have lost their buttons."""

from __future__ import annotations

from bot.store.database import Database, Transaction


def add_leftover(transaction: Transaction, chat: int, message: int) -> None:
    """A message is to be removed."""
    transaction.execute(
        "INSERT OR IGNORE INTO leftovers (chat, message) VALUES (?, ?)", (chat, message)
    )


def remove_leftover(transaction: Transaction, chat: int, message: int) -> None:
    """A message is removed, or there is nothing more to be done about it."""
    transaction.execute("DELETE FROM leftovers WHERE chat = ? AND message = ?", (chat, message))


async def load_leftovers(database: Database) -> list[tuple[int, int]]:
    """Returns all messages that are to be removed, each with its chat first."""
    rows = await database.rows("SELECT chat, message FROM leftovers")
    return [(row["chat"], row["message"]) for row in rows]
