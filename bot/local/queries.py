"""Queries: what people ask the bot, by a tap or in inline mode, until it has answered."""

import asyncio
import secrets
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.local.errors import bad_request

_GONE = "query is too old and response timeout expired or query ID is invalid"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot showed to the one who tapped; all empty for a silent answer."""

    text: str = ""
    show_alert: bool = False
    url: str = ""


_Answer = TypeVar("_Answer")


class Query(Generic[_Answer]):
    """A query under way: `await query` gives the bot's answer, or None when it came too late."""

    def __init__(self, query_id: str, opened: float, wait: float) -> None:
        self.query_id = query_id
        self.opened = opened
        self._wait = wait
        self._answer: asyncio.Future[_Answer | None] = asyncio.get_running_loop().create_future()

    @property
    def answered(self) -> bool:
        """Tell whether the bot has answered, or the wait is over."""
        return self._answer.done()

    @property
    def answer(self) -> _Answer | None:
        """Return the bot's answer so far."""
        return self._answer.result() if self.answered else None

    def resolve(self, answer: _Answer | None) -> None:
        """End the wait with the bot's answer, or with None."""
        if not self._answer.done():
            self._answer.set_result(answer)

    def __await__(self) -> Generator[object, None, _Answer | None]:
        """Wait for the answer."""
        return self._result().__await__()

    async def _result(self) -> _Answer | None:
        await asyncio.wait([self._answer], timeout=self._wait)
        self.resolve(None)
        return self._answer.result()


class Tap(Query[Answer]):
    """A tap on a button."""


_Query = TypeVar("_Query", bound=Query[Any])


class Queries(Generic[_Query]):
    """The queries that the bot may still answer, each once and within `lifetime` seconds."""

    def __init__(self, clock: Callable[[], float], lifetime: float) -> None:
        self.lifetime = lifetime
        self._clock = clock
        self._open: dict[str, _Query] = {}
        self._count = secrets.randbits(24)

    def open(self, person_id: int, begin: Callable[[str, float, float], _Query]) -> _Query:
        """Begin a query of this person with its id, time and wait. Needs a running event loop."""
        self._count += 1
        query_id = str((person_id << 30) + self._count)
        query = begin(query_id, self._clock(), self.lifetime)
        self._open[query_id] = query
        self._drop_old()
        return query

    def take(self, query_id: str) -> _Query:
        """Return a query to be answered; raises ApiError when it was before, or is too old."""
        self._drop_old()
        query = self._open.pop(query_id, None)
        if query is None or query.answered:
            raise bad_request(_GONE)
        return query

    def close(self) -> None:
        """End all waits without an answer."""
        for query in self._open.values():
            query.resolve(None)
        self._open.clear()

    def _drop_old(self) -> None:
        oldest = self._clock() - self.lifetime
        while self._open:
            query_id = next(iter(self._open))
            if self._open[query_id].opened > oldest:
                break
            self._open.pop(query_id).resolve(None)
