"""The application: what it is built of, and the one ordered list of handlers."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from sqlite3 import Error as SqliteError
from typing import Any
from urllib.parse import urlsplit

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
from bot.delivery.posts import Posts
from bot.delivery.replies import Replies
from bot.handlers import (
    against_ai,
    exporting,
    games,
    inline,
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
from bot.handlers.limits import ALLOWANCES, Activity, Allowance, Limits
from bot.handlers.ordering import PersonByPerson
from bot.handlers.repeats import Repeats
from bot.observer import Observer
from bot.observing import ObservedRequest, ObservedThinker
from bot.play.admission import Admission
from bot.play.clocks import Clocks
from bot.play.live import Live
from bot.play.opponent import SHORTEST_REPLY, Opponent, Thinker
from bot.play.people import People
from bot.play.reach import Reach
from bot.play.reviewer import Reviewer
from bot.receiving.backlog import Backlog
from bot.receiving.lost import GiveUp
from bot.receiving.polling import Polling, PollingTimes
from bot.receiving.reaching import until_reached
from bot.receiving.reading import ReceivingBot
from bot.receiving.webhook import WebhookReceiver
from bot.store.database import Database
from bot.transport import Patience, proxy_for
from bot.web import Check, Route, WebServer, health_route

App = Application[ExtBot[int], Context, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]

HANDLERS: tuple[BaseHandler[Any, Context, Any], ...] = (
    *taps.HANDLERS,
    *start.HANDLERS,
    *new_game.HANDLERS,
    *against_ai.HANDLERS,
    *inline.HANDLERS,
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

_log = logging.getLogger(__name__)

ALLOWED_UPDATES = [
    *(Update.MESSAGE, Update.CALLBACK_QUERY),
    *(Update.INLINE_QUERY, Update.CHOSEN_INLINE_RESULT, Update.MY_CHAT_MEMBER),
]

_CONNECTIONS = 128
_MOST_UNFINISHED = 1_000
_WEBHOOK_PORT = 8443
CLOCK_TICK = 20.0
POLLING = PollingTimes()
NOBODY = Observer()

# When the bot stops (seconds): for what is being handled, and for the answers to it.
_HANDLING_SECONDS = 1.0
_ANSWERING_SECONDS = 0.5


def build_application(token: str, config: Config, rates: Rates, observer: Observer) -> App:
    """Returns the application with its handlers; services are still to be provided.

    It has no updater: see :mod:`bot.receiving`.
    """
    # Chats have their turns in Pace; this is for what goes without a turn, such as deletions.
    overall = rates.overall
    limiter = AIORateLimiter(
        overall_max_rate=overall.most if overall is not None else 0,
        overall_time_period=overall.seconds if overall is not None else 0,
        group_max_rate=0,
        group_time_period=0,
    )
    seconds, proxy = config.request_seconds, proxy_for(config.api_url)
    # Sending a picture over a poor line takes a while; everything else is small.
    patience = Patience(
        pool=seconds, connect=seconds / 2, write=seconds, upload=2 * seconds, read=seconds
    )
    request = ObservedRequest(observer, _CONNECTIONS, patience, proxy)
    # Reading: beyond the time for which Telegram holds a poll.
    brief = seconds / 2
    polling_patience = Patience(pool=brief, connect=brief, write=brief, upload=brief, read=brief)
    poll_request = ObservedRequest(observer, 1, polling_patience, proxy)
    bot: ExtBot[int] = ReceivingBot(
        token,
        base_url=f"{config.api_url}/bot",
        base_file_url=f"{config.api_url}/file/bot",
        request=request,
        get_updates_request=poll_request,
        defaults=Defaults(
            parse_mode=ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)
        ),
        rate_limiter=limiter,
    )
    application = (
        ApplicationBuilder()
        .bot(bot)
        .update_queue(Backlog(_MOST_UNFINISHED))
        .updater(None)
        .context_types(ContextTypes(context=Context))
        .concurrent_updates(PersonByPerson(observer))
        .build()
    )
    application.add_handlers(membership.FIRST_HANDLERS, group=-1)
    application.add_handlers(HANDLERS)
    application.add_error_handler(on_error)
    return application


def _say(reason: Exception) -> None:
    _log.critical("%s", reason)


@dataclass(frozen=True, slots=True)
class Oversight:
    """Who looks after a bot that runs."""

    give_up: GiveUp = _say
    """What is told when updates cannot be received any more; the bot itself goes on."""
    observer: Observer = NOBODY
    figures: Sequence[Route] = ()
    """What METRICS_PORT serves beside the bot's health."""


UNWATCHED = Oversight()


