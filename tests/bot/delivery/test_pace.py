"""Turns, with a clock that moves only when somebody sleeps."""

from __future__ import annotations

import asyncio

from bot.delivery.pace import UNLIMITED, Pace, Rates

GROUP, OTHER = -100, -200


class FakeTime:
    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


async def test_after_a_429_nothing_goes_to_the_chat_before_its_time() -> None:
    time = FakeTime()
    pace = Pace(UNLIMITED, time.clock, time.sleep)
    pace.pause(GROUP, 30)
    pace.pause(GROUP, 5)
    await pace.turn(OTHER)
    assert time.slept == []
    await pace.turn(GROUP)
    assert time.now == 1_030
    await pace.turn(GROUP)
    assert time.slept == [30]


async def test_a_chat_that_has_used_its_rate_does_not_stop_others() -> None:
    pace = Pace(Rates(group=(2, 3600), private=(1, 3600)))
    await pace.turn(GROUP)
    await pace.turn(GROUP)
    waiting = asyncio.create_task(pace.turn(GROUP))
    await pace.turn(OTHER)
    await pace.turn(42)
    assert not waiting.done()
    waiting.cancel()


async def test_a_group_that_has_few_messages_left() -> None:
    pace = Pace(Rates(group=(8, 3600), private=(1, 3600)))
    for _ in range(2):
        assert not pace.nearly_spent(GROUP)
        await pace.turn(GROUP)
    await pace.turn(GROUP)
    assert pace.nearly_spent(GROUP)
    await pace.turn(42)
    assert not pace.nearly_spent(42)


async def test_idle_chats_are_forgotten() -> None:
    pace = Pace(UNLIMITED)
    for chat in range(5_000):
        await pace.turn(chat)
    assert len(pace._limiters) <= 1_000
