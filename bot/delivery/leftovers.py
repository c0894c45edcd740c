"""Removes messages that are no boards any more, or at least their buttons."""

from __future__ import annotations

import asyncio
import logging

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.delivery.outcomes import Outcome, classify, pause_after
from bot.delivery.pace import Pace
from bot.store import leftovers as store
from bot.store.database import Database

_log = logging.getLogger(__name__)

# Between tries (seconds).
_LONGEST_WAIT = 60.0


class Leftovers:
    """Sees to it that what was a board cannot be tapped any more.

    Each message stays on record until that is so: a restart or a broken connection leaves none.
    """

    def __init__(self, bot: ExtBot[int], database: Database, pace: Pace) -> None:
        """Takes through what to remove messages."""
        self._bot = bot
        self._database = database
        self._pace = pace
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    async def add(self, chat: int, message: int) -> None:
        """Removes a message of ours, in the background."""
        async with self._database.transaction() as transaction:
            store.add_leftover(transaction, chat, message)
        self.remove(chat, message)

    def remove(self, chat: int, message: int) -> None:
        """Removes a message that is on record, in the background."""
        key = (chat, message)
        if key not in self._tasks:
            self._tasks[key] = task = asyncio.create_task(self._remove(chat, message))
            task.add_done_callback(lambda _: self._tasks.pop(key))

    async def resume(self) -> None:
        """After a start: removes what the last run has left."""
        for chat, message in await store.load_leftovers(self._database):
            self.remove(chat, message)

    async def idle(self) -> None:
        """Waits until all that can be removed is."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Ends all work; the next run goes on with it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _remove(self, chat: int, message: int) -> None:
        """Does so however long Telegram is in trouble."""
        failures = 0
        while True:
            try:
                if not await self._delete(chat, message):
                    await self._strip(chat, message)
            except TelegramError as error:
                trouble = classify(error)
                if trouble.outcome is Outcome.WAIT:
                    self._pace.pause(chat, trouble.seconds)
                    await asyncio.sleep(trouble.seconds)
                else:
                    await asyncio.sleep(pause_after(failures, _LONGEST_WAIT))
                    failures += 1
            else:
                async with self._database.transaction() as transaction:
                    store.remove_leftover(transaction, chat, message)
                return

    async def _delete(self, chat: int, message: int) -> bool:
        try:
            await self._bot.delete_message(chat, message)
        except TelegramError as error:
            outcome = classify(error).outcome
            if outcome in _PASSING:
                raise
            return outcome is Outcome.AS_WANTED
        return True

    async def _strip(self, chat: int, message: int) -> None:
        """Takes the buttons from a message, such as one too old to be deleted."""
        try:
            async with self._pace.turn(chat):
                await self._bot.edit_message_reply_markup(chat, message)
        except TelegramError as error:
            outcome = classify(error).outcome
            if outcome in _PASSING:
                raise
            if outcome is not Outcome.AS_WANTED:
                _log.info("Message %s in chat %s stays: %s", message, chat, error)


# Another try may do.
_PASSING = (Outcome.WAIT, Outcome.UNSENT, Outcome.UNKNOWN)
