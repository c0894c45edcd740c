"""``python -m bot``: on Telegram with a token, else on the local chat; or a backup."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from telegram.error import InvalidToken, TelegramError

from bot.ai.engine import Engine
from bot.app import Oversight, running
from bot.config import Config, ConfigError
from bot.delivery.pace import TELEGRAM, UNLIMITED, Rates
from bot.handlers.limits import ALLOWANCES, Activity, Allowance
from bot.lifetime import GivenUpError, Lifetime
from bot.local.server import LocalServer
from bot.log import set_up_logging
from bot.receiving.lost import DeafError, RivalError
from bot.store.backup import BackupError, back_up
from bot.store.lock import InUseError, sole_user
from bot.store.schema import SchemaError
from bot.web import PortError, metrics_route

_log = logging.getLogger("bot")

# What the exit code says: a new start may help, or somebody must change something first.
_TRY_AGAIN = 1
_SET_RIGHT = 2
_LOCAL_PORT = 8642


def main() -> int:
    """Reads the settings, does what the command line says, and returns the exit code."""
    arguments = _command_line().parse_args()
    try:
        config = Config.from_env(os.environ)
    except ConfigError as error:
        return _fail(str(error))
    if arguments.command == "backup":
        return _back_up(config, arguments.file)
    local = arguments.local or config.token is None
    if local and arguments.telegram:
        return _fail("TELEGRAM_BOT_TOKEN is not set: put the token from @BotFather there.")
    set_up_logging(config.log_level, config.secrets, line_format=config.log_format)
    return exit_code(_run_locally(config) if local else run(config, TELEGRAM))


def _command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Ugolki in Telegram")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--telegram", action="store_true", help="refuse to start without a token")
    where.add_argument("--local", action="store_true", help="run on the local chat in any case")
    commands = parser.add_subparsers(dest="command", title="instead of running the bot")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="where to, a file that does not exist yet")
    return parser


def exit_code(life: Coroutine[Any, Any, None]) -> int:
    """Lives that life, and returns the exit code: 0 after a signal, else as `_explain` does."""
    try:
        asyncio.run(life)
    except asyncio.CancelledError:
        return 0
    except GivenUpError as end:
        return end.status
    except Exception as error:
        return _explain(error)
    return 0


def _explain(error: Exception) -> int:
    """Logs why the bot ends, and returns what the exit code says about that."""
    match error:
        case SchemaError() | InUseError() | PortError() | RivalError() | MetricsError():
            _log.critical("%s", error)
            return _SET_RIGHT
        case InvalidToken():
            _log.critical(
                "TELEGRAM_BOT_TOKEN is refused by Telegram: check it with @BotFather (and "
                "TELEGRAM_API_URL, if that is set)."
            )
            return _SET_RIGHT
        case DeafError() | TelegramError():
            _log.critical("%s", error)
        case _:
            _log.critical("The bot ends by a fault of its own", exc_info=error)
    return _TRY_AGAIN


async def run(
    config: Config, rates: Rates, allowances: Mapping[Activity, Allowance] = ALLOWANCES
) -> None:
    """Runs the bot on Telegram, or on the server that is set, until it ends.

    :raises CancelledError: by a signal.
    :raises Exception: as :func:`exit_code` tells.
    """
    assert config.token is not None
    lifetime = Lifetime(_explain)
    oversight = _oversight(config, lifetime)
    with sole_user(config.database):
        async with (
            Engine() as engine,
            running(
                config,
                token=config.token,
                engine=engine,
                rates=rates,
                allowances=allowances,
                oversight=oversight,
            ) as application,
        ):
            _log.info("Playing as @%s", application.bot.username)
            _set_up_interpreter()
            await lifetime.end()


def _set_up_interpreter() -> None:
    """Has Python stop the event loop less often (``python -m tests.bench.load``)."""
    # What is there now stays: looking through it again and again for what could be freed would take
    # a tenth of a second each time, and the rest is seldom held by a cycle.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # The database's threads hand the interpreter over several times a statement. At 5 ms a time, as
    # Python has it, a move would be late by more than it takes in all.
    sys.setswitchinterval(0.0001)


async def _run_locally(config: Config) -> None:
    lifetime = Lifetime(_explain)
    oversight = _oversight(config, lifetime)
    async with AsyncExitStack() as stack:
        stack.enter_context(sole_user(config.database))
        chats = config.database.with_suffix(".chat.db")
        server = await stack.enter_async_context(_local_server(chats, config.port))
        engine = await stack.enter_async_context(Engine())
        await stack.enter_async_context(
            running(
                replace(config, api_url=server.url, webhook=None),
                token=server.token,
                engine=engine,
                rates=UNLIMITED,
                oversight=oversight,
            )
        )
        sys.stdout.write(f"Ugolki is ready. Open {server.url} and play.\n")
        sys.stdout.flush()
        await lifetime.end()


@asynccontextmanager
async def _local_server(chats: Path, port: int | None) -> AsyncIterator[LocalServer]:
    """Serves the local chat, at the same address each time if that is free."""
    server = LocalServer(archive=chats, port=port or _LOCAL_PORT)
    try:
        await server.start()
    except OSError as error:
        if port is not None:
            raise PortError(f"PORT cannot be used: {error}. Name another port.") from error
        server = LocalServer(archive=chats)
        await server.start()
    try:
        yield server
    finally:
        await server.stop()


class MetricsError(RuntimeError):
    """Figures are wanted, but what counts them is not installed."""


def _oversight(config: Config, lifetime: Lifetime) -> Oversight:
    if config.metrics_port is None:
        return Oversight(lifetime.give_up)
    try:
        from bot.metrics import CONTENT_TYPE, Metrics  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        raise MetricsError(
            "METRICS_PORT needs the package prometheus-client: install it, as the README says, or "
            "unset the variable."
        ) from error
    metrics = Metrics()
    figures = metrics_route(metrics.exposition, CONTENT_TYPE)
    return Oversight(lifetime.give_up, metrics, [figures])


def _back_up(config: Config, target: Path) -> int:
    try:
        back_up(config.database, target)
    except BackupError as error:
        return _fail(str(error))
    return 0


def _fail(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return _SET_RIGHT


if __name__ == "__main__":
    sys.exit(main())
