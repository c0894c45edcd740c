"""The compiled move generator and judge must equal `rules`."""

import random

import pytest

from bot.ai.openings import random_turn
from bot.ai.search import Searcher
from rules import PASS, PIECE_COUNTS, MoveSet, Options, State, parse_position
from tests.rules.perft_data import POSITIONS, START, StartCounts

_COUNTABLE = 2_000_000


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(table_bits=4)


@pytest.mark.parametrize("start", START, ids=str)
def test_counts_from_the_start(searcher: Searcher, start: StartCounts) -> None:
    for depth, count in enumerate(start.counts, 1):
        if count <= _COUNTABLE:
            assert searcher.perft(State.start(start.options), depth) == count


def test_counts_from_positions_with_their_past(searcher: Searcher) -> None:
    for entry in POSITIONS:
        state = entry.reached()
        for depth, count in enumerate(entry.counts, 1):
            assert searcher.perft(state, depth) == count, (entry, depth)


def test_counts_from_positions_set_up(searcher: Searcher) -> None:
    for entry in POSITIONS:
        state = parse_position(entry.position, entry.options)
        for depth, count in enumerate(entry.bare_counts, 1):
            assert searcher.perft(state, depth) == count, (entry, depth)


@pytest.mark.parametrize("moves", MoveSet)
@pytest.mark.parametrize("pieces", PIECE_COUNTS)
def test_moves_in_random_games(searcher: Searcher, pieces: int, moves: MoveSet) -> None:
    source = random.Random(pieces)
    for anti_mirror in (False, True):
        state = State.start(Options(pieces, moves, anti_mirror=anti_mirror))
        while state.outcome is None:
            assert searcher.moves(state) == [turn for turn in state.legal_turns if turn is not PASS]
            state = state.after(random_turn(state, source))
