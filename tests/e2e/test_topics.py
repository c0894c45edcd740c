"""Forums: each game lives in the topic where it began, for as long as that can be written to."""

from __future__ import annotations

import pytest

from bot.app import App
from bot.local.faults import Fault
from bot.local.records import Chat, Message
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.settled import settle
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def forum(world: World, people: People) -> Chat:
    return world.add_group("Forum", [people.carla, people.anna, people.boris], is_forum=True)


@pytest.fixture
def table(world: World, forum: Chat) -> Table:
    return Table(world, forum)


@pytest.fixture
def topic(world: World, people: People, forum: Chat) -> int:
    return world.open_topic(people.carla, forum, "Games")


async def begin(table: Table, people: People, topic: int | None, words: str = "") -> Message:
    """Anna, White, begins a game with Boris in a topic; None is General."""
    table.world.say(people.anna, table.chat, f"/challenge white {words}", thread_id=topic)
    card = await table.message("is looking for an opponent")
    assert await table.tap(people.boris, "▶️", card) == ""
    await table.caption(card, "White to move")
    return card


async def shown(table: Table, words: str) -> Message:
    """The board of the game once it shows these words; it may be a new message."""
    return await table.until(
        lambda: next((each for each in table.boards if words in each.caption), None), words
    )


def sent(world: World, chat: Chat) -> int:
    return sum(call.chat_id == chat.id and "send" in call.method for call in world.calls)


async def test_everything_about_a_game_stays_in_its_topic(
    table: Table, people: People, topic: int, world: World, clock: Clock
) -> None:
    board = await begin(table, people, topic, "1h")
    clock.advance(hours=0.8)
    assert (await table.message("it is your move")).thread_id == topic
    table.say(people.anna, "c1 d1", reply_to=board)
    await table.caption(board, "c1-d1")
    assert (await table.message("Boris\u2069, it is your move")).thread_id == topic
    world.say(people.boris, table.chat, "/draw", thread_id=topic)
    assert (await table.message("offers you a draw")).thread_id == topic
    await table.tap(people.boris, "🏳️", board)
    await table.tap(people.boris, "Yes", board)
    for person in (people.anna, people.boris):
        await table.tap(person, "🔁" if person is people.anna else "▶️", board)
    assert (await shown(table, "White to move, \u2068Boris")).thread_id == topic
    await table.tap(people.carla, "📄", board)
    assert (await table.message("📄")).thread_id == topic
    assert {each.thread_id for each in table.messages} == {topic}


async def test_what_goes_wrong_is_said_where_it_was_asked_for(
    table: Table, people: People, topic: int, world: World
) -> None:
    world.say(people.anna, table.chat, "/challenge 11", thread_id=topic)
    assert (await table.message("“11”")).thread_id == topic
    world.say(people.anna, table.chat, "/board", thread_id=1)
    assert not (await table.message("No game is running")).in_topic


async def test_a_thread_of_replies_is_no_topic(world: World, people: People, table: Table) -> None:
    group = Table(world, people.group)
    hello = group.say(people.anna, "hello")
    group.say(people.boris, "who plays?", reply_to=hello)
    group.say(people.anna, "/challenge white", reply_to=hello)
    await group.message("cannot challenge yourself")
    asked = group.say(people.carla, "what is this?", reply_to=hello)
    group.say(people.anna, "/challenge white", reply_to=asked)
    card = await group.message("challenges")
    assert await group.tap(people.carla, "▶️", card) == ""
    await group.caption(card, "White to move")
    general = await begin(table, people, 1)
    assert (general.thread_id, general.in_topic) == (None, False)


@pytest.mark.parametrize("general", [False, True], ids=["topic", "General"])
async def test_while_its_topic_is_closed_a_game_is_paused(
    general: bool, table: Table, people: People, topic: int, world: World, clock: Clock, bot: App
) -> None:
    place = 1 if general else topic
    board = await begin(table, people, place, "1h")
    world.close_topic(people.carla, table.chat, place)
    await settle(world, bot)
    before = board.caption
    for label in ("c1", "🤝", "🏳️"):
        assert "This topic is closed" in await table.tap(people.anna, label, board)
    clock.advance(days=2)
    assert "This topic is closed" in await table.tap(people.boris, "🏳️", board)
    assert (board.caption, table.messages) == (before, [board])
    world.reopen_topic(people.carla, table.chat, place)
    await settle(world, bot)
    assert await table.tap(people.anna, "c1", board) == ""
    await table.tap(people.anna, "• d1", board)
    await table.caption(board, "c1-d1")
    assert "out of time" not in board.caption


async def test_a_closed_topic_that_only_an_error_tells_of(
    table: Table, people: People, topic: int, world: World, bot: App
) -> None:
    board = await begin(table, people, topic)
    world.faults.add("sendPhoto", Fault.refuse(400, "Bad Request: TOPIC_CLOSED"))
    world.say(people.boris, table.chat, "/board", thread_id=topic)
    await world.until(lambda: len(world.faults) == 0)
    await settle(world, bot)
    assert "This topic is closed" in await table.tap(people.anna, "c1", board)
    # Nobody told that it is open again: /board tries.
    world.say(people.boris, table.chat, "/board", thread_id=topic)
    fresh = await table.until(
        lambda: next((each for each in table.boards if each.id != board.id), None), "a new board"
    )
    assert fresh.thread_id == topic
    assert await table.tap(people.anna, "c1", fresh) == ""


async def test_asked_for_from_another_topic_a_closed_one_is_explained(
    table: Table, people: People, topic: int, world: World, bot: App
) -> None:
    board = await begin(table, people, topic)
    world.close_topic(people.carla, table.chat, topic)
    world.say(people.boris, table.chat, "/board", thread_id=1)
    answer = await table.message("This topic is closed")
    assert not answer.in_topic
    await settle(world, bot)
    assert table.boards == [board]
    assert "This topic is closed" in await table.tap(people.anna, "c1", board)


async def test_a_game_whose_topic_was_deleted_goes_on_in_general(
    table: Table, people: People, topic: int, world: World
) -> None:
    board = await begin(table, people, topic)
    hers = Table(world, world.private_chat(people.anna))
    hers.say(people.anna, "/games")
    await hers.tap(people.anna, "Boris")
    own = await hers.board("to move")
    world.delete_topic(table.chat, topic)
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    fresh = await shown(table, "c1-d1")
    assert (fresh.id != board.id, fresh.thread_id) == (True, None)
    table.say(people.boris, "h6 h5", reply_to=fresh)
    await table.caption(fresh, "h6-h5")
    assert table.boards == [fresh]


async def test_where_neither_the_topic_nor_general_can_be_written_to_the_game_is_paused(
    table: Table, people: People, topic: int, world: World, bot: App
) -> None:
    await begin(table, people, topic)
    hers = Table(world, world.private_chat(people.anna))
    hers.say(people.anna, "/games")
    await hers.tap(people.anna, "Boris")
    own = await hers.board("to move")
    world.close_topic(people.carla, table.chat, 1)
    world.delete_topic(table.chat, topic)
    before = sent(world, table.chat)
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    await settle(world, bot)
    # Into the topic, then once without it.
    assert sent(world, table.chat) == before + 2
    hers.say(people.anna, "/draw")
    await hers.caption(own, "offers a draw")
    await settle(world, bot)
    assert sent(world, table.chat) == before + 2
    world.reopen_topic(people.carla, table.chat, 1)
    fresh = await shown(table, "c1-d1")
    await table.tap(people.boris, "🤝 Agree", fresh)
    await table.caption(fresh, "Draw by agreement")
