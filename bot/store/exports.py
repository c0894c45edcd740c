"""Which message of a chat holds a game's replay, its record or its review."""

from __future__ import annotations

from enum import Enum

from bot.store.database import Database, Transaction


class ExportKind(Enum):
    """What can be posted of a game; the values are stored."""

    REPLAY = "replay"
    RECORD = "record"
    REVIEW = "review"


async def load_export(database: Database, game: int, chat: int, kind: ExportKind) -> int | None:
    """Returns the message with a game's export in a chat, None if it was never posted."""
    row = await database.row(
        "SELECT message FROM exports WHERE game = ? AND chat = ? AND kind = ?",
        (game, chat, kind.value),
    )
    return None if row is None else row["message"]


def save_export(
    transaction: Transaction, game: int, chat: int, kind: ExportKind, message: int
) -> None:
    """Remembers the message with a game's export in a chat."""
    transaction.execute(
        "INSERT OR REPLACE INTO exports (game, chat, kind, message) VALUES (?, ?, ?, ?)",
        (game, chat, kind.value, message),
    )


def drop_exports(transaction: Transaction, chat: int) -> None:
    """Forgets which messages of a chat hold exports: the bot can't reach them any more."""
    transaction.execute("DELETE FROM exports WHERE chat = ?", (chat,))


async def newest_game(database: Database, chat: int, person: int) -> int | None:
    """Returns the newest game of a chat that has begun, the person's own before those of others."""
    row = await database.row(
        "SELECT games.id FROM games JOIN boards ON boards.game = games.id"
        " WHERE boards.chat = ? AND games.phase IN ('running', 'finished')"
        " ORDER BY (? IN (coalesce(white, 0), coalesce(black, 0))) DESC, games.id DESC LIMIT 1",
        (chat, person),
    )
    return None if row is None else row["id"]


async def last_played(database: Database, game: int) -> int:
    """Returns when the last move of a game was made, or else when it was set up (UTC seconds)."""
    row = await database.row(
        "SELECT coalesce((SELECT max(played_at) FROM plies WHERE game = id), created_at)"
        " FROM games WHERE id = ?",
        (game,),
    )
    assert row is not None
    return int(row[0])
