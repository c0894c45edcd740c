"""Updates by webhook: Telegram posts each to a server of ours, behind a proxy with TLS."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Sequence

from telegram.error import TelegramError
from telegram.ext import ExtBot
from tornado.web import HTTPError, RequestHandler

from bot.config import Webhook
from bot.receiving.lost import GiveUp, RivalError
from bot.receiving.reaching import Sleep, until_reached
from bot.receiving.reading import read_update
from bot.web import Route

_log = logging.getLogger(__name__)

_PATH = "/telegram"
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
_LOOK_SECONDS = 60.0


class WebhookReceiver:
    """Has Telegram post updates to us, and puts them into a queue.

    Whether Telegram still does is looked at from time to time: another process can take its place.
    """

    def __init__(
        self,
        bot: ExtBot[int],
        queue: asyncio.Queue[object],
        allowed_updates: Sequence[str],
        give_up: GiveUp,
        webhook: Webhook,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Takes where updates go, and what the public knows of us."""
        self._bot = bot
        self._queue = queue
        self._allowed_updates = allowed_updates
        self._give_up = give_up
        self._secret = webhook.secret
        self._address = f"{webhook.url}{_PATH}"
        self._sleep = sleep
        self._looking: asyncio.Task[None] | None = None
        self._failure: str | None = None

    def route(self, prefix: str) -> Route:
        """Returns the route of what Telegram posts."""
        return (
            f"{prefix}{_PATH}",
            _UpdateHandler,
            {"bot": self._bot, "queue": self._queue, "secret": self._secret},
        )

    async def start(self) -> None:
        """Tells Telegram where to post, as soon as it can be reached; we must listen already."""
        await until_reached(self._set, self._sleep)
        self._looking = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        """Looks no more. Telegram goes on posting, and keeps what nobody takes."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    @property
    def trouble(self) -> str | None:
        """Why no updates come in, None if they do as far as is known."""
        return self._failure if self._looking is not None else "the webhook is not set yet"

    async def _set(self) -> None:
        await self._bot.set_webhook(
            self._address, allowed_updates=self._allowed_updates, secret_token=self._secret
        )

    async def _look_on(self) -> None:
        last_failure = None
        while True:
            await self._sleep(_LOOK_SECONDS)
            try:
                info = await self._bot.get_webhook_info()
            except TelegramError as error:
                self._failure = f"Telegram cannot be reached ({error})"
                continue
            self._failure = None
            if info.url != self._address:
                self._give_up(
                    RivalError(
                        "Another process receives the updates of the bot whose token is in "
                        "TELEGRAM_BOT_TOKEN: it has set another webhook, or none. Stop it, or use "
                        "another token."
                    )
                )
            if info.last_error_date != last_failure:
                last_failure = info.last_error_date
                _log.warning("Telegram could not deliver an update: %s", info.last_error_message)


class _UpdateHandler(RequestHandler):
    def initialize(self, bot: ExtBot[int], queue: asyncio.Queue[object], secret: str) -> None:
        self._bot = bot
        self._queue = queue
        self._secret = secret

    async def post(self) -> None:
        given = self.request.headers.get(_SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self._secret.encode()):
            raise HTTPError(403)
        try:
            data = json.loads(self.request.body)
        except ValueError:
            raise HTTPError(400) from None
        # Telegram would send what cannot be read again and again if it were refused.
        if (update := read_update(data, self._bot)) is not None:
            await self._queue.put(update)
