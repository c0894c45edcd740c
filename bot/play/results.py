"""Results of many games: a person's by opponent, level and variant; a table of people."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot.play.glicko import Strength
from bot.play.ratings import strength_of
from bot.store.ratings import RatingRecord
from bot.store.results import ResultRecord
from rules import MoveSet, Options, Side

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games somebody won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class Results:
    """A person's results: opponents and variants with most games first, levels from the lowest."""

    total: Tally
    opponents: Mapping[int, Tally]
    levels: Mapping[int, Tally]
    variants: Mapping[Options, Tally]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a table."""

    person: int
    strength: Strength
    tally: Tally


def summed(person: int, results: Iterable[ResultRecord]) -> Results:
    """Returns what a person has made of these games, all of which are the person's own."""
    games = list(results)
    between_people = [game for game in games if game.level is None]
    against_ai = [game for game in games if game.level is not None]
    by_level = _by(person, against_ai, lambda game: game.level or 0)
    return Results(
        total=sum((_tally(person, game) for game in games), Tally()),
        opponents=_by(person, between_people, lambda game: _opponent(person, game)),
        levels=dict(sorted(by_level.items())),
        variants=_by(person, games, _options),
    )


def table(
    results: Iterable[ResultRecord], ratings: Mapping[int, RatingRecord], now: int
) -> list[Standing]:
    """Returns everybody who played these games between people, the highest rating first.

    Ratings are as certain as they are now (UTC seconds).
    """
    games = list(results)
    people = {person for game in games for person in (game.white, game.black) if person}
    standings = [
        Standing(
            person,
            strength_of(ratings.get(person), now),
            sum((_tally(person, game) for game in games if _plays(person, game)), Tally()),
        )
        for person in people
    ]
    return sorted(standings, key=lambda each: (-each.strength.rating, each.person))


def _by(
    person: int, games: Iterable[ResultRecord], key: Callable[[ResultRecord], K]
) -> dict[K, Tally]:
    found: dict[K, Tally] = {}
    for game in games:
        found[key(game)] = found.get(key(game), Tally()) + _tally(person, game)
    return dict(sorted(found.items(), key=lambda item: -item[1].games))


def _plays(person: int, game: ResultRecord) -> bool:
    return person in (game.white, game.black)


def _opponent(person: int, game: ResultRecord) -> int:
    return (game.black if game.white == person else game.white) or 0


def _tally(person: int, game: ResultRecord) -> Tally:
    if game.winner is None:
        return Tally(drawn=1)
    side = Side.WHITE if game.white == person else Side.BLACK
    return Tally(won=1) if game.winner == side.value else Tally(lost=1)


def _options(game: ResultRecord) -> Options:
    return Options(game.pieces, MoveSet(game.moves), game.leave_home, game.anti_mirror)
