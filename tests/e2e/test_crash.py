"""The process is killed in the middle of games; nothing that anybody saw is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest_asyncio

from bot.config import Config
from bot.local.server import LocalServer
from bot.local.world import World
from rules import Game, Side
from tests.e2e.conftest import People
from tests.e2e.crashes import Ordeal
from tests.e2e.forked import FastClock, ForkedBot
from tests.e2e.process import BotProcess
from tests.e2e.recorded import check_end, cut_short, recorded_games
from tests.e2e.table import Table


@pytest_asyncio.fixture
async def process(config: Config, tmp_path: Path) -> AsyncIterator[BotProcess]:
    process = BotProcess(config, tmp_path / "bot.log")
    await process.start()
    yield process
    await process.kill()


@pytest_asyncio.fixture
async def forked(config: Config, world: World, tmp_path: Path) -> AsyncIterator[ForkedBot]:
    bot = ForkedBot(config, tmp_path / "bot.log", world, FastClock(1))
    await bot.start()
    yield bot
    await bot.kill()


async def test_a_game_goes_on_after_every_tenth_move(
    forked: ForkedBot, config: Config, table: Table, people: People
) -> None:
    """The kill comes as soon as the tap is answered: often before the new picture is sent."""
    recorded = recorded_games()[5]
    board = await table.begin(people.anna, people.boris, recorded.words)
    game = Game.start(recorded.options)
    for ply in recorded.plies:
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        await table.play(mover, board, game.state, ply)
        game = game.play(ply)
        if len(game.plies) % 10 == 0:
            await forked.kill()
            await forked.start()
    await table.button("🔁", board)
    check_end(recorded, game, config.database)
    assert table.boards == [board]
    with closing(sqlite3.connect(config.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "Traceback" not in forked.log
    assert "ERROR" not in forked.log


async def test_killed_at_any_time(server: LocalServer, tmp_path: Path) -> None:
    """For many more kills: ``python -m tests.bench.crashes``."""
    games = [cut_short(recorded, 20) for recorded in recorded_games()]
    figures = await Ordeal(server, tmp_path, 3, games).run(kills=9, pairs=2, solos=1)
    assert figures.kills == 9
    assert figures.confirmed > 9
    assert set(figures.ways) == {"step", "last hop", "stop", "quick"}


async def test_killed_in_the_middle_of_a_choice(
    forked: ForkedBot, table: Table, people: People
) -> None:
    """The buttons on the last picture still say what they said."""
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "a3", board)
    await table.button("• a4", board)
    await forked.kill()
    await forked.start()
    assert await table.tap(people.anna, "• a4", board) == ""
    await table.caption(board, "a3-a4")


async def test_killed_while_the_ai_thinks(
    process: BotProcess, people: People, world: World
) -> None:
    """The AI moves after the restart, without a tap."""
    private = Table(world, world.private_chat(people.anna))
    card = await private.begin_against_ai(people.anna, "6", "⚪ White")
    await private.tap(people.anna, "a3", card)
    await private.tap(people.anna, "• a4", card)
    await process.kill()
    await process.start()
    # On a new machine the engine is compiled first.
    await world.until(lambda: "Round 2" in card.caption, 120)
    assert "White to move" in card.caption


async def test_a_polite_stop_is_quick_and_clean(
    process: BotProcess, table: Table, people: People
) -> None:
    await table.begin(people.anna, people.boris)
    assert await process.stop() == 0
    assert "Traceback" not in process.log
