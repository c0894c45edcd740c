"""How games ended, for tables and statistics; those that were called off do not count."""

from __future__ import annotations

from dataclasses import dataclass
from sqlite3 import Row

from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """A finished game. The AI's seat is None, and so is the winner of a draw."""

    game: int
    white: int | None
    black: int | None
    level: int | None
    winner: str | None
    pieces: int
    moves: str
    leave_home: bool
    anti_mirror: bool


_SELECT = (
    "SELECT id, white, black, level, winner, pieces, moves, leave_home, anti_mirror FROM games"
    " WHERE phase = 'finished' AND reason <> 'called-off'"
)


async def results_of(database: Database, person: int) -> list[ResultRecord]:
    """Returns a person's finished games, the oldest first."""
    rows = await database.rows(f"{_SELECT} AND ? IN (white, black) ORDER BY id", (person,))
    return [_record(row) for row in rows]


async def results_in_chat(database: Database, chat: int) -> list[ResultRecord]:
    """Returns the finished games between people that were played in a chat, the oldest first."""
    rows = await database.rows(
        f"{_SELECT} AND level IS NULL AND id IN (SELECT game FROM boards WHERE chat = ?)"
        " ORDER BY id",
        (chat,),
    )
    return [_record(row) for row in rows]


def _record(row: Row) -> ResultRecord:
    values = dict(row)
    return ResultRecord(
        game=values.pop("id"),
        leave_home=bool(values.pop("leave_home")),
        anti_mirror=bool(values.pop("anti_mirror")),
        **values,
    )
