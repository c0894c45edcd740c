"""Two processes: the second says why it cannot run, and ends; the first goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import App, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.world import World
from bot.receiving.polling import PollingTimes
from bot.store.lock import sole_user
from tests.e2e.conftest import People
from tests.e2e.process import BotProcess
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest_asyncio.fixture
async def first(config: Config, world: World) -> AsyncIterator[App]:
    """A bot that counts as old at once."""
    assert config.token is not None
    with sole_user(config.database):
        async with running(
            config,
            token=config.token,
            engine=FirstMove(),
            rates=UNLIMITED,
            polling=PollingTimes(young=-1),
        ) as application:
            await world.until(lambda: world.updates.waiting)
            yield application


@pytest.mark.usefixtures("first")
async def test_the_same_database(
    config: Config, tmp_path: Path, table: Table, people: People
) -> None:
    second = BotProcess(config, tmp_path / "second.log")
    await second.start()
    assert await second.ended() == 2
    assert "Another bot is running with the file that DATABASE names" in second.log
    assert "Traceback" not in second.log
    await table.begin(people.anna, people.boris)


@pytest.mark.usefixtures("first")
async def test_the_same_token(
    config: Config, tmp_path: Path, table: Table, people: People, world: World
) -> None:
    other = replace(config, database=tmp_path / "other.db")
    second = BotProcess(other, tmp_path / "second.log")
    await second.start()
    assert await second.ended() == 2
    assert "Another process receives the updates of the bot" in second.log
    assert "make sure that only one bot instance is running" in second.log
    assert "Traceback" not in second.log
    assert {call.method for call in world.calls if call.error == 409} == {"getUpdates"}
    await table.begin(people.anna, people.boris)


async def test_a_killed_one_leaves_no_lock(
    config: Config, tmp_path: Path, table: Table, people: People
) -> None:
    first, second = (BotProcess(config, tmp_path / f"{name}.log") for name in ("first", "second"))
    await first.start()
    await table.begin(people.anna, people.boris)
    await first.kill()
    await second.start()
    await table.begin(people.anna, people.carla)
    assert await second.stop() == 0
