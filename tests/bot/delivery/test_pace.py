"""Turns, on an event loop whose time passes when everybody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from bot.delivery.pace import TELEGRAM, UNLIMITED, Pace, Rate, Rates
from tests.swift import IN_NO_TIME, run_swiftly

GROUP, OTHER, PERSON = -100, -200, 42

Scenario = Callable[[], Coroutine[Any, Any, None]]


def now() -> float:
    return asyncio.get_running_loop().time()


async def take(pace: Pace, chat: int, lasting: float = 0) -> float:
    """Sends something that takes a while, and returns when its turn came."""
    async with pace.turn(chat):
        came = now()
        await asyncio.sleep(lasting)
    return came


def most_within(times: list[float], seconds: float) -> int:
    return max(sum(begin <= time < begin + seconds for time in times) for begin in times)


def test_after_a_429_nothing_goes_to_the_chat_before_its_time() -> None:
    async def scenario() -> None:
        pace = Pace(UNLIMITED)
        began = now()
        pace.pause(GROUP, 30)
        pace.pause(GROUP, 5)
        assert await take(pace, OTHER) - began < 0.1
        others = [asyncio.create_task(take(pace, OTHER, lasting=1)) for _ in range(5)]
        times = await asyncio.gather(*(take(pace, GROUP) for _ in range(3)), *others)
        assert all(time >= began + 30 for time in times[:3])
        assert max(times[3:]) - began < 0.1
        assert await take(pace, GROUP) - began == pytest.approx(30, abs=0.1)

    run_swiftly(scenario(), IN_NO_TIME)


@pytest.mark.parametrize(
    ("chat", "most", "seconds", "longest"), [(GROUP, 20, 60, 5), (PERSON, 5, 5, 2)]
)
def test_whoever_sends_all_the_time_keeps_the_limit_and_never_waits_long(
    chat: int, most: int, seconds: float, longest: float
) -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        times = [await take(pace, chat, lasting=0.1) for _ in range(4 * most)]
        assert most_within(times, seconds) <= most
        assert max(later - earlier for earlier, later in pairwise(times)) < longest
        assert times[-1] - times[0] < 4.5 * seconds

    run_swiftly(scenario(), IN_NO_TIME)


def test_an_even_pace_is_never_held_up() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        for number in range(100):
            began = now()
            assert await take(pace, GROUP) - began < 0.1, number
            await asyncio.sleep(3.01)

    run_swiftly(scenario(), IN_NO_TIME)


def test_the_limit_of_all_chats_together() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        times = await asyncio.gather(*(take(pace, -chat) for chat in range(1, 201)))
        assert most_within(list(times), 1) <= 30
        assert max(times) - min(times) < 8

    run_swiftly(scenario(), IN_NO_TIME)


def test_a_chat_whose_requests_take_long_does_not_hold_up_the_others() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        slow = [asyncio.create_task(take(pace, GROUP, lasting=10)) for _ in range(30)]
        await asyncio.sleep(1)
        began = now()
        times = await asyncio.gather(*(take(pace, -chat) for chat in range(1, 21)))
        assert max(times) - began < 1
        assert most_within(list(await asyncio.gather(*slow)), 60) <= 20

    run_swiftly(scenario(), IN_NO_TIME)


def test_a_turn_that_was_not_used_costs_nothing() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        began = now()
        for _ in range(100):
            async with pace.turn(GROUP) as turn:
                turn.used = False
            await asyncio.sleep(0.1)
        assert now() - began == pytest.approx(10, abs=0.5)

    run_swiftly(scenario(), IN_NO_TIME)


def test_a_group_that_has_few_messages_left() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        left = []
        for _ in range(8):
            left.append(pace.nearly_spent(GROUP))
            await take(pace, GROUP)
            await take(pace, PERSON)
        assert left == [False] * 4 + [True] * 4
        assert not pace.nearly_spent(PERSON)
        await asyncio.sleep(60)
        assert not pace.nearly_spent(GROUP)

    run_swiftly(scenario(), IN_NO_TIME)


async def choose(pace: Pace, chat: int, news: asyncio.Event | None = None) -> float:
    """Shows what somebody is choosing, and returns after how long."""
    began = now()
    async with pace.choice_turn(chat, news or asyncio.Event()):
        return now() - began


def test_choices_share_a_small_budget() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        waits = sorted(await asyncio.gather(*(choose(pace, GROUP) for _ in range(5))))
        assert max(waits[:3]) < 0.1
        assert waits[3:] == pytest.approx([5.25, 10.5], abs=0.1)
        assert sum([await choose(pace, OTHER) for _ in range(3)]) < 0.1
        assert sum([await choose(pace, PERSON) for _ in range(3)]) < 0.1

    run_swiftly(scenario(), IN_NO_TIME)


def test_choices_come_after_what_has_happened() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        moves = [asyncio.create_task(take(pace, GROUP)) for _ in range(9)]
        await asyncio.sleep(1)
        assert await choose(pace, GROUP) > 4
        assert all(move.done() for move in moves)

    run_swiftly(scenario(), IN_NO_TIME)


def test_news_make_a_choice_a_turn_like_any_other() -> None:
    async def scenario() -> None:
        pace, news = Pace(TELEGRAM), asyncio.Event()
        for _ in range(3):
            await choose(pace, GROUP)
        waiting = asyncio.create_task(choose(pace, GROUP, news))
        await asyncio.sleep(1)
        news.set()
        assert await waiting == pytest.approx(1, abs=0.1)
        assert await choose(pace, GROUP, news) < 0.1
        # They cost nothing of the choices.
        assert await choose(pace, GROUP) == pytest.approx(4.25, abs=0.1)

    run_swiftly(scenario(), IN_NO_TIME)


def test_a_choice_that_was_nothing_to_show_or_was_given_up_costs_nothing() -> None:
    async def scenario() -> None:
        pace = Pace(TELEGRAM)
        for _ in range(10):
            async with pace.choice_turn(GROUP, asyncio.Event()) as turn:
                turn.used = False
        pace.pause(GROUP, 1)
        given_up = [asyncio.create_task(choose(pace, GROUP)) for _ in range(10)]
        await asyncio.sleep(0.5)
        for task in given_up:
            task.cancel()
        await asyncio.sleep(1)
        assert sum([await choose(pace, GROUP) for _ in range(3)]) < 0.1

    run_swiftly(scenario(), IN_NO_TIME)


def test_nobody_who_gave_up_is_counted() -> None:
    async def scenario() -> None:
        pace = Pace(Rates(group=Rate(2, 60, 1)))
        await take(pace, GROUP)
        waiting = asyncio.create_task(take(pace, GROUP))
        await asyncio.sleep(1)
        waiting.cancel()
        began = now()
        assert await take(pace, GROUP) - began < 30
        assert await choose(pace, OTHER) < 0.1

    run_swiftly(scenario(), IN_NO_TIME)


def test_idle_chats_are_forgotten() -> None:
    async def scenario() -> None:
        pace = Pace(UNLIMITED)
        for chat in range(5_000):
            await take(pace, chat)
        assert len(pace._lines) <= 1_000
        pace = Pace(TELEGRAM)
        for chat in range(1, 3_000):
            await take(pace, -chat)
        # Those of the last minute: 28 a second.
        await asyncio.sleep(60)
        for chat in range(3_000, 4_000):
            await take(pace, -chat)
        assert len(pace._lines) < 2_000

    run_swiftly(scenario(), IN_NO_TIME)
