"""The real application over HTTP against the local server, both in the test's event loop."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import App, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.handlers.limits import Activity, Allowance
from bot.local.records import Chat, Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.quick import QUICK_PEOPLE
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@dataclass
class People:
    """Two players and somebody who looks on, all in one group; and another who is not."""

    anna: Person
    boris: Person
    carla: Person
    group: Chat


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def people(world: World) -> People:
    anna = world.add_person("Anna", username="anna")
    boris = world.add_person("Boris", username="boris")
    carla = world.add_person("Carla")
    return People(anna, boris, carla, world.add_group("Club", [anna, boris, carla]))


@pytest.fixture
def table(world: World, people: People) -> Table:
    return Table(world, people.group)


@pytest_asyncio.fixture
async def server(world: World) -> AsyncIterator[LocalServer]:
    async with LocalServer(world) as server:
        yield server


@pytest.fixture
def config(server: LocalServer, tmp_path: Path) -> Config:
    return Config(
        token=server.token,
        api_url=server.url,
        database=tmp_path / "ugolki.db",
        webhook=None,
        port=None,
        log_level=logging.INFO,
    )


class Clock:
    """The bot's clock (UTC seconds), which stands still but for what a test lets pass."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, *, hours: float = 0, days: float = 0) -> None:
        self.now += (days * 24 + hours) * 3_600


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def engine() -> FirstMove:
    return FirstMove()


@pytest.fixture
def allowances() -> Mapping[Activity, Allowance]:
    return QUICK_PEOPLE


@pytest_asyncio.fixture
async def bot(
    config: Config,
    engine: FirstMove,
    clock: Clock,
    allowances: Mapping[Activity, Allowance],
    caplog: pytest.LogCaptureFixture,
    world: World,
) -> AsyncIterator[App]:
    """The bot at work. Nothing unexpected may be logged, and the token never.

    Messages have buttons under them or none: with a reply keyboard they could not be edited.
    """
    assert config.token is not None
    async with running(
        config,
        token=config.token,
        engine=engine,
        rates=UNLIMITED,
        clock=clock,
        shortest_reply=0,
        tick=0.05,
        allowances=allowances,
    ) as application:
        yield application
    lines = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    # A 429 is ordinary, but the library's limiter reports it as an error before we see it.
    own = [line for line in lines if line.name != "telegram.ext.AIORateLimiter"]
    assert [line.getMessage() for line in own if line.levelno >= logging.ERROR] == []
    assert not [line for line in lines if config.token in line.getMessage()]
    messages = [each for chat in world.chats.values() for each in chat.messages.values()]
    assert not [message for message in messages if message.reply_keyboard]
