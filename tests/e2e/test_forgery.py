"""What no client of Telegram's sends, and what some accounts are like: it is answered, no more."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.app import App
from bot.delivery.replies import Place
from bot.handlers.context import Context
from bot.local.faults import Fault
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

LARGEST = 2**63 - 1
NOT_MINE = "It is \u2068Anna\u2069's turn."


@pytest.mark.usefixtures("bot")
async def test_random_bytes(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    shown, rng = board.caption, Random(1)
    for person in (people.anna, people.boris, people.carla):
        data = [rng.randbytes(64).decode("latin-1") for _ in range(20)]
        data += [f"1{chr(rng.randrange(97, 123))}1." + each[:40] for each in data]
        toasts = await asyncio.gather(*(table.press(person, board, each) for each in data))
        assert set(toasts) == {"This button is from another time. /board brings a fresh one."}
    assert board.caption == shown


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "data",
    [
        f"1p{LARGEST}.0.A",
        f"1p1.{LARGEST}.A",
        f"1f{LARGEST}.",
        f"1v{LARGEST}.{LARGEST}",
        f"1b{LARGEST}.home.en",
        f"1a1.{LARGEST}",
        f"1a{LARGEST + 1}.1",
        "1q." + "_" * 48,
        "1q." + "A" * 48,
    ],
)
async def test_the_largest_numbers(data: str, table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    shown = board.caption
    for person in (people.anna, people.carla):
        assert await table.press(person, board, data) != ""
    assert board.caption == shown


@pytest.mark.usefixtures("bot")
async def test_the_moves_of_somebody_else(table: Table, people: People, world: World) -> None:
    board = await table.begin(people.anna, people.boris)
    picks = [each.data for each in board.buttons if each.data.startswith("1p")]
    await table.tap(people.anna, "a3", board)
    _, step = await table.button("• a4", board)
    for data in (*picks, step.data, step.data.replace("1p", "1s"), step.data.replace("1p", "1g")):
        assert await table.press(people.boris, board, data) == NOT_MINE
        assert "not playing this game" in await table.press(people.carla, board, data)
    elsewhere = Table(world, world.private_chat(people.carla))
    world.follow_link(people.carla)
    welcome = await elsewhere.message("Welcome")
    toast = await elsewhere.press(people.carla, welcome, step)
    assert toast == "This game does not exist here."
    assert "White to move" in board.caption


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("payload", ["i" + "_" * 48, "i" + "A" * 48, "j" + "0" * 63, "j", "i"])
async def test_invitations_that_nobody_has_made(payload: str, people: People, world: World) -> None:
    carla = Table(world, world.private_chat(people.carla))
    world.follow_link(people.carla, payload)
    await carla.message("There is no such invitation" if len(payload) > 1 else "Welcome")
    carla.say(people.carla, f"/join {payload}")
    await carla.message("There is no such invitation")
    assert carla.boards == []


@pytest.mark.usefixtures("bot")
async def test_a_deleted_account_has_no_name(table: Table, people: People, world: World) -> None:
    world.rename(people.carla, "")
    message = table.say(people.carla, "/help@ugolki_local_bot")
    await table.message("How to play")
    table.say(people.anna, "/challenge", reply_to=message)
    await table.button("✖️ Withdraw")


@pytest.mark.usefixtures("bot")
async def test_people_and_groups_with_the_largest_ids(world: World) -> None:
    anna = world.add_person("Anna", person_id=2**52 - 1)
    boris = world.add_person("Boris", person_id=2**52 - 2)
    table = Table(world, world.add_group("Club", [anna, boris]))
    board = await table.begin(anna, boris, "16 diagonal")
    await table.tap(anna, "🏳️", board)
    await table.tap(anna, "Yes", board)
    await table.caption(board, "has resigned")


async def test_more_answers_than_a_chat_can_take(bot: App, table: Table, world: World) -> None:
    gate, replies = asyncio.Event(), Context(bot).services.replies
    world.faults.add("sendMessage", Fault(gate=gate), times=100)
    texts = Context(bot).services.audience
    text = (await texts.texts(table.chat.id)).html("reply.no-game")
    for _ in range(100):
        replies.send(Place(table.chat.id), text)
    gate.set()
    await replies.idle()
    assert len(table.messages) == 30
    replies.send(Place(table.chat.id), text)
    await replies.idle()
    assert len(table.messages) == 31
