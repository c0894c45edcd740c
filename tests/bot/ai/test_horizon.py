"""Each rule that ends games, where the search meets it."""

from bot.ai.analysis import Limits
from bot.ai.kernel.table import WIN
from bot.ai.search import Searcher
from rules import Move, Options, Side, State, parse_square
from tests.drawings import drawn

_DEEP = Limits(depth=6)


def move(name: str) -> Move:
    return Move(parse_square(name[:2]), parse_square(name[2:]))


def best(state: State, limits: Limits = _DEEP) -> tuple[Move, int]:
    analysis = Searcher(table_bits=10).search(state, limits)
    assert isinstance(analysis.turn, Move)
    return analysis.turn, analysis.score


BOTH_ONE_STEP_AWAY = """
    . . . . . w w w
    . . . . . w w w
    . . . . w . w w
    . . . . . . . .
    . . . . . . . .
    b b . b . . . .
    b b b . . . . .
    b b b . . . . .
"""


def test_white_fills_and_black_fills_with_the_last_move() -> None:
    state = drawn(BOTH_ONE_STEP_AWAY)
    assert best(state) == (move("e6f6"), 0)


def test_black_fills_first_when_on_the_move() -> None:
    state = drawn(BOTH_ONE_STEP_AWAY, side=Side.BLACK)
    assert best(state) == (move("d3c3"), WIN - 1)


def test_white_wins_only_after_blacks_answer() -> None:
    state = drawn(BOTH_ONE_STEP_AWAY.replace("b b . b . . . .", "b b . . b . . ."))
    assert best(state) == (move("e6f6"), WIN - 2)


STRAGGLER = """
    . . . . . . . w
    . . . . . w w w
    . . . . w w w .
    . . . . . . . .
    . . b b . . . .
    . . b b . . . .
    . b b b . . . .
    . . w . b . . .
"""


def test_the_last_chance_to_leave_home_is_taken() -> None:
    options = Options()
    state = drawn(STRAGGLER, options, round=options.leave_limit)
    assert best(state)[0] == move("c1d1")


def test_who_cannot_leave_home_in_time_has_lost() -> None:
    options = Options()
    shut_in = STRAGGLER.replace(". . w . b . . .", "w . . . b . . .")
    state = drawn(shut_in, options, round=options.leave_limit)
    assert best(state)[1] == 2 - WIN
    free = drawn(shut_in, Options(leave_home=False), round=options.leave_limit)
    assert abs(best(free)[1]) < WIN - 100


def test_pieces_are_counted_at_the_last_round() -> None:
    options = Options()
    one_more = """
        . . . . . . . .
        . . . . . . . .
        . . . . w . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . b . . .
        . . . . . . . .
    """
    state = drawn(one_more, options, round=options.count_limit)
    assert best(state) == (move("e6f6"), WIN - 2)
    assert best(drawn(one_more, options, Side.BLACK, options.count_limit))[1] == 0


def test_a_third_repetition_is_a_draw() -> None:
    """White, behind, goes to and fro with Black until the position stands for the third time."""
    state = drawn(
        """
        . . . . . w . w
        . . . . . . w .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . b . . . . .
        b . b . . . . .
        b b b . . . . .
        """
    )
    for there_and_back in ("f8e8", "c3d3", "e8f8", "d3c3", "f8e8", "c3d3", "e8f8"):
        state = state.after(move(there_and_back))
    assert state.after(move("d3c3")).outcome is not None
    analysis = Searcher(table_bits=10).rate(state, 1)
    assert dict(analysis)[move("d3c3")] == 0


def test_an_exhausted_copy_is_not_played() -> None:
    options = Options(anti_mirror=True)
    state = State.start(options)
    for name in ("c3d3", "d3c3") * 5:
        state = state.after(white := move(name))
        state = state.after(white.copy)
    state = state.after(white := move("c3d3"))
    assert white.copy not in state.legal_turns
    assert white.copy not in Searcher(table_bits=4).moves(state)
    assert best(state)[0] != white.copy
