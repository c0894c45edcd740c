"""The anti-mirror rule: no eleventh copy of White's moves in the first twelve rounds."""

from dataclasses import replace

import pytest

from rules import PASS, IllegalMoveError, Options, Side, State, parse_move
from tests.drawings import drawn, names, path, played

RULE = Options(anti_mirror=True)
NO_RULE = Options(anti_mirror=False)

START = """
    . . . . . b b b
    . . . . . b b b
    . . . . . b b b
    . . . . . . . .
    . . . . . . . .
    w w w . . . . .
    w w w . . . . .
    w w w . . . . .
"""


def with_copies(state: State, copies: int) -> State:
    return replace(state, copies=copies)


def copied(options: Options, rounds: int) -> State:
    """Return the position after White has gone to and fro, and Black copied that."""
    there, back = "c3 d3, f6 e6", "d3 c3, e6 f6"
    turns = [there if number % 2 == 0 else back for number in range(rounds)]
    return played(State.start(options), ", ".join(turns))


@pytest.mark.parametrize("options", [RULE, NO_RULE])
def test_copies_are_counted_with_the_rule_off_too(options: Options) -> None:
    state = copied(options, 4)
    assert state.copies == 4
    assert played(state, "c3 d3, h6 h5").copies == 4
    assert played(state, "c3 d3, f6 e6").copies == 5


def test_eleventh_copy_is_not_legal() -> None:
    state = played(copied(RULE, 10), "c3 d3")
    assert (state.round, state.copies) == (11, 10)
    assert parse_move("f6 e6") not in state.legal_turns
    with pytest.raises(IllegalMoveError):
        state.after(parse_move("f6 e6"))


def test_without_the_rule_copies_go_on_and_are_counted_up_to_round_12() -> None:
    assert copied(NO_RULE, 12).copies == 12
    assert copied(NO_RULE, 14).copies == 12


@pytest.mark.parametrize(
    ("round", "copies", "legal"),
    [(10, 10, False), (11, 9, True), (11, 10, False), (12, 10, False), (13, 10, True)],
)
def test_rounds_and_copies_in_which_a_copy_is_refused(round: int, copies: int, legal: bool) -> None:
    state = with_copies(drawn(START, RULE, round=round), copies).after(parse_move("c3 d3"))
    assert (parse_move("f6 e6") in state.legal_turns) is legal


def test_only_the_copy_is_refused() -> None:
    state = with_copies(drawn(START, RULE, round=11), 10).after(parse_move("c3 d3"))
    free = with_copies(state, 0)
    assert set(free.legal_turns) - set(state.legal_turns) == {parse_move("f6 e6")}
    assert state.after(parse_move("f6 f5")).copies == 10


def test_white_is_free_to_repeat_black() -> None:
    state = with_copies(drawn(START, RULE, round=11), 10)
    assert state.legal_turns == State.start(RULE).legal_turns


def test_no_copy_of_an_unknown_move() -> None:
    state = with_copies(drawn(START, RULE, Side.BLACK, 11), 10)
    assert state.legal_turns == drawn(START, NO_RULE, Side.BLACK).legal_turns
    assert state.after(parse_move("f6 e6")).copies == 10


def test_copy_as_the_only_move_makes_black_pass() -> None:
    before = drawn(
        """
        . . . . . . . b
        . . . . . . . w
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        """,
        RULE,
        round=12,
    )
    copyable = parse_move("a1 b1")
    assert before.after(copyable).legal_turns == (copyable.copy,)
    state = with_copies(before, 10).after(copyable)
    assert state.legal_turns == (PASS,)
    assert state.movable == 0
    assert state.after(PASS).copies == 10
    assert state.after(PASS).outcome is None


# White's a1-a3 copied would be h8-h6; from h6 a hop over g6 goes on to f6.
THROUGH = """
    . . . . . . . b
    . . . . . . . w
    . . . . . . b .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    b . . . . . . .
    w . . . . . . .
"""

# The landings h8, f8, f6, h6 form a ring, and h6 leads nowhere else.
RING = """
    . . . . . . b b
    . . . . . w . w
    . . . . . . b .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    b . . . . . . .
    w . . . . . . .
"""

# From h6 the only hop leads back to h8.
DEAD_END = """
    . . . . . . . b
    . . . . . . . w
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    b . . . . . . .
    w . . . . . . .
"""


def without_copies_left(drawing: str) -> State:
    """Return Black's position after White's a1-a3, its copy h8-h6 being forbidden."""
    return with_copies(drawn(drawing, RULE, round=11), 10).after(parse_move("a1 a3"))


def test_forbidden_square_may_be_hopped_through() -> None:
    state = without_copies_left(THROUGH)
    assert names(state.destinations(63)) == "f6 g8"
    assert names(state.hops_from(path("h8"))) == "h6"
    assert not state.may_stop(path("h8 h6"))
    assert names(state.hops_from(path("h8 h6"))) == "f6"
    assert state.may_stop(path("h8 h6 f6"))
    assert state.route_to(parse_move("h8 f6")) == path("h8 h6 f6")


def test_forbidden_square_that_leads_nowhere_is_not_offered() -> None:
    state = without_copies_left(DEAD_END)
    assert names(state.destinations(63)) == "g8"
    assert state.hops_from(path("h8")) == 0


def test_forbidden_square_is_offered_only_while_the_chain_can_go_on_from_it() -> None:
    state = without_copies_left(RING)
    assert names(state.hops_from(path("h8"))) == "h6 f8"
    assert names(state.hops_from(path("h8 h6"))) == "f6"
    assert names(state.hops_from(path("h8 f8"))) == "f6"
    assert names(state.hops_from(path("h8 f8 f6"))) == ""
    assert state.may_stop(path("h8 f8 f6"))