@asynccontextmanager
async def running(  # noqa: PLR0913 - by name, and tests replace one or two
    config: Config,
    *,
    token: str,
    engine: Thinker,
    rates: Rates = TELEGRAM,
    clock: Callable[[], float] = time.time,
    shortest_reply: float = SHORTEST_REPLY,
    tick: float = CLOCK_TICK,
    polling: PollingTimes = POLLING,
    allowances: Mapping[Activity, Allowance] = ALLOWANCES,
    oversight: Oversight = UNWATCHED,
) -> AsyncIterator[App]:
    """The bot at work: it receives updates as long as the block lasts.

    The engine plays for the AI, and never replies sooner than in that many seconds. Time limits are
    looked after at each tick, so many seconds apart.

    :raises SchemaError: the database cannot be used.
    :raises PortError: a port cannot be listened on.
    :raises telegram.error.InvalidToken: Telegram does not know the token.
    """
    async with AsyncExitStack() as stack:
        database = await Database.open(config.database)
        stack.push_async_callback(database.close)
        observer = oversight.observer
        application = build_application(token, config, rates, observer)
        stack.push_async_callback(application.bot.shutdown)
        thinker = ObservedThinker(engine, observer)
        people, live, pace = People(database, clock), Live(database, clock), Pace(rates)
        audience = Audience(database, people)
        reach = Reach(database, live, clock)
        await reach.load()
        boards = Boards(application.bot, database, live, audience, pace, reach, observer)
        people.subscribe(boards.appears_otherwise)
        replies = Replies(application.bot, pace, Pictures(database, application.bot))
        reviewer = Reviewer(database, live, thinker)
        exports = Exports(application.bot, database, audience, pace, replies, reviewer)
        opponent = Opponent(live, thinker, shortest_reply)
        posts = Posts(application.bot, database, live, audience)
        clocks = Clocks(database, live, clock)
        provide(
            application,
            Services(
                *(database, live, people, audience, boards, replies, exports, opponent),
                *(Admission(database, live, clock), posts, reviewer),
                *(reach, Repeats()),
                Limits(allowances),
                application.create_task,
            ),
        )
        receiver = _receiver(config, application, oversight.give_up, polling)
        health = _health_checks(receiver, database)
        if config.metrics_port is not None:
            routes = [health_route("", health), *oversight.figures]
            server = WebServer("METRICS_PORT", config.metrics_port, routes)
            stack.push_async_callback(server.close)
        await until_reached(application.bot.initialize)
        await stack.enter_async_context(application)
        await application.start()
        for service in (replies, reviewer, exports, posts, boards, opponent):
            stack.push_async_callback(service.close)
        stack.push_async_callback(_finish, application)
        application.create_task(introduce(application.bot, MENUS))
        application.create_task(boards.warm_up())
        await boards.resume()
        await posts.resume(clock())
        await opponent.resume()
        _let_tick(application, clocks, reach, tick)
        if isinstance(receiver, WebhookReceiver):
            assert config.webhook is not None
            # Some proxies hand the path of the public address on, some strip it.
            prefix = f"(?:{re.escape(urlsplit(config.webhook.url).path)})?"
            routes = [receiver.route(prefix), health_route(prefix, health)]
            server = WebServer("PORT", config.port or _WEBHOOK_PORT, routes)
            stack.push_async_callback(server.close)
        stack.push_async_callback(receiver.stop)
        await receiver.start()
        yield application


def _let_tick(application: App, clocks: Clocks, reach: Reach, seconds: float) -> None:
    async def tick(_: Context) -> None:
        await clocks.tick()
        await reach.tidy()

    assert application.job_queue is not None
    application.job_queue.run_repeating(tick, seconds, first=0)


def _receiver(
    config: Config, application: App, give_up: GiveUp, polling: PollingTimes
) -> Polling | WebhookReceiver:
    bot = application.bot
    assert isinstance(bot, ReceivingBot)
    source = (bot, application.update_queue, ALLOWED_UPDATES, give_up)
    if config.webhook is not None:
        return WebhookReceiver(*source, config.webhook)
    return Polling(*source, polling)


def _health_checks(receiver: Polling | WebhookReceiver, database: Database) -> Sequence[Check]:
    async def receives() -> str | None:
        return receiver.trouble

    async def stores() -> str | None:
        try:
            async with database.transaction() as transaction:
                transaction.execute("SELECT 1")
        except SqliteError as error:
            return f"the database does not answer ({error})"
        return None

    return receives, stores


async def _finish(application: App) -> None:
    """Lets what has come be handled, if that does not take long, and stops the application."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_HANDLING_SECONDS):
            await application.update_queue.join()
    processor = application.update_processor
    assert isinstance(processor, PersonByPerson)
    processor.cancel()
    with suppress(TimeoutError):
        async with asyncio.timeout(_ANSWERING_SECONDS):
            await application.stop()
