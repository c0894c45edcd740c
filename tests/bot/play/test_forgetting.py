"""A person is erased while the same person, or somebody else, acts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.people import People
from bot.play.refusals import Refused
from bot.play.seats import Player
from bot.play.setup import Setup
from bot.store.database import Database
from bot.store.people import PersonRecord
from rules import Side

ANNA, BORIS = Player(1, "anna"), Player(2, "boris")
GROUP = -100


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "bot.db")
    yield database
    await database.close()


@pytest.fixture
def live(database: Database) -> Live:
    return Live(database, lambda: 1_800_000_000)


@pytest_asyncio.fixture
async def people(database: Database) -> People:
    people = People(database, lambda: 1_800_000_000)
    await people.meet(PersonRecord(1, "Anna", "anna"))
    await people.meet(PersonRecord(2, "Boris", "boris"))
    return people


async def accept(live: Live, match: Match, player: Player) -> Match:
    return await live.act(
        match.id, lambda now: now.accepted(player, now.version, lambda: Side.WHITE)
    )


async def check(database: Database) -> None:
    """Nobody who is erased plays on, is waited for, or is named."""
    rows = await database.rows(
        "SELECT * FROM games WHERE phase IN ('open', 'running')"
        " AND min(challenger, coalesce(white, 0), coalesce(black, 0)) < 0"
    )
    assert rows == []
    rows = await database.rows("SELECT * FROM people WHERE id = 2")
    assert rows == []
    assert await database.rows("PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("head_start", range(0, 40, 3))
async def test_whatever_happens_at_the_same_time(
    head_start: int, database: Database, live: Live, people: People
) -> None:
    """The steps of both are interleaved in many ways: each wins, or is refused."""
    running = await accept(live, await live.challenge(ANNA, Setup(), None, GROUP, None), BORIS)
    offered = [await live.challenge(ANNA, Setup(), None, GROUP, None) for _ in range(3)]

    async def other_actions() -> None:
        for _ in range(head_start):
            await asyncio.sleep(0)
        for match in offered:
            try:
                await accept(live, match, BORIS)
            except Refused:
                continue
        for _ in range(3):
            try:
                await live.challenge(BORIS, Setup(), None, GROUP, None)
            except Refused:
                continue

    acting = asyncio.create_task(other_actions())
    await live.erase(BORIS)
    people.forget(BORIS)
    await acting
    await live.erase(BORIS)
    await check(database)
    assert (await live.match(running.id)).phase is Phase.FINISHED
    for match in offered:
        assert (await live.match(match.id)).phase is not Phase.RUNNING


async def test_who_was_erased_can_be_met_again_at_once(
    database: Database, live: Live, people: People
) -> None:
    async def meet() -> None:
        for _ in range(20):
            await people.meet(PersonRecord(2, "Boris", "boris"))
            await people.known([1, 2])

    async def erase() -> None:
        for _ in range(5):
            await live.erase(BORIS)
            people.forget(BORIS)

    await asyncio.gather(meet(), erase(), meet())
    await people.meet(PersonRecord(2, "Boris", "boris"))
    match = await live.challenge(BORIS, Setup(), None, GROUP, None)
    assert match.challenger == BORIS.id
    rows = await database.rows("SELECT name FROM people WHERE id = 2")
    assert [row["name"] for row in rows] == ["Boris"]
