"""How many unfinished games a person may have, however they come about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.play.admission import Admission
from bot.play.live import MOST_GAMES, Live
from bot.play.match import Match, Phase
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player
from bot.play.setup import Setup
from bot.store.database import Database
from bot.store.games import unfinished_games
from bot.store.people import PersonRecord, save_person
from rules import Side

ANNA, BORIS = Player(1), Player(2)
GROUP = -100


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "bot.db")
    async with database.transaction() as transaction:
        for player in (ANNA, BORIS):
            save_person(transaction, PersonRecord(player.id, "somebody"))
    yield database
    await database.close()


@pytest.fixture
def live(database: Database) -> Live:
    return Live(database, lambda: 1_800_000_000)


@pytest.fixture
def admission(database: Database, live: Live) -> Admission:
    return Admission(database, live, lambda: 1_800_000_000)


async def challenge(live: Live, player: Player, level: int | None = None) -> Match:
    return await live.challenge(player, Setup(level=level), None, GROUP, None)


async def accept(live: Live, match: Match, player: Player) -> Match:
    return await live.act(
        match.id, lambda now: now.accepted(player, now.version, lambda: Side.WHITE)
    )


async def fill(live: Live, player: Player) -> list[Match]:
    return [await challenge(live, player, level=1) for _ in range(MOST_GAMES)]


async def refusal(attempt: Coroutine[Any, Any, object]) -> Refusal:
    with pytest.raises(Refused) as caught:
        await attempt
    return caught.value.refusal


async def test_challenges_at_once_do_not_exceed_it(live: Live, database: Database) -> None:
    attempts = (challenge(live, ANNA) for _ in range(MOST_GAMES + 20))
    results = await asyncio.gather(*attempts, return_exceptions=True)
    refused = [each for each in results if isinstance(each, Refused)]
    assert [each.refusal for each in refused] == [Refusal.TOO_MANY_GAMES] * 20
    assert len(await unfinished_games(database, ANNA.id)) == MOST_GAMES
    rows = await database.rows("SELECT count(*) AS count FROM games")
    assert rows[0]["count"] == MOST_GAMES


async def test_games_with_people_and_with_the_ai_count_together(live: Live) -> None:
    for number in range(MOST_GAMES):
        if number % 3 == 0:
            await accept(live, await challenge(live, ANNA, level=1), ANNA)
        elif number % 3 == 1:
            await live.invite(ANNA, Setup(), None, ANNA.id)
        else:
            await accept(live, await challenge(live, BORIS), ANNA)
    assert await refusal(challenge(live, ANNA)) is Refusal.TOO_MANY_GAMES


@pytest.mark.parametrize("last", [Phase.OPEN, Phase.RUNNING])
async def test_when_one_is_over_there_is_room(live: Live, last: Phase) -> None:
    match = (await fill(live, ANNA))[0]
    if last is Phase.RUNNING:
        # The own challenge counted already.
        await accept(live, match, ANNA)
    await live.act(match.id, lambda match: match.left(ANNA))
    await challenge(live, ANNA)
    assert await refusal(challenge(live, ANNA)) is Refusal.TOO_MANY_GAMES


async def test_whoever_has_too_many_accepts_no_other(live: Live) -> None:
    await fill(live, ANNA)
    offered = await challenge(live, BORIS)
    assert await refusal(accept(live, offered, ANNA)) is Refusal.TOO_MANY_GAMES
    invitation = await live.invite(BORIS, Setup(), None, BORIS.id)
    assert invitation.code is not None
    assert await refusal(live.join(invitation.code, ANNA, ANNA.id)) is Refusal.TOO_MANY_GAMES
    assert {(await live.match(match.id)).phase for match in (offered, invitation)} == {Phase.OPEN}


async def test_a_ticket_begins_no_game_with_somebody_who_has_too_many(
    live: Live, admission: Admission
) -> None:
    first, second, third = await admission.issue(ANNA, [Setup()] * 3)
    games = await fill(live, ANNA)
    assert await refusal(admission.issue(ANNA, [Setup()])) is Refusal.TOO_MANY_GAMES
    ticket = await admission.read(first)
    begin = admission.begin(ticket, BORIS, BORIS.id)
    assert await refusal(begin) is Refusal.OPPONENT_HAS_TOO_MANY
    # It can still be taken back, and others used when there is room.
    await admission.withdraw(await admission.read(second), ANNA)
    await live.act(games[0].id, lambda match: match.withdrawn(ANNA))
    await admission.begin(ticket, BORIS, BORIS.id)
    await live.act(games[1].id, lambda match: match.withdrawn(ANNA))
    await fill_up(live, BORIS)
    begin = admission.begin(await admission.read(third), BORIS, BORIS.id)
    assert await refusal(begin) is Refusal.TOO_MANY_GAMES


async def fill_up(live: Live, player: Player) -> None:
    with pytest.raises(Refused):
        await fill(live, player)


async def test_a_rematch_needs_room_on_both_sides(live: Live) -> None:
    match = await accept(live, await challenge(live, ANNA), BORIS)
    await live.act(match.id, lambda match: match.resigned(ANNA))
    await live.rematch(match.id, ANNA)
    games = await fill(live, ANNA)
    assert await refusal(live.rematch(match.id, BORIS)) is Refusal.OPPONENT_HAS_TOO_MANY
    await live.act(games[0].id, lambda match: match.withdrawn(ANNA))
    await fill(live, BORIS)
    assert await refusal(live.rematch(match.id, BORIS)) is Refusal.TOO_MANY_GAMES
    assert (await live.match(match.id)).rematch is None


async def test_a_rematch_against_the_ai_needs_room(live: Live) -> None:
    match = await accept(live, await challenge(live, ANNA, level=1), ANNA)
    await live.act(match.id, lambda match: match.resigned(ANNA))
    await fill(live, ANNA)
    assert await refusal(live.rematch(match.id, ANNA)) is Refusal.TOO_MANY_GAMES
