"""The application: what it is built of, and the one ordered list of handlers."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import (
    AIORateLimiter,
    Application,
    ApplicationBuilder,
    BaseHandler,
    ContextTypes,
    Defaults,
    ExtBot,
)

from bot.chat.texts import FALLBACK, texts_for
from bot.config import Config
from bot.delivery.boards import Boards
from bot.delivery.pace import TELEGRAM, Pace, Rates
from bot.delivery.replies import Replies
from bot.handlers import games, membership, new_game, offers, start, taps
from bot.handlers.context import Context, Services, provide
from bot.handlers.errors import on_error
from bot.handlers.ordering import PersonByPerson
from bot.play.live import Live
from bot.play.people import People
from bot.store.database import Database

_log = logging.getLogger(__name__)

App = Application[ExtBot[int], Context, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]

HANDLERS: tuple[BaseHandler[Any, Context, Any], ...] = (
    *taps.HANDLERS,
    *start.HANDLERS,
    *new_game.HANDLERS,
    *games.HANDLERS,
    *offers.HANDLERS,
    *membership.HANDLERS,
    *start.LAST_HANDLERS,
)

PRIVATE_COMMANDS = ("start", "challenge", "board", "resign", "draw", "help")
GROUP_COMMANDS = ("challenge", "board", "resign", "draw", "help")

ALLOWED_UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY]

# Sending a picture over a poor line takes a while; everything else is small.
_CONNECT_TIMEOUT = 10.0
_ANSWER_TIMEOUT = 20.0
_MEDIA_TIMEOUT = 40.0
_CONNECTIONS = 128
_POLL_SECONDS = 30
WEBHOOK_PORT = 8443


def build_application(token: str, api_url: str, rates: Rates) -> App:
    """Returns the application with its handlers; services are still to be provided."""
    limiter = AIORateLimiter(
        overall_max_rate=rates.overall[0],
        overall_time_period=rates.overall[1],
        group_max_rate=rates.group[0],
        group_time_period=rates.group[1],
    )
    application = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{api_url}/bot")
        .base_file_url(f"{api_url}/file/bot")
        .context_types(ContextTypes(context=Context))
        .defaults(
            Defaults(
                parse_mode=ParseMode.HTML,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        )
        .rate_limiter(limiter)
        .concurrent_updates(PersonByPerson())
        .connection_pool_size(_CONNECTIONS)
        .connect_timeout(_CONNECT_TIMEOUT)
        .read_timeout(_ANSWER_TIMEOUT)
        .write_timeout(_ANSWER_TIMEOUT)
        .media_write_timeout(_MEDIA_TIMEOUT)
        .pool_timeout(_ANSWER_TIMEOUT)
        .build()
    )
    application.add_handlers(HANDLERS)
    application.add_error_handler(on_error)
    return application


@asynccontextmanager
async def running(
    config: Config,
    *,
    token: str,
    rates: Rates = TELEGRAM,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[App]:
    """The bot at work: it receives updates as long as the block lasts.

    :raises SchemaError: the database cannot be used.
    :raises telegram.error.InvalidToken: Telegram does not know the token.
    """
    database = await Database.open(config.database)
    try:
        application = build_application(token, config.api_url, rates)
        people, live, pace = People(database), Live(database, clock), Pace(rates)
        boards = Boards(application.bot, database, live, people, pace)
        replies = Replies(application.bot, pace)
        provide(application, Services(database, live, people, boards, replies))
        async with application:
            await application.start()
            try:
                await _introduce(application.bot)
                await boards.resume()
                await _receive(application, config)
                yield application
            finally:
                assert application.updater is not None
                if application.updater.running:
                    await application.updater.stop()
                await application.stop()
                await boards.close()
                await replies.close()
    finally:
        await database.close()


async def _receive(application: App, config: Config) -> None:
    updater, webhook = application.updater, config.webhook
    assert updater is not None
    if webhook is None:
        await updater.start_polling(timeout=_POLL_SECONDS, allowed_updates=ALLOWED_UPDATES)
    else:
        await updater.start_webhook(
            listen="0.0.0.0",  # noqa: S104 - Telegram, or a proxy before us, comes from outside
            port=config.port or WEBHOOK_PORT,
            url_path="telegram",
            webhook_url=f"{webhook.url}/telegram",
            secret_token=webhook.secret,
            allowed_updates=ALLOWED_UPDATES,
        )


async def _introduce(bot: ExtBot[int]) -> None:
    """Fills Telegram's menus and profile; the bot works without, so errors are no obstacle."""
    texts = texts_for(FALLBACK)
    try:
        for commands, scope in (
            (PRIVATE_COMMANDS, BotCommandScopeAllPrivateChats()),
            (GROUP_COMMANDS, BotCommandScopeAllGroupChats()),
        ):
            menu = [BotCommand(name, texts.plain(f"command.{name}")) for name in commands]
            await bot.set_my_commands(menu, scope)
        await bot.set_my_description(texts.plain("bot.description"))
        await bot.set_my_short_description(texts.plain("bot.short-description"))
    except TelegramError as error:
        _log.warning("The bot's menus and description were not set: %s", error)
