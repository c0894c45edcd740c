import asyncio
from datetime import timedelta

import pytest
from telegram import Bot
from telegram.error import NetworkError, RetryAfter

from bot.local.errors import ApiError
from bot.local.faults import Drop, Fault
from bot.local.flood import Allowance, FloodLimits
from tests.bot.local.clients import Clock, RawApi
from tests.bot.local.conftest import Scene


async def test_a_refusal_that_was_ordered(api: RawApi, scene: Scene) -> None:
    fault = Fault.refuse(429, "Too Many Requests: retry after 3", retry_after=3)
    scene.world.faults.add("sendMessage", fault, chat_id=scene.club.id, times=2)
    scene.world.follow_link(scene.anna)
    assert await api("sendMessage", chat_id=scene.anna.id, text="x")
    for _ in range(2):
        answer = await api.answer("sendMessage", chat_id=scene.club.id, text="x")
        assert answer["error_code"] == 429
        assert answer["parameters"] == {"retry_after": 3}
    assert await api("sendMessage", chat_id=scene.club.id, text="x")
    errors = [call.error for call in scene.world.calls]
    assert errors == [0, 429, 429, 0]


@pytest.mark.parametrize(("drop", "messages"), [(Drop.BEFORE, 0), (Drop.AFTER, 1)])
async def test_a_broken_connection(bot: Bot, scene: Scene, drop: Drop, messages: int) -> None:
    scene.world.faults.add("sendMessage", Fault(drop=drop))
    with pytest.raises(NetworkError):
        await bot.send_message(scene.club.id, "x")
    assert len(scene.club.messages) == messages
    assert scene.world.calls[-1].error == 599
    assert await bot.send_message(scene.club.id, "y")


async def test_a_request_that_is_held_up(api: RawApi, scene: Scene) -> None:
    gate = asyncio.Event()
    scene.world.faults.add("sendMessage", Fault(gate=gate, delay=0.001))
    slow = asyncio.create_task(api("sendMessage", chat_id=scene.club.id, text="slow"))
    await scene.world.until(lambda: len(scene.world.faults) == 0)
    await api("sendMessage", chat_id=scene.club.id, text="fast")
    gate.set()
    await slow
    assert [m.text for m in scene.club.messages.values()] == ["fast", "slow"]


def test_faults_can_be_forgotten(scene: Scene) -> None:
    scene.world.faults.add("sendMessage", Fault(delay=1))
    scene.world.faults.clear()
    assert scene.world.faults.take("sendMessage", None) is None


async def test_flood_limits_are_off_until_switched_on(bot: Bot, scene: Scene) -> None:
    for number in range(25):
        sent = await bot.send_message(scene.club.id, str(number))
    scene.world.flood = FloodLimits(scene.clock, group=Allowance(2, 60))
    await bot.send_message(scene.club.id, "x")
    await bot.edit_message_text("y", scene.club.id, sent.message_id)
    with pytest.raises(RetryAfter) as limited:
        await bot.send_message(scene.club.id, "x")
    assert limited.value.retry_after == timedelta(seconds=60)
    scene.clock.move(60)
    assert await bot.send_message(scene.club.id, "x")


def test_limits_of_chats_and_of_all() -> None:
    clock = Clock()
    flood = FloodLimits(clock)
    group, person = -100_1, 1
    for _ in range(20):
        flood.check(group)
    for _ in range(5):
        flood.check(person)
    with pytest.raises(ApiError, match="retry after 60"):
        flood.check(group)
    with pytest.raises(ApiError, match="retry after 5"):
        flood.check(person)
    for other in range(2, 7):
        flood.check(other)
    with pytest.raises(ApiError, match="retry after 1"):
        flood.check(99)
    clock.move(5)
    flood.check(person)
    assert (flood.refused, flood.too_early) == (3, 0)
    with pytest.raises(ApiError, match="retry after 55"):
        flood.check(group)
    assert (flood.refused, flood.too_early) == (4, 1)
