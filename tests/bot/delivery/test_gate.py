"""What a tap causes waits for the answer to it, and for nothing else."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.gate import held, when_released


def test_without_a_gate_a_wish_is_begun_at_once() -> None:
    begun = []
    when_released(lambda: begun.append(1))
    assert begun == [1]


def test_wishes_are_begun_in_their_order_when_the_block_ends() -> None:
    begun: list[int] = []
    with held():
        when_released(lambda: begun.append(1))
        when_released(lambda: begun.append(2))
        assert begun == []
    assert begun == [1, 2]


def test_an_exception_loses_no_wish() -> None:
    begun = []

    def fail() -> None:
        with held():
            when_released(lambda: begun.append(1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert begun == [1]


async def test_a_task_that_outlives_the_block_is_not_held() -> None:
    begun: list[str] = []
    ended = asyncio.Event()

    async def think() -> None:
        when_released(lambda: begun.append("within"))
        await ended.wait()
        when_released(lambda: begun.append("after"))

    with held():
        task = asyncio.create_task(think())
        await asyncio.sleep(0)
        assert begun == []
    assert begun == ["within"]
    ended.set()
    await task
    assert begun == ["within", "after"]


async def test_other_tasks_are_not_held() -> None:
    begun = []
    start = asyncio.Event()

    async def other() -> None:
        await start.wait()
        when_released(lambda: begun.append(1))

    task = asyncio.create_task(other())
    with held():
        start.set()
        await task
        assert begun == [1]
