"""No log line ever holds a secret: a whole game with all sorts of trouble, at every level."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import httpx
import pytest

from bot.config import Config
from bot.local.faults import Drop, Fault
from bot.local.world import World
from rules import Game, Side
from tests.e2e.conftest import People
from tests.e2e.process import BotProcess
from tests.e2e.recorded import check_end, recorded_games
from tests.e2e.table import Table

TROUBLE = {
    "editMessageMedia": [
        Fault(drop=Drop.BEFORE),
        Fault.refuse(502, "Bad Gateway"),
        Fault.refuse(429, "Too Many Requests: retry after 1", retry_after=1),
    ],
    "answerCallbackQuery": [Fault(drop=Drop.AFTER)],
    "getUpdates": [
        Fault(drop=Drop.BEFORE),
        Fault.refuse(502, "Bad Gateway"),
        Fault.refuse(429, "Too Many Requests: retry after 1", retry_after=1),
    ],
}


def order_trouble(world: World) -> None:
    for method, faults in TROUBLE.items():
        for fault in faults:
            world.faults.add(method, fault)


@pytest.mark.parametrize(("level", "line_format"), [("DEBUG", "text"), ("INFO", "json")])
async def test_a_whole_game(
    level: str,
    line_format: str,
    config: Config,
    table: Table,
    people: People,
    world: World,
    tmp_path: Path,
) -> None:
    process = BotProcess(config, tmp_path / "bot.log", LOG_LEVEL=level, LOG_FORMAT=line_format)
    await process.start()
    recorded = recorded_games()[1]
    board = await table.begin(people.anna, people.boris, recorded.words)
    game = Game.start(recorded.options)
    for number, ply in enumerate(recorded.plies):
        if number == len(recorded.plies) // 2:
            order_trouble(world)
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        await table.play(mover, board, game.state, ply)
        game = game.play(ply)
    await table.button("🔁", board)
    assert len(world.faults) == 0
    check_end(recorded, game, config.database)
    assert await process.stop() == 0
    assert config.token is not None
    log = process.log
    assert config.token.partition(":")[2] not in log
    assert ("[hidden]" in log) == (level == "DEBUG")
    if line_format == "json":
        assert {"time", "level", "logger", "message"} <= json.loads(log.splitlines()[0]).keys()
        assert all(isinstance(json.loads(line), dict) for line in log.splitlines())


async def test_the_secret_of_the_webhook(
    config: Config, table: Table, people: People, tmp_path: Path
) -> None:
    secret = "s3cret-of-the-webhook"  # noqa: S105 - nobody's
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    root = f"http://127.0.0.1:{port}"
    process = BotProcess(
        *(config, tmp_path / "bot.log"),
        LOG_LEVEL="DEBUG",
        WEBHOOK_URL=root,
        WEBHOOK_SECRET=secret,
        PORT=str(port),
    )
    await process.start()
    table.say(people.anna, "/help@ugolki_local_bot")
    await table.message("How to play")
    async with httpx.AsyncClient(trust_env=False) as client:
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret}
        for content in ("[", '{"update_id": 1, "message": {}}'):
            await client.post(f"{root}/telegram", content=content, headers=headers)
    await process.logged("could not be read")
    assert await process.stop() == 0
    assert config.token is not None
    assert config.token.partition(":")[2] not in process.log
    assert secret not in process.log
