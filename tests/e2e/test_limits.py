"""One person's flood: it is told once, costs little, and nobody else notices it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

import pytest

from bot.app import App
from bot.handlers.context import Context
from bot.handlers.limits import ALLOWANCES, Activity, Allowance
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

TOO_MANY = "That is a lot in a short time"
TOO_FAST = "That was too fast. Please wait a few seconds."


@pytest.fixture
def allowances() -> Mapping[Activity, Allowance]:
    # What is used up does not come back while a test runs, however slow the machine is.
    return {each: Allowance(allowance.most, 1e6) for each, allowance in ALLOWANCES.items()}


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


async def all_answered(bot: App, world: World) -> None:
    await world.until(lambda: not world.updates.pending)
    await bot.update_queue.join()
    await Context(bot).services.replies.idle()


@pytest.mark.parametrize("text", ["/help", "/privacy", "hello", "/join x", "/settings"])
async def test_commands_in_private(
    text: str, bot: App, world: World, private: Table, people: People
) -> None:
    for _ in range(100):
        private.say(people.anna, text)
    world.say(people.boris, world.private_chat(people.boris), "/help")
    await Table(world, world.private_chat(people.boris)).message("How to play")
    await all_answered(bot, world)
    told = [TOO_MANY in each.text for each in private.messages]
    assert told == [False] * 20 + [True]


@pytest.mark.parametrize("text", ["/help", "/challenge nonsense", "/language", "/settings", "/top"])
async def test_commands_in_a_group(
    text: str, bot: App, world: World, table: Table, people: People
) -> None:
    for _ in range(50):
        table.say(people.anna, text)
    await all_answered(bot, world)
    told = [TOO_MANY in each.text for each in table.messages]
    assert sorted(told) == [False] * 20 + [True]
    table.say(people.boris, "/help@ugolki_local_bot")
    await table.message("How to play")


async def test_the_talk_of_a_group_is_no_command(
    bot: App, world: World, table: Table, people: People
) -> None:
    world.promote_bot(people.group)
    for number in range(30):
        table.say(people.anna, f"hello {number}")
        table.say(people.anna, "/start@another_bot")
        table.say(people.anna, "c3 d3")
    table.say(people.anna, "/help")
    await table.message("How to play")
    await all_answered(bot, world)
    assert len(table.messages) == 1


async def test_an_anonymous_administrator(
    bot: App, world: World, table: Table, people: People
) -> None:
    for _ in range(40):
        world.say_anonymously(people.anna, people.group, "/challenge")
    table.say(people.anna, "/help")
    await table.message("How to play")
    await all_answered(bot, world)
    assert len([each for each in table.messages if TOO_MANY in each.text]) == 1
    assert len(table.messages) == 22


@pytest.mark.usefixtures("bot")
async def test_every_tap_of_a_flood_is_answered(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    data = board.button("a3").data
    toasts = Counter(
        await asyncio.gather(*(table.press(people.anna, board, data) for _ in range(300)))
    )
    assert toasts[TOO_FAST] == 1
    assert toasts[""] == 299
    assert await table.press(people.boris, board, data) == "It is \u2068Anna\u2069's turn."
    assert "not playing" in await table.press(people.carla, board, data)


@pytest.mark.usefixtures("bot")
async def test_fifty_taps_at_once_all_count(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    data = [board.button(name).data for name in ("a3", "b3", "c3", "c2", "c1")] * 10
    toasts = await asyncio.gather(*(table.press(people.anna, board, each) for each in data))
    assert set(toasts) == {""}
    await table.caption(board, "Where to?")


@pytest.mark.usefixtures("bot")
async def test_moves_in_writing_are_no_commands(private: Table, people: People) -> None:
    private.say(people.anna, "/play")
    await private.tap(people.anna, "▶️")
    for _ in range(50):
        private.say(people.anna, "a1 h8")
    private.say(people.anna, "/help")
    await private.message("How to play")
    assert not [each for each in private.messages if TOO_MANY in each.text]


@pytest.mark.usefixtures("bot")
async def test_inline_queries(world: World, people: People) -> None:
    world.bot.answers_inline = True
    chat = world.add_private_chat(people.anna, people.boris)
    texts = [f"{16 if number % 2 else 12} white {' ' * number}" for number in range(80)]
    answers = [await world.ask_inline(people.anna, chat, text) for text in texts]
    assert all(answer is not None for answer in answers)
    offered = [bool(answer and answer.results) for answer in answers]
    assert offered == [True] * 60 + [False] * 20
    other = await world.ask_inline(people.boris, chat, "16 white")
    assert other is not None
    assert other.results


@pytest.mark.usefixtures("bot")
async def test_erasing_oneself_again_and_again(private: Table, people: People) -> None:
    private.say(people.anna, "/forget")
    question, yes = await private.button("Yes")
    toasts = Counter(
        await asyncio.gather(*(private.press(people.anna, question, yes) for _ in range(40)))
    )
    assert toasts == {"": 19, TOO_FAST: 21}
