"""The queue between receiving and handling, which holds the first up when the second is behind."""

from __future__ import annotations

import asyncio


class Backlog(asyncio.Queue[object]):
    """A queue that is full when so many updates are unfinished: those being handled count too.

    What does not fit stays at Telegram, which keeps it for a day.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._room = asyncio.Semaphore(most)

    async def put(self, item: object) -> None:
        """Puts an update into the queue as soon as there is room."""
        await self._room.acquire()
        self.put_nowait(item)

    def task_done(self) -> None:
        """An update that was put here is finished."""
        super().task_done()
        self._room.release()
