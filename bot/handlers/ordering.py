"""The order in which updates are handled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

_AT_ONCE = 256


class PersonByPerson(BaseUpdateProcessor):
    """What one person does in one chat is handled in its order; all else at the same time.

    So quick taps along a chain count in the order of the fingers, and nobody waits for somebody
    else. Games have an order of their own (:class:`bot.play.live.Live`).
    """

    def __init__(self) -> None:
        """Handles a bounded number of updates at once."""
        super().__init__(max_concurrent_updates=_AT_ONCE)
        self._locks: WeakValueDictionary[tuple[int | None, int | None], asyncio.Lock] = (
            WeakValueDictionary()
        )

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Waits for the same person's earlier updates in the chat; asyncio's locks are fair."""
        key = _key(update)
        async with self._locks.setdefault(key, asyncio.Lock()):
            await coroutine

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""


def _key(update: object) -> tuple[int | None, int | None]:
    if not isinstance(update, Update):
        return None, None
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else None, user.id if user else None
