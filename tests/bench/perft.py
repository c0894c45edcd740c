"""Speed of the rules: ``python -m tests.bench.perft [--positions]``."""

import argparse
from time import perf_counter

from rules import State, parse_position
from rules.perft import perft
from tests.rules.perft_data import POSITIONS, START

LARGEST = 300_000


def count_from_start() -> None:
    """Print nodes per second from the start of every variant."""
    for start in START:
        depth = sum(count <= LARGEST for count in start.counts)
        began = perf_counter()
        found = perft(State.start(start.options), depth)
        seconds = perf_counter() - began
        verdict = "as expected" if found == start.counts[depth - 1] else "WRONG"
        print(
            f"{start.options.pieces:2} {start.options.moves.value:8} depth {depth}: "
            f"{found:7} in {seconds:5.2f} s, {found / seconds:8,.0f} nodes/s, {verdict}"
        )


def count_from_positions() -> None:
    """Print whether all positions of the file have their counts, in full depth (minutes)."""
    began = perf_counter()
    nodes = 0
    for number, entry in enumerate(POSITIONS):
        for state, counts in (
            (entry.reached(), entry.counts),
            (parse_position(entry.position, entry.options), entry.bare_counts),
        ):
            found = perft(state, len(counts))
            nodes += found
            if found != counts[-1]:
                print(f"position {number}: {found}, not {counts[-1]}")
    seconds = perf_counter() - began
    print(f"{len(POSITIONS)} positions, with and without a past: {nodes:,} nodes", end=" ")
    print(f"in {seconds:.0f} s, {nodes / seconds:,.0f} nodes/s")


def _main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the rules.")
    parser.add_argument("--positions", action="store_true", help="check 160 positions, too")
    arguments = parser.parse_args()
    count_from_start()
    if arguments.positions:
        count_from_positions()


if __name__ == "__main__":
    _main()
