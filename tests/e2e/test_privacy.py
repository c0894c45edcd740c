"""``/privacy`` and ``/forget``: what is stored, and that it is gone when somebody wants that."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.config import Config
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.boris))


def everything(config: Config) -> str:
    """All that the database holds, as text."""
    with closing(sqlite3.connect(config.database)) as connection:
        return "\n".join(connection.iterdump())


async def forget(private: Table, people: People) -> None:
    private.say(people.boris, "/forget")
    question = await private.message("Shall I forget you?")
    assert await private.tap(people.boris, "Yes, forget me", question) == ""
    await private.message("I have forgotten you")


async def test_privacy_says_what_is_stored(private: Table, people: People) -> None:
    private.say(people.boris, "/privacy")
    answer = await private.message("What I store")
    for stored in ("name", "settings", "moves", "rating", "/forget"):
        assert stored in answer.text


async def test_nothing_is_erased_without_a_yes(
    private: Table, people: People, config: Config
) -> None:
    private.say(people.boris, "/forget")
    await private.tap(people.boris, "✖️ No")
    await private.message("everything stays as it is")
    assert str(people.boris.id) in everything(config)


async def test_a_person_is_erased_and_the_opponents_game_remains(
    table: Table, private: Table, world: World, people: People, config: Config
) -> None:
    world.rename(people.boris, "Boris Borisovich", username="boris_b")
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    private.say(people.boris, "/settings")
    await private.tap(people.boris, "Coordinates: on")
    table.say(people.boris, "/challenge 16")
    card = await table.board("is looking for an opponent")
    table.say(people.carla, "/challenge @boris_b")
    await table.message("challenges")
    private.say(people.boris, "/play")
    await private.tap(people.boris, "▶️")
    await private.message("to move")
    await forget(private, people)
    left = everything(config)
    assert "oris" not in left.casefold()
    assert str(people.boris.id) not in left
    await table.caption(board, "Anna\u2069 wins: deleted player has resigned")
    await table.caption(card, "deleted player has withdrawn the challenge")
    assert not any("🔁" in button.text for button in board.buttons)
    own = Table(world, world.private_chat(people.anna))
    own.say(people.anna, "/stats")
    statistics = await own.message("Your results")
    assert "deleted player: 1 won, 0 drawn, 0 lost" in statistics.text
    table.say(people.anna, "/export")
    await table.message("📄 \u2068Anna\u2069 – deleted player")


async def test_who_was_erased_begins_anew(
    table: Table, private: Table, people: People, config: Config
) -> None:
    board = await table.begin(people.anna, people.boris)
    await forget(private, people)
    await table.caption(board, "has resigned")
    private.say(people.boris, "/stats")
    await private.message("not finished a game yet")
    assert "Boris" in everything(config)
    table.say(people.boris, "/top")
    await table.message("deleted player")
    again = await table.begin(people.boris, people.anna)
    await table.caption(again, "White to move, \u2068Boris")
    await table.until(lambda: "deleted player" in board.caption, "the old game without a name")


async def test_buttons_of_erased_games_say_so(private: Table, people: People) -> None:
    private.say(people.boris, "/play")
    await private.tap(people.boris, "▶️")
    board = await private.board("to move")
    await forget(private, people)
    assert "does not exist here" in await private.tap(people.boris, "🏳️", board)


async def test_both_players_erased(
    table: Table, private: Table, world: World, people: People
) -> None:
    board = await table.begin(people.anna, people.boris)
    await forget(private, people)
    other = Table(world, world.private_chat(people.anna))
    other.say(people.anna, "/forget")
    await other.tap(people.anna, "Yes, forget me")
    await other.message("I have forgotten you")
    await table.tap(people.carla, "📄", board)
    await table.message("📄 deleted player – deleted player")


async def test_erasing_in_a_group_is_no_button_of_ours(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    for data in ("1e.erase", "1e.keep"):
        assert await table.press(people.boris, board, data) != ""
    await table.tap(people.anna, "a3", board)
