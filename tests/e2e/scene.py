"""A group with a bot that keeps to Telegram's limits, which the server enforces.

Time passes faster while everybody waits, so that minutes are tested in seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app import App, running
from bot.config import Config
from bot.delivery.pace import TELEGRAM
from bot.local.flood import FloodLimits
from bot.local.records import Chat, Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.quick import QUICK_PEOPLE
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove
from tests.swift import run_swiftly

_EPOCH = 1_800_000_000


@dataclass
class Scene:
    """A group of people with a bot that keeps to Telegram's limits."""

    world: World
    flood: FloodLimits
    bot: App
    anna: Person
    boris: Person
    group: Chat

    @property
    def table(self) -> Table:
        return Table(self.world, self.group)

    def elsewhere(self) -> Table:
        return Table(self.world, self.world.add_group("Elsewhere", [self.anna, self.boris]))

    def sent(self, chat: Chat) -> int:
        """How many messages and edits a chat has got, or was refused."""
        methods = ("send", "editMessage")
        return sum(
            call.chat_id == chat.id and call.method.startswith(methods) for call in self.world.calls
        )


@asynccontextmanager
async def _scene(folder: Path) -> AsyncIterator[Scene]:
    loop = asyncio.get_running_loop()
    world = World(clock=lambda: _EPOCH + loop.time())
    anna = world.add_person("Anna", username="anna")
    boris = world.add_person("Boris", username="boris")
    group = world.add_group("Club", [anna, boris])
    flood = world.flood = FloodLimits(world.clock)
    async with LocalServer(world) as server:
        config = Config(server.token, server.url, folder / "b.db", None, None, logging.INFO)
        async with running(
            config,
            token=server.token,
            engine=FirstMove(),
            rates=TELEGRAM,
            allowances=QUICK_PEOPLE,
            clock=world.clock,
        ) as bot:
            yield Scene(world, flood, bot, anna, boris, group)


Story = Callable[[Scene], Awaitable[None]]


def play(story: Story, folder: Path, speed: float) -> None:
    """Lets a story happen, with its idle time so many times faster."""

    async def all_of_it() -> None:
        async with _scene(folder) as stage:
            await story(stage)

    run_swiftly(all_of_it(), speed)
