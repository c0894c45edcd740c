"""Results of many games, summed up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.glicko import Strength
from bot.play.ratings import PERIOD, strength_of
from bot.play.results import Tally, summed, table
from bot.store.ratings import RatingRecord
from bot.store.results import ResultRecord
from rules import Options

ANNA, BORIS, CARLA = 1, 2, 3
GAME = ResultRecord(
    game=1,
    white=ANNA,
    black=BORIS,
    level=None,
    winner="white",
    pieces=9,
    moves="classic",
    leave_home=True,
    anti_mirror=False,
)
GAMES = [
    GAME,
    replace(GAME, white=BORIS, black=ANNA),
    replace(GAME, black=CARLA, winner=None, pieces=12),
    replace(GAME, black=BORIS),
    replace(GAME, black=None, level=5, winner="black"),
    replace(GAME, white=None, black=ANNA, level=2, winner="black"),
]


def test_a_persons_results() -> None:
    results = summed(ANNA, GAMES)
    assert results.total == Tally(won=3, drawn=1, lost=2)
    assert list(results.opponents.items()) == [
        (BORIS, Tally(won=2, lost=1)),
        (CARLA, Tally(drawn=1)),
    ]
    assert list(results.levels.items()) == [(2, Tally(won=1)), (5, Tally(lost=1))]
    assert results.variants == {
        Options(): Tally(won=3, lost=2),
        Options(12): Tally(drawn=1),
    }


def test_a_table_has_everybody_the_strongest_first() -> None:
    ratings = {
        person: RatingRecord(1, person, rating, 100, 0.06, rated_at=0)
        for person, rating in ((ANNA, 1600.0), (BORIS, 1700.0))
    }
    standings = table(GAMES[:4], ratings, now=0)
    assert [each.person for each in standings] == [BORIS, ANNA, CARLA]
    assert standings[0].tally == Tally(won=1, lost=2)
    assert standings[2].strength == Strength()


def test_a_rating_is_less_certain_the_older_it_is() -> None:
    record = RatingRecord(1, ANNA, 1600, 60, 0.06, rated_at=0)
    assert strength_of(record, 0).deviation == pytest.approx(60)
    later = strength_of(record, 10 * PERIOD)
    assert later.rating == 1600
    assert 60 < later.deviation < strength_of(record, 100 * PERIOD).deviation
