"""The levels: none crashes, and the weakest make the mistakes that they are described to make."""

import random

import pytest

from bot.ai.analysis import Limits, Stop
from bot.ai.levels import LEVELS, Level, Oversights, think
from bot.ai.match import Tally, main
from bot.ai.search import Searcher
from rules import PASS, PIECE_COUNTS, Move, MoveSet, Options, Side, State, parse_square
from tests.drawings import drawn

_HURRY = 0.002


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(table_bits=10)


def chosen(level: Level, state: State, searcher: Searcher, seed: int = 1) -> Move:
    analysis = think(level, state, searcher, Stop(), random.Random(seed), _HURRY)
    assert isinstance(analysis.turn, Move)
    return analysis.turn


def test_levels_are_numbered_from_one() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5, 6]
    assert len({level.name for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("moves", MoveSet)
def test_every_level_plays_legal_moves(level: Level, moves: MoveSet, searcher: Searcher) -> None:
    for pieces in PIECE_COUNTS:
        state = State.start(Options(pieces, moves, anti_mirror=True))
        for _ in range(6):
            state = state.after(chosen(level, state, searcher))


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_passes_when_it_must(level: Level, searcher: Searcher) -> None:
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
    assert think(level, state, searcher, Stop(), random.Random(1), _HURRY).turn is PASS


ROAD = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . b . . .
    . . . . . . . .
    . . . . b . . .
    . . w w . . . .
"""


def test_long_chains_are_overlooked(searcher: Searcher) -> None:
    """The best move is the chain c1:e1:e3:e5; without it, a step or a single hop is left."""
    state = drawn(ROAD)
    blind = Level(1, "blind", Limits(), Oversights(1, 1, 1.0, 0.0, 0.0, 0.0, 0))
    sighted = Level(1, "sighted", Limits(), Oversights(1, 9, 1.0, 0.0, 0.0, 0.0, 0))
    assert len(state.route_to(chosen(blind, state, searcher))) == 2
    assert len(state.route_to(chosen(sighted, state, searcher))) > 2


def test_who_leads_grows_careless_and_misses_more(searcher: Searcher) -> None:
    state = drawn(ROAD)
    lead = max(score for _, score in searcher.rate(state, 1))

    def plays(content: int) -> int:
        level = Level(1, "content", Limits(), Oversights(1, 1, 0.1, 0.0, 0.0, 100.0, content))
        return len(state.route_to(chosen(level, state, searcher)))

    assert plays(lead - 100) == 2
    assert plays(lead) > 2


def test_carelessness_has_an_end() -> None:
    careless = Oversights(1, 1, 0.1, 0.0, 0.0, 3.0, -50)
    assert careless.ease(-60) == careless.ease(-50) == 1
    assert careless.ease(50) == 4
    assert careless.ease(10_000) == 7


def test_stragglers_are_neglected(searcher: Searcher) -> None:
    state = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . w . . .
        . . . . . . . .
        . . b . . . . .
        . . . . . . . .
        w . . . . . b .
        """
    )
    hasty = Level(1, "hasty", Limits(), Oversights(1, 9, 0.0, 100.0, 0.0, 0.0, 0))
    assert chosen(hasty, state, searcher).start == parse_square("e5")


def test_same_seed_same_move(searcher: Searcher) -> None:
    state = State.start(Options())
    for level in LEVELS[:3]:
        assert chosen(level, state, searcher, 7) == chosen(level, state, searcher, 7)


def test_a_match_of_levels(capsys: pytest.CaptureFixture[str]) -> None:
    main(["3", "1", "--pairs", "1"])
    assert "level 3 against level 1: won" in capsys.readouterr().out


def test_the_tally() -> None:
    tally = Tally()
    for winner, first in ((Side.WHITE, Side.WHITE), (Side.WHITE, Side.BLACK), (None, Side.WHITE)):
        tally = tally.with_result(winner, first)
    assert tally == Tally(1, 1, 1)
    assert tally.score == 0.5
