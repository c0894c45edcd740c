"""The application: what it is built of, and the one ordered list of handlers."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from telegram import (
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ParseMode
from telegram.ext import (
    AIORateLimiter,
    Application,
    ApplicationBuilder,
    BaseHandler,
    ContextTypes,
    Defaults,
    ExtBot,
)

from bot.config import Config
from bot.delivery.audience import Audience
from bot.delivery.boards import Boards
from bot.delivery.exports import Exports
from bot.delivery.introduction import introduce
from bot.delivery.pace import TELEGRAM, Pace, Rates
from bot.delivery.pictures import Pictures
from bot.delivery.replies import Replies
from bot.handlers import (
    against_ai,
    exporting,
    games,
    membership,
    new_game,
    offers,
    preferences,
    privacy,
    reading,
    speaking,
    standings,
    start,
    taps,
    typed,
)
from bot.handlers.context import Context, Services, provide
from bot.handlers.errors import on_error
from bot.handlers.ordering import PersonByPerson
from bot.play.clocks import Clocks
from bot.play.live import Live
from bot.play.opponent import SHORTEST_REPLY, Opponent, Thinker
from bot.play.people import People
from bot.store.database import Database

App = Application[ExtBot[int], Context, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]

HANDLERS: tuple[BaseHandler[Any, Context, Any], ...] = (
    *taps.HANDLERS,
    *start.HANDLERS,
    *new_game.HANDLERS,
    *against_ai.HANDLERS,
    *games.HANDLERS,
    *offers.HANDLERS,
    *exporting.HANDLERS,
    *standings.HANDLERS,
    *preferences.HANDLERS,
    *privacy.HANDLERS,
    *reading.HANDLERS,
    *speaking.HANDLERS,
    *membership.HANDLERS,
    *typed.HANDLERS,
    *start.LAST_HANDLERS,
)

PRIVATE_COMMANDS = (
    *("start", "play", "challenge", "join", "games", "board", "hint", "undo", "resign", "draw"),
    *(
        "export",
        "import",
        "stats",
        "top",
        "flip",
        "settings",
        "rules",
        "language",
        "privacy",
        "forget",
        "help",
    ),
)
GROUP_COMMANDS = (
    *("challenge", "board", "undo", "resign", "draw", "export", "stats", "top"),
    *("settings", "rules", "language", "help"),
)
MENUS = {
    BotCommandScopeAllPrivateChats(): PRIVATE_COMMANDS,
    BotCommandScopeAllGroupChats(): GROUP_COMMANDS,
}

ALLOWED_UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY]

# Sending a picture over a poor line takes a while; everything else is small.
_CONNECT_TIMEOUT = 10.0
_ANSWER_TIMEOUT = 20.0
_MEDIA_TIMEOUT = 40.0
_CONNECTIONS = 128
_POLL_SECONDS = 30
WEBHOOK_PORT = 8443
CLOCK_TICK = 20.0


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
    engine: Thinker,
    rates: Rates = TELEGRAM,
    clock: Callable[[], float] = time.time,
    shortest_reply: float = SHORTEST_REPLY,
    tick: float = CLOCK_TICK,
) -> AsyncIterator[App]:
    """The bot at work: it receives updates as long as the block lasts.

    The engine plays for the AI, and never replies sooner than in that many seconds. Time limits are
    looked after at each tick, so many seconds apart.

    :raises SchemaError: the database cannot be used.
    :raises telegram.error.InvalidToken: Telegram does not know the token.
    """
    database = await Database.open(config.database)
    try:
        application = build_application(token, config.api_url, rates)
        people, live, pace = People(database, clock), Live(database, clock), Pace(rates)
        audience = Audience(database, people)
        boards = Boards(application.bot, database, live, audience, pace)
        replies = Replies(application.bot, pace, Pictures(database, application.bot))
        exports = Exports(application.bot, database, audience, pace, replies)
        opponent = Opponent(live, engine, shortest_reply)
        clocks = Clocks(database, live, clock, boards.remind)
        provide(
            application,
            Services(
                *(database, live, people, audience, boards, replies, exports, opponent),
                application.create_task,
            ),
        )
        async with application:
            await application.start()
            try:
                application.create_task(introduce(application.bot, MENUS))
                application.create_task(boards.warm_up())
                await boards.resume()
                await opponent.resume()
                _let_tick(application, clocks, tick)
                await _receive(application, config)
                yield application
            finally:
                assert application.updater is not None
                if application.updater.running:
                    await application.updater.stop()
                await application.stop()
                await opponent.close()
                await boards.close()
                await exports.close()
                await replies.close()
    finally:
        await database.close()


def _let_tick(application: App, clocks: Clocks, seconds: float) -> None:
    async def tick(_: Context) -> None:
        await clocks.tick()

    assert application.job_queue is not None
    application.job_queue.run_repeating(tick, seconds, first=0)


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
