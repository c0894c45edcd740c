"""Time limits, reminders, claims, and challenges that expire; the clock is a fake one."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

import pytest

from bot.app import App, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.records import Message
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


async def begin(table: Table, people: People, limit: str = "1h") -> Message:
    """Anna, White, begins a game with Boris with that limit."""
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    await table.tap(people.anna, limit, card)
    await table.button(f"· {limit} ·", card)
    await table.tap(people.boris, "▶️", card)
    await table.caption(card, "White to move")
    return card


async def both_move(table: Table, people: People, board: Message) -> None:
    for person, text in ((people.anna, "c1 d1"), (people.boris, "h6 h5")):
        table.say(person, text, reply_to=board)
        await table.caption(board, text.replace(" ", "-"))


@pytest.mark.usefixtures("bot")
async def test_one_reminder_that_goes_with_the_move(
    table: Table, people: People, clock: Clock
) -> None:
    board = await begin(table, people)
    assert "Time for each move: 1 hour" in board.caption
    await both_move(table, people, board)
    clock.advance(hours=0.8)
    note = await table.message("it is your move")
    assert [entity.user_id for entity in note.entities] == [people.anna.id]
    clock.advance(hours=0.1)
    table.say(people.anna, "c3 d3", reply_to=board)
    await table.caption(board, "c3-d3")
    await table.until(lambda: note.id not in table.chat.messages, "the reminder gone")
    # Boris has not been seen for as long: he is called.
    call = await table.message("Boris\u2069, it is your move")
    assert table.messages == [board, call]


@pytest.mark.usefixtures("bot")
async def test_when_time_is_up_the_opponent_may_claim(
    table: Table, people: People, clock: Clock
) -> None:
    board = await begin(table, people)
    await both_move(table, people, board)
    clock.advance(hours=1)
    await table.caption(board, "Anna\u2069 has run out of time")
    assert "your own time" in await table.tap(people.anna, "🏆", board)
    assert "not playing" in await table.tap(people.carla, "🏆", board)
    assert await table.tap(people.boris, "🏆", board) == ""
    await table.caption(board, "Boris\u2069 wins: \u2068Anna\u2069 has run out of time")


@pytest.mark.usefixtures("bot")
async def test_nothing_is_lost_while_the_opponent_waits(
    table: Table, people: People, clock: Clock
) -> None:
    board = await begin(table, people)
    await both_move(table, people, board)
    clock.advance(hours=5)
    _, claim = await table.button("🏆", board)
    table.say(people.anna, "c3 d3", reply_to=board)
    await table.caption(board, "c3-d3")
    assert "still time" in await table.press(people.boris, board, claim)
    assert "out of time" not in board.caption


@pytest.mark.usefixtures("bot")
async def test_a_game_that_hardly_began_is_called_off(
    table: Table, people: People, clock: Clock
) -> None:
    board = await begin(table, people, "3d")
    clock.advance(days=3)
    _, off = await table.button("Call the game off", board)
    assert not any("🏆" in button.text for button in board.buttons)
    assert await table.press(people.boris, board, off) == ""
    await table.caption(board, "was called off")


@pytest.mark.usefixtures("bot")
async def test_a_game_without_a_limit_may_be_silent_for_a_week(
    table: Table, people: People, clock: Clock
) -> None:
    board = await table.begin(people.anna, people.boris)
    await both_move(table, people, board)
    clock.advance(days=6)
    await table.tap(people.anna, "c3", board)
    await table.caption(board, "Where to?")
    table.say(people.boris, "/draw")
    await table.message("offers you a draw")
    table.say(people.boris, "/board")
    await table.until(lambda: board.id not in table.chat.messages, "a fresh board")
    board = await table.message("Where to?")
    clock.advance(days=1)
    await table.tap(people.boris, "🏆", board)
    await table.caption(board, "Boris\u2069 wins")


@pytest.mark.usefixtures("bot")
async def test_an_administrator_ends_a_dead_game(
    table: Table, people: People, world: World, clock: Clock
) -> None:
    board = await begin(table, people)
    await both_move(table, people, board)
    clock.advance(hours=1)
    assert "not playing" in await table.tap(people.carla, "✖️ Call", board)
    world.promote(people.carla, people.group)
    assert await table.tap(people.carla, "✖️ Call", board) == ""
    await table.caption(board, "was called off")


@pytest.mark.usefixtures("bot")
async def test_challenges_expire(table: Table, people: People, world: World, clock: Clock) -> None:
    table.say(people.anna, "/challenge")
    card = await table.board("is looking for an opponent")
    accept = card.button("▶️ Play")
    private = Table(world, world.private_chat(people.anna))
    private.say(people.anna, "/challenge")
    invitation = await private.board("Send this invitation")
    clock.advance(days=1)
    await table.caption(card, "Nobody has accepted in time")
    assert card.buttons == []
    assert "no longer open" in await table.press(people.boris, card, accept)
    assert invitation.buttons
    clock.advance(days=6)
    await private.caption(invitation, "Nobody has accepted in time")


async def test_three_restarts_and_still_one_reminder(
    config: Config, table: Table, people: People, clock: Clock
) -> None:
    assert config.token is not None

    def at_work() -> AbstractAsyncContextManager[App]:
        assert config.token is not None
        return running(
            config,
            token=config.token,
            engine=FirstMove(),
            rates=UNLIMITED,
            clock=clock,
            tick=0.05,
        )

    async with at_work():
        board = await begin(table, people, "1d")
        await both_move(table, people, board)
    clock.advance(hours=20)
    for _ in range(3):
        async with at_work():
            await table.message("it is your move")
            table.say(people.carla, "/help")
            await table.until(lambda: "How to play" in table.messages[-1].text, "an answer")
    reminders = [each for each in table.messages if "it is your move" in each.text]
    assert len(reminders) == 1


async def test_a_mover_who_is_away_is_called_once_and_the_call_goes(
    bot: App, table: Table, people: People, clock: Clock
) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.anna, "c1 d1", reply_to=board)
    await table.caption(board, "c1-d1")
    # Whether Boris is away is looked at once the board is shown.
    await bot.bot_data["services"].boards.idle()
    assert table.messages == [board]
    clock.advance(hours=1)
    table.say(people.boris, "h6 h5", reply_to=board)
    note = await table.message("it is your move")
    assert [entity.user_id for entity in note.entities] == [people.anna.id]
    await table.tap(people.boris, "🤝", board)
    await table.caption(board, "offers a draw")
    table.say(people.anna, "a3 a4", reply_to=board)
    await table.until(lambda: note.id not in table.chat.messages, "the call gone")
    await table.caption(board, "a3-a4")
    assert table.messages == [board]
