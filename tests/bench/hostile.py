"""Whole games over a bad line: every tenth request or update meets a fault.

    python -m tests.bench.hostile [--games 100] [--chats 30] [--rate 0.1] [--seed 1] [--speed 50]

Every fourth game is played in two private chats, the others in groups. Bot and server are in this
process, and time passes faster while nobody has anything to do. At the end each game must have gone
as recorded, move by move, and have exactly one live board in each of its chats; it fails otherwise.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
import time
from pathlib import Path

from tests.e2e.hostile import Figures, play_games
from tests.e2e.recorded import recorded_games
from tests.swift import run_swiftly

_METHODS = ("editMessageMedia", "sendPhoto", "editMessageReplyMarkup", "deleteMessage")


def report(figures: Figures, seconds: float) -> None:
    deeds = figures.deeds
    print(
        f"{figures.games} games in {figures.chats} groups and private chats went as recorded, each "
        f"with one live board: {deeds.taps} taps in {figures.seconds:.0f} s of their time, "
        f"{seconds:.0f} s of ours"
    )
    print(f"  taps unanswered {deeds.unanswered}, refused {deeds.refused}")
    print(f"  commands {deeds.commands}, pictures left without buttons {figures.dead_pictures}")
    cuts = statistics.quantiles(deeds.waits, n=100)
    print(
        f"  tap to picture: median {cuts[49]:.1f} s, 95 % {cuts[94]:.1f} s, 99 % {cuts[98]:.1f} s"
    )
    print("  faults: " + ", ".join(f"{kind} {n}" for kind, n in figures.faults.most_common()))
    print("  requests: " + ", ".join(f"{name} {figures.requests[name]}" for name in _METHODS))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--chats", type=int, default=30)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=50)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        playing = play_games(
            arguments.games,
            arguments.chats,
            arguments.rate,
            arguments.seed,
            Path(folder),
            recorded_games(),
        )
        figures = run_swiftly(playing, arguments.speed)
    report(figures, time.perf_counter() - began)


if __name__ == "__main__":
    main()
