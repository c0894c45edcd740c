"""Games of the program against itself, and the positions that it had to judge in them."""

import random
import time
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bot.ai.analysis import Limits
from bot.ai.kernel.table import WON
from bot.ai.networks import Network
from bot.ai.openings import random_opening, random_turn
from bot.ai.search import Searcher
from rules import Move, Options, Side

POSITION: Final = np.dtype(
    [
        ("white", np.uint64),
        ("black", np.uint64),
        ("turn", np.int16),  # turns made before it: 2 * (round - 1), and 1 if Black is to move
        ("score", np.int16),  # what the search said, the mover's, in hundredths
        ("result", np.int8),  # 1, 0 or -1: how the game ended, the mover's
    ]
)
"""A position of a game."""

Positions = npt.NDArray[np.void]

_OPENING: Final = range(2, 15)
_WHIM: Final = 0.04
_WHIM_ROUNDS: Final = 30
_TABLE_BITS: Final = 14


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a variant, how much is thought about a move, and for how long in all."""

    options: Options
    nodes: int
    seconds: float
    seed: int


def play(plan: Plan, network: Network) -> Positions:
    """Return the positions of as many games as the plan's time allows."""
    source = random.Random(plan.seed)  # noqa: S311 - no secret
    searcher = Searcher(_TABLE_BITS, network)
    end = time.monotonic() + plan.seconds
    games = []
    while time.monotonic() < end:
        searcher.clear()
        games.append(_game(plan, searcher, source))
    return np.concatenate(games)


def _game(plan: Plan, searcher: Searcher, source: random.Random) -> Positions:
    state = random_opening(plan.options, source.choice(_OPENING), source)
    seen = []
    while state.outcome is None:
        analysis = searcher.search(state, Limits(nodes=plan.nodes))
        turn = analysis.turn
        if abs(analysis.score) < WON and isinstance(turn, Move):
            mover = 1 if state.side is Side.WHITE else -1
            made = 2 * (state.round - 1) + (mover < 0)
            seen.append((state.white, state.black, made, analysis.score, mover))
        if state.round <= _WHIM_ROUNDS and source.random() < _WHIM:
            turn = random_turn(state, source)
        state = state.after(turn)
    won = {Side.WHITE: 1, Side.BLACK: -1, None: 0}[state.outcome.winner]
    return np.array([(*position, won * mover) for *position, mover in seen], POSITION)
