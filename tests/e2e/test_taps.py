"""Wrong taps get their sentence and change nothing."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from bot.app import App
from bot.chat.callbacks import (
    Accept,
    Booklet,
    Choose,
    ConfirmResign,
    Deed,
    EraseMe,
    Fetch,
    Go,
    Join,
    KeepMe,
    KeepPlaying,
    Leaf,
    Meaning,
    Open,
    Pick,
    Prefer,
    Press,
    Read,
    ReplayFile,
    Resume,
    Retract,
    Speak,
    Stop,
    Withdraw,
    encode,
)
from bot.chat.rulebook import Page
from bot.handlers import moves
from bot.local.world import World
from rules import Side, parse_square
from tests.e2e.conftest import People
from tests.e2e.settled import settle
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")

A3, A4 = parse_square("a3"), parse_square("a4")


async def test_the_other_player_and_an_outsider(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    before = board.caption, board.photo
    assert await table.tap(people.boris, "c1", board) == "It is \u2068Anna\u2069's turn."
    assert "not playing this game" in await table.tap(people.carla, "c1", board)
    assert "not playing this game" in await table.tap(people.carla, "🏳️", board)
    assert "not playing this game" in await table.tap(people.carla, "🤝", board)
    assert (board.caption, board.photo) == before
    assert table.messages == [board]


async def test_a_stale_board_is_brought_up_to_date(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    old = board.button("c1")
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "a4", board)
    await table.caption(board, "a3-a4")
    shown = board.caption
    assert "out of date" in await table.press(people.anna, board, old)
    assert board.caption == shown


async def test_two_taps_at_once_play_one_move(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "a3", board)
    _, step = await table.button("• a4", board)
    toasts = await asyncio.gather(*(table.press(people.anna, board, step) for _ in range(5)))
    await table.caption(board, "Black to move")
    assert toasts == [""] * 5
    assert "Round 1" in board.caption


async def test_a_finished_game(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    old = board.button("c1")
    await table.tap(people.anna, "🏳️", board)
    await table.tap(people.anna, "Yes", board)
    await table.caption(board, "has resigned")
    assert await table.press(people.boris, board, old) == "This game is over."
    assert "not playing this game" in await table.tap(people.carla, "🔁", board)


FORGED: list[Meaning] = [
    Pick(1, 0, (A4,)),
    Pick(1, 0, (A3, A3)),
    Pick(1, 0, (A3, parse_square("a5"))),
    Stop(1, 0, (A3, parse_square("c3"))),
    Stop(1, 0, (A3,)),
    Stop(1, 0, ()),
    Pick(1, 7, (A3,)),
    Pick(99, 0, (A3,)),
    Accept(1, 1),
    Withdraw(1),
    ConfirmResign(1, Side.BLACK),
    Press(1, 0, Deed.ACCEPT_DRAW),
    Press(1, 0, Deed.REMATCH),
]


@pytest.mark.parametrize(
    "data",
    [*(encode(meaning) for meaning in FORGED), "x", "9p1.0.A", "\U0001f3f3" * 16, "1p1.0.😀"],
)
async def test_forged_data_is_answered_and_does_nothing(
    data: str, table: Table, people: People
) -> None:
    board = await table.begin(people.anna, people.boris)
    shown = board.caption
    assert await table.press(people.anna, board, data) != ""
    assert board.caption == shown
    assert await table.tap(people.anna, "c1", board) == ""


EVERY_KIND: list[Meaning] = [
    Pick(1, 0, (A3,)),
    Go(1, 0, A3, A4),
    Stop(1, 0, (A3, A4)),
    *(Press(1, 0, deed) for deed in Deed),
    ConfirmResign(1, Side.WHITE),
    KeepPlaying(1, Side.WHITE),
    Fetch(1),
    Choose(1, "16"),
    Accept(1, 1),
    Withdraw(1),
    Retract("A" * 48),
    *(Open(booklet) for booklet in Booklet),
    Read(1, Page.GOAL, "de"),
    Leaf(1, 0),
    Speak("de"),
    Prefer("quick"),
    ReplayFile(),
    EraseMe(),
    KeepMe(),
    Join("ABCDEF1234"),
    Resume(),
]


async def test_every_kind_of_button_is_answered_once(
    table: Table, people: People, world: World
) -> None:
    """By an outsider or a player, under a board, in private, under a message that is gone."""
    assert {type(meaning) for meaning in EVERY_KIND} == set(get_args(Meaning))
    board = await table.begin(people.anna, people.boris)
    private = Table(world, world.private_chat(people.carla))
    private.say(people.carla, "/start")
    welcome = await private.message("Welcome")
    taps = []
    for meaning in EVERY_KIND:
        data = encode(meaning)
        for person, chat, message in (
            (people.carla, people.group, board.id),
            (people.boris, people.group, board.id),
            (people.boris, people.group, 4_000),
            (people.carla, private.chat, welcome.id),
            (people.carla, private.chat, 4_000),
        ):
            taps.append(world.call_back(person, chat, message, data))
            assert await taps[-1] is not None, meaning
    answers = [call for call in world.calls if call.method == "answerCallbackQuery"]
    # And that to the one which began the game.
    assert len(answers) == len(taps) + 1
    assert not any(call.error for call in answers)


async def test_a_tap_that_fails_is_answered(
    bot: App,
    world: World,
    table: Table,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("nobody expected this")

    board = await table.begin(people.anna, people.boris)
    monkeypatch.setattr(moves, "pick", fail)
    toast = await table.tap(people.anna, "c1", board)
    assert toast == "Something went wrong here. Please try again."
    await settle(world, bot)
    assert "nobody expected this" in caplog.text
    caplog.clear()
    monkeypatch.undo()
    assert await table.tap(people.anna, "c1", board) == ""


async def test_a_game_of_another_chat(table: Table, people: People, world: World) -> None:
    await table.begin(people.anna, people.boris)
    other = Table(world, world.add_group("Elsewhere", [people.anna, people.carla]))
    board = await other.begin(people.anna, people.carla)
    toast = await other.press(people.anna, board, encode(ConfirmResign(1, Side.WHITE)))
    assert toast == "This game does not exist here."


async def test_every_tap_is_answered_before_its_picture(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    seen = len(world.calls)
    await table.tap(people.anna, "c1", board)
    await table.caption(board, "Where to?")
    methods = [call.method for call in list(world.calls)[seen:] if call.method != "getUpdates"]
    assert methods == ["answerCallbackQuery", "editMessageMedia"]


async def test_a_tap_on_a_message_that_is_too_old_brings_a_fresh_board(
    table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.make_inaccessible(board)
    assert await table.tap(people.anna, "c1", board) == ""
    fresh = await table.until(
        lambda: next((each for each in table.boards if each.id != board.id), None), "a new board"
    )
    assert "Where to?" in fresh.caption
