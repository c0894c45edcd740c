"""Whether anything that people or servers send brings the bot out of step.

    python -m tests.bench.fuzz [--updates 100000] [--seed 1] [--people 1500]

The bot runs as a process of its own, over HTTP, against the local server in this process. Any line
that it logs as an error counts as one, and so does a query that it leaves without an answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from bot.config import Config
from bot.local.server import LocalServer
from bot.local.world import World
from tests.fuzz.process import FuzzedBot
from tests.fuzz.updates import Stream

_STEPS = 10
_SHOWN = 5


def errors_in(log: str) -> list[str]:
    """The lines at ERROR or above, and those that are no log lines."""
    found = []
    for line in log.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            found.append(line)
            continue
        if entry["level"] in ("ERROR", "CRITICAL"):
            found.append(f"{entry['logger']}: {entry['message']}\n{entry.get('exception', '')}")
    return found


async def fuzz(updates: int, seed: int, people: int) -> int:
    """Feeds that many updates. Returns how many things went wrong."""
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        async with LocalServer(world) as server:
            path, log = Path(folder) / "b.db", Path(folder) / "log"
            config = Config(server.token, server.url, path, None, None, logging.WARNING)
            process = FuzzedBot(config, log, LOG_LEVEL="WARNING", LOG_FORMAT="json")
            await process.start()
            await world.until(lambda: world.updates.waiting, 60)
            try:
                stream = Stream(world, Random(seed), people)
                await _feed(stream, process, updates)
            finally:
                code = await process.stop()
        errors = errors_in(process.log)
        warnings = Counter(json.loads(line)["message"][:40] for line in _warnings(process.log))
        size = path.stat().st_size
    for kind, count in sorted(stream.counts.items()):
        print(f"  {count:7,}  {kind}")
    for message, count in warnings.most_common(_SHOWN):
        print(f"  warned {count} times: {message}...")
    for error in errors[:_SHOWN]:
        print(error)
    print(f"database {size / 2**20:.1f} MiB, exit code {code}")
    print(f"{len(errors)} errors, {len(stream.unanswered)} queries without an answer")
    return len(errors) + len(stream.unanswered) + abs(code)


def _warnings(log: str) -> list[str]:
    return [line for line in log.splitlines() if '"level": "WARNING"' in line]


async def _feed(stream: Stream, process: FuzzedBot, updates: int) -> None:
    print(f"memory of the bot at first: {process.memory / 2**20:.0f} MiB")
    began = time.perf_counter()
    for _ in range(_STEPS):
        step_began = time.perf_counter()
        await stream.feed(updates // _STEPS)
        rate = updates / _STEPS / (time.perf_counter() - step_began)
        print(
            f"{stream.fed:9,} updates, {rate:4.0f} a second, {process.memory / 2**20:4.0f} MiB",
            flush=True,
        )
    seconds = time.perf_counter() - began
    print(f"{stream.fed:,} updates in {seconds:.0f} s: {stream.fed / seconds:.0f} a second")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=1_500)
    arguments = parser.parse_args()
    raise SystemExit(min(asyncio.run(fuzz(**vars(arguments))), 1))


if __name__ == "__main__":
    main()
