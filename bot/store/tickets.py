"""The keys that people's tickets are signed with: one for everybody who has made any."""

from __future__ import annotations

from bot.store.database import Database, Transaction


async def load_key(database: Database, person: int) -> bytes | None:
    """Returns a person's key."""
    row = await database.row("SELECT key FROM ticket_keys WHERE person = ?", (person,))
    return None if row is None else bytes(row["key"])


def save_key(transaction: Transaction, person: int, key: bytes) -> None:
    """Stores a person's key, unless there is one."""
    transaction.execute(
        "INSERT INTO ticket_keys (person, key) VALUES (?, ?) ON CONFLICT DO NOTHING", (person, key)
    )
