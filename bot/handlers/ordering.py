"""The order in which updates are handled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.observer import Observer
from bot.recent import Recent

_AT_ONCE = 256
# Telegram sends an update again when it does not learn that it arrived.
_REMEMBERED = 5_000
# The library's own limit would count those that wait for their turn, too.
_WITHOUT_LIMIT = 1_000_000


class PersonByPerson(BaseUpdateProcessor):
    """What one person does in one chat is handled in its order; all else at the same time.

    So quick taps along a chain count in the order of the fingers, and nobody waits for somebody
    else: not for a hundred updates of one person, either, of which one takes long. Games have an
    order of their own (:class:`bot.play.live.Live`).
    """

    def __init__(self, observer: Observer) -> None:
        """Handles a bounded number of updates at once; the observer hears of each."""
        super().__init__(max_concurrent_updates=_WITHOUT_LIMIT)
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._observer = observer
        self._tasks: set[asyncio.Task[Any]] = set()
        self._seen: Recent[int, bool] = Recent(_REMEMBERED)
        self._locks: WeakValueDictionary[tuple[int | None, int | None], asyncio.Lock] = (
            WeakValueDictionary()
        )

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Waits for the same person's earlier updates in the chat; asyncio's locks are fair.

        An update that comes a second time is dropped.
        """
        assert isinstance(coroutine, Coroutine)
        if isinstance(update, Update):
            if self._seen.get(update.update_id) is not None:
                coroutine.close()
                return
            self._seen.put(update.update_id, True)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            self._tell(update)
            async with self._locks.setdefault(_key(update), asyncio.Lock()), self._room:
                await coroutine
        finally:
            # It may have been given up before its turn came.
            coroutine.close()
            self._tasks.discard(task)

    def cancel(self) -> None:
        """Gives up whatever is being handled."""
        for task in self._tasks:
            task.cancel()

    def _tell(self, update: object) -> None:
        if isinstance(update, Update):
            query = update.callback_query
            kind = next((name for name in Update.ALL_TYPES if getattr(update, name, None)), "other")
            self._observer.update_arrived(kind, query.id if query is not None else None)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""


def _key(update: object) -> tuple[int | None, int | None]:
    if not isinstance(update, Update):
        return None, None
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else None, user.id if user else None
