"""Commands beside the game, and what is none."""

from __future__ import annotations

import pytest

from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


async def test_start_and_help_in_private(private: Table, people: People, world: World) -> None:
    world.follow_link(people.anna, "something-unknown")
    welcome = await private.message("Welcome to Ugolki")
    assert welcome.buttons[-1].url == "https://t.me/ugolki_local_bot?startgroup=play"
    private.say(people.anna, "/help")
    help_ = await private.message("How to play")
    for command in {*PRIVATE_COMMANDS, *GROUP_COMMANDS} - {"start"}:
        assert f"/{command}" in help_.text


@pytest.mark.parametrize("text", ["hello", "/nonsense", "c3 d9"])
async def test_anything_else_in_private_points_to_help(
    text: str, private: Table, people: People
) -> None:
    private.say(people.anna, text)
    await private.message("/help lists them")


async def test_a_group_is_spoken_to_only_when_it_asks(
    table: Table, people: People, world: World
) -> None:
    world.promote_bot(people.group)
    table.say(people.anna, "hello everybody")
    table.say(people.anna, "/unknown")
    table.say(people.anna, "/start@another_bot")
    message = table.say(people.anna, "/nothing")
    world.edit(people.anna, message, "/help")
    world.leave(people.carla, people.group)
    world.forward_from_channel(people.group, "/challenge")
    table.say(people.anna, "/help@ugolki_local_bot")
    await table.message("How to play")
    hints = [each for each in table.messages if "show who they are" in each.text]
    assert len(table.messages) - len(hints) == 1


async def test_board_brings_the_board_to_the_bottom(table: Table, people: People) -> None:
    table.say(people.anna, "/board")
    await table.message("No game is running here")
    old = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "c1", old)
    table.say(people.carla, "/board")
    fresh = await table.until(
        lambda: next((each for each in table.boards if each.id != old.id), None), "a new board"
    )
    await table.until(lambda: old.id not in table.chat.messages, "the old board gone")
    assert "Where to?" in fresh.caption
    assert await table.tap(people.anna, "d1", fresh) == ""
    await table.caption(fresh, "c1-d1")


async def test_board_shows_an_open_challenge_again(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge")
    card = await table.board("is looking for an opponent")
    table.say(people.anna, "/board")
    await table.until(lambda: card.id not in table.chat.messages, "the old card gone")
    assert await table.tap(people.boris, "▶️") == ""
    await table.message("to move")


async def test_the_menus_hold_the_commands(private: Table, people: People, world: World) -> None:
    await private.until(lambda: world.bot.commands, "commands")
    private.say(people.anna, "/help")
    await private.message("How to play")
    menus = {
        tuple(command.command for command in commands) for commands in world.bot.commands.values()
    }
    assert menus == {PRIVATE_COMMANDS, GROUP_COMMANDS}
