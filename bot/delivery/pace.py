"""How fast messages may follow each other in a chat.

Telegram allows about one message a second in a private chat, 20 a minute in a group and 30 a second
in all, edits included (core.telegram.org/bots/faq, "My bot is hitting limits"). Whoever wants to
send waits here for the chat's turn and makes the message afterwards, so that it is the newest.

A budget that is spent in one go is followed by a long silence. So only a part of it goes at once,
and the rest is spread over the time: in a group nobody who comes next ever waits longer than 4.3 s.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

# Chats of which is remembered what they got.
_MANY = 1_000
# What a move of some hops takes.
_A_MOVE = 4
# After how many seconds to see whether what others wait for has been sent.
_LOOK_AGAIN = 1.0


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``most`` messages within any ``seconds``, ``burst`` of them at once."""

    most: int
    seconds: float
    burst: int

    def window(self, held: int) -> float:
        """Returns within how many seconds no more than ``held`` messages may go.

        That many grow with their time from a burst to all: so those after a burst are spread.
        """
        return self.seconds * (held - self.burst + 1) / (self.most - self.burst + 1)


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a chat, of everything, and of what a group sees of choosing and leafing.

    The last one is our own: somebody who cannot decide must not spend a group's budget.
    """

    private: Rate | None = Rate(5, 5, 3)
    group: Rate | None = Rate(20, 60, 7)
    # Two less than Telegram allows, since requests overtake each other on their way.
    overall: Rate | None = Rate(28, 1, 14)
    choices: Rate | None = Rate(4, 10.5, 3)


TELEGRAM = Rates()
# For a server without limits: the local chat.
UNLIMITED = Rates(None, None, None, None)


class _Budget:
    """What went lately, at one rate."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._gone: deque[float] = deque(maxlen=rate.most)
        self._under_way = 0

    def wait(self, now: float) -> float:
        """Returns for how many seconds nothing more may go."""
        gone, rate = self._times(now), self._rate
        full = range(rate.burst, min(len(gone), rate.most) + 1)
        return max((gone[-held] + rate.window(held) - now for held in full), default=0)

    def left(self, now: float) -> int:
        """Returns how many may go at once."""
        gone, rate = self._times(now), self._rate
        return min(
            held - sum(time > now - rate.window(held) for time in gone)
            for held in range(rate.burst, rate.most + 1)
        )

    def is_idle(self, now: float) -> bool:
        recent = bool(self._gone) and self._gone[-1] > now - self._rate.seconds
        return not self._under_way and not recent

    def begin(self) -> None:
        self._under_way += 1

    def end(self, now: float) -> None:
        """When it left does not matter: Telegram counts what arrives, at the latest by now."""
        self._under_way -= 1
        self._gone.append(now)

    def cancel(self) -> None:
        self._under_way -= 1

    def _times(self, now: float) -> list[float]:
        return [*self._gone, *[now] * self._under_way]


@dataclass(eq=False)
class _Line:
    """Those who want to send to one chat: they come one after the other."""

    budget: _Budget | None
    choices: _Budget | None
    paused_until: float = 0
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def wait(self, now: float) -> float:
        spent = self.budget.wait(now) if self.budget is not None else 0
        return max(spent, self.paused_until - now)

    def is_idle(self, now: float) -> bool:
        budgets = (self.budget, self.choices)
        idle = all(each.is_idle(now) for each in budgets if each is not None)
        return idle and not self.waiting and self.paused_until <= now


@dataclass
class Turn:
    """A turn in a chat. It counts, unless it is found that there was nothing to send."""

    used: bool = True


class Pace:
    """Gives each chat its turns. Chats do not wait for each other."""

    def __init__(self, rates: Rates) -> None:
        """Takes the rates. Time is that of the running event loop."""
        self._rates = rates
        self._overall = _budget(rates.overall)
        self._overall_lock = asyncio.Lock()
        self._lines: dict[int, _Line] = {}
        self._many = _MANY

    @asynccontextmanager
    async def turn(self, chat: int) -> AsyncIterator[Turn]:
        """Waits until a message may go to the chat; within the block it is made and sent."""
        line = self._line(chat)
        line.waiting += 1
        try:
            async with line.lock:
                await _sit_out(line.wait)
                await self._overall_turn()
                if line.budget is not None:
                    line.budget.begin()
        finally:
            line.waiting -= 1
        turn = Turn()
        try:
            yield turn
        finally:
            if line.budget is not None and turn.used:
                line.budget.end(_now())
            elif line.budget is not None:
                line.budget.cancel()

    def pause(self, chat: int, seconds: float) -> None:
        """Lets nothing go to the chat for that long: Telegram answered 429."""
        line = self._line(chat)
        line.paused_until = max(_now() + seconds, line.paused_until)

    def nearly_spent(self, chat: int) -> bool:
        """Whether a group has few messages left for now: not enough for a move hop by hop."""
        line = self._line(chat)
        return chat < 0 and line.budget is not None and line.budget.left(_now()) < _A_MOVE

    @asynccontextmanager
    async def choice_turn(self, chat: int, news: asyncio.Event) -> AsyncIterator[Turn]:
        """A turn to show what somebody chooses or leafs through.

        All such turns of a group share one small budget, and what has happened goes first. As soon
        as there are news, it is a turn like any other. In private chats it always is: nobody else
        has a share in the budget.
        """
        while not news.is_set() and (wait := self._choice_wait(chat)) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await news.wait()
        choices = self._line(chat).choices
        if choices is None or news.is_set():
            async with self.turn(chat) as turn:
                yield turn
            return
        # Counted before the turn comes, so that no two take the same place.
        choices.begin()
        turn, chosen = Turn(used=False), True
        try:
            async with self.turn(chat) as turn:
                chosen = not news.is_set()
                yield turn
        finally:
            if turn.used and chosen:
                choices.end(_now())
            else:
                choices.cancel()

    def _choice_wait(self, chat: int) -> float:
        line, now = self._line(chat), _now()
        if line.choices is None:
            return 0
        return max(line.choices.wait(now), line.wait(now), _LOOK_AGAIN if line.waiting else 0)

    async def _overall_turn(self) -> None:
        if self._overall is None:
            return
        async with self._overall_lock:
            await _sit_out(self._overall.wait)
            # Counted at once: a chat whose requests take long must not hold up the others.
            self._overall.begin()
            self._overall.end(_now())

    def _line(self, chat: int) -> _Line:
        if chat not in self._lines:
            if len(self._lines) >= self._many:
                self._drop_idle()
            # Group ids are negative (Bot API: Chat).
            group = chat < 0
            self._lines[chat] = _Line(
                _budget(self._rates.group if group else self._rates.private),
                _budget(self._rates.choices if group else None),
            )
        return self._lines[chat]

    def _drop_idle(self) -> None:
        now = _now()
        for chat in [chat for chat, line in self._lines.items() if line.is_idle(now)]:
            del self._lines[chat]
        self._many = max(_MANY, 2 * len(self._lines))


def _budget(rate: Rate | None) -> _Budget | None:
    return None if rate is None else _Budget(rate)


async def _sit_out(wait: Callable[[float], float]) -> None:
    # Nothing but time is waited for.
    while (seconds := wait(_now())) > 0:  # noqa: ASYNC110
        await asyncio.sleep(seconds)


def _now() -> float:
    return asyncio.get_running_loop().time()
