"""Much happens at once: on one game in order, elsewhere at the same time."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.callbacks import Accept, ConfirmResign, Pick, Stop, encode
from bot.local.faults import Fault
from bot.local.world import World
from rules import PASS, Side, format_ply
from tests.e2e.conftest import Clock, People
from tests.e2e.recorded import recorded_games
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def elsewhere(world: World, people: People) -> Table:
    return Table(world, world.add_group("Elsewhere", [people.anna, people.boris, people.carla]))


async def test_of_two_who_accept_at_once_one_plays(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    data = encode(Accept(1, 1))
    toasts = await asyncio.gather(
        *(table.press(person, card, data) for person in (people.boris, people.carla))
    )
    assert sorted(map(bool, toasts)) == [False, True]
    await table.caption(card, "White to move")
    seated = [name for name in ("Boris", "Carla") if name in card.caption]
    assert len(seated) == 1


async def test_of_two_who_resign_at_once_one_loses(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    both = ((people.anna, Side.WHITE), (people.boris, Side.BLACK))
    toasts = await asyncio.gather(
        *(table.press(person, board, encode(ConfirmResign(1, side))) for person, side in both)
    )
    assert sorted(toasts) == ["", "This game is over."]
    await table.caption(board, "has resigned")


async def test_a_handler_that_waits_holds_up_nobody_else(
    table: Table, elsewhere: Table, people: People, world: World
) -> None:
    """To change a group's settings, the bot asks Telegram who is an administrator."""
    board = await table.begin(people.anna, people.boris)
    other = await elsewhere.begin(people.anna, people.boris)
    gate = asyncio.Event()
    world.faults.add("getChatMember", Fault(gate=gate), chat_id=people.group.id)
    table.say(people.anna, "/settings")
    await world.until(lambda: len(world.faults) == 0)
    async with asyncio.timeout(10):
        assert await elsewhere.tap(people.anna, "c1", other) == ""
        assert "Anna" in await table.tap(people.boris, "c1", board)
        await elsewhere.caption(other, "Where to?")
    gate.set()
    await table.until(lambda: table.messages[-1] is not board, "the settings")


async def test_a_call_that_is_refused_stops_no_game(
    table: Table, people: People, world: World, clock: Clock
) -> None:
    """Boris is away, so he is to be called to his move; that is a courtesy."""
    board = await table.begin(people.anna, people.boris)
    clock.advance(hours=1)
    for fault in (Fault.refuse(400, "Bad Request: no"), Fault.refuse(500, "Internal")):
        world.faults.add("sendMessage", fault)
    assert await table.press(people.anna, board, "1p1.0.QY") == ""
    await table.caption(board, "a3-a4")
    await world.until(lambda: len(world.faults) == 1)
    table.say(people.boris, "h6 h5", reply_to=board)
    await table.caption(board, "h6-h5")


async def test_a_chain_at_five_taps_a_second_is_taken_in_its_order(
    table: Table, people: People
) -> None:
    """Nobody waits for a picture: the taps follow each other, answered or not."""
    recorded = recorded_games()[1]
    board = await table.begin(people.anna, people.boris, recorded.words)
    number, chain = next(
        (n, ply)
        for n, ply in enumerate(recorded.plies)
        if ply is not PASS and len(ply) > 3 and n > 0
    )
    for before in recorded.plies[:number]:
        mover = people.boris if recorded.plies.index(before) % 2 else people.anna
        table.say(mover, format_ply(before), reply_to=board)
        await table.caption(board, format_ply(before))
    mover = people.boris if number % 2 else people.anna
    data = [encode(Pick(1, number, chain[:length])) for length in range(1, len(chain) + 1)]
    taps = []
    for each in [*data, encode(Stop(1, number, chain))]:
        taps.append(table.world.call_back(mover, table.chat, board.id, each))
        await asyncio.sleep(0.2)
    answers = [await tap for tap in taps]
    assert all(answer is not None for answer in answers)
    assert [answer.text for answer in answers if answer][: len(data)] == [""] * len(data)
    await table.caption(board, format_ply(chain))
