"""Ratings and results in words, and the curve."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.standings import rating_curve, statistics, table_of, whole
from bot.chat.texts import Markup, languages, shown_name, texts_for
from bot.play.glicko import Strength
from bot.play.results import Results, Standing, Tally
from bot.play.setup import LEVELS
from bot.store.ratings import RatingRecord
from rules import PIECE_COUNTS, MoveSet, Options

NAME = shown_name("<" * 64)
TALLY = Tally(won=1000, drawn=1000, lost=1000)
MANY = Results(
    total=TALLY,
    opponents=dict.fromkeys(range(1, 100), TALLY),
    levels=dict.fromkeys(LEVELS, TALLY),
    variants={Options(n, moves, False, True): TALLY for n in PIECE_COUNTS for moves in MoveSet},
)


@pytest.mark.parametrize("language", languages())
def test_the_longest_answers_fit_a_message(language: str) -> None:
    texts, names = texts_for(language), dict.fromkeys(range(1, 100), NAME)
    text = statistics(MANY, Strength(), names, texts)
    assert "&lt;" in text
    assert len(text) <= 4096
    standings = [Standing(person, Strength(), TALLY) for person in range(1, 100)]
    text = table_of(Markup("title"), standings, names, texts)
    assert "20. " in text
    assert "21. " not in text
    # An escaped sign counts as one (Bot API: sendMessage).
    assert len(text.replace("&lt;", "<")) <= 4096


def test_a_rating_is_written_as_people_write_it() -> None:
    assert whole(1499.6, texts_for("de")) == "1500"


@given(st.lists(st.floats(400, 3000), min_size=2, max_size=300))
def test_a_curve_has_a_few_lines_around_all_its_values(values: list[float]) -> None:
    ratings = [
        RatingRecord(n, 1, rating, 60, 0.06, 1_800_000_000 + n) for n, rating in enumerate(values)
    ]
    graph = rating_curve(ratings, texts_for("en"))
    lines = [value for value, _ in graph.levels]
    assert graph.values == tuple(values[-100:])
    assert min(lines) <= min(graph.values)
    assert max(graph.values) <= max(lines)
    assert 1 <= len(lines) <= 8


def test_a_curve_is_dated_in_the_readers_language() -> None:
    ratings = [RatingRecord(n, 1, 1500, 60, 0.06, 1_800_000_000) for n in (1, 2)]
    assert rating_curve(ratings, texts_for("de")).labels == ((0, "15.01.27"), (1, "15.01.27"))
