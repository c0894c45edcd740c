"""The asynchronous door to the program that plays: ask for a move, await it, cancel it.

Searches run in a few threads beside the event loop, without the GIL. Each chat's questions wait in
a line of their own and the lines are served in turn, so that nobody has to wait for all of another
chat's. The more is asked at once, the less is thought about each. When the engine starts, the
kernel is compiled in the background, by a process of its own (or only loaded, if this version was
compiled before); questions asked meanwhile are answered when it is ready. Should that fail, the
next question has it tried again.
"""

import asyncio
import logging
import os
import random
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

from bot.ai.analysis import HINT, Analysis, Limits, Stop
from bot.ai.compilation import compile_aside
from bot.ai.levels import Level, think
from bot.ai.search import Searcher, warmed_up
from rules import PASS, Game, GameOverError, Move, Ply, State, Turn

_WORKERS: Final = 6
_TABLE_BITS: Final = 18
_NICE: Final = 19

_log = logging.getLogger(__name__)

Work = Callable[[Searcher, Stop, float], Analysis]
"""What answers a question in a thread, given a searcher, when to stop, and its share of time."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the program would play, and why.

    ``ply`` is the move with all its hops, or a pass. ``score`` is in hundredths, from the mover's
    side; from `bot.ai.kernel.table.WON` on the game is won (or, negative, lost) for certain.
    ``variation`` is the expected play, this move first.
    """

    ply: Ply
    score: int
    depth: int
    nodes: int
    seconds: float
    variation: tuple[Turn, ...]


class Engine:
    """The program that plays, for many chats at once. Belongs to one event loop."""

    def __init__(
        self, *, workers: int = _WORKERS, table_bits: int = _TABLE_BITS, seed: int | None = None
    ) -> None:
        """Take so many threads, each with a table of ``2**table_bits`` buckets of 64 bytes."""
        self._workers = workers
        self._table_bits = table_bits
        self._source = random.Random(seed)  # noqa: S311 - mistakes need not be secret
        self._threads = ThreadPoolExecutor(workers, "search", initializer=_give_way)
        self._warming: asyncio.Task[None] | None = None
        self._free: list[Searcher] = []
        self._lines: OrderedDict[Hashable, deque[asyncio.Future[Searcher]]] = OrderedDict()
        self._running: set[Stop] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def ready(self) -> bool:
        """Whether the kernel is compiled, so that questions are answered at once."""
        warming = self._warming
        if warming is None or not warming.done() or warming.cancelled():
            return False
        return warming.exception() is None

    async def until_ready(self) -> None:
        """Wait until the kernel is compiled; if that has failed before, it is tried again.

        :raises RuntimeError: the engine has not been started, or is closed.
        :raises Exception: whatever kept the kernel from being compiled this time.
        """
        if self._warming is None:
            raise RuntimeError("the engine has not been started")
        if _failure(self._warming) is not None:
            self.start()
        await asyncio.shield(self._warming)

    def start(self) -> None:
        """Begin to compile, or load, the kernel in the background."""
        self._warming = asyncio.create_task(self._warm_up())
        self._warming.add_done_callback(_tell_failure)

    async def close(self) -> None:
        """Stop every search, refuse further questions, and wait for the threads to end."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.wait([self._warming])
        for line in self._lines.values():
            for place in line:
                place.cancel()
        for stop in self._running:
            stop.set()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def __aenter__(self) -> Self:
        """Start."""
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.close()

    async def choose(self, game: Game, level: Level, key: Hashable) -> Thought:
        """Return what the level plays next. ``key`` is the chat that waits for it.

        Cancelling the call ends the search.

        :raises GameOverError: the game is over.
        """
        source = random.Random(self._source.getrandbits(64))  # noqa: S311

        def work(searcher: Searcher, stop: Stop, share: float) -> Analysis:
            return think(level, game.state, searcher, stop, source, share)

        return await self._answer(game.state, work, key)

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Thought:
        """Return the best move to be found within the limits, as for a hint.

        Cancelling the call ends the search.

        :raises GameOverError: the game is over.
        """

        def work(searcher: Searcher, stop: Stop, share: float) -> Analysis:
            return searcher.search(game.state, limits.shrunk(share), stop)

        return await self._answer(game.state, work, key)

    async def quiet(self, seconds: float) -> None:
        """Wait until no question is under way, but no longer than that.

        Who is in no hurry asks after this, so that those who play are answered first.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def _answer(self, state: State, work: Work, key: Hashable) -> Thought:
        if state.outcome is not None:
            raise GameOverError("the game is over")
        await self.until_ready()
        searcher = await self._next_searcher(key)
        stop = Stop()
        self._running.add(stop)
        job = asyncio.get_running_loop().run_in_executor(
            self._threads, work, searcher, stop, self._share()
        )

        def end(_: object) -> None:
            self._running.discard(stop)
            self._release(searcher)

        job.add_done_callback(end)
        try:
            analysis = await asyncio.shield(job)
        except asyncio.CancelledError:
            stop.set()
            raise
        turn = analysis.turn
        return Thought(
            state.route_to(turn) if isinstance(turn, Move) else PASS,
            analysis.score,
            analysis.depth,
            analysis.nodes,
            analysis.seconds,
            analysis.variation,
        )

    def _share(self) -> float:
        """Return the part of its time that a search may take that begins now."""
        asked = len(self._running) + sum(len(line) for line in self._lines.values())
        return min(1.0, (os.cpu_count() or 1) / asked)

    async def _next_searcher(self, key: Hashable) -> Searcher:
        """Wait in the chat's line for a free searcher."""
        place: asyncio.Future[Searcher] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(key, deque()).append(place)
        self._idle.clear()
        self._serve()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._release(place.result())
            raise

    def _release(self, searcher: Searcher) -> None:
        self._free.append(searcher)
        self._serve()

    def _serve(self) -> None:
        """Hand the free searchers to the lines, the chat served longest ago first."""
        while self._free and self._lines:
            key, line = self._lines.popitem(last=False)
            place = line.popleft()
            if line:
                self._lines[key] = line
            if not place.done():
                place.set_result(self._free.pop())
        if len(self._free) == self._workers:
            self._idle.set()

    async def _warm_up(self) -> None:
        await compile_aside()
        loop = asyncio.get_running_loop()
        self._free.extend(
            await loop.run_in_executor(self._threads, _searchers, self._workers, self._table_bits)
        )


def _searchers(workers: int, table_bits: int) -> list[Searcher]:
    """Return so many searchers, the first of which has made sure that all code is there."""
    return [warmed_up(table_bits), *(Searcher(table_bits) for _ in range(workers - 1))]


def _failure(warming: asyncio.Task[None]) -> BaseException | None:
    return warming.exception() if warming.done() and not warming.cancelled() else None


def _tell_failure(warming: asyncio.Task[None]) -> None:
    if (error := _failure(warming)) is not None:
        _log.error(
            "The kernel could not be compiled; the next question has that tried again",
            exc_info=error,
        )


def _give_way() -> None:
    """Let the event loop's thread go first, where the system knows priorities of threads."""
    if os.name == "posix":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
