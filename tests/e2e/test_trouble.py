"""Ordinary trouble between the bot and Telegram: each has an outcome, and the game goes on."""

from __future__ import annotations

import asyncio

import pytest

from bot.local.faults import Drop, Fault
from bot.local.records import ChatKind, Rights
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


async def test_the_board_was_deleted(table: Table, people: People, world: World) -> None:
    board = await table.begin(people.anna, people.boris)
    world.delete(people.anna, board)
    assert await table.press(people.anna, board, "1p1.0.QY") == ""
    new = await table.board("a3-a4")
    assert table.boards == [new]


async def test_frames_never_queue_up(table: Table, people: People, world: World) -> None:
    board = await table.begin(people.anna, people.boris)
    seen = len(world.calls)
    gate = asyncio.Event()
    world.faults.add("editMessageMedia", Fault(gate=gate))
    assert await table.tap(people.anna, "a3", board) == ""
    await world.until(lambda: not len(world.faults))
    for label in ("b3", "c3", "a2", "c1"):
        assert await table.tap(people.anna, label, board) == ""
    gate.set()
    await table.until(lambda: board.buttons[0].text == "• d1", "the last choice")
    methods = [call.method for call in list(world.calls)[seen:]]
    assert methods.count("editMessageMedia") == 2


async def test_what_is_not_modified_is_as_wanted(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    same = "Bad Request: message is not modified: specified new message content and ..."
    world.faults.add("editMessageMedia", Fault.refuse(400, same))
    assert await table.tap(people.anna, "c1", board) == ""
    await world.until(lambda: len(world.faults) == 0)
    assert await table.tap(people.anna, "a3", board) == ""
    await table.tap(people.anna, "• a4", board)
    await table.caption(board, "a3-a4")
    assert table.messages == [board]


async def test_flood_control_in_one_chat(table: Table, people: People, world: World) -> None:
    board = await table.begin(people.anna, people.boris)
    other = Table(world, world.add_group("Elsewhere", [people.anna, people.carla]))
    elsewhere = await other.begin(people.anna, people.carla)
    refused = Fault.refuse(429, "Too Many Requests: retry after 1", retry_after=1)
    world.faults.add("editMessageMedia", refused, chat_id=people.group.id)
    asked = asyncio.get_running_loop().time()
    for label in ("a3", "b3", "c1"):
        await table.press(people.anna, board, board.button(label))
    await other.tap(people.anna, "c1", elsewhere)
    await other.caption(elsewhere, "Where to?")
    assert asyncio.get_running_loop().time() - asked < 1
    await table.until(lambda: board.buttons[0].text == "• d1", "the newest choice")
    edits = [
        call
        for call in world.calls
        if call.method == "editMessageMedia" and call.chat_id == people.group.id
    ]
    refusal = next(index for index, call in enumerate(edits) if call.error == 429)
    assert len(edits) == refusal + 2
    assert edits[-1].at - edits[refusal].at >= 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault.refuse(500, "Internal Server Error"),
        Fault.refuse(502, "Bad Gateway"),
        Fault(drop=Drop.BEFORE),
        Fault(drop=Drop.AFTER),
    ],
    ids=["500", "502", "lost before", "lost after"],
)
async def test_an_edit_that_fails_on_the_way_is_made_up_for(
    fault: Fault, table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.faults.add("editMessageMedia", fault)
    await table.press(people.anna, board, "1p1.0.QY")
    await table.caption(board, "a3-a4")
    assert table.boards == [board]


async def test_an_answer_that_comes_too_late_does_not_stop_the_move(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    late = Fault.refuse(400, "Bad Request: query is too old and response timeout expired or ...")
    world.faults.add("answerCallbackQuery", late)
    tap = world.call_back(people.anna, people.group, board.id, "1p1.0.QY")
    await table.caption(board, "a3-a4")
    assert not tap.answered


async def test_no_right_to_send_photos(table: Table, people: People, world: World) -> None:
    world.restrict_bot(people.group, Rights(photos=False))
    table.say(people.anna, "/challenge white")
    card = await table.message("is looking for an opponent")
    assert card.photo is None
    assert "3 w w w · · · · ·" in card.text
    assert await table.tap(people.boris, "▶️", card) == ""
    await table.tap(people.anna, "a3", card)
    await table.until(lambda: "4 + · ·" in card.text, "where the piece can go")
    await table.tap(people.anna, "• a4", card)
    await table.until(lambda: "4 w · ·" in card.text, "the move")


async def test_a_group_becomes_a_supergroup(world: World, people: People) -> None:
    group = world.add_group("Old", [people.anna, people.boris], kind=ChatKind.GROUP)
    board = await Table(world, group).begin(people.anna, people.boris)
    assert board.buttons
    table = Table(world, world.migrate(group))
    new = await table.board("White to move")
    await table.tap(people.anna, "a3", new)
    await table.tap(people.anna, "• a4", new)
    await table.caption(new, "a3-a4")
    assert table.boards == [new]


async def test_a_group_that_removed_the_bot_does_not_stop_another(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    other = Table(world, world.add_group("Elsewhere", [people.anna, people.carla]))
    elsewhere = await other.begin(people.anna, people.carla)
    taps = [world.call_back(people.anna, people.group, board.id, "1p1.0.QY")]
    world.remove_bot(people.group)
    assert await taps[0] is not None
    await other.tap(people.anna, "c1", elsewhere)
    await other.caption(elsewhere, "Where to?")
    world.add_bot(people.group)
    table.say(people.boris, "/board")
    await table.message("a3-a4")


async def test_a_game_in_a_topic_stays_there(world: World, people: People) -> None:
    forum = world.add_group("Forum", [people.anna, people.boris], is_forum=True)
    topic = world.open_topic(people.anna, forum, "Games")
    table = Table(world, forum)
    world.say(people.anna, forum, "/challenge white", thread_id=topic)
    card = await table.board("is looking for an opponent")
    assert card.thread_id == topic
    await table.tap(people.boris, "▶️", card)
    world.say(people.boris, forum, "/board", thread_id=topic)
    await table.until(lambda: card.id not in forum.messages, "the old board gone")
    await table.until(lambda: table.boards, "the new one")
    assert [board.thread_id for board in table.boards] == [topic]
    world.say(people.anna, forum, "/challenge", thread_id=1)
    general = await table.board("is looking for an opponent")
    assert general.thread_id is None


async def test_names_with_markup_and_without_letters(world: World) -> None:
    anna = world.add_person("<b>&", last_name="</i>\u202e")
    boris = world.add_person("\u200b")
    table = Table(world, world.add_group("Odd", [anna, boris]))
    board = await table.begin(anna, boris)
    assert "⚪ \u2068<b>& </i>\u2069 – ⚫ \u2068?\u2069" in board.caption
