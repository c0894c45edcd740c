"""The bot stops when it is told to: within seconds, whatever it does, and nothing is lost."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import Config
from bot.local.faults import Fault
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.process import BotProcess
from tests.e2e.table import Table

# Supervisors kill after 10 s, some sooner.
SOON = 5.0


@pytest_asyncio.fixture
async def process(config: Config, tmp_path: Path, world: World) -> AsyncIterator[BotProcess]:
    process = BotProcess(config, tmp_path / "bot.log")
    await process.start()
    await world.until(lambda: world.updates.waiting, 60)
    yield process
    await process.kill()


async def stop_soon(process: BotProcess, number: signal.Signals = signal.SIGTERM) -> None:
    began = time.monotonic()
    process.send(number)
    assert await process.ended() == 0
    assert time.monotonic() - began < SOON
    assert f"Stopping, for {number.name} came" in process.log
    assert "Traceback" not in process.log


def plies(config: Config) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(config.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT game, notation FROM plies").fetchall()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_between_moves(
    number: signal.Signals, process: BotProcess, table: Table, people: People, world: World
) -> None:
    await table.begin(people.anna, people.boris)
    await stop_soon(process, number)
    # What was handled does not come again at the next start.
    assert not world.updates.pending


async def test_with_moves_on_their_way(
    process: BotProcess, table: Table, people: People, world: World, config: Config
) -> None:
    """Each move whose tap was answered is there; the others can be made again."""
    boards = [await table.begin(people.anna, people.boris) for _ in range(5)]
    games = range(1, 6)
    taps = [
        world.call_back(people.anna, people.group, board.id, f"{game}p1.0.QY")
        for game, board in zip(games, boards, strict=True)
    ]
    await taps[0]
    await stop_soon(process)
    made = set()
    for game, tap in zip(games, taps, strict=True):
        if tap.answered and (answer := await tap) is not None and not answer.text:
            made.add((game, "a3-a4"))
    assert made
    assert made <= set(plies(config))


async def test_while_boards_are_sent_slowly(
    process: BotProcess, table: Table, people: People, world: World, config: Config
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.faults.add("editMessageMedia", Fault(gate=asyncio.Event()), times=20)
    assert await table.press(people.anna, board, "1p1.0.QY") == ""
    await world.until(lambda: len(world.faults) < 20)
    await stop_soon(process)
    assert plies(config) == [(1, "a3-a4")]
    world.faults.clear()
    await process.start()
    await table.caption(board, "a3-a4")
    assert table.boards == [board]


async def test_while_telegram_does_not_answer_at_all(
    process: BotProcess, table: Table, people: People, world: World, config: Config
) -> None:
    board = await table.begin(people.anna, people.boris)
    silence = asyncio.Event()
    for method in ("answerCallbackQuery", "editMessageMedia", "getUpdates", "sendMessage"):
        world.faults.add(method, Fault(gate=silence), times=20)
    world.call_back(people.anna, people.group, board.id, "1p1.0.QY")
    await world.until(lambda: len(world.faults) < 78)
    await stop_soon(process)
    assert plies(config) == [(1, "a3-a4")]


async def test_the_move_is_on_disk_before_its_tap_is_answered(
    process: BotProcess, table: Table, people: People, world: World, config: Config
) -> None:
    board = await table.begin(people.anna, people.boris)
    answering = asyncio.Event()
    world.faults.add("answerCallbackQuery", Fault(gate=answering))
    tap = world.call_back(people.anna, people.group, board.id, "1p1.0.QY")
    await world.until(lambda: len(world.faults) == 0)
    assert not tap.answered
    assert plies(config) == [(1, "a3-a4")]
    await process.kill()


async def test_while_the_ai_thinks(
    process: BotProcess, people: People, world: World, config: Config
) -> None:
    private = Table(world, world.private_chat(people.anna))
    card = await private.begin_against_ai(people.anna, "6", "⚪ White")
    await private.tap(people.anna, "a3", card)
    await private.tap(people.anna, "• a4", card)
    await private.caption(card, "Round 1: Black to move")
    await stop_soon(process)
    await process.start()
    await world.until(lambda: "Round 2" in card.caption, 120)
    assert len(plies(config)) == 2


async def test_while_the_kernel_is_compiled(config: Config, tmp_path: Path, world: World) -> None:
    """With an empty cache that takes many seconds, in a process that ends with the bot."""
    cache = tmp_path / "cache"
    process = BotProcess(config, tmp_path / "bot.log", NUMBA_CACHE_DIR=str(cache))
    await process.start()
    await world.until(lambda: world.updates.waiting, 60)
    compiler = await process.child()
    await stop_soon(process)
    assert not compiler.exists()


async def test_the_second_signal_ends_it_at_once(
    process: BotProcess, table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.faults.add("editMessageMedia", Fault(gate=asyncio.Event()), times=20)
    await table.press(people.anna, board, "1p1.0.QY")
    await world.until(lambda: len(world.faults) < 20)
    process.send(signal.SIGTERM)
    await process.logged("Stopping")
    process.send(signal.SIGTERM)
    assert await process.ended() == 128 + signal.SIGTERM


async def test_what_is_tapped_while_the_bot_is_away(
    process: BotProcess, table: Table, people: People, world: World
) -> None:
    """What still fits the position is done, and the rest is answered."""
    board = await table.begin(people.anna, people.boris)
    await process.stop()
    taps = [
        world.call_back(people.anna, people.group, board.id, data)
        for data in ("1p1.0.QY", "1p1.0.RZ")
    ]
    await process.start()
    answers = [await tap for tap in taps]
    assert [answer is not None and bool(answer.text) for answer in answers] == [False, True]
    await table.caption(board, "a3-a4")


async def test_a_start_without_network_waits_and_goes_on(
    config: Config, tmp_path: Path, people: People
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = replace(config, api_url=f"http://127.0.0.1:{port}")
    process = BotProcess(config, tmp_path / "bot.log")
    await process.start()
    await process.logged("Telegram cannot be reached")
    await process.logged("the bot waits, and tries again in 2 s")
    world = World(token=config.token)
    anna = world.add_person("Anna", person_id=people.anna.id)
    group = world.add_group("Club", [anna])
    async with LocalServer(world, port=port):
        table = Table(world, group)
        table.say(anna, "/challenge")
        await table.board("is looking for an opponent")
        await stop_soon(process)
    assert "Traceback" not in process.log


async def test_a_signal_ends_the_waiting_for_a_network(config: Config, tmp_path: Path) -> None:
    process = BotProcess(replace(config, api_url="http://127.0.0.1:9"), tmp_path / "bot.log")
    await process.start()
    await process.logged("tries again in 4 s")
    await stop_soon(process)
