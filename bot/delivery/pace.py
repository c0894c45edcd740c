"""How fast messages may follow each other in a chat.

Telegram allows about one message a second in a private chat and 20 a minute in a group, edits
included (core.telegram.org/bots/faq, "My bot is hitting limits"). Whoever wants to send waits here
for the chat's turn and makes the message afterwards, so that it is the newest; the library's own
rate limiter, below, would have it wait finished.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiolimiter import AsyncLimiter

_MANY = 1_000
# Messages that two players' moves of some hops take.
_A_MOVE = 6


@dataclass(frozen=True, slots=True)
class Rates:
    """How many messages in how many seconds; short bursts up to that number are fine."""

    private: tuple[float, float] = (5, 5)
    group: tuple[float, float] = (20, 60)
    overall: tuple[float, float] = (30, 1)


TELEGRAM = Rates()
# For a server without limits: the local chat.
UNLIMITED = Rates(private=(1e6, 1), group=(1e6, 1), overall=(1e6, 1))


class Pace:
    """Gives each chat its turns. Chats do not wait for each other."""

    def __init__(
        self,
        rates: Rates,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Takes the rates, and a clock in seconds with its sleep."""
        self._rates = rates
        self._clock = clock
        self._sleep = sleep
        self._limiters: dict[int, AsyncLimiter] = {}
        self._paused_until: dict[int, float] = {}

    async def turn(self, chat: int) -> None:
        """Waits until a message may go to the chat."""
        await self._limiter(chat).acquire()
        while (left := self._paused_until.get(chat, 0) - self._clock()) > 0:
            await self._sleep(left)
        self._paused_until.pop(chat, None)

    def pause(self, chat: int, seconds: float) -> None:
        """Lets nothing go to the chat for that long: Telegram answered 429."""
        until = self._clock() + seconds
        self._paused_until[chat] = max(until, self._paused_until.get(chat, 0))

    def nearly_spent(self, chat: int) -> bool:
        """Whether a group has few messages left for now: not enough for a move hop by hop."""
        return chat < 0 and not self._limiter(chat).has_capacity(_A_MOVE)

    def _limiter(self, chat: int) -> AsyncLimiter:
        if chat not in self._limiters:
            if len(self._limiters) >= _MANY:
                self._drop_idle()
            # Group ids are negative (Bot API: Chat).
            self._limiters[chat] = AsyncLimiter(
                *(self._rates.group if chat < 0 else self._rates.private)
            )
        return self._limiters[chat]

    def _drop_idle(self) -> None:
        idle = [chat for chat, each in self._limiters.items() if each.has_capacity(each.max_rate)]
        for chat in idle:
            del self._limiters[chat]
