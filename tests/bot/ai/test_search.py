"""The search: what it promises, and that it promises the same twice."""

import random
import threading
import time
from dataclasses import replace

import pytest

from bot.ai.analysis import Analysis, Limits, Stop
from bot.ai.kernel.table import WIN
from bot.ai.networks import network_for
from bot.ai.openings import random_opening
from bot.ai.search import DEEPEST, Searcher
from bot.ai.training.fit import first_weights, to_network
from rules import (
    PASS,
    PIECE_COUNTS,
    SQUARES,
    GameOverError,
    Move,
    MoveSet,
    Options,
    Side,
    State,
    bitboard_of,
    mirror_bitboard,
    parse_square,
)
from tests.drawings import drawn

VARIANTS = [
    Options(pieces, moves, leave_home=leave_home, anti_mirror=anti_mirror)
    for pieces in PIECE_COUNTS
    for moves in MoveSet
    for leave_home in (True, False)
    for anti_mirror in (False, True)
]

# In turns: a search of some milliseconds.
_WELL_UNDER_WAY = 6

_FILLED = """
    . . . . . w w w
    . . . . . w w w
    . . . . . w w w
    . . . . . . . .
    . . . . . . . .
    b b b . . . . .
    b b b . . . . .
    b b . . . . . b
"""


def minimax(judge: Searcher, state: State, depth: int, ply: int = 0) -> int:
    """Return the mover's score by its definition."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else WIN - ply if winner is state.side else ply - WIN
    if depth == 0:
        return judge.evaluate(state)
    return max(-minimax(judge, state.after(turn), depth - 1, ply + 1) for turn in state.legal_turns)


def few_pieces(options: Options, source: random.Random) -> State:
    """Return a random position of two against two, near some limit of the variant."""
    squares = source.sample(SQUARES, 4)
    return State.set_up(
        options,
        bitboard_of(squares[:2]),
        bitboard_of(squares[2:]),
        source.choice(list(Side)),
        source.choice((3, options.leave_limit - 1, options.count_limit - 1)),
    )


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_alpha_beta_is_minimax(options: Options) -> None:
    source = random.Random(1)
    judge = Searcher(table_bits=4)
    searcher = Searcher(table_bits=12, selective=False)
    for _ in range(3):
        state = few_pieces(options, source)
        assert searcher.search(state, Limits(depth=3)).score == minimax(judge, state, 3)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_table_changes_no_score(options: Options) -> None:
    """With all pieces, soon after the start and later, and where the limits of rounds count."""
    source = random.Random(2)
    large = Searcher(table_bits=14, selective=False)
    # One bucket, which is overwritten all the time.
    none = Searcher(table_bits=0, selective=False)
    limits = Limits(depth=4)
    for turns in (4, 20, 40):
        opening = random_opening(options, turns, source)
        late = [
            State.set_up(options, opening.white, opening.black, opening.side, limit - 1)
            for limit in (options.leave_limit, options.count_limit)
        ]
        for state in (opening, *late):
            assert large.search(state, limits).score == none.search(state, limits).score


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_mirrored_position_evaluates_alike_for_its_mover(options: Options) -> None:
    """White's and Black's views differ in nothing but who closes the round, which is a rule.

    So White's score here is the opposite of White's there, but for that rule.
    """
    network = network_for(options.pieces, options.moves, options.leave_home)
    offsets = network.context_offsets.copy()
    offsets[:, 1::2] = offsets[:, ::2]
    searcher = Searcher(table_bits=4, network=replace(network, context_offsets=offsets))
    state = random_opening(options, 30, random.Random(3))
    white, black = mirror_bitboard(state.black), mirror_bitboard(state.white)
    mirrored = State.set_up(options, white, black, state.side.other, state.round)
    assert searcher.evaluate(state) == searcher.evaluate(mirrored)


def test_same_limit_same_tree() -> None:
    state = random_opening(Options(), 20, random.Random(4))
    first, second = (Searcher(10).search(state, Limits(nodes=20_000)) for _ in range(2))
    assert (first.turn, first.score, first.depth, first.nodes, first.variation) == (
        second.turn,
        second.score,
        second.depth,
        second.nodes,
        second.variation,
    )
    assert first.nodes <= 20_000 + 1


@pytest.mark.parametrize(
    ("pieces", "moves", "nodes"),
    [
        (9, MoveSet.CLASSIC, 28_488),
        (9, MoveSet.DIAGONAL, 33_917),
        (10, MoveSet.CLASSIC, 13_818),
        (10, MoveSet.DIAGONAL, 79_287),
        (12, MoveSet.CLASSIC, 8_558),
        (12, MoveSet.DIAGONAL, 37_346),
        (16, MoveSet.CLASSIC, 24_298),
        (16, MoveSet.DIAGONAL, 46_294),
    ],
)
def test_the_tree_is_what_it_was(pieces: int, moves: MoveSet, nodes: int) -> None:
    """A change of these counts is a change of the search, meant or not.

    The network is the one that training begins with, so that training again changes nothing here.
    """
    options = Options(pieces, moves)
    searcher = Searcher(14, to_network(options, first_weights(options, 1)))
    assert searcher.search(State.start(options), Limits(depth=8)).nodes == nodes


def test_the_variation_can_be_played() -> None:
    state = random_opening(Options(16, MoveSet.DIAGONAL), 10, random.Random(5))
    analysis = Searcher(12).search(state, Limits(depth=8))
    assert analysis.variation[0] == analysis.turn
    for turn in analysis.variation:
        state = state.after(turn)


def test_a_stop_stops() -> None:
    """Each turn deeper takes longer by a factor; to the last would take more than a lifetime."""
    stop, begun = Stop(), threading.Event()
    found: list[Analysis] = []

    def think() -> None:
        state = State.start(Options())
        found.append(Searcher(12).search(state, Limits(), stop, note))

    def note(analysis: Analysis) -> None:
        if analysis.depth == _WELL_UNDER_WAY:
            begun.set()

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    assert begun.wait(60)
    stop.set()
    thread.join(60)
    assert found, "the search goes on"
    assert _WELL_UNDER_WAY <= found[0].depth < DEEPEST / 2
    assert found[0].turn in State.start(Options()).legal_turns


def test_a_stop_before_the_search_leaves_a_move() -> None:
    stop = Stop()
    stop.set()
    state = State.start(Options())
    assert Searcher(4).search(state, Limits(), stop).turn in state.legal_turns


def test_time_runs_out() -> None:
    begun = time.monotonic()
    analysis = Searcher(12).search(State.start(Options()), Limits(seconds=0.02))
    assert analysis.nodes > 0
    assert time.monotonic() - begun < 5


def test_a_forced_pass_is_found() -> None:
    state = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . . . . .
        b b . . . . . .
        w b b . . . . .
        """
    )
    assert state.legal_turns == (PASS,)
    assert Searcher(4).search(state, Limits(depth=3)).turn is PASS
    before = State.set_up(state.options, state.white, state.black << 8, Side.BLACK, 1)
    assert Searcher(4).search(before, Limits(depth=3)).depth == 3


def test_a_finished_game_is_refused() -> None:
    finished = drawn(_FILLED, side=Side.BLACK).after(Move(parse_square("h1"), parse_square("h2")))
    assert finished.outcome is not None
    with pytest.raises(GameOverError):
        Searcher(4).search(finished, Limits(depth=1))
