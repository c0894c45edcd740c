"""Where nothing can be sent is found out once, survives a restart, and stops the clocks there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.play.live import Live
from bot.play.match import SILENCE, Match
from bot.play.reach import Reach
from bot.play.seats import Player
from bot.play.setup import Setup
from bot.store import games
from bot.store.database import Database, Transaction
from bot.store.people import PersonRecord, save_person
from bot.store.silences import Hindrance, move_silences, remove_idle_silences
from rules import Side

ANNA, BORIS = Player(1), Player(2)
GROUP, FORUM, TOPIC = -100, -200, 7


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "bot.db")
    async with database.transaction() as transaction:
        save_person(transaction, PersonRecord(1, "Anna"))
        save_person(transaction, PersonRecord(2, "Boris"))
    yield database
    await database.close()


@pytest.fixture
def live(database: Database, clock: Clock) -> Live:
    return Live(database, clock)


@pytest.fixture
def reach(database: Database, live: Live, clock: Clock) -> Reach:
    return Reach(database, live, clock)


async def begin(live: Live, chat: int, thread: int | None = None) -> Match:
    match = await live.challenge(ANNA, Setup(limit=300), None, chat, thread)
    return await live.act(
        match.id, lambda now: now.accepted(BORIS, now.version, lambda: Side.WHITE)
    )


async def test_it_is_known_after_a_restart_and_under_a_new_id(
    database: Database, live: Live, clock: Clock, reach: Reach
) -> None:
    await reach.lost(GROUP, Hindrance.MUTED)
    await reach.lost(ANNA.id, Hindrance.GONE)
    await reach.lost(FORUM, Hindrance.CLOSED, TOPIC)
    again = Reach(database, live, clock)
    await again.load()
    assert again.hindrance(GROUP) is Hindrance.MUTED
    assert again.unreached([1, 2]) == {1}
    assert again.hindrance(FORUM, TOPIC) is Hindrance.CLOSED
    assert again.hindrance(FORUM) is None
    async with database.transaction() as transaction:
        move_silences(transaction, GROUP, -300)
    await again.load()
    assert again.hindrance(GROUP) is None
    assert again.hindrance(-300) is Hindrance.MUTED


async def test_people_are_told_of_once(reach: Reach) -> None:
    told: list[Player] = []
    reach.subscribe(told.append)
    await reach.lost(ANNA.id, Hindrance.GONE)
    await reach.lost(ANNA.id, Hindrance.GONE)
    await reach.lost(GROUP, Hindrance.GONE)
    assert told == [ANNA]
    assert await reach.regained(ANNA.id) is Hindrance.GONE
    assert await reach.regained(ANNA.id) is None
    assert told == [ANNA, ANNA]


async def known(reach: Reach, database: Database, live: Live) -> set[tuple[int, int]]:
    """The places where nothing can be sent; the memory and the table agree on them."""
    rows = await database.rows("SELECT chat, topic FROM silences")
    places = {(row["chat"], row["topic"]) for row in rows}
    again = Reach(database, live, lambda: 0)
    await again.load()
    for chat in (ANNA.id, BORIS.id, GROUP, FORUM):
        for topic in (None, TOPIC, 8):
            assert reach.hindrance(chat, topic) is again.hindrance(chat, topic)
    return places


async def test_what_concerns_no_game_is_forgotten(
    database: Database, live: Live, reach: Reach
) -> None:
    """In a flood of strangers who block the bot neither the memory nor the table grows."""
    for stranger in range(1_000, 1_100):
        await reach.lost(stranger, Hindrance.GONE)
        await reach.lost(-stranger, Hindrance.GONE)
    await reach.tidy()
    assert await known(reach, database, live) == set()
    assert reach.unreached(range(1_000, 1_100)) == frozenset()


@pytest.mark.parametrize("why", [Hindrance.GONE, Hindrance.MUTED])
async def test_it_is_known_as_long_as_a_game_goes_on(
    why: Hindrance, database: Database, live: Live, reach: Reach
) -> None:
    match, offered = await begin(live, GROUP), await live.challenge(BORIS, Setup(), None, 2, None)
    await save_shown(database)
    for chat in (GROUP, ANNA.id, BORIS.id):
        await reach.lost(chat, Hindrance.GONE if chat > 0 else why)
    await reach.tidy()
    assert await known(reach, database, live) == {(GROUP, 0), (ANNA.id, 0), (BORIS.id, 0)}
    await live.act(match.id, lambda match: match.resigned(ANNA))
    await reach.tidy()
    # Where the bot is, it will show the end when it may write again.
    last = {(GROUP, 0)} if why is Hindrance.MUTED else set()
    assert await known(reach, database, live) == {*last, (BORIS.id, 0)}
    await save_shown(database)
    await live.act(offered.id, lambda match: match.withdrawn(BORIS))
    await reach.tidy()
    assert await known(reach, database, live) == set()


async def save_shown(database: Database) -> None:
    async with database.transaction() as transaction:
        transaction.execute("UPDATE boards SET shown = (SELECT version FROM games WHERE id = game)")


async def test_a_closed_topic_is_known_as_long_as_there_is_a_game_in_it(
    database: Database, live: Live, reach: Reach
) -> None:
    match, _ = await begin(live, FORUM, TOPIC), await begin(live, FORUM, 8)
    await reach.lost(FORUM, Hindrance.CLOSED, TOPIC)
    await reach.tidy()
    assert await known(reach, database, live) == {(FORUM, TOPIC)}
    await live.act(match.id, lambda match: match.resigned(ANNA))
    await save_shown(database)
    await reach.tidy()
    assert await known(reach, database, live) == set()


async def test_when_to_try_again(reach: Reach, clock: Clock) -> None:
    assert not reach.may_be_tried(GROUP)
    await reach.lost(GROUP, Hindrance.MUTED)
    assert not reach.may_be_tried(GROUP)
    clock.now += 60
    assert reach.may_be_tried(GROUP)
    await reach.lost(BORIS.id, Hindrance.GONE)
    assert reach.may_be_tried(BORIS.id)
    await reach.lost(FORUM, Hindrance.CLOSED, TOPIC)
    assert not reach.may_be_tried(FORUM)


@pytest.mark.parametrize(
    ("why", "topic"), [(Hindrance.GONE, None), (Hindrance.MUTED, None), (Hindrance.CLOSED, TOPIC)]
)
async def test_clocks_stand_still_meanwhile(
    why: Hindrance, topic: int | None, database: Database, live: Live, reach: Reach, clock: Clock
) -> None:
    paused, other = await begin(live, FORUM, TOPIC), await begin(live, FORUM, 8)
    clock.now += 100
    await reach.lost(FORUM, why, topic)
    clock.now += 1_000
    alone = [] if topic is None else [other.id]
    assert await games.out_of_time(database, clock.now, SILENCE) == alone
    assert await games.to_remind(database, clock.now, 0.75) == alone
    assert await reach.regained(FORUM, topic) is why
    assert (await live.match(paused.id)).since == paused.since + 1_000
    if topic is not None:
        assert (await live.match(other.id)).since == other.since
    clock.now += 199
    assert paused.id not in await games.out_of_time(database, clock.now, SILENCE)
    clock.now += 1
    assert paused.id in await games.out_of_time(database, clock.now, SILENCE)


async def test_whoever_blocks_the_bot_gains_no_time(
    database: Database, live: Live, reach: Reach, clock: Clock
) -> None:
    match = await begin(live, ANNA.id)
    await reach.lost(ANNA.id, Hindrance.GONE)
    clock.now += 300
    assert await games.out_of_time(database, clock.now, SILENCE) == [match.id]
    await reach.regained(ANNA.id)
    assert (await live.match(match.id)).since == match.since


async def test_a_place_that_is_lost_anew_while_it_is_tidied_away_stays_lost(
    reach: Reach, monkeypatch: pytest.MonkeyPatch
) -> None:
    losing = []

    async def remove(transaction: Transaction) -> list[tuple[int, int]]:
        idle = await remove_idle_silences(transaction)
        losing.append(asyncio.create_task(reach.lost(GROUP, Hindrance.MUTED)))
        await asyncio.sleep(0)
        return idle

    await reach.lost(GROUP, Hindrance.GONE)
    monkeypatch.setattr("bot.store.silences.remove_idle_silences", remove)
    await reach.tidy()
    await losing[0]
    assert reach.hindrance(GROUP, None) is Hindrance.MUTED
    assert await reach.regained(GROUP) is Hindrance.MUTED
