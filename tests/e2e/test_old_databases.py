"""People go on where they were: after a new release, and with another token."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.records import Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.bot.store.released import VERSIONS, make
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


async def step(table: Table, person: Person, start: str, end: str) -> None:
    await table.tap(person, start)
    await table.tap(person, f"• {end}")
    await table.message(f"{start}-{end}")


@pytest.mark.parametrize("version", VERSIONS)
async def test_games_of_an_old_release_go_on(
    version: int, config: Config, world: World, people: People, table: Table
) -> None:
    """Anna and Boris are in their second game; Anna is in another with the AI; Carla waits."""
    make(version, config.database)
    # None of the old messages is there any more.
    world.last_message_ids[people.group.id] = world.last_message_ids[people.anna.id] = 1_000
    assert config.token is not None
    async with running(
        config, token=config.token, engine=FirstMove(), rates=UNLIMITED, shortest_reply=0
    ) as bot:
        assert bot.persistence is None
        table.say(people.boris, "/board")
        board = await table.message("a3-a4")
        assert "propone la patta" in board.caption
        await step(table, people.boris, "h6", "h5")
        private = Table(world, world.private_chat(people.anna))
        private.say(people.anna, "/board")
        await private.message("🤖")
        await private.tap(people.anna, "b3")
        await private.tap(people.anna, "• b4")
        await private.message("Round 3")
    with closing(sqlite3.connect(config.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        plies = connection.execute(
            "SELECT game, count(*) FROM plies GROUP BY game ORDER BY game"
        ).fetchall()
    assert plies == [(1, 12), (2, 2), (4, 4)]


async def test_games_go_on_with_another_bot(config: Config, people: People, table: Table) -> None:
    """The old account is gone; its messages and files are out of the new one's reach."""
    assert config.token is not None
    async with running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED):
        await table.begin(people.anna, people.boris)
        await step(table, people.anna, "a3", "a4")
    world = World(bot_username="successor_bot", token="777000777:another-token")  # noqa: S106
    anna, boris = (
        world.add_person(person.first_name, person_id=person.id)
        for person in (people.anna, people.boris)
    )
    table = Table(world, world.add_group("Club", [anna, boris]))
    assert table.chat.id == people.group.id
    world.last_message_ids[table.chat.id] = 1_000
    async with LocalServer(world) as server:
        config = replace(config, token=server.token, api_url=server.url)
        assert config.token is not None
        async with running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED):
            table.say(boris, "/board")
            await table.message("a3-a4")
            await step(table, boris, "h6", "h5")
