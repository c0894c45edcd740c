"""What a finished game looks like afterwards: who stood better when, and the moves that turned it.

Pure: the positions have been looked at already, see :mod:`bot.play.reviewer`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from bot.play.match import Match
from rules import PASS, Ply, Route, Side, State

# The score (hundredths) at which the better side's chances are 1 : 1/e, as the AI was taught.
_SCALE = 55.0
# Scores from here on are decided games, all alike.
_DECIDED = 1_000

TURNING_POINTS = 3
# Chances that a move must lose to count as a mistake: the AI's own judgement wavers by about half.
_MISTAKE = 0.08

# Who has at most this much more than half the chances does not stand better.
_EVEN = 0.1
_STRETCHES = 5
_SHORTEST_SHARE = 1 / 15


@dataclass(frozen=True, slots=True)
class Look:
    """What the AI saw in a position: White's score (hundredths), and the best move.

    There is no best move where there is no choice: the mover has one move, or passes, or the game
    is over.
    """

    score: int
    best: Route | None = None

    @property
    def chances(self) -> float:
        """What White can expect: 1 is a win, 0.5 a draw, 0 a loss."""
        score = min(max(self.score, -_DECIDED), _DECIDED)
        return 1 / (1 + math.exp(-score / _SCALE))


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost its side chances, and the better one; ``ply`` counts the plies before it.

    ``before`` is what the side could expect with the better move, ``after`` what was left.
    """

    ply: int
    played: Route
    better: Route
    before: float
    after: float

    @property
    def side(self) -> Side:
        """Who moved."""
        return side_of(self.ply)

    @property
    def round(self) -> int:
        """In which round, counted from 1."""
        return self.ply // 2 + 1

    @property
    def loss(self) -> float:
        """How much was lost, from 0 to 1."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rounds in which the same side stood better, or (None) neither did."""

    first: int
    last: int
    better: Side | None


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, and what the AI saw in each position, the one at the start first."""

    match: Match
    looks: tuple[Look, ...]

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The moves that turned the game, as they came."""
        return turning_points(self.match.game.plies, self.looks)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Who stood better when."""
        return stretches(self.looks)


def side_of(ply: int) -> Side:
    """Returns who moves after so many plies: passes count as plies."""
    return Side.BLACK if ply % 2 else Side.WHITE


def evident(state: State, following: Look | None) -> Look | None:
    """Returns what is seen in a position without thought, None if that is nothing.

    That is so when the game is over, or when only one turn leads to what is seen afterwards.
    """
    if state.outcome is not None:
        winner = state.outcome.winner
        return Look(0 if winner is None else _DECIDED if winner is Side.WHITE else -_DECIDED)
    if len(state.legal_turns) == 1 and following is not None:
        return Look(following.score)
    return None


def turning_points(plies: Sequence[Ply], looks: Sequence[Look]) -> tuple[TurningPoint, ...]:
    """Returns the moves that lost most, up to three, as they came; of equal ones the first.

    A move counts by what could be expected before it and after it. There is a look for each
    position, so one more than plies.
    """
    mistakes = []
    for ply, (played, look, after) in enumerate(zip(plies, looks, looks[1:], strict=False)):
        if played is PASS or look.best is None or _same_move(played, look.best):
            continue
        chances = (look.chances, after.chances)
        if side_of(ply) is Side.BLACK:
            chances = (1 - look.chances, 1 - after.chances)
        point = TurningPoint(ply, played, look.best, *chances)
        if point.loss >= _MISTAKE:
            mistakes.append(point)
    # Finer than a hundredth, no difference means anything.
    mistakes.sort(key=lambda point: (-round(point.loss, 2), point.ply))
    return tuple(sorted(mistakes[:TURNING_POINTS], key=lambda point: point.ply))


def stretches(looks: Sequence[Look]) -> tuple[Stretch, ...]:
    """Returns who stood better when: a handful of stretches, without the ups and downs between."""
    rounds = _smoothed(_by_round([look.chances for look in looks]))
    runs = [(side, len(list(group))) for side, group in groupby(map(_better, rounds))]
    shortest = len(rounds) * _SHORTEST_SHARE
    while len(runs) > 1:
        least = min(range(len(runs)), key=lambda index: runs[index][1])
        if len(runs) <= _STRETCHES and runs[least][1] >= shortest:
            break
        runs = _dissolved(runs, least)
    shown, first = [], 1
    for side, length in runs:
        shown.append(Stretch(first, first + length - 1, side))
        first += length
    return tuple(shown)


def _same_move(played: Route, best: Route) -> bool:
    """Whether two routes are one move: it is its start and its end."""
    return (played[0], played[-1]) == (best[0], best[-1])


def _by_round(chances: Sequence[float]) -> list[float]:
    """Returns the mean of each round, of the positions after its moves."""
    after_moves = chances[1:] or chances
    pairs = [after_moves[start : start + 2] for start in range(0, len(after_moves), 2)]
    return [sum(pair) / len(pair) for pair in pairs]


def _smoothed(values: Sequence[float]) -> list[float]:
    """Returns the values without those that stand out alone."""
    padded = [values[0], *values, values[-1]]
    return [median(padded[index : index + 3]) for index in range(len(values))]


def _better(chances: float) -> Side | None:
    lead = chances - 0.5
    if abs(lead) <= _EVEN:
        return None
    return Side.WHITE if lead > 0 else Side.BLACK


def _dissolved(
    runs: Sequence[tuple[Side | None, int]], index: int
) -> list[tuple[Side | None, int]]:
    """Returns the runs with one of them given to the longer one beside it."""
    beside = [near for near in (index - 1, index + 1) if 0 <= near < len(runs)]
    heir = runs[max(beside, key=lambda near: runs[near][1])][0]
    joined: list[tuple[Side | None, int]] = []
    for number, (side, length) in enumerate(runs):
        owner = heir if number == index else side
        if joined and joined[-1][0] is owner:
            joined[-1] = (owner, joined[-1][1] + length)
        else:
            joined.append((owner, length))
    return joined
