"""What the AI's thinking costs everybody else.

    python -m tests.bench.thinking [--taps 200]

The bot is a process of its own. First: from its start to the first poll, while the kernel has still
to be compiled and when it is there already, and its memory with the AI loaded. Then, with six
searches of the strongest level at once, how long taps in another chat take. How late the event loop
is meanwhile, ``tests.bench.ai_latency`` tells.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import tempfile
import time
from pathlib import Path

from bot.config import Config
from bot.local.records import Message, Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.process import BotProcess
from tests.e2e.table import Table

_SEARCHES = 6


async def start_up(kernels: Path) -> None:
    """Starts the bot with the compiled kernel, or a place for it, in that folder."""
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        async with LocalServer(world) as server:
            config = _config(server, Path(folder))
            process = BotProcess(config, Path(folder) / "log", NUMBA_CACHE_DIR=str(kernels))
            began = time.perf_counter()
            await process.start()
            await world.until(lambda: world.updates.waiting, 60)
            print(f"start to first poll      {time.perf_counter() - began:6.2f} s")
            anna = world.add_person("Anna")
            table = Table(world, world.private_chat(anna))
            began = time.perf_counter()
            await _begin(table, anna, "1", "⚫ Black")
            await _replied(table.boards[-1], table)
            print(f"first reply of level 1   {time.perf_counter() - began:6.2f} s")
            print(f"memory                   {process.memory / 2**20:6.0f} MiB")
            await process.stop()


async def alongside(taps: int) -> None:
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        async with LocalServer(world) as server:
            process = BotProcess(_config(server, Path(folder)), Path(folder) / "log")
            await process.start()
            await world.until(lambda: world.updates.waiting, 60)
            await _measure(world, taps)
            await process.stop()


async def _measure(world: World, taps: int) -> None:
    anna, boris = world.add_person("Anna"), world.add_person("Boris")
    group = Table(world, world.add_group("Club", [anna, boris]))
    board = await group.begin(anna, boris)
    thinking = [
        asyncio.create_task(_keep_thinking(world, world.add_person(f"Person {number}")))
        for number in range(_SEARCHES)
    ]
    await asyncio.sleep(2)
    answers = []
    for number in range(taps):
        began = time.perf_counter()
        await group.tap(anna, "a3" if number % 2 == 0 else "✖️", board)
        answers.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    for task in thinking:
        task.cancel()
    cuts = statistics.quantiles(answers, n=100)
    print(f"{_SEARCHES} searches of level 6 at once, {taps} taps in another chat")
    print(f"tap to answer            {cuts[49] * 1e3:6.1f} ms median, {cuts[98] * 1e3:.1f} ms 99 %")


async def _keep_thinking(world: World, person: Person) -> None:
    table = Table(world, world.private_chat(person))
    while True:
        await _begin(table, person, "6", "⚫ Black")
        board = table.boards[-1]
        await _replied(board, table)
        await table.tap(person, "🏳️", board)
        await table.tap(person, "Yes", board)


async def _begin(table: Table, person: Person, *labels: str) -> None:
    seen = {message.id for message in table.boards}
    table.say(person, "/play")
    card = await table.until(
        lambda: next((each for each in table.boards if each.id not in seen), None), "a card"
    )
    for label in labels:
        await table.tap(person, label, card)
    await table.tap(person, "▶️", card)


async def _replied(board: Message, table: Table) -> None:
    while "Last move" not in board.caption:
        await table.world.until(lambda: "Last move" in board.caption, 60)


def _config(server: LocalServer, folder: Path) -> Config:
    return Config(server.token, server.url, folder / "b.db", None, None, logging.WARNING)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--taps", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as kernels:
        for how in ("to be compiled", "compiled before"):
            print(f"The kernel is {how}.")
            asyncio.run(start_up(Path(kernels)))
    asyncio.run(alongside(arguments.taps))


if __name__ == "__main__":
    main()
