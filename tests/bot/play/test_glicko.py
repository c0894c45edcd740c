"""Glicko-2, against the example in Glickman's paper and by what must hold of any ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.glicko import DRAW, LOSS, WIN, Strength, rated, rested

strengths = st.builds(Strength, st.floats(500, 3000), st.floats(30, 350), st.floats(0.03, 0.1))


def test_the_papers_example() -> None:
    """Example of the Glicko-2 system, the period with three games."""
    after = rated(
        Strength(1500, 200, 0.06),
        [
            (Strength(1400, 30), WIN),
            (Strength(1550, 100), LOSS),
            (Strength(1700, 300), LOSS),
        ],
    )
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_newcomers_meet() -> None:
    winner = rated(Strength(), [(Strength(), WIN)])
    loser = rated(Strength(), [(Strength(), LOSS)])
    assert winner.rating + loser.rating == pytest.approx(3000)
    assert 1640 < winner.rating < 1680
    assert rated(Strength(), [(Strength(), DRAW)]).rating == 1500


def test_a_surprise_makes_more_volatile() -> None:
    expected = rated(Strength(2000, 50), [(Strength(1200, 50), WIN)])
    surprising = rated(Strength(2000, 50), [(Strength(1200, 50), LOSS)])
    assert surprising.volatility > expected.volatility
    assert rated(Strength(1000, 30), [(Strength(3000, 30), WIN)]).volatility > 0.06


@given(strengths, strengths)
def test_a_win_gains_a_loss_costs_and_both_are_more_certain(
    mine: Strength, other: Strength
) -> None:
    won, drawn, lost = (rated(mine, [(other, score)]) for score in (WIN, DRAW, LOSS))
    assert lost.rating < drawn.rating < won.rating
    assert lost.rating <= mine.rating <= won.rating
    # Not certainly less: a newcomer who wins as expected stays at the most that there is.
    assert won.deviation <= rested(mine, 1.5).deviation


@given(strengths, st.floats(0, 1e4))
def test_rest_makes_less_certain_up_to_a_newcomer(strength: Strength, periods: float) -> None:
    after = rested(strength, periods)
    assert after.rating == strength.rating
    assert strength.deviation - 1e-9 <= after.deviation <= 350
