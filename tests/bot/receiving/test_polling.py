from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from telegram import Update
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TimedOut

from bot.receiving.lost import DeafError, RivalError
from bot.receiving.polling import Polling, PollingTimes
from tests.bot.receiving.scripted import Answer, Clock, Telegram

TERMINATED = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is "
    "running"
)


class RealClock(Clock):
    """Pauses are no longer than they must be."""

    def __call__(self) -> float:
        return time.monotonic()


class Receiving:
    """Polling at a scripted Telegram, and what becomes of it."""

    def __init__(self, clock: Clock, times: PollingTimes) -> None:
        self.telegram = Telegram()
        self.clock = clock
        self.queue: asyncio.Queue[object] = asyncio.Queue()
        self.reason: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        self.polling = Polling(
            *(self.telegram.bot, self.queue, ["message"], self._give_up, times),
            clock=clock,
            sleep=clock.sleep,
        )

    def _give_up(self, reason: Exception) -> None:
        if not self.reason.done():
            self.reason.set_result(reason)

    async def until_answered(self) -> None:
        await self.telegram.all_answered.wait()

    @property
    def received(self) -> list[int]:
        updates = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        return [update.update_id for update in updates if isinstance(update, Update)]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def times() -> PollingTimes:
    return PollingTimes(apart=0)


@pytest_asyncio.fixture
async def receiving(clock: Clock, times: PollingTimes) -> AsyncIterator[Receiving]:
    receiving = Receiving(clock, times)
    yield receiving
    receiving.telegram.answers = [[]]
    await receiving.polling.stop()


async def test_each_update_comes_once_and_is_confirmed(receiving: Receiving) -> None:
    receiving.telegram.answers = [[7, 8], [], [9]]
    await receiving.polling.start()
    await receiving.until_answered()
    assert receiving.received == [7, 8, 9]
    assert receiving.telegram.offsets == [0, 9, 9, 10]
    receiving.telegram.answers = [[11]]
    await receiving.polling.stop()
    assert receiving.telegram.offsets[-1] == 10
    assert receiving.received == []


async def test_a_server_that_is_near_is_not_asked_for_each_update(clock: Clock) -> None:
    receiving = Receiving(clock, PollingTimes(apart=0.01))
    receiving.telegram.answers = [[1], [2, 3], []]
    await receiving.polling.start()
    await receiving.until_answered()
    assert receiving.received == [1, 2, 3]
    assert clock.waits == pytest.approx([0.01] * 3)
    receiving.telegram.answers = [[]]
    await receiving.polling.stop()


async def test_polling_survives_trouble_and_waits_longer_and_longer(
    receiving: Receiving, caplog: pytest.LogCaptureFixture
) -> None:
    receiving.telegram.answers = [
        [1],
        *[NetworkError("Bad Gateway")] * 3,
        TimedOut(),
        RetryAfter(17),
        *[NetworkError("Bad Gateway")] * 2,
        [2],
        NetworkError("Bad Gateway"),
        [3],
    ]
    caplog.set_level(logging.INFO)
    await receiving.polling.start()
    await receiving.until_answered()
    assert receiving.received == [1, 2, 3]
    assert receiving.clock.waits == [1, 2, 4, 8, 17, 30, 30, 1]
    assert [line.message for line in caplog.records] == [
        "A poll has failed (Bad Gateway); the next one follows in 1 s",
        "Polling works again",
    ] * 2
    assert not receiving.reason.done()


async def test_a_young_bot_gives_way_to_another(receiving: Receiving) -> None:
    receiving.telegram.answers = [[1], Conflict(TERMINATED)]
    await receiving.polling.start()
    reason = await receiving.reason
    assert isinstance(reason, RivalError)
    assert "TELEGRAM_BOT_TOKEN" in str(reason)
    assert "Stop the other one" in str(reason)


async def test_an_old_bot_goes_on_and_says_so(
    receiving: Receiving, caplog: pytest.LogCaptureFixture
) -> None:
    receiving.telegram.answers = [RetryAfter(3_600), *[Conflict(TERMINATED)] * 200, [5]]
    await receiving.polling.start()
    await receiving.until_answered()
    assert receiving.received == [5]
    assert not receiving.reason.done()
    assert receiving.polling.trouble is None
    assert "Another process asks for this bot's updates, too: stop it" in caplog.text


async def test_a_bot_of_any_age_gives_way_to_a_webhook(receiving: Receiving) -> None:
    receiving.telegram.answers = [
        *[RetryAfter(1_000)] * 4,
        Conflict("Conflict: can't use getUpdates method while webhook is active"),
    ]
    await receiving.polling.start()
    assert isinstance(await receiving.reason, RivalError)
    assert receiving.clock.now > 5_000


async def test_a_token_that_was_revoked(receiving: Receiving) -> None:
    receiving.telegram.answers = [[1], InvalidToken("Unauthorized")]
    await receiving.polling.start()
    assert isinstance(await receiving.reason, InvalidToken)


@pytest.mark.parametrize("clock", [RealClock()])
@pytest.mark.parametrize("times", [PollingTimes(deaf=0.05)])
@pytest.mark.parametrize(
    "answers", [[], [TimedOut()] * 1_000_000], ids=["polls that hang", "polls that fail"]
)
async def test_no_answer_for_long_is_deafness(answers: list[Answer], receiving: Receiving) -> None:
    receiving.telegram.answers = answers
    await receiving.polling.start()
    reason = await receiving.reason
    assert isinstance(reason, DeafError)
    assert "no poll has been answered for" in str(reason)
    assert receiving.polling.trouble is not None


async def test_being_told_to_wait_is_no_deafness(receiving: Receiving) -> None:
    receiving.telegram.answers = [RetryAfter(1_000), RetryAfter(1_000), [1]]
    await receiving.polling.start()
    await receiving.until_answered()
    assert receiving.polling.trouble is None
    assert not receiving.reason.done()


async def test_polling_that_has_died_is_noticed_at_once(receiving: Receiving) -> None:
    await receiving.polling.start()
    await receiving.until_answered()
    (polling,) = (task for task in asyncio.all_tasks() if task.get_name() == "polling")
    polling.cancel()
    reason = await receiving.reason
    assert isinstance(reason, DeafError)
    assert "polling has ended" in str(reason)


class EndlessPauses(Clock):
    def __init__(self) -> None:
        super().__init__()
        self.pausing = asyncio.Event()

    async def sleep(self, seconds: float) -> None:  # noqa: ARG002 - however long
        self.pausing.set()
        await asyncio.Event().wait()


async def test_a_stop_does_not_wait_for_a_pause_to_end() -> None:
    clock = EndlessPauses()
    receiving = Receiving(clock, PollingTimes(apart=0))
    receiving.telegram.answers = [[1], NetworkError("Bad Gateway"), []]
    await receiving.polling.start()
    await clock.pausing.wait()
    await receiving.polling.stop()
    assert receiving.telegram.offsets == [0, 2, 2]
