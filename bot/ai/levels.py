"""The levels of play: how much each thinks, and what the lower ones overlook."""

import random
from dataclasses import dataclass
from typing import Final

from bot.ai.analysis import Analysis, Limits, Stop
from bot.ai.search import Searcher
from rules import Move, Side, Square, State, file_of, rank_of

_FURTHEST: Final = 14
_LARGEST_LEAD: Final = 2.0


@dataclass(frozen=True, slots=True)
class Oversights:
    """What a player fails to see who looks at single moves, ``depth`` turns deep, and picks one.

    Chains of more than ``hops`` hops are missed with the chance ``misses``. ``neglect`` is how many
    hundredths a move loses for each step that its piece is behind the foremost one: the rearmost
    pieces are left standing. ``waver`` is the spread, in hundredths, of the player's judgement.

    Who stands better than ``content``, in hundredths, grows careless: all three of these become
    larger, by ``slack`` times as much again for each hundred hundredths. So a game stays open to
    the weaker player, and yet a level can do its best against the stronger one.
    """

    depth: int
    hops: int
    misses: float
    neglect: float
    waver: float
    slack: float
    content: int

    def ease(self, lead: int) -> float:
        """Return how many times as much is overlooked by who leads by so many hundredths."""
        return 1 + self.slack * min(max(lead - self.content, 0) / 100, _LARGEST_LEAD)


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: a number from 1, a name, and the limits of a search or what is overlooked."""

    number: int
    name: str
    limits: Limits
    oversights: Oversights | None = None


LEVELS: Final = (
    Level(1, "Novice", Limits(), Oversights(1, 2, 0.6, 2.5, 18.0, 8.0, -80)),
    Level(2, "Beginner", Limits(), Oversights(2, 4, 0.33, 0.6, 8.5, 6.5, -30)),
    Level(3, "Amateur", Limits(), Oversights(3, 6, 0.06, 0.2, 2.4, 6.0, -14)),
    Level(4, "Strong", Limits(nodes=2_100)),
    Level(5, "Expert", Limits(nodes=12_000)),
    Level(6, "Master", Limits(seconds=2.0)),
)
"""All levels, weakest first; tests/bench/ai_strength.py measures how far apart they are."""


def think(
    level: Level, state: State, searcher: Searcher, stop: Stop, source: random.Random, share: float
) -> Analysis:
    """Return what the level plays; ``share``, up to 1, is the part of its time that it may take.

    :raises GameOverError: the game is over.
    """
    if level.oversights is not None and isinstance(state.legal_turns[0], Move):
        return _overlook(level.oversights, state, searcher, source)
    return searcher.search(state, level.limits.shrunk(share), stop)


def _overlook(
    oversights: Oversights, state: State, searcher: Searcher, source: random.Random
) -> Analysis:
    """Return the move that looks best to a player with these oversights."""
    rated = searcher.rate(state, oversights.depth)
    ease = oversights.ease(max(score for _, score in rated))
    foremost = max(_advance(move.start, state.side) for move, _ in rated)

    def looks(move: Move, score: int) -> float:
        behind = foremost - _advance(move.start, state.side)
        judged = score - ease * oversights.neglect * behind
        return judged + source.gauss(0, ease * oversights.waver)

    missed = min(1.0, ease * oversights.misses)
    seen = {
        move
        for move, _ in rated
        if len(state.route_to(move)) - 1 <= oversights.hops or source.random() >= missed
    }
    _, best, score = max(
        (looks(move, score), move, score) for move, score in rated if move in seen or not seen
    )
    return Analysis(best, score, oversights.depth, 0, 0.0, (best,))


def _advance(square: Square, side: Side) -> int:
    steps = file_of(square) + rank_of(square)
    return steps if side is Side.WHITE else _FURTHEST - steps
