"""An event loop that does not sit out waits: what takes minutes is tested in a moment.

Its clock goes faster while nobody has anything to do, and at its usual pace while there is work,
here or in threads: so slow work is not taken for a timeout.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

# Waits end at once. Only for what needs no other thread and no socket.
IN_NO_TIME = math.inf

# Who waits for this long in vain has nothing to do: other threads would have answered (seconds).
_A_MOMENT = 0.01


class _Selector(selectors.DefaultSelector):
    """Waits a part of the time that it is asked to, and says that it was all."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed
        self.gained = 0.0
        self.at_work = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0 or self.at_work:
            return super().select(timeout)
        if self._speed == IN_NO_TIME:
            ready = super().select(0)
            self.gained += 0 if ready else timeout
            return ready
        if (ready := super().select(min(timeout, _A_MOMENT))) or timeout <= _A_MOMENT:
            return ready
        wanted = (timeout - _A_MOMENT) / self._speed
        began = time.monotonic()
        ready = super().select(wanted)
        # What it overslept was no idle time: the machine is busy.
        self.gained += min(time.monotonic() - began, wanted) * (self._speed - 1)
        return ready


class SwiftLoop(asyncio.SelectorEventLoop):
    """An event loop whose idle time passes so many times faster."""

    def __init__(self, speed: float) -> None:
        self._clock = _Selector(speed)
        super().__init__(self._clock)

    def time(self) -> float:
        """Seconds since some moment, as everything that waits on this loop sees them."""
        return super().time() + self._clock.gained

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Calls a function in a thread."""
        work = super().run_in_executor(executor, func, *args)
        self._clock.at_work += 1
        work.add_done_callback(self._end_work)
        return work

    def _end_work(self, _: object) -> None:
        self._clock.at_work -= 1


def run_swiftly(main: Coroutine[object, object, T], speed: float) -> T:
    """Runs a coroutine on such a loop."""
    with asyncio.Runner(loop_factory=lambda: SwiftLoop(speed)) as runner:
        return runner.run(main)
