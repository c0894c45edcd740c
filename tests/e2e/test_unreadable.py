"""A game that the disk has spoilt costs nobody else anything."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractAsyncContextManager, closing

import pytest

from bot.app import App, running
from bot.chat.callbacks import Fetch
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.records import Message
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.patient import buttons_of, game_of
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


def at_work(config: Config, engine: FirstMove, clock: Clock) -> AbstractAsyncContextManager[App]:
    assert config.token is not None
    return running(
        config,
        token=config.token,
        engine=engine,
        rates=UNLIMITED,
        clock=clock,
        shortest_reply=0,
        tick=0.05,
    )


async def begin_with_ai(table: Table, people: People) -> Message:
    """Anna begins and moves; the AI owes its move."""
    board = await table.begin_against_ai(people.anna, "⚪ White")
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    await table.caption(board, "I am thinking")
    return board


async def begin_with_limit(table: Table, people: People) -> Message:
    table.say(people.anna, "/challenge white")
    card = await table.board("is looking for an opponent")
    await table.tap(people.anna, "1h", card)
    await table.button("· 1h ·", card)
    await table.tap(people.boris, "▶️", card)
    await table.caption(card, "White to move")
    table.say(people.anna, "a3 a4", reply_to=card)
    await table.caption(card, "a3-a4")
    return card


def spoil(config: Config, *boards: Message) -> list[int]:
    spoilt = [game_of(board) for board in boards]
    with closing(sqlite3.connect(config.database)) as connection, connection:
        for game in spoilt:
            connection.execute("UPDATE plies SET notation = 'i9-j9' WHERE game = ?", (game,))
            connection.execute("UPDATE boards SET shown = 0 WHERE game = ?", (game,))
    return spoilt


async def test_the_bot_starts_and_the_other_games_go_on(
    config: Config,
    world: World,
    table: Table,
    people: People,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    private = Table(world, world.private_chat(people.anna))
    asleep = FirstMove()
    asleep.gate.clear()
    async with at_work(config, asleep, clock):
        with_ai = [await begin_with_ai(private, people) for _ in range(2)]
        in_group = [await begin_with_limit(table, people) for _ in range(2)]
    spoilt = spoil(config, with_ai[0], in_group[0])
    clock.advance(hours=0.9)
    async with at_work(config, FirstMove(), clock):
        await private.caption(with_ai[1], "Round 2: White to move")
        await table.message("Boris\u2069, it is your move")
        clock.advance(hours=0.2)
        await table.caption(in_group[1], "has run out of time")
        private.say(people.anna, "/games")
        answer = await private.message("Your games")
        listed = [meaning for _, meaning in buttons_of(answer)]
        assert listed == [Fetch(game_of(board)) for board in (in_group[1], with_ai[1])]
    told = {record.getMessage() for record in caplog.records if record.levelname == "ERROR"}
    assert {f"Game {game} fails and is left out" for game in spoilt} <= told
