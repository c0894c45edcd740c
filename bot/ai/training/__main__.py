"""Make a variant's network: play, fit, and again with the fitted network, some times over.

``python -m bot.ai.training --pieces 9 --moves classic``: six rounds of five minutes of games in
two processes, and a fit after each; about 35 minutes on two cores. The network is written where
the program looks for it.

One process plays many quick games, the other fewer in which it thinks more: the first shows all
sorts of positions, the second how they really go on.

The program's own networks took 5 to 16 rounds of three to five minutes each, ``--start`` going on
from the last result. Games are limited by time, so no two runs give the same numbers.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from bot.ai.networks import DATA, Network, file_name, read, write
from bot.ai.training.fit import Lesson, Weights, first_weights, fit, to_network, to_weights
from bot.ai.training.selfplay import Plan, Positions, play
from rules import PIECE_COUNTS, MoveSet, Options

_ROUNDS_REMEMBERED = 4
_TRUST = 0.04


def _play_round(
    options: Options, network: Network, arguments: argparse.Namespace, number: int
) -> Positions:
    plans = [
        Plan(options, nodes, arguments.seconds, arguments.seed + 1000 * number + process)
        for process, nodes in enumerate(arguments.nodes)
    ]
    with ProcessPoolExecutor(len(plans), get_context("spawn")) as pool:
        return np.concatenate(list(pool.map(play, plans, [network] * len(plans))))


def _start(options: Options, path: Path | None, seed: int) -> Weights:
    return first_weights(options, seed) if path is None else to_weights(options, read(path))


def main() -> None:
    """Train as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m bot.ai.training", description=__doc__)
    parser.add_argument("--pieces", type=int, choices=PIECE_COUNTS, default=9)
    parser.add_argument("--moves", choices=[kind.value for kind in MoveSet], default="classic")
    parser.add_argument("--no-leave-home", action="store_true", help="leave-home rule off")
    parser.add_argument("--rounds", type=int, default=6, help="of games and a fit")
    parser.add_argument("--seconds", type=float, default=300, help="of games in each round")
    parser.add_argument(
        "--nodes",
        type=int,
        nargs="+",
        default=[900, 3000],
        help="searched for each move, a number for each process",
    )
    parser.add_argument("--epochs", type=int, default=8, help="passes over the positions in a fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="network file to go on from, of any variant")
    parser.add_argument("--output", type=Path, help="instead of the program's own file")
    arguments = parser.parse_args()

    options = Options(
        arguments.pieces, MoveSet(arguments.moves), leave_home=not arguments.no_leave_home
    )
    output = arguments.output or DATA / file_name(options)
    weights = _start(options, arguments.start, arguments.seed)
    rounds: list[Positions] = []
    for number in range(arguments.rounds):
        rounds.append(_play_round(options, to_network(options, weights), arguments, number))
        positions = np.concatenate(rounds[-_ROUNDS_REMEMBERED:])
        errors = fit(options, positions, weights, Lesson(arguments.epochs, _TRUST, number))
        write(output, to_network(options, weights))
        sys.stdout.write(
            f"round {number + 1}: {len(positions)} positions, error {errors[-1]:.5f}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
