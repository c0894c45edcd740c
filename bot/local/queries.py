"""Callback queries: a tap on a button, until the bot has answered it."""

import asyncio
import secrets
from collections.abc import Callable, Generator
from dataclasses import dataclass

from bot.local.errors import bad_request

_GONE = "query is too old and response timeout expired or query ID is invalid"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot showed to the one who tapped; all empty for a silent answer."""

    text: str = ""
    show_alert: bool = False
    url: str = ""


class Tap:
    """A tap under way: `await tap` gives the bot's Answer, or None when there was none in time."""

    def __init__(self, query_id: str, opened: float, wait: float) -> None:
        self.query_id = query_id
        self.opened = opened
        self._wait = wait
        self._answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

    @property
    def answered(self) -> bool:
        """Tell whether the bot has answered, or the wait is over."""
        return self._answer.done()

    def resolve(self, answer: Answer | None) -> None:
        """End the wait with the bot's answer, or with None."""
        if not self._answer.done():
            self._answer.set_result(answer)

    def __await__(self) -> Generator[object, None, Answer | None]:
        """Wait for the answer."""
        return self._result().__await__()

    async def _result(self) -> Answer | None:
        await asyncio.wait([self._answer], timeout=self._wait)
        self.resolve(None)
        return self._answer.result()


class Queries:
    """The taps that the bot may still answer, each once and within `lifetime` seconds."""

    def __init__(self, clock: Callable[[], float], lifetime: float) -> None:
        self._clock = clock
        self._lifetime = lifetime
        self._taps: dict[str, Tap] = {}
        self._count = secrets.randbits(24)

    def open(self, person_id: int) -> Tap:
        """Begin a tap of this person. Needs a running event loop."""
        self._count += 1
        query_id = str((person_id << 30) + self._count)
        tap = Tap(query_id, self._clock(), self._lifetime)
        self._taps[query_id] = tap
        self._drop_old()
        return tap

    def answer(self, query_id: str, answer: Answer) -> None:
        """Answer a tap; raises ApiError when it was answered before, or is too old."""
        self._drop_old()
        tap = self._taps.pop(query_id, None)
        if tap is None or tap.answered:
            raise bad_request(_GONE)
        tap.resolve(answer)

    def close(self) -> None:
        """End all waits without an answer."""
        for tap in self._taps.values():
            tap.resolve(None)
        self._taps.clear()

    def _drop_old(self) -> None:
        oldest = self._clock() - self._lifetime
        while self._taps:
            query_id = next(iter(self._taps))
            if self._taps[query_id].opened > oldest:
                break
            self._taps.pop(query_id).resolve(None)
