"""What the AI saw in the positions of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class LookRecord:
    """A position: White's score in hundredths, and the best move if there was a choice."""

    score: int
    best: str | None


async def load_looks(database: Database, game: int) -> list[LookRecord]:
    """Returns what was seen in a game's positions, the first one first; nothing if not reviewed."""
    rows = await database.rows("SELECT score, best FROM looks WHERE game = ? ORDER BY ply", (game,))
    return [LookRecord(row["score"], row["best"]) for row in rows]


def save_looks(transaction: Transaction, game: int, looks: Sequence[LookRecord]) -> None:
    """Stores what was seen in all positions of a game, unless the game has been erased."""
    transaction.execute_each(
        "INSERT OR REPLACE INTO looks (game, ply, score, best)"
        " SELECT id, ?, ?, ? FROM games WHERE id = ?",
        [(ply, look.score, look.best, game) for ply, look in enumerate(looks)],
    )
