from __future__ import annotations

import asyncio

from bot.receiving.backlog import Backlog


async def test_what_is_being_handled_takes_room_too() -> None:
    backlog = Backlog(2)
    for number in (1, 2):
        await backlog.put(number)
    third = asyncio.create_task(backlog.put(3))
    assert [await backlog.get(), await backlog.get()] == [1, 2]
    await asyncio.sleep(0)
    assert not third.done()
    backlog.task_done()
    await third
    assert await backlog.get() == 3
    backlog.task_done()
    backlog.task_done()
    await backlog.join()
