"""Level against level: ``python -m bot.ai match --help``."""

import argparse
import random
import sys
from dataclasses import dataclass
from typing import Final

from bot.ai.analysis import Stop
from bot.ai.levels import LEVELS, Level, think
from bot.ai.openings import random_opening
from bot.ai.search import Searcher
from rules import PIECE_COUNTS, MoveSet, Options, Outcome, Side, State

_OPENING_TURNS: Final = 6


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost by the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The part of the points, 0 to 1, that the first player made."""
        return (self.won + self.drawn / 2) / max(self.games, 1)

    def with_result(self, winner: Side | None, first: Side) -> "Tally":
        """Return the tally after one more game, which the first player played as ``first``."""
        if winner is None:
            return Tally(self.won, self.drawn + 1, self.lost)
        if winner is first:
            return Tally(self.won + 1, self.drawn, self.lost)
        return Tally(self.won, self.drawn, self.lost + 1)


def play_pairs(
    levels: tuple[Level, Level], options: Options, pairs: int, seed: int, share: float = 1.0
) -> Tally:
    """Return the result of games from random openings, each played twice with colours exchanged.

    ``share`` is the part of their time that levels with a limit of time take.
    """
    source = random.Random(seed)  # noqa: S311 - games to be repeated
    searchers = (Searcher(), Searcher())
    tally = Tally()
    for _ in range(pairs):
        opening = random_opening(options, _OPENING_TURNS, source)
        for first in Side:
            for searcher in searchers:
                searcher.clear()
            outcome = _play(levels, searchers, opening, first, source, share)
            tally = tally.with_result(outcome.winner, first)
    return tally


def _play(
    levels: tuple[Level, Level],
    searchers: tuple[Searcher, Searcher],
    state: State,
    first: Side,
    source: random.Random,
    share: float,
) -> Outcome:
    while state.outcome is None:
        player = 0 if state.side is first else 1
        analysis = think(levels[player], state, searchers[player], Stop(), source, share)
        state = state.after(analysis.turn)
    return state.outcome


def main(words: list[str]) -> None:
    """Play a match as the command line asks, and print its result."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.ai match", description="Level against level."
    )
    numbers = [level.number for level in LEVELS]
    parser.add_argument("first", type=int, choices=numbers)
    parser.add_argument("second", type=int, choices=numbers)
    parser.add_argument("--pairs", type=int, default=10, help="games are played twice, as both")
    parser.add_argument("--pieces", type=int, choices=PIECE_COUNTS, default=9)
    parser.add_argument("--moves", choices=[kind.value for kind in MoveSet], default="classic")
    parser.add_argument("--no-leave-home", action="store_true", help="leave-home rule off")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the time allowed, 0 to 1")
    arguments = parser.parse_args(words)

    options = Options(
        arguments.pieces, MoveSet(arguments.moves), leave_home=not arguments.no_leave_home
    )
    levels = (LEVELS[arguments.first - 1], LEVELS[arguments.second - 1])
    tally = play_pairs(levels, options, arguments.pairs, arguments.seed, arguments.share)
    sys.stdout.write(
        f"level {levels[0].number} against level {levels[1].number}: won {tally.won},"
        f" drawn {tally.drawn}, lost {tally.lost}, score {tally.score:.3f}\n"
    )
