"""How the process ends: by a signal, or because the bot gives up."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable

_log = logging.getLogger(__name__)

# Supervisors wait 10 s (docker stop) or longer before they kill.
_STOP_SECONDS = 3.0


class GivenUpError(Exception):
    """The bot has given up, and said why; what is left is the exit code."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Lifetime:
    """The life of the task in which it is made, from then on.

    The first SIGINT or SIGTERM cancels the task, wherever it is, so that everything is closed in
    order. The second ends the process at once; that loses nothing, for what somebody saw is
    committed. So does a stop that takes too long: a picture that is being drawn, or code that is
    being compiled, would hold it up.
    """

    def __init__(self, explain: Callable[[Exception], int]) -> None:
        """Takes what says why the bot gives up, and returns the exit code for that."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._task = task
        self._explain = explain
        self._ending = False
        self._failure: asyncio.Future[None] = loop.create_future()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._on_signal, number)

    async def end(self) -> None:
        """Waits for the end.

        :raises CancelledError: by a signal.
        :raises GivenUpError: by :meth:`give_up`.
        """
        await self._failure

    def give_up(self, reason: Exception) -> None:
        """Ends the life for this reason; the first one counts."""
        if not self._ending:
            # At once, for the end may be cut short.
            status = self._explain(reason)
            self._begin_to_end(status)
            self._failure.set_exception(GivenUpError(status))

    def _on_signal(self, number: int) -> None:
        if self._ending:
            os._exit(128 + number)
        _log.info("Stopping, for %s came", signal.Signals(number).name)
        self._begin_to_end(status=0)
        self._task.cancel()

    def _begin_to_end(self, status: int) -> None:
        self._ending = True
        deadline = threading.Timer(_STOP_SECONDS, os._exit, [status])
        deadline.daemon = True
        deadline.start()
