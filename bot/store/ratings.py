"""Ratings: a row for each player of each rated game, with what the game made of the rating."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from sqlite3 import Row

from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """What a game made of a person's rating; ``rated_at`` is in UTC seconds."""

    game: int
    person: int
    rating: float
    deviation: float
    volatility: float
    rated_at: int


_COLUMNS = "game, person, rating, deviation, volatility, rated_at"


def add_ratings(transaction: Transaction, ratings: Iterable[RatingRecord]) -> None:
    """Stores what a game made of its players' ratings. A game counts once for each person."""
    transaction.execute_each(
        f"INSERT INTO ratings ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (each.game, each.person, each.rating, each.deviation, each.volatility, each.rated_at)
            for each in ratings
        ],
    )


async def newest_rating(transaction: Transaction, person: int) -> RatingRecord | None:
    """Returns a person's rating as this transaction sees it, None before the first rated game."""
    row = await transaction.row(
        f"SELECT {_COLUMNS} FROM ratings WHERE person = ? ORDER BY id DESC LIMIT 1", (person,)
    )
    return None if row is None else _record(row)


async def load_ratings(database: Database, person: int) -> list[RatingRecord]:
    """Returns a person's ratings after each rated game, the oldest first."""
    rows = await database.rows(
        f"SELECT {_COLUMNS} FROM ratings WHERE person = ? ORDER BY id", (person,)
    )
    return [_record(row) for row in rows]


async def newest_ratings(database: Database, people: Iterable[int]) -> dict[int, RatingRecord]:
    """Returns the ratings of those among these people who have one, by person."""
    wanted = sorted(set(people))
    marks = ", ".join("?" * len(wanted))
    rows = await database.rows(
        f"SELECT {_COLUMNS} FROM ratings WHERE id IN"
        f" (SELECT max(id) FROM ratings WHERE person IN ({marks}) GROUP BY person)",
        wanted,
    )
    return {row["person"]: _record(row) for row in rows}


def _record(row: Row) -> RatingRecord:
    return RatingRecord(*row)
