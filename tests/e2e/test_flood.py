"""Telegram's limits, as the server enforces them, against the bot at Telegram's rates."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.chat.callbacks import Accept, Choose, Go, Pick, Prefer, Read, Speak, encode
from bot.chat.rulebook import Page
from bot.local.faults import Fault
from bot.local.flood import Allowance, FloodLimits
from bot.local.records import Message
from rules import parse_square
from tests.e2e.patient import Deeds, Pair, Patience, Player, buttons_of
from tests.e2e.recorded import recorded_games
from tests.e2e.scene import Scene, play


def pick(board: Message, *squares: str, turn: int = 0) -> str:
    """Callback data as on a board: what somebody picks in its game."""
    game = next(m.game for _, m in buttons_of(board) if isinstance(m, Pick | Go))
    return encode(Pick(game, turn, tuple(map(parse_square, squares))))


@dataclass(frozen=True)
class Leafing:
    """What Anna taps in a group, one after the other, and whether the message shows the last."""

    message: Message
    data: Sequence[str]
    shows_last: Callable[[], bool]


Opening = Callable[[Scene], Awaitable[Leafing]]


def labels(message: Message) -> list[str]:
    return [button.text for button in message.buttons]


async def choosing_pieces(scene: Scene) -> Leafing:
    board = await scene.table.begin(scene.anna, scene.boris)
    data = [pick(board, piece) for piece in ("c1", "a3", "b3")]
    return Leafing(board, data, lambda: "• b4" in labels(board))


async def choosing_options(scene: Scene) -> Leafing:
    scene.table.say(scene.anna, "/challenge white")
    card = await scene.table.board("is looking for an opponent")
    game = next(m.game for _, m in buttons_of(card) if isinstance(m, Choose))
    data = [encode(Choose(game, choice)) for choice in ("10", "12", "16")]
    return Leafing(card, data, lambda: "16 pieces" in card.caption)


async def turning_pages_of_the_rules(scene: Scene) -> Leafing:
    scene.table.say(scene.anna, "/rules")
    book = await scene.table.message("Ugolki, the game of corners")
    pages = (Page.STEP, Page.JUMP, Page.HOMES)
    data = [encode(Read(0, page, "en")) for page in pages]
    number = list(Page).index(Page.HOMES)
    return Leafing(book, data, lambda: any(f" {number}/" in label for label in labels(book)))


async def choosing_a_look(scene: Scene) -> Leafing:
    scene.table.say(scene.anna, "/settings")
    sheet = await scene.table.message("Settings of this chat")
    choices = ("quick", "noreminders", "nocoordinates", "coordinates", "nocoordinates")
    data = [encode(Prefer(choice)) for choice in choices]
    return Leafing(sheet, data, lambda: "Coordinates: off" in labels(sheet))


async def choosing_a_language(scene: Scene) -> Leafing:
    scene.table.say(scene.anna, "/language")
    sheet = await scene.table.message("language")
    data = [encode(Speak(language)) for language in ("de", "fr", "it")]

    def shows_last() -> bool:
        captions = [board.caption for board in scene.table.boards]
        italian = all("Turno 1" in caption for caption in captions)
        return italian and "🌐 Italiano ✓" in labels(sheet)

    return Leafing(sheet, data, shows_last)


async def choosing_text(scene: Scene) -> Leafing:
    scene.table.say(scene.anna, "/settings")
    sheet = await scene.table.message("Settings of this chat")
    data = [encode(Prefer(choice)) for choice in ("text", "pictures", "text")]

    def shows_last() -> bool:
        texts = [each for each in scene.table.messages if "Round 1" in each.text and each.buttons]
        return len(texts) == 2 and not scene.table.boards and "Board: text" in labels(sheet)

    return Leafing(sheet, data, shows_last)


async def tap_thirty_times(scene: Scene, leafing: Leafing) -> None:
    """Three taps a second, each of which is answered."""
    taps, now = [], asyncio.get_running_loop().time
    began = now()
    for number in range(30):
        await asyncio.sleep(max(0, began + number / 3 - now()))
        choice = leafing.data[number % len(leafing.data)]
        tap = scene.world.call_back(scene.anna, scene.group, leafing.message.id, choice)
        taps.append(tap)
    assert all([await tap is not None for tap in taps])


@pytest.mark.parametrize(
    "opening",
    [
        choosing_pieces,
        choosing_options,
        turning_pages_of_the_rules,
        choosing_a_look,
        choosing_a_language,
    ],
)
def test_thirty_taps_in_ten_seconds_cost_at_most_five_edits(
    opening: Opening, tmp_path: Path
) -> None:
    async def story(scene: Scene) -> None:
        leafing = await opening(scene)
        await asyncio.sleep(60)
        before = scene.sent(scene.group)
        await tap_thirty_times(scene, leafing)
        await asyncio.sleep(20)
        assert leafing.shows_last()
        assert 2 <= scene.sent(scene.group) - before <= 5
        assert scene.flood.refused == 0

    play(story, tmp_path, speed=50)


@pytest.mark.parametrize("opening", [choosing_a_language, choosing_text])
def test_boards_that_follow_a_choice_share_its_edits(opening: Opening, tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        await scene.table.begin(scene.anna, scene.boris)
        await scene.table.begin(scene.boris, scene.anna)
        leafing = await opening(scene)
        await asyncio.sleep(60)
        before = scene.sent(scene.group)
        await tap_thirty_times(scene, leafing)
        assert scene.sent(scene.group) - before <= 5
        await asyncio.sleep(40)
        assert leafing.shows_last()
        assert scene.flood.refused == 0

    play(story, tmp_path, speed=50)


def test_what_happens_is_not_held_up_by_what_was_chosen_before(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        leafing = await choosing_options(scene)
        card, now = leafing.message, asyncio.get_running_loop().time
        await asyncio.sleep(60)
        for data, words in zip(leafing.data, ("10", "12", "16"), strict=True):
            assert await scene.table.press(scene.anna, card, data) == ""
            await scene.table.caption(card, f"{words} pieces")
        assert await scene.table.press(scene.anna, card, leafing.data[0]) == ""
        await asyncio.sleep(1)
        assert "16 pieces" in card.caption, "the choice waits"
        began = now()
        game = next(m.game for _, m in buttons_of(card) if isinstance(m, Accept))
        newest = await scene.bot.bot_data["services"].live.match(game)
        accept = encode(Accept(game, newest.version))
        assert await scene.table.press(scene.boris, card, accept) == ""
        await scene.table.caption(card, "White to move")
        assert now() - began < 1.5

    play(story, tmp_path, speed=50)


def test_two_quick_players_never_wait_long_for_their_board(tmp_path: Path) -> None:
    """They think for a second, and tap what the board offers: hops, or squares to end on."""

    async def story(scene: Scene) -> None:
        deeds = Deeds()
        player = Player(scene.world, Patience(), deeds, lambda: asyncio.sleep(1))
        recorded = recorded_games()[1]
        pair = Pair(player, scene.anna, scene.boris, scene.group, recorded)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(90):
                await pair.play()
        assert scene.flood.refused == 0
        assert len(deeds.waits) >= 20
        assert max(deeds.waits) < 5
        assert deeds.refused == deeds.unanswered == 0

    play(story, tmp_path, speed=50)


def test_with_little_left_a_move_of_any_length_costs_two_edits(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        table = scene.table
        board = await table.begin(scene.anna, scene.boris)
        other = await scene.table.begin(scene.boris, scene.anna)
        await table.press(scene.boris, other, pick(other, "a3"))
        await table.caption(other, "Where to?")
        await table.press(scene.anna, board, pick(board, "b1"))
        await table.button("◯ d1", board)
        assert any(isinstance(meaning, Go) for _, meaning in buttons_of(board))
        before = scene.sent(scene.group)
        assert await table.tap(scene.anna, "◯ d1", board) == ""
        await table.caption(board, "b1:d1")
        assert scene.sent(scene.group) - before == 1
        assert scene.flood.refused == 0

    play(story, tmp_path, speed=50)


def test_after_a_429_nothing_is_sent_before_its_time_and_then_the_newest(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        board = await scene.table.begin(scene.anna, scene.boris)
        await asyncio.sleep(60)
        flood = scene.world.flood = FloodLimits(scene.world.clock, group=Allowance(1, 30))
        assert await scene.table.press(scene.anna, board, pick(board, "c1")) == ""
        await scene.table.button("• d1", board)
        before = scene.sent(scene.group)
        for piece in ("a3", "b3"):
            await scene.table.press(scene.anna, board, pick(board, piece))
            await asyncio.sleep(1)
        elsewhere = scene.elsewhere()
        began = asyncio.get_running_loop().time()
        elsewhere.say(scene.boris, "/help")
        await elsewhere.message("How to play")
        assert asyncio.get_running_loop().time() - began < 1
        for piece in ("c3", "a2"):
            await scene.table.press(scene.anna, board, pick(board, piece))
        await asyncio.sleep(70)
        assert flood.refused == 1
        assert flood.too_early == 0
        assert scene.sent(scene.group) - before == 2
        assert board.buttons

    play(story, tmp_path, speed=50)


def test_a_chat_whose_requests_take_ten_seconds_does_not_slow_others(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        board = await scene.table.begin(scene.anna, scene.boris)
        elsewhere = scene.elsewhere()
        other = await elsewhere.begin(scene.anna, scene.boris)
        await asyncio.sleep(60)
        now = asyncio.get_running_loop().time
        scene.world.faults.add(
            "editMessageMedia", Fault(delay=10), chat_id=scene.group.id, times=99
        )
        before = scene.sent(scene.group)
        began = now()
        for piece in ("a3", "b3", "c3", "a2", "c1"):
            await scene.table.press(scene.anna, board, pick(board, piece))
        await elsewhere.press(scene.anna, other, pick(other, "c1"))
        await elsewhere.button("• d1", other)
        assert now() - began < 3
        await scene.table.button("• d1", board)
        assert now() - began < 25
        assert scene.sent(scene.group) - before == 2

    play(story, tmp_path, speed=50)
