"""Updates by long polling.

The library's own updater is not used because three things are decided here: what a conflict with
another process means; that the bot ends when polling is dead, however it died; and that a stop
waits for nothing (the updater sits out its pause after an error, up to half a minute).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.receiving.lost import DeafError, GiveUp, RivalError
from bot.receiving.reaching import Sleep, until_reached, wait_after
from bot.receiving.reading import ReceivingBot, read_update

_log = logging.getLogger(__name__)

_LAST_WORD_SECONDS = 0.5
_LONGEST_PAUSE = 30.0
_PAUSE_AFTER_CONFLICT = 1.0


@dataclass(frozen=True, slots=True)
class PollingTimes:
    """How long things take, or may take, in seconds."""

    poll: float = 30.0
    """How long Telegram holds a poll when there is nothing to tell."""
    deaf: float = 120.0
    """After how long without an answer to a poll the bot is taken for deaf: some failed tries."""
    young: float = 60.0
    """For how long after its start a bot gives way to another one."""
    apart: float = 0.01
    """At least, between the beginnings of two polls: a server that is close by would answer each
    with a single update, for which a poll costs too much."""


class Polling:
    """Asks for updates, and puts them into a queue.

    Of two processes with one token Telegram ends the poll that is older (409) whenever the other
    one polls. So both meet conflicts in turn, and their ages must decide: whoever has begun a
    moment ago ends, whoever has been there for long goes on.
    """

    def __init__(
        self,
        bot: ReceivingBot,
        queue: asyncio.Queue[object],
        allowed_updates: Sequence[str],
        give_up: GiveUp,
        times: PollingTimes,
        clock: Callable[[], float] = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Takes whom to ask and where updates go, and what to call at the end of all hope."""
        self._bot = bot
        self._queue = queue
        self._allowed_updates = allowed_updates
        self._give_up = give_up
        self._times = times
        self._clock = clock
        self._sleep = sleep
        self._offset = 0
        self._failures = 0
        self._began = self._heard = clock()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins as soon as Telegram can be reached."""
        await until_reached(self._bot.delete_webhook, self._sleep)
        self._began = self._heard = self._clock()
        self._tasks = [
            asyncio.create_task(self._poll_on(), name="polling"),
            asyncio.create_task(self._watch(), name="watching the polling"),
        ]

    async def stop(self) -> None:
        """Ends, and tells Telegram which updates it need not send again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._offset:
            with suppress(TelegramError, TimeoutError):
                async with asyncio.timeout(_LAST_WORD_SECONDS):
                    await self._bot.raw_updates(self._offset, 0, self._allowed_updates)

    @property
    def trouble(self) -> str | None:
        """Why no updates come in, None if they do."""
        if not self._tasks:
            return "polling has not begun"
        if (silence := self._clock() - self._heard) > self._times.deaf:
            return f"no poll has been answered for {silence:.0f} s"
        return None

    async def _poll_on(self) -> None:
        while True:
            asked = self._clock()
            try:
                updates = await self._bot.raw_updates(
                    self._offset, self._times.poll, self._allowed_updates
                )
            except TelegramError as error:
                await self._sleep(self._after(error))
            else:
                self._heard = self._clock()
                if self._failures:
                    _log.info("Polling works again")
                self._failures = 0
                for data in updates:
                    if (update := read_update(data, self._bot)) is not None:
                        await self._queue.put(update)
                    self._offset = data["update_id"] + 1
                if (wait := asked + self._times.apart - self._clock()) > 0:
                    await self._sleep(wait)

    def _after(self, error: TelegramError) -> float:
        """Decides what an error means. Returns the seconds to wait before the next poll."""
        if isinstance(error, InvalidToken):
            self._give_up(error)
        if isinstance(error, Conflict):
            return self._after_conflict(error)
        wait = wait_after(error, self._failures, _LONGEST_PAUSE)
        if isinstance(error, RetryAfter):
            self._heard = self._clock() + wait
        level = logging.DEBUG if self._failures else logging.WARNING
        _log.log(level, "A poll has failed (%s); the next one follows in %.0f s", error, wait)
        self._failures += 1
        return wait

    def _after_conflict(self, conflict: Conflict) -> float:
        # Telegram answers: the bot is not deaf.
        self._heard = self._clock()
        young = self._clock() - self._began <= self._times.young
        # A webhook stays, and nothing comes by polling any more.
        if young or "webhook" in conflict.message.lower():
            self._give_up(
                RivalError(
                    "Another process receives the updates of the bot whose token is in "
                    f"TELEGRAM_BOT_TOKEN, and this one gives way ({conflict}). Stop the other one, "
                    "or use another token."
                )
            )
        else:
            _log.warning("Another process asks for this bot's updates, too: stop it (%s)", conflict)
        return _PAUSE_AFTER_CONFLICT

    async def _watch(self) -> None:
        polling = self._tasks[0]
        while not polling.done() and (left := self._heard + self._times.deaf - self._clock()) > 0:
            await asyncio.wait([polling], timeout=left)
        why = "polling has ended" if polling.done() else self.trouble
        self._give_up(DeafError(f"The bot is deaf: {why}. It ends, so that it is started anew."))
