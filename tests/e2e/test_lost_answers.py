"""The answer to a request gets lost: nobody knows whether it took effect. One board stays live."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local.faults import Drop, Fault
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.scene import Scene, play
from tests.e2e.table import Table


@pytest.mark.usefixtures("bot")
async def test_a_board_that_was_sent_twice_is_live_once(
    table: Table, people: People, world: World
) -> None:
    world.faults.add("sendPhoto", Fault(drop=Drop.AFTER))
    board = await table.begin(people.anna, people.boris)
    first, second = table.messages
    assert second is board
    assert first.photo is not None
    assert not first.buttons
    assert table.boards == [board]


@pytest.mark.usefixtures("bot")
async def test_a_message_gets_its_buttons_when_its_id_is_known(
    table: Table, people: People, world: World
) -> None:
    gate = asyncio.Event()
    world.faults.add("editMessageReplyMarkup", Fault(gate=gate))
    table.say(people.anna, "/challenge")
    card = await table.message("is looking for an opponent")
    await world.until(lambda: len(world.faults) == 0)
    assert table.messages == [card]
    assert not card.buttons
    gate.set()
    await table.button("▶️", card)


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_may_have_arrived_is_not_repeated(
    table: Table, people: People, world: World
) -> None:
    world.faults.add("sendMessage", Fault(drop=Drop.AFTER))
    table.say(people.anna, "/help")
    await table.message("How to play")
    table.say(people.boris, "/draw")
    await table.until(lambda: len(table.messages) > 1, "the next answer")
    assert ["How to play" in message.text for message in table.messages] == [True, False]


@pytest.mark.parametrize("delete", ["500", "lost"])
@pytest.mark.usefixtures("bot")
async def test_the_old_board_goes_even_if_it_takes_more_tries(
    delete: str, table: Table, people: People, world: World
) -> None:
    old = await table.begin(people.anna, people.boris)
    lost = Fault(drop=Drop.BEFORE) if delete == "lost" else Fault.refuse(500, "Internal")
    world.faults.add("deleteMessage", lost)
    table.say(people.anna, "/board")
    await table.until(lambda: old.id not in table.chat.messages, "the old board gone")
    await table.until(lambda: len(table.boards) == 1, "one board")


def test_an_edit_that_takes_effect_late_is_made_up_for(tmp_path: Path) -> None:
    """It was given up, and comes upon a newer one."""

    async def late(scene: Scene) -> None:
        table = scene.table
        board = await table.begin(scene.anna, scene.boris)
        scene.world.faults.add("editMessageMedia", Fault(delay=30))
        assert await table.tap(scene.anna, "c1", board) == ""
        assert await table.press(scene.anna, board, "1p1.0.QY") == ""
        await table.caption(board, "a3-a4")
        await table.caption(board, "Where to?")
        await table.caption(board, "a3-a4")

    play(late, tmp_path, speed=50)


def test_a_board_that_cannot_be_sent_for_minutes_can_be_asked_for(tmp_path: Path) -> None:
    async def no_board(scene: Scene) -> None:
        table = scene.table
        scene.world.faults.add("sendPhoto", Fault.refuse(502, "Bad Gateway"), times=8)
        table.say(scene.anna, "/challenge white")
        await asyncio.sleep(400)
        assert table.boards == []
        table.say(scene.anna, "/challenge white 16")
        card = await table.board("16 pieces")
        await table.tap(scene.boris, "▶️", card)
        await table.caption(card, "White to move")
        scene.world.faults.add("editMessageMedia", Fault.refuse(502, "Bad Gateway"), times=8)
        assert await table.tap(scene.anna, "c1", card) == ""
        await asyncio.sleep(400)
        table.say(scene.anna, "/board")
        board = await table.board("Where to?")
        await table.until(lambda: table.boards == [board], "the old board gone")

    play(no_board, tmp_path, speed=200)


def test_fifty_games_at_once_with_slow_uploads(tmp_path: Path) -> None:
    """No request waits for a connection so long that it is given up, and nothing is sent twice."""

    async def all_at_once(scene: Scene) -> None:
        scene.world.flood = None
        tables = [scene.elsewhere() for _ in range(50)]
        scene.world.faults.add("sendPhoto", Fault(delay=10), times=50)
        await asyncio.gather(*(table.begin(scene.anna, scene.boris) for table in tables))
        assert [len(table.messages) for table in tables] == [1] * 50
        assert not [call for call in scene.world.calls if call.error]

    play(all_at_once, tmp_path, speed=20)
