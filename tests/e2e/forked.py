"""The bot as a process of its own that starts in a moment.

It is forked from a process that has imported everything, and plays without thinking; else it is the
application as it is, and dies like any other.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.world import World
from bot.log import set_up_logging
from bot.store.lock import sole_user
from tests.e2e.quick import QUICK_PEOPLE
from tests.e2e.thinkers import FirstMove

_PATIENCE = 60.0

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


class FastClock:
    """UTC seconds from some moment on, which pass so many times faster."""

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self._began = time.time()

    def __call__(self) -> float:
        return self._began + (time.time() - self._began) * self.speed


class ForkedBot:
    """The bot against a local server, with its log kept. Its clock is handed to each run of it."""

    def __init__(self, config: Config, log: Path, world: World, clock: FastClock) -> None:
        self._config = config
        self._log = log
        self._world = world
        self._clock = clock
        self._process: BaseProcess | None = None

    async def start(self) -> None:
        """Starts it; it may take a moment until it asks for updates."""
        arguments = (self._config, self._log, self._clock)
        self._process = _context.Process(target=_live, args=arguments, daemon=True)
        await asyncio.to_thread(self._process.start)

    async def until_up(self) -> None:
        """Waits until it asks for updates."""
        await self._world.until(lambda: self._world.updates.waiting, _PATIENCE)

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.join)
            self._process.close()
            self._process = None
            await self._world.until(lambda: not self._world.updates.waiting, _PATIENCE)

    @property
    def log(self) -> str:
        return self._log.read_text()


def _live(config: Config, log: Path, clock: FastClock) -> None:
    with log.open("a") as stream, sole_user(config.database):
        set_up_logging(config.log_level, config.secrets, stream)
        asyncio.run(_life(config, clock))


async def _life(config: Config, clock: FastClock) -> None:
    assert config.token is not None
    async with running(
        config,
        token=config.token,
        engine=FirstMove(),
        rates=UNLIMITED,
        allowances=QUICK_PEOPLE,
        clock=clock,
        shortest_reply=0.02,
        tick=0.1,
    ):
        await asyncio.Event().wait()
