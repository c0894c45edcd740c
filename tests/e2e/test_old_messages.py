"""Games that take days and weeks: what is old can still be played on and looked at."""

from __future__ import annotations

import pytest

from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def world(clock: Clock) -> World:
    """Here Telegram's clock is the bot's: what is older than 48 hours cannot be deleted."""
    return World(clock=clock)


@pytest.mark.parametrize("days", [49 / 24, 30])
@pytest.mark.parametrize("accessible", [True, False])
async def test_an_old_board_is_played_on(
    days: float, accessible: bool, table: Table, people: People, world: World, clock: Clock
) -> None:
    old = await table.begin(people.anna, people.boris)
    clock.advance(days=days)
    if not accessible:
        world.make_inaccessible(old)
    assert await table.tap(people.anna, "c1", old) == ""
    found, step = await table.button("• d1")
    assert (found is old) is accessible
    assert await table.press(people.anna, found, step) == ""
    await table.caption(found, "c1-d1")
    clock.advance(days=days)
    table.say(people.boris, "/board")
    fresh = await table.until(
        lambda: next((each for each in table.boards if each.id > found.id), None), "a new board"
    )
    # It cannot be deleted, but nobody can tap on it.
    await table.until(lambda: not found.buttons, "the old board without buttons")
    assert await table.tap(people.boris, "h6", fresh) == ""
    await table.tap(people.boris, "• h5", fresh)
    await table.caption(fresh, "h6-h5")


async def test_a_board_comes_anew_after_weeks_in_a_private_chat(
    people: People, world: World, clock: Clock
) -> None:
    hers = Table(world, world.private_chat(people.anna))
    his = Table(world, world.private_chat(people.boris))
    hers.say(people.anna, "/challenge white 7d")
    card = await hers.board("Send this invitation")
    code = card.caption.split("?start=")[1].split()[0]
    world.follow_link(people.boris, code)
    first = await his.board("White to move")
    own = await hers.board("White to move")
    clock.advance(days=5)
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    second = await his.message("c1-d1")
    assert second.id != first.id
    await his.until(lambda: not first.buttons, "the old board without buttons")
    clock.advance(days=6)
    his.say(people.boris, "h6 h5")
    await his.message("h6-h5")
    await hers.message("h6-h5")


async def test_a_finished_game_is_there_after_a_year(
    table: Table, people: People, clock: Clock
) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.anna, "c1 d1", reply_to=board)
    await table.caption(board, "c1-d1")
    await table.tap(people.boris, "🏳️", board)
    await table.tap(people.boris, "Yes", board)
    await table.caption(board, "Anna\u2069 wins")
    clock.advance(days=365)
    assert await table.tap(people.carla, "📄", board) == ""
    record = await table.message("📄")
    assert record.media is not None
    assert "c1-d1" in record.media.content.decode()
    await table.tap(people.carla, "🎞", board)
    await table.message("🎞")
    table.say(people.carla, "/top")
    await table.message("Anna")
