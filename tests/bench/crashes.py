"""Whole games, against people and the AI, while the process is killed again and again.

    python -m tests.bench.crashes [--kills 200] [--pairs 3] [--solos 2] [--seed 1]

The bot is a process of its own that thinks of no move for long; it is killed at any time, right
after a request of a certain kind, or while it starts. After each restart no move that was confirmed
may be lost, none may be doubled, every board must show the newest position, each game must have
exactly one live board in each chat, the AI must have made its moves, and the file must be sound. It
fails with a sentence otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.crashes import Figures, Ordeal
from tests.e2e.recorded import recorded_games

# Seconds between two kills, at most: time for some moves.
_LONGEST = 3.0


def report(figures: Figures, seconds: float) -> None:
    deeds = figures.deeds
    print(
        f"{figures.kills} kills, {figures.while_starting} of them while it started, in "
        f"{figures.games} games, {figures.against_ai} of them against the AI; {seconds:.0f} s"
    )
    print(f"  moves confirmed {figures.confirmed}, lost 0, doubled 0")
    print("  made by", ", ".join(f"{way} {count}" for way, count in figures.ways.most_common()))
    print(f"  taps {deeds.taps}, unanswered {deeds.unanswered}, refused {deeds.refused}")
    print(f"  reminders {figures.reminders}, sent again {figures.doubled_reminders}")
    print(f"  pictures left without buttons {figures.dead_pictures}")
    for what, values in (("start", figures.starts), ("boards right", figures.recoveries)):
        print(f"  {what}: median {statistics.median(values):.2f} s, longest {max(values):.2f} s")


async def measure(kills: int, pairs: int, solos: int, seed: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        async with LocalServer(World()) as server:
            ordeal = Ordeal(server, Path(folder), seed, recorded_games())
            return await ordeal.run(kills, pairs, solos, _LONGEST)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--solos", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.perf_counter()
    figures = asyncio.run(
        measure(arguments.kills, arguments.pairs, arguments.solos, arguments.seed)
    )
    report(figures, time.perf_counter() - began)


if __name__ == "__main__":
    main()
