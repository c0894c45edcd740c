"""The answer to a request gets lost: nobody knows whether it took effect. One board stays live."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local.faults import Drop, Fault
from bot.local.records import Standing
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.scene import Scene, play
from tests.e2e.table import Table
from tests.e2e.test_inline import challenge, payload


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


BAD_GATEWAY = Fault.refuse(502, "Bad Gateway")


class Outage:
    """Telegram fails on all that is sent, edited and deleted, until it is over."""

    METHODS = ("sendPhoto", "editMessageMedia", "editMessageReplyMarkup", "deleteMessage")

    def __init__(self, world: World) -> None:
        self._world = world
        for method in self.METHODS:
            world.faults.add(method, BAD_GATEWAY, times=1_000)

    def end(self) -> None:
        self._world.faults.clear()


def test_after_minutes_of_trouble_a_board_shows_the_confirmed_move_by_itself(
    tmp_path: Path,
) -> None:
    async def story(scene: Scene) -> None:
        table = scene.table
        board = await table.begin(scene.anna, scene.boris)
        outage = Outage(scene.world)
        assert await table.press(scene.anna, board, "1p1.0.QY") == ""
        await asyncio.sleep(900)
        assert "a3-a4" not in board.caption
        outage.end()
        await asyncio.sleep(70)
        assert "a3-a4" in board.caption
        assert table.boards == [board]

    play(story, tmp_path, speed=1_000)


def test_after_minutes_of_trouble_the_old_board_goes_by_itself(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        table = scene.table
        old = await table.begin(scene.anna, scene.boris)
        scene.world.faults.add("deleteMessage", BAD_GATEWAY, times=1_000)
        table.say(scene.anna, "/board")
        await asyncio.sleep(900)
        assert len(table.boards) == 2
        scene.world.faults.clear()
        await asyncio.sleep(70)
        assert len(table.boards) == 1
        assert table.boards != [old]

    play(story, tmp_path, speed=1_000)


def test_a_long_time_of_429s_is_no_reason_to_leave_a_board(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        table = scene.table
        board = await table.begin(scene.anna, scene.boris)
        refused = Fault.refuse(429, "Too Many Requests: retry after 30", retry_after=30)
        scene.world.faults.add("editMessageMedia", refused, times=20)
        assert await table.press(scene.anna, board, "1p1.0.QY") == ""
        await asyncio.sleep(700)
        assert "a3-a4" in board.caption

    play(story, tmp_path, speed=1_000)


def test_a_board_that_could_not_be_sent_comes_by_itself_or_when_asked_for(tmp_path: Path) -> None:
    """What may have arrived all the same is sent again ever more rarely."""

    async def story(scene: Scene) -> None:
        table = scene.table
        outage = Outage(scene.world)
        before = len(scene.world.calls)
        table.say(scene.anna, "/challenge white")
        await asyncio.sleep(1_800)
        calls = list(scene.world.calls)[before:]
        assert 8 < sum(call.method == "sendPhoto" for call in calls) < 15
        outage.end()
        await asyncio.sleep(610)
        card = await table.board("is looking for an opponent")
        await table.tap(scene.boris, "▶️", card)
        await table.caption(card, "White to move")
        outage = Outage(scene.world)
        table.say(scene.anna, "/board")
        await asyncio.sleep(600)
        outage.end()
        table.say(scene.anna, "/board")
        await asyncio.sleep(10)
        await table.until(lambda: len(table.boards) == 1, "one board")
        assert table.boards != [card]

    play(story, tmp_path, speed=1_000)


def test_after_minutes_of_trouble_a_posted_challenge_shows_the_game_by_itself(
    tmp_path: Path,
) -> None:
    async def story(scene: Scene) -> None:
        world = scene.world
        world.bot.inline_feedback = True
        members = [scene.anna, scene.boris]
        unseen = world.add_group("Unseen", members, bot_standing=Standing.LEFT)
        world.follow_link(scene.anna)
        post = await challenge(world, scene.anna, unseen)
        world.faults.add("editMessageText", BAD_GATEWAY, times=1_000)
        world.follow_link(scene.boris, payload(post))
        await asyncio.sleep(300)
        assert "is looking for" in post.text
        world.faults.clear()
        await asyncio.sleep(70)
        assert "The game has begun" in post.text

    play(story, tmp_path, speed=1_000)


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
