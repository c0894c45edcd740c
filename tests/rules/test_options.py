"""Homes, targets and limits of every variant."""

import pytest

from rules import MoveSet, Options, OptionsError, RulesError, Side
from tests.drawings import names


def test_defaults() -> None:
    assert Options() == Options(9, MoveSet.CLASSIC, leave_home=True, anti_mirror=False)


@pytest.mark.parametrize("pieces", [0, 8, 11, 64, -9])
def test_other_numbers_of_pieces_are_refused(pieces: int) -> None:
    with pytest.raises(OptionsError, match="must be one of"):
        Options(pieces)
    assert issubclass(OptionsError, RulesError)
    assert issubclass(RulesError, ValueError)


@pytest.mark.parametrize(
    ("pieces", "white", "black"),
    [
        (9, "a1 b1 c1 a2 b2 c2 a3 b3 c3", "f6 g6 h6 f7 g7 h7 f8 g8 h8"),
        (10, "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", "h5 g6 h6 f7 g7 h7 e8 f8 g8 h8"),
        (12, "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3", "e6 f6 g6 h6 e7 f7 g7 h7 e8 f8 g8 h8"),
        (
            16,
            "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4",
            "e5 f5 g5 h5 e6 f6 g6 h6 e7 f7 g7 h7 e8 f8 g8 h8",
        ),
    ],
)
def test_homes_and_targets(pieces: int, white: str, black: str) -> None:
    options = Options(pieces)
    assert names(options.home(Side.WHITE)) == names(options.target(Side.BLACK)) == white
    assert names(options.home(Side.BLACK)) == names(options.target(Side.WHITE)) == black


@pytest.mark.parametrize("leave_home", [True, False])
@pytest.mark.parametrize(
    ("pieces", "classic", "diagonal", "count"),
    [(9, 40, 30, 80), (10, 44, 33, 89), (12, 53, 40, 107), (16, 71, 53, 142)],
)
def test_limits(pieces: int, classic: int, diagonal: int, count: int, leave_home: bool) -> None:
    by_lines = Options(pieces, MoveSet.CLASSIC, leave_home)
    by_diagonals = Options(pieces, MoveSet.DIAGONAL, leave_home)
    assert (by_lines.leave_limit, by_lines.count_limit) == (classic, count)
    assert (by_diagonals.leave_limit, by_diagonals.count_limit) == (diagonal, count)


def test_other_side() -> None:
    assert Side.WHITE.other is Side.BLACK
    assert Side.BLACK.other is Side.WHITE
