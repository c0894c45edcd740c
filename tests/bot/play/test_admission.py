"""Tickets in use: one game for each, whoever comes at once, and across restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.play.admission import Admission
from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player
from bot.play.setup import Colour, Setup
from bot.play.tickets import KEY_LENGTH, VALIDITY, Ticket, sign
from bot.store.database import Database
from bot.store.people import PersonRecord, save_person
from bot.store.posts import (
    PostRecord,
    games_posted,
    load_post,
    remove_unused_posts,
    save_post,
)

ANNA, BORIS, CARLA = Player(1), Player(2), Player(3)
NOW = 1_800_000_000


def admission_to(database: Database, now: int = NOW) -> Admission:
    return Admission(database, Live(database, lambda: now), lambda: now)


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "test.db")
    async with database.transaction() as transaction:
        for player in (ANNA, BORIS, CARLA):
            save_person(transaction, PersonRecord(player.id, "somebody"))
    yield database
    await database.close()


@pytest.fixture
def admission(database: Database) -> Admission:
    return admission_to(database)


async def issue(admission: Admission, colour: Colour = Colour.WHITE) -> Ticket:
    (text,) = await admission.issue(ANNA, [Setup(colour=colour)])
    return await admission.read(text)


@pytest.mark.parametrize("colour", [Colour.WHITE, Colour.BLACK])
async def test_whoever_brings_a_ticket_plays(admission: Admission, colour: Colour) -> None:
    ticket = await issue(admission, colour)
    match = await admission.begin(ticket, BORIS, BORIS.id)
    assert match.phase is Phase.RUNNING
    assert match.seats is not None
    assert match.seats.side_of(ANNA.id) is colour.side
    assert match.since == NOW
    assert await admission.game_of(ticket) == match


async def test_of_many_at_once_one_plays(admission: Admission) -> None:
    ticket = await issue(admission)
    results = await asyncio.gather(
        admission.begin(ticket, BORIS, BORIS.id),
        admission.begin(ticket, CARLA, CARLA.id),
        admission.withdraw(ticket, ANNA),
        return_exceptions=True,
    )
    refused = [each for each in results if isinstance(each, Refused)]
    assert {each.refusal for each in refused} == {Refusal.CHALLENGE_GONE}
    (done,) = [each for each in results if isinstance(each, Match)]
    assert await admission.game_of(ticket) == done


async def test_a_ticket_outlives_the_process(admission: Admission, database: Database) -> None:
    texts = await admission.issue(ANNA, [Setup(), Setup()])
    again = admission_to(database)
    first, second = [await again.read(text) for text in texts]
    await again.begin(first, BORIS, BORIS.id)
    await admission_to(database).begin(second, BORIS, BORIS.id)


async def test_who_may_not_use_a_ticket(admission: Admission, database: Database) -> None:
    ticket = await issue(admission)
    with pytest.raises(Refused, match="own-challenge"):
        await admission.begin(ticket, ANNA, ANNA.id)
    with pytest.raises(Refused, match="not-your-challenge"):
        await admission.withdraw(ticket, BORIS)
    late = admission_to(database, NOW + VALIDITY)
    with pytest.raises(Refused, match="invitation-expired"):
        await late.begin(ticket, BORIS, BORIS.id)
    await admission.withdraw(ticket, ANNA)
    with pytest.raises(Refused, match="challenge-gone"):
        await late.begin(ticket, BORIS, BORIS.id)


async def test_tickets_that_nobody_has_made(admission: Admission) -> None:
    own = sign(Ticket(BORIS.id, Setup(), NOW + 10), b"x" * KEY_LENGTH)
    unknown = sign(Ticket(99, Setup(), NOW + 10), b"x" * KEY_LENGTH)
    await admission.issue(BORIS, [Setup()])
    for text in (own, unknown, "", "A" * 48, "_" * 48, "ü" * 48):
        with pytest.raises(Refused, match="no-such-invitation"):
            await admission.read(text)


async def test_whoever_is_erased_just_now_gets_no_ticket(admission: Admission) -> None:
    with pytest.raises(Refused, match="erased"):
        await admission.issue(Player(99), [Setup()])


async def test_posts_are_kept_as_long_as_they_can_change(
    admission: Admission, database: Database
) -> None:
    used, unused = await issue(admission), await issue(admission)
    posts = [
        PostRecord(ticket.code, ANNA.id, name, ticket.expires)
        for ticket, name in ((used, "m1"), (unused, "m2"))
    ]
    match = await admission.begin(used, BORIS, BORIS.id)
    async with database.transaction() as transaction:
        for post in posts:
            save_post(transaction, post)
        # A message belongs to the ticket that it was first known by.
        save_post(transaction, PostRecord("I0", ANNA.id, "m2", NOW))
    assert await load_post(database, "I0") is None
    assert await games_posted(database) == [match.id]
    for now, left in ((NOW, posts), (NOW + VALIDITY, [posts[0], None])):
        async with database.transaction() as transaction:
            remove_unused_posts(transaction, now)
        assert [await load_post(database, post.code) for post in posts] == left
