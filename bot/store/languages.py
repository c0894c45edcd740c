"""The languages that people and groups have chosen.

A chat is meant by its id; a private chat has the id of its person, and groups have negative ids
(Bot API: Chat).
"""

from __future__ import annotations

from bot.store.database import Database, Transaction


async def load_language(database: Database, chat: int) -> str | None:
    """Returns the language chosen in a chat, None if none was."""
    table = "people" if chat > 0 else "chats"
    row = await database.row(f"SELECT language FROM {table} WHERE id = ?", (chat,))
    return None if row is None else row["language"]


def save_language(transaction: Transaction, chat: int, language: str) -> None:
    """Stores the language chosen in a chat; a person must be known by then."""
    if chat > 0:
        transaction.execute("UPDATE people SET language = ? WHERE id = ?", (language, chat))
    else:
        transaction.execute(
            "INSERT INTO chats (id, language) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET language = excluded.language",
            (chat, language),
        )


def move_language(transaction: Transaction, old: int, new: int) -> None:
    """A group became a supergroup: what was chosen holds under the new id."""
    transaction.execute("UPDATE OR REPLACE chats SET id = ? WHERE id = ?", (new, old))
