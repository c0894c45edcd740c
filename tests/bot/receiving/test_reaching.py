from __future__ import annotations

import logging

import pytest
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.receiving.reaching import until_reached
from tests.bot.receiving.scripted import Clock


class Request:
    def __init__(self, *errors: TelegramError) -> None:
        self.errors = list(errors)

    async def __call__(self) -> bool:
        if self.errors:
            raise self.errors.pop(0)
        return True


async def test_the_bot_waits_longer_and_longer_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    await until_reached(Request(*[NetworkError("no route to host")] * 9), clock.sleep)
    assert clock.waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert caplog.record_tuples[2] == (
        "bot.receiving.reaching",
        logging.WARNING,
        "Telegram cannot be reached (no route to host): the bot waits, and tries again in 4 s",
    )
    assert len(caplog.records) == 9


async def test_after_thousands_of_failures(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    clock = Clock()
    await until_reached(Request(*[NetworkError("no route to host")] * 3_000), clock.sleep)
    assert clock.waits[-1] == 60


async def test_telegram_says_how_long() -> None:
    clock = Clock()
    await until_reached(Request(NetworkError("x"), RetryAfter(7)), clock.sleep)
    assert clock.waits == [1, 7]


@pytest.mark.parametrize("refusal", [InvalidToken("Unauthorized"), BadRequest("bad webhook")])
async def test_a_refusal_is_an_answer(refusal: TelegramError) -> None:
    clock = Clock()
    with pytest.raises(type(refusal)):
        await until_reached(Request(refusal), clock.sleep)
    assert clock.waits == []
