"""A game with its routes: playing, replaying, going back."""

import pytest
from hypothesis import given, settings

from rules import (
    PASS,
    Game,
    GameOverError,
    IllegalMoveError,
    Move,
    MoveSet,
    Options,
    Outcome,
    Ply,
    Reason,
    Side,
    parse_ply,
)
from tests import strategies
from tests.drawings import drawn, path

RING = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . b . . . .
    . . w . w . . .
    . . w b . . . .
    . . . . . . . .
    . . . . . . . .
"""


def plies(text: str) -> list[Ply]:
    return [parse_ply(word) for word in text.split()]


def game_from(drawing: str) -> Game:
    state = drawn(drawing)
    return Game(state.options, (), state)


def test_start() -> None:
    options = Options(12, MoveSet.DIAGONAL)
    game = Game.start(options)
    assert game.plies == ()
    assert game.state.options == game.options == options
    assert (game.state.white, game.state.black) == (
        options.home(Side.WHITE),
        options.home(Side.BLACK),
    )
    assert game.outcome is None


def test_play_keeps_the_route_and_the_earlier_game() -> None:
    game = Game.start(Options())
    next_game = game.play(path("b1 d1"))
    assert game.plies == ()
    assert next_game.plies == (path("b1 d1"),)
    assert next_game.state.side is Side.BLACK


@pytest.mark.parametrize(
    "route",
    [
        "c3 d3",  # a step onto a piece
        "c3 d2",  # a step along a diagonal
        "c3 c5 c6",  # a step after a hop
        "c3 e5",  # over nothing, along a diagonal
        "c3 a3",  # a hop over nothing
        "c3 c4 c5",  # a chain of steps
        "c3 c5 e5 e3 c3",  # back to where it began
        "c3 e3 c3",
        "d3 b3",  # a piece of the other side
        "a1 a2",  # no piece at all
        "c3",
        "",
    ],
)
def test_routes_that_are_refused(route: str) -> None:
    with pytest.raises(IllegalMoveError, match="cannot go that way"):
        game_from(RING).play(path(route))


@pytest.mark.parametrize(
    "route",
    [
        "c3 c2",
        "c3 c5",
        "c3 e3 e5 c5",
        "c3 c5 c3 e3",  # across its own start
        "c3 c5 e5 c5 e5",  # squares touched twice
        "c3 c5 e5 e3 c3 c5",  # all around and on
    ],
)
def test_routes_that_are_played(route: str) -> None:
    game = game_from(RING)
    squares = path(route)
    played = game.play(squares)
    assert played.plies == (squares,)
    assert played.state == game.state.after(Move(squares[0], squares[-1]))


def test_pass_is_refused_while_a_piece_can_move() -> None:
    with pytest.raises(IllegalMoveError):
        Game.start(Options()).play(PASS)


def test_nothing_is_played_after_the_end() -> None:
    state = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . b . . . .
        . . . . w . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        round=80,
    )
    game = Game(state.options, (), state).play(path("e4 e3")).play(path("d5 d6"))
    assert game.outcome == Outcome(None, Reason.COUNT_LIMIT)
    for ply in (PASS, path("e3 e4")):
        with pytest.raises(GameOverError):
            game.play(ply)


def test_forced_passes_are_played_until_somebody_can_move() -> None:
    blocked = game_from(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . . . . .
        b . . . . . . .
        w b b . . . . .
        """
    )
    game = blocked.with_forced_passes()
    assert game.plies == (PASS,)
    assert game.state.side is Side.BLACK
    assert game.with_forced_passes() is game


def test_forced_passes_end_a_game_in_which_nobody_can_move() -> None:
    rows = ["b b b b b b b b"] * 4 + ["w w w w w w w w"] * 4
    game = game_from("\n".join(rows)).with_forced_passes()
    assert game.plies == (PASS, PASS)
    assert game.outcome == Outcome(None, Reason.BOTH_PASSED)


def test_replay_refuses_what_play_refuses() -> None:
    with pytest.raises(IllegalMoveError):
        Game.replay(Options(), plies("c3-d3 c3-c4"))


@settings(deadline=None, max_examples=25)
@given(strategies.games())
def test_replay_and_going_back(game: Game) -> None:
    assert Game.replay(game.options, game.plies) == game
    assert game.at(len(game.plies)) == game
    assert game.at(0) == Game.start(game.options)
    if game.plies:
        assert game.at(len(game.plies) - 1).play(game.plies[-1]) == game
