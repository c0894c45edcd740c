"""Strength: against a greedy player, and each level against the one below.

``python -m tests.bench.ai_strength greedy --games 100`` plays the kernel, some nodes a move,
against a player who looks one move ahead, in every variant. ``python -m tests.bench.ai_strength
levels --pairs 20`` plays the ladder, and its lowest step against the same greedy player. Against
another program, any runner of matches that speaks the engine protocol takes ``python -m bot.ai``.
"""

import argparse
import random
from collections.abc import Callable
from itertools import pairwise

from bot.ai.analysis import Limits, Stop
from bot.ai.greedy import greedy_turn
from bot.ai.levels import LEVELS, think
from bot.ai.match import Tally, play_pairs
from bot.ai.openings import random_opening
from bot.ai.search import Searcher
from rules import PIECE_COUNTS, MoveSet, Options, Reason, Side, State, Turn

OPENING_TURNS = 6

Choose = Callable[[State], Turn]


def against_greedy(choose: Choose, options: Options, games: int) -> tuple[Tally, int]:
    """Return the player's result, and how many games it lost by its own leave-home offence."""
    source = random.Random(1)
    tally, offences = Tally(), 0
    for number in range(games):
        state = random_opening(options, OPENING_TURNS, source)
        player = (Side.WHITE, Side.BLACK)[number % 2]
        while state.outcome is None:
            turn = choose(state) if state.side is player else greedy_turn(state)
            state = state.after(turn)
        tally = tally.with_result(state.outcome.winner, player)
        if state.outcome.reason is Reason.LEAVE_HOME and state.outcome.winner is player.other:
            offences += 1
    return tally, offences


def print_greedy(games: int, nodes: int) -> None:
    """Print the results in every variant."""
    searcher = Searcher()

    def choose(state: State) -> Turn:
        return searcher.search(state, Limits(nodes=nodes)).turn

    for pieces in PIECE_COUNTS:
        for moves in MoveSet:
            for leave_home in (True, False):
                options = Options(pieces, moves, leave_home=leave_home)
                tally, offences = against_greedy(choose, options, games)
                print(
                    f"{pieces:2} {moves.value:8} leave-home {'on ' if leave_home else 'off'}:"
                    f" won {tally.won}, drawn {tally.drawn}, lost {tally.lost}"
                    f" ({offences} by own offence)",
                    flush=True,
                )


def print_ladder(pairs: int, share: float) -> None:
    """Print the result of each level against the one below, of the lowest against the greedy."""
    searcher, source = Searcher(), random.Random(1)

    def choose(state: State) -> Turn:
        return think(LEVELS[0], state, searcher, Stop(), source, 1.0).turn

    tally, _ = against_greedy(choose, Options(), 2 * pairs)
    print(f"level 1 against the greedy player: score {tally.score:.3f}", flush=True)
    for lower, upper in pairwise(LEVELS):
        tally = play_pairs((upper, lower), Options(), pairs, 1, share)
        print(
            f"level {upper.number} against {lower.number}: won {tally.won}, drawn {tally.drawn},"
            f" lost {tally.lost}, score {tally.score:.3f}",
            flush=True,
        )


def main() -> None:
    """Play as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ai_strength", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    greedy = kinds.add_parser("greedy")
    greedy.add_argument("--games", type=int, default=100)
    greedy.add_argument("--nodes", type=int, default=20_000)
    levels = kinds.add_parser("levels")
    levels.add_argument("--pairs", type=int, default=20)
    levels.add_argument("--share", type=float, default=1.0, help="of level 6's two seconds")
    arguments = parser.parse_args()
    if arguments.kind == "greedy":
        print_greedy(arguments.games, arguments.nodes)
    else:
        print_ladder(arguments.pairs, arguments.share)


if __name__ == "__main__":
    main()
