"""Erasing people, and the settings of chats."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.play.live import Live
from bot.play.match import Phase
from bot.play.seats import Invited, Player
from bot.play.setup import Setup
from bot.store.database import Database
from bot.store.people import PersonRecord, load_people, save_person
from bot.store.settings import Bottom, Settings, load_settings, move_settings, save_settings
from rules import Side

ANNA, BORIS = Player(1, "anna"), Player(2, "boris")
GROUP = -100


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "test.db")
    async with database.transaction() as transaction:
        for player in (ANNA, BORIS):
            save_person(transaction, PersonRecord(player.id, "somebody", player.username))
    yield database
    await database.close()


@pytest.fixture
def live(database: Database) -> Live:
    return Live(database, clock=lambda: 1_000_000)


async def test_settings_are_kept_and_move_with_their_group(database: Database) -> None:
    assert await load_settings(database, GROUP) == Settings()
    chosen = Settings("dark", False, Bottom.BLACK, True, False, False)
    async with database.transaction() as transaction:
        save_settings(transaction, GROUP, chosen)
        move_settings(transaction, GROUP, GROUP - 1)
    assert await load_settings(database, GROUP - 1) == chosen
    assert await load_settings(database, GROUP) == Settings()


async def test_games_with_others_stay_with_nobody_in_the_seat(
    database: Database, live: Live
) -> None:
    match = await live.challenge(ANNA, Setup(), None, GROUP, None)
    await live.act(match.id, lambda match: match.accepted(BORIS, match.version, lambda: Side.WHITE))
    own = await live.challenge(BORIS, Setup(level=3), None, BORIS.id, None)
    await live.erase(BORIS)
    left = await live.match(match.id)
    assert left.seats is not None
    assert left.phase is Phase.FINISHED
    assert min(left.seats.white, left.seats.black) < 0
    assert left.deserted
    assert await database.row("SELECT 1 FROM games WHERE id = ?", (own.id,)) is None
    assert set(await load_people(database, [ANNA.id, BORIS.id])) == {ANNA.id}


async def test_a_challenge_for_an_erased_person_is_for_nobody(live: Live) -> None:
    named = await live.challenge(ANNA, Setup(), Invited(username="BORIS"), GROUP, None)
    await live.match(named.id)
    await live.erase(BORIS)
    invited = (await live.match(named.id)).invited
    assert invited is not None
    assert invited.username is None
    assert not invited.admits(BORIS)


async def test_everybody_who_is_erased_becomes_somebody_else(
    database: Database, live: Live
) -> None:
    match = await live.challenge(ANNA, Setup(), Invited(BORIS.id), GROUP, None)
    await live.erase(ANNA)
    await live.erase(BORIS)
    left = await live.match(match.id)
    assert left.phase is Phase.WITHDRAWN
    assert len(left.people) == 2
    assert max(left.people) < 0
    assert len(await load_people(database, left.people)) == 2
