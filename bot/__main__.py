"""``python -m bot``: on Telegram with a token, else on the local chat."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from telegram.error import InvalidToken, TelegramError

from bot.ai.engine import Engine
from bot.app import running
from bot.config import Config, ConfigError
from bot.delivery.pace import TELEGRAM, UNLIMITED, Rates
from bot.local.server import LocalServer
from bot.log import set_up_logging
from bot.store.schema import SchemaError

_log = logging.getLogger("bot")

_SETTINGS_ERROR = 2
_LOCAL_PORT = 8642


def main() -> int:
    """Reads the settings, runs the bot until it is told to stop, and returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Ugolki in Telegram")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--telegram", action="store_true", help="refuse to start without a token")
    where.add_argument("--local", action="store_true", help="run on the local chat in any case")
    arguments = parser.parse_args()
    try:
        config = Config.from_env(os.environ)
    except ConfigError as error:
        return _fail(str(error))
    local = arguments.local or config.token is None
    if local and arguments.telegram:
        return _fail("TELEGRAM_BOT_TOKEN is not set: put the token from @BotFather there.")
    secrets = [config.token or "", config.webhook.secret if config.webhook else ""]
    set_up_logging(config.log_level, secrets)
    try:
        asyncio.run(_run_locally(config) if local else run(config, TELEGRAM))
    except SchemaError as error:
        return _fail(str(error))
    except InvalidToken:
        return _fail("TELEGRAM_BOT_TOKEN is refused by Telegram: check it with @BotFather.")
    except OSError as error:
        return _fail(f"PORT cannot be used: {error}. Name another one.")
    except TelegramError as error:
        _log.error("Telegram could not be reached: %s", error)
        return 1
    return 0


async def run(config: Config, rates: Rates) -> None:
    """Runs the bot on Telegram, or on the server that is set, until a signal ends it."""
    assert config.token is not None
    stop = _stop_signal()
    async with (
        Engine() as engine,
        running(config, token=config.token, engine=engine, rates=rates) as application,
    ):
        _log.info("Playing as @%s", application.bot.username)
        await stop.wait()


async def _run_locally(config: Config) -> None:
    stop = _stop_signal()
    async with AsyncExitStack() as stack:
        chats = config.database.with_suffix(".chat.db")
        server = await stack.enter_async_context(_local_server(chats, config.port))
        config = replace(config, api_url=server.url, webhook=None)
        engine = await stack.enter_async_context(Engine())
        await stack.enter_async_context(
            running(config, token=server.token, engine=engine, rates=UNLIMITED)
        )
        sys.stdout.write(f"Ugolki is ready. Open {server.url} and play.\n")
        sys.stdout.flush()
        await stop.wait()


@asynccontextmanager
async def _local_server(chats: Path, port: int | None) -> AsyncIterator[LocalServer]:
    """Serves the local chat, at the same address each time if that is free."""
    server = LocalServer(archive=chats, port=port or _LOCAL_PORT)
    try:
        await server.start()
    except OSError:
        if port is not None:
            raise
        server = LocalServer(archive=chats)
        await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return stop


def _fail(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return _SETTINGS_ERROR


if __name__ == "__main__":
    sys.exit(main())
