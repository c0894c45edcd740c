"""How long a tap takes: until it is answered, and until the new picture is there.

    python -m tests.bench.taps [--games 200] [--groups 50] [--seconds 20] [--pause 1.0]

The bot runs as a process of its own, over HTTP, against the local server in this process; people
tap as soon as they see the newest picture (one game), or after a pause (many games).
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bot.chat.callbacks import Pick, Stop, decode
from bot.config import Config
from bot.local.records import Button, Message, Person, StoredFile
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.process import BotProcess
from tests.e2e.table import Table


@dataclass
class Times:
    """Seconds from each tap to its answer and to its picture."""

    answers: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)


async def play(
    table: Table,
    board: Message,
    players: dict[str, Person],
    pause: float,
    until: float,
    times: Times,
) -> None:
    """Plays at random, tap by tap, until the time is up or the game over."""
    rng = random.Random(board.chat.id * 1_000 + board.id)
    while time.perf_counter() < until and "to move" in board.caption:
        await asyncio.sleep(pause * rng.uniform(0.5, 1.5))
        person = players["White" if "White to move" in board.caption else "Black"]
        button = choose(board, rng)
        shown = board.photo
        began = time.perf_counter()
        tap = table.world.tap(person, board, button)
        answer = await tap
        times.answers.append(time.perf_counter() - began)
        assert answer is not None
        assert not answer.text, answer.text
        await table.until(partial(_differs, board, shown), "a new picture")
        times.pictures.append(time.perf_counter() - began)


def _differs(board: Message, shown: StoredFile | None) -> bool:
    return board.photo is not shown


def choose(board: Message, rng: random.Random) -> Button:
    """Any piece, then anything that goes on, then mostly a stop."""
    stops = [each for each in board.buttons if isinstance(decode(each.data), Stop)]
    if stops and rng.random() < 0.7:
        return stops[0]
    onward = [
        each
        for each in board.buttons
        if isinstance(meaning := decode(each.data), Pick)
        and not each.text.startswith(("✖️", "↩️"))
        and meaning.path
    ]
    return rng.choice(onward or [each for each in board.buttons if each.text.startswith("✖️")])


async def measure(games: int, groups: int, seconds: float, pause: float) -> None:
    world = World()
    async with LocalServer(world) as server:
        with tempfile.TemporaryDirectory() as folder:
            config = Config(
                server.token, server.url, Path(folder) / "b.db", None, None, logging.WARNING
            )
            process = BotProcess(config, Path(folder) / "log")
            await process.start()
            await world.until(lambda: world.updates.waiting, 30)
            try:
                await _measure(world, process, games, groups, seconds, pause)
            finally:
                await process.stop()
            print(process.log, end="")


async def _measure(
    world: World, process: BotProcess, games: int, groups: int, seconds: float, pause: float
) -> None:
    tables = []
    for number in range(groups):
        white = world.add_person("White", username=f"white{number}")
        black = world.add_person("Black", username=f"black{number}")
        group = world.add_group(f"Group {number}", [white, black])
        tables.append((Table(world, group), {"White": white, "Black": black}))
    boards = []
    for number in range(games):
        table, players = tables[number % groups]
        board = await table.begin(players["White"], players["Black"])
        boards.append((table, board, players))
    times = Times()
    began = time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(play(*each, pause, until, times) for each in boards))
    rate = len(times.answers) / (time.perf_counter() - began)
    print(f"{games} games in {groups} groups: {len(times.answers)} taps, {rate:.0f}/s")
    for what, values in (("answer", times.answers), ("picture", times.pictures)):
        cuts = statistics.quantiles(values, n=100)
        print(f"  tap to {what:8} median {cuts[49] * 1e3:6.1f} ms   99 % {cuts[98] * 1e3:6.1f} ms")
    print(f"  memory of the bot {process.memory / 2**20:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--groups", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=2.0, help="mean seconds between taps")
    arguments = parser.parse_args()
    asyncio.run(measure(1, 1, min(arguments.seconds, 10), 0))
    asyncio.run(measure(arguments.games, arguments.groups, arguments.seconds, arguments.pause))


if __name__ == "__main__":
    main()
