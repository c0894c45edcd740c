"""Turns, routes and positions as text and back."""

import pytest
from hypothesis import given, settings

from rules import (
    PASS,
    Game,
    Move,
    NotationError,
    Options,
    Side,
    State,
    format_ply,
    format_position,
    parse_move,
    parse_ply,
    parse_position,
)
from tests import strategies
from tests.drawings import path


@pytest.mark.parametrize(
    ("squares", "text"),
    [
        ("c3 d3", "c3-d3"),
        ("c3 d4", "c3-d4"),
        ("c1 e1", "c1:e1"),
        ("c1 c3 e3", "c1:c3:e3"),
        ("a1 c3 a1 c3", "a1:c3:a1:c3"),
    ],
)
def test_plies(squares: str, text: str) -> None:
    assert format_ply(path(squares)) == text
    assert parse_ply(text) == path(squares)


def test_pass() -> None:
    assert format_ply(PASS) == str(PASS) == "--"
    assert parse_ply("--") is PASS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "---",
        "c3",
        "c3-",
        "c3:",
        "c3-c3",
        "c3:c3",
        "c3-c5",  # too far for a step
        "c3-d3-e3",
        "c3:d3",  # too near for a hop
        "c3:d5",  # not on a line
        "c3:c7",
        "c3:c5-c6",
        "c3 d3",
        "c3d3",
        "i3-i4",
        "C3-D3",
        "c3-d3 ",
    ],
)
def test_what_is_no_ply_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_ply(text)


def test_move_is_read_with_a_blank_or_without() -> None:
    assert parse_move("c1 e3") == parse_move("c1e3") == Move(*path("c1 e3"))


@given(strategies.moves())
def test_move_reads_back(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize("text", ["", "c1", "c1  e3", "c1-e3", "c1 c1", "c1 e3 ", "c1 e9", "--"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        parse_move(text)


@settings(deadline=None, max_examples=50)
@given(strategies.games())
def test_plies_and_position_of_a_game_read_back(game: Game) -> None:
    for ply in game.plies:
        assert parse_ply(format_ply(ply)) == ply
    state = game.state
    text = format_position(state)
    set_up = parse_position(text, game.options)
    assert format_position(set_up) == text
    assert set_up == State.set_up(game.options, state.white, state.black, state.side, state.round)


def test_position_of_the_start() -> None:
    board = "www....." * 3 + "." * 16 + ".....bbb" * 3
    assert format_position(State.start(Options())) == f"{board} w 1"
    assert parse_position(f"{board} w 1", Options()) == State.start(Options())
    later = parse_position(f"{board} b 12", Options())
    assert (later.side, later.round) == (Side.BLACK, 12)


EMPTY = "." * 64


@pytest.mark.parametrize(
    "text",
    [
        "",
        EMPTY,
        f"{EMPTY} w",
        f"{EMPTY} w 0",
        f"{EMPTY} w 01",
        f"{EMPTY} w -1",
        f"{EMPTY} w 1.5",
        f"{EMPTY} w 10000",
        f"{EMPTY} x 1",
        f"{EMPTY}. w 1",
        f"{EMPTY[1:]} w 1",
        f"{EMPTY[1:]}W w 1",
        f"{EMPTY} w 1\n",
        f" {EMPTY} w 1",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a position"):
        parse_position(text, Options())
