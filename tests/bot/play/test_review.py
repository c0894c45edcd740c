"""Who stood better when, and which moves turned the game: from looks that are given."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.review import Look, Stretch, evident, stretches, turning_points
from rules import PASS, Game, Options, Ply, Side, parse_ply
from tests.drawings import drawn
from tests.e2e.recorded import Recorded, recorded_games

A, B = (0, 1), (8, 9)
"""Two moves; the plan knows no board."""


def score(chances: float) -> int:
    """The score of a position in which White has these chances."""
    return round(55 * math.log(chances / (1 - chances)))


def looks(*chances: float) -> list[Look]:
    """Positions in which B would have been the best move."""
    return [Look(score(each), B) for each in chances]


def turned(*chances: float) -> list[int]:
    """The plies that turned a game in which everybody played A."""
    points = turning_points([A] * (len(chances) - 1), looks(*chances))
    return [point.ply for point in points]


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0, 0.5), (55, 0.73), (-55, 0.27), (300, 1.0), (29_990, 1.0), (-29_990, 0.0), (10**9, 1.0)],
)
def test_scores_are_chances(score: int, expected: float) -> None:
    assert Look(score).chances == pytest.approx(expected, abs=0.005)


def test_what_white_loses_black_gains() -> None:
    white, black = turning_points([A, A], looks(0.5, 0.2, 0.6))
    assert (white.ply, white.side, white.round) == (0, Side.WHITE, 1)
    assert (white.before, white.after) == pytest.approx((0.5, 0.2), abs=0.01)
    assert (black.ply, black.side, black.round) == (1, Side.BLACK, 1)
    assert (black.before, black.after) == pytest.approx((0.8, 0.4), abs=0.01)
    assert (black.played, black.better) == (A, B)


def test_what_a_move_wins_is_no_mistake() -> None:
    assert turned(0.5, 0.9, 0.2, 0.7) == []


def test_the_three_that_lost_most_as_they_came() -> None:
    losses = (0.5, 0.35, 0.35, 0.15, 0.15, 0.05, 0.55, 0.55, 0.9)
    assert turned(*losses) == [2, 5, 7]


def test_of_equal_mistakes_the_first_count() -> None:
    assert turned(0.5, 0.3, 0.5, 0.3, 0.5, 0.3, 0.5) == [0, 1, 2]


def test_small_losses_do_not_turn_a_game() -> None:
    assert turned(0.5, 0.45, 0.5, 0.44) == []
    assert turned(0.99, 0.97, 0.99) == []


@pytest.mark.parametrize("won", [0.999_999, 0.000_001])
def test_what_was_decided_stays_decided(won: float) -> None:
    assert turned(won, won, won, won) == []


def test_who_had_no_choice_made_no_mistake() -> None:
    seen = [Look(score(0.5)), Look(score(0.1), B), Look(score(0.9), B)]
    plies: list[Ply] = [A, PASS]
    assert turning_points(plies, seen) == ()


def test_a_forced_pass_is_worth_what_comes_after_it() -> None:
    blocked = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b b b b b b b b
        b b b b b b b b
        w w w w w w w w
        w w w w w w w w
        """,
        Options(16),
    )
    assert blocked.legal_turns == (PASS,)
    assert evident(blocked, Look(70, B)) == Look(70)
    assert evident(blocked, None) is None
    passed = blocked.after(PASS)
    assert evident(passed, Look(70, B)) is None


@pytest.mark.parametrize("recorded", recorded_games())
def test_the_end_is_worth_its_result(recorded: Recorded) -> None:
    look = evident(Game.replay(recorded.options, recorded.plies).state, None)
    assert look is not None
    expected = {"white": 1.0, "black": 0.0, None: 0.5}[recorded.winner]
    assert look.chances == pytest.approx(expected, abs=0.001)
    assert look.best is None


def test_another_way_to_the_same_square_is_the_same_move() -> None:
    played, best = (parse_ply(text) for text in ("c1:e1:e3", "c1:c3:e3"))
    assert played is not PASS
    assert best is not PASS
    assert turning_points([played], [Look(score(0.5), best), Look(score(0.1))]) == ()


def test_a_game_of_nothing_has_one_stretch() -> None:
    assert turning_points([], looks(0.5)) == ()
    assert stretches(looks(0.5)) == (Stretch(1, 1, None),)


def test_stretches_tell_who_stood_better() -> None:
    seen = looks(0.5, *[0.5] * 10, *[0.8] * 20, *[0.1] * 20)
    assert stretches(seen) == (
        Stretch(1, 5, None),
        Stretch(6, 15, Side.WHITE),
        Stretch(16, 25, Side.BLACK),
    )


def test_a_short_moment_is_no_stretch() -> None:
    seen = looks(0.5, *[0.8] * 30, 0.2, 0.2, *[0.8] * 30)
    assert stretches(seen) == (Stretch(1, 31, Side.WHITE),)


@given(st.lists(st.integers(-30_000, 30_000), min_size=1, max_size=150))
def test_any_game_is_a_handful_of_stretches_without_gaps(scores: list[int]) -> None:
    found = stretches([Look(each, B) for each in scores])
    assert 1 <= len(found) <= 5
    assert found[0].first == 1
    assert found[-1].last == max(len(scores) // 2, 1)
    for one, following in pairwise(found):
        assert following.first == one.last + 1
        assert following.better is not one.better


@given(st.lists(st.integers(-30_000, 30_000), min_size=1, max_size=150))
def test_turning_points_are_three_at_most_and_in_order(scores: list[int]) -> None:
    found = turning_points([A] * (len(scores) - 1), [Look(each, B) for each in scores])
    plies = [point.ply for point in found]
    assert len(found) <= 3
    assert plies == sorted(set(plies))
    assert all(0 <= point.after < point.before <= 1 for point in found)
