"""Where an observer hears of requests and of thinking: at the borders, not within."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from telegram.error import TimedOut
from telegram.request import RequestData

from bot.ai.analysis import HINT, Limits
from bot.ai.levels import Level
from bot.observer import Observer
from bot.play.opponent import Thinker, Thought
from bot.transport import AiohttpRequest, Patience
from rules import Game

_OK = 200


class ObservedRequest(AiohttpRequest):
    """The HTTP client, which tells an observer of each Bot API request."""

    def __init__(
        self, observer: Observer, connections: int, patience: Patience, proxy: str | None
    ) -> None:
        """Takes who is told, and the settings of the client."""
        super().__init__(connections, patience, proxy)
        self._observer = observer

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *timeouts: Any,
        **more_timeouts: Any,
    ) -> tuple[int, bytes]:
        """Sends a request: to a method of the Bot API, or for a file."""
        name = url.rpartition("/")[2] if method == "POST" else "download"
        outcome = "broken"
        try:
            status, body = await super().do_request(
                url, method, request_data, *timeouts, **more_timeouts
            )
            outcome = "ok" if status == _OK else str(status)
        except TimedOut:
            outcome = "timeout"
            raise
        finally:
            query = request_data.parameters.get("callback_query_id") if request_data else None
            self._observer.request_ended(name, outcome, None if query is None else str(query))
        return status, body


class ObservedThinker:
    """What finds moves, with an observer that hears of each question and its answer."""

    def __init__(self, thinker: Thinker, observer: Observer) -> None:
        """Takes what thinks."""
        self._thinker = thinker
        self._observer = observer

    async def choose(self, game: Game, level: Level, key: Hashable) -> Thought:
        """Returns what a player of that level plays."""
        with self._question():
            return await self._thinker.choose(game, level, key)

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Thought:
        """Returns the best move that is found within the limits."""
        with self._question():
            return await self._thinker.analyse(game, key, limits)

    async def quiet(self, seconds: float) -> None:
        """Waits until nobody's question is thought about, but no longer than that."""
        await self._thinker.quiet(seconds)

    @contextmanager
    def _question(self) -> Iterator[None]:
        self._observer.question_asked()
        began = time.monotonic()
        try:
            yield
        finally:
            self._observer.question_answered(time.monotonic() - began)
