"""How late the event loop is while six searches run, and while the kernel is compiled; how soon a
search ends that is told to.

``python -m tests.bench.ai_latency``. To see a compilation, delete ``bot/ai/kernel/__pycache__``
before.
"""

import asyncio
import statistics
import time
from contextlib import suppress

from bot.ai.analysis import Limits
from bot.ai.engine import Engine
from rules import Game, Options

TICK = 0.005


async def watch(late: list[float]) -> None:
    """Note by how many seconds the loop comes too late, again and again."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - due)


def report(what: str, late: list[float]) -> None:
    """Print how late the loop was."""
    ordered = sorted(late)
    print(
        f"{what}: loop late by {1000 * ordered[len(ordered) * 99 // 100]:.1f} ms (99th percentile),"
        f" {1000 * ordered[-1]:.1f} ms at most"
    )
    late.clear()


async def measure_stops(engine: Engine, game: Game) -> None:
    """Print how long a search goes on after it was told to stop."""
    lasted = []
    for number in range(50):
        question = asyncio.create_task(engine.analyse(game, "stop", Limits(seconds=60.0)))
        await asyncio.sleep(0.05 + 0.01 * number)
        begun = time.perf_counter()
        question.cancel()
        await engine.quiet(60.0)
        lasted.append(1000 * (time.perf_counter() - begun))
    middle = statistics.median(lasted)
    print(f"stopped within {middle:.1f} ms (median), {max(lasted):.1f} ms at most")


async def main() -> None:
    """Print the figures."""
    late: list[float] = []
    watcher = asyncio.create_task(watch(late))
    begun = time.perf_counter()
    async with Engine() as engine:
        print(f"started in {1000 * (time.perf_counter() - begun):.0f} ms")
        await engine.until_ready()
        print(f"ready after {time.perf_counter() - begun:.1f} s")
        report("until ready", late)
        game = Game.start(Options())
        begun = time.perf_counter()
        await asyncio.gather(*(engine.analyse(game, key, Limits(seconds=5.0)) for key in range(6)))
        print(f"six searches ended after {time.perf_counter() - begun:.1f} s")
        report("six searches", late)
        await measure_stops(engine, game)
    watcher.cancel()
    with suppress(asyncio.CancelledError):
        await watcher


if __name__ == "__main__":
    asyncio.run(main())
