"""Steps, chains of hops, their routes, and picking a chain hop by hop."""

import pytest

from rules import (
    PASS,
    IllegalMoveError,
    Move,
    MoveSet,
    Options,
    RulesError,
    Side,
    State,
    parse_move,
    parse_square,
)
from tests.drawings import drawn, names, path, squares

DIAGONAL = Options(moves=MoveSet.DIAGONAL)

ROAD = """
    . . . . . . . .
    . . . . . . . .
    . . . . b . . .
    . b . . . w . .
    . . . . b . . .
    . . . . w . . .
    . . . b . . . .
    . . w b . . . .
"""

# A ring of landings c3, e3, e5, c5 around pieces of both colours.
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


def test_start_position() -> None:
    state = State.start(Options())
    assert " ".join(str(turn).replace(" ", "") for turn in state.legal_turns) == (
        "b1d1 c1d1 a2a4 b2d2 b2b4 c2d2 c2c4 a3a4 b3d3 b3b4 c3d3 c3c4"
    )
    assert names(state.movable) == "b1 c1 a2 b2 c2 a3 b3 c3"
    assert (state.side, state.round, state.copies) == (Side.WHITE, 1, 0)
    assert state.outcome is None


def test_chain_turns_and_jumps_over_both_colours_and_never_mixes_with_steps() -> None:
    state = drawn(ROAD)
    start = parse_square("c1")
    assert names(state.steps_from(start)) == "b1 c2"
    assert names(state.destinations(start) & ~state.steps_from(start)) == "e1"
    start = parse_square("e3")
    assert names(state.destinations(start)) == "e2 d3 f3 e5 g5 e7"


def test_diagonal_lines_open_with_the_diagonal_moves_only() -> None:
    start = parse_square("c1")
    assert names(drawn(ROAD).destinations(start)) == "b1 e1 c2"
    assert names(drawn(ROAD, DIAGONAL).destinations(start)) == "b1 e1 b2 c2 c3"


@pytest.mark.parametrize(
    ("move", "route"),
    [
        ("c1 c2", "c1 c2"),
        ("c1 e1", "c1 e1"),
        ("e3 e5", "e3 e5"),
        ("e3 e7", "e3 e5 e7"),
        ("e3 g5", "e3 e5 g5"),
    ],
)
def test_route_to(move: str, route: str) -> None:
    assert drawn(ROAD).route_to(parse_move(move)) == path(route)


def test_route_is_a_shortest_one() -> None:
    state = drawn(RING)
    assert state.route_to(parse_move("c3 c5")) == path("c3 c5")
    assert state.route_to(parse_move("c3 e3")) == path("c3 e3")
    assert len(state.route_to(parse_move("c3 e5"))) == 3


@pytest.mark.parametrize("move", ["c1 d2", "c1 d1", "c1 e3", "d1 e1", "a1 a2", "c1 g5"])
def test_illegal_moves_have_no_route_and_no_position_after(move: str) -> None:
    state = drawn(ROAD)
    with pytest.raises(IllegalMoveError, match=move):
        state.route_to(parse_move(move))
    with pytest.raises(IllegalMoveError, match=move):
        state.after(parse_move(move))


def test_no_passing_by_choice() -> None:
    with pytest.raises(IllegalMoveError, match="nobody passes"):
        State.start(Options()).after(PASS)


def test_after_moves_one_piece_and_leaves_the_old_position() -> None:
    state = drawn(ROAD, round=7)
    next_state = state.after(parse_move("e3 e7"))
    assert names(state.white) == "c1 e3 f5"
    assert names(next_state.white) == "c1 f5 e7"
    assert next_state.black == state.black
    assert (next_state.side, next_state.round) == (Side.BLACK, 7)
    assert next_state.white_turn == Move(*path("e3 e7"))
    third_state = next_state.after(parse_move("b5 b4"))
    assert names(third_state.black) == "d1 d2 b4 e4 e6"
    assert (third_state.side, third_state.round, third_state.white_turn) == (Side.WHITE, 8, None)


def test_chain_does_not_end_where_it_began() -> None:
    state = drawn(RING)
    start = parse_square("c3")
    assert names(state.destinations(start)) == "c2 b3 e3 c5 e5"
    assert state.may_stop(path("c3 c5 e5 e3"))
    assert not state.may_stop(path("c3 c5 e5 e3 c3"))
    assert state.may_stop(path("c3 c5 e5 e3 c3 c5"))


def test_picking_hop_by_hop_visits_no_square_twice() -> None:
    state = drawn(RING)
    assert names(state.hops_from(path("c3"))) == "e3 c5"
    assert names(state.hops_from(path("c3 c5"))) == "e5"
    assert names(state.hops_from(path("c3 c5 e5"))) == "e3"
    assert names(state.hops_from(path("c3 c5 e5 e3"))) == ""


@pytest.mark.parametrize(
    "impossible", ["", "a1", "d3", "e6", "c3 d3", "c3 e5", "c3 g3", "c3 c5 c7", "c3 c5 c6"]
)
def test_impossible_chains_lead_nowhere(impossible: str) -> None:
    state = drawn(RING)
    assert state.hops_from(path(impossible)) == 0
    assert not state.may_stop(path(impossible))


def test_step_is_a_whole_turn() -> None:
    state = drawn(RING)
    assert state.may_stop(path("c3 c2"))
    assert state.hops_from(path("c3 c2")) == 0


def test_a_start_alone_is_no_place_to_stop() -> None:
    assert not drawn(RING).may_stop(path("c3"))


def test_pieces_of_the_other_side_do_not_move() -> None:
    state = drawn(RING)
    assert state.movable == squares("c3 c4 e4")
    assert state.destinations(parse_square("d3")) == 0
    assert state.steps_from(parse_square("d3")) == 0


def test_player_without_a_move_passes() -> None:
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
        round=5,
    )
    assert blocked.legal_turns == (PASS,)
    assert blocked.movable == 0
    passed = blocked.after(PASS)
    assert passed.white_turn is PASS
    assert (passed.white, passed.black, passed.round) == (blocked.white, blocked.black, 5)
    assert len(passed.legal_turns) == 16
    with pytest.raises(IllegalMoveError):
        blocked.after(parse_move("a2 a3"))


@pytest.mark.parametrize(
    ("white", "black", "round", "complaint"),
    [
        (0b11, 0b10, 1, "two pieces stand on one square"),
        (1 << 64, 0, 1, "off the board"),
        (0, -1, 1, "off the board"),
        (1, 2, 0, "round 0"),
    ],
)
def test_impossible_positions_are_not_set_up(
    white: int, black: int, round: int, complaint: str
) -> None:
    with pytest.raises(RulesError, match=complaint):
        State.set_up(Options(), white, black, Side.WHITE, round)
