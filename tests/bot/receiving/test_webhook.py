from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from telegram.error import NetworkError

from bot.config import Webhook
from bot.receiving.lost import RivalError
from bot.receiving.webhook import WebhookReceiver
from tests.bot.receiving.scripted import Telegram, webhook_info

ADDRESS = "https://example.org/ugolki/telegram"


class Looking:
    """A receiver whose next look at Telegram comes when the test says."""

    def __init__(self) -> None:
        self.telegram = Telegram()
        self.reasons: list[Exception] = []
        self._next = asyncio.Event()
        self._looked = asyncio.Event()
        self.receiver = WebhookReceiver(
            *(self.telegram.bot, asyncio.Queue(), ["message"], self.reasons.append),
            Webhook("https://example.org/ugolki", "s3cret"),
            sleep=self._sleep,
        )

    async def _sleep(self, _: float) -> None:
        self._looked.set()
        await self._next.wait()
        self._next.clear()

    async def look(self) -> None:
        await self._looked.wait()
        self._looked.clear()
        self._next.set()
        await self._looked.wait()


async def test_another_process_has_set_its_own_webhook() -> None:
    looking = Looking()
    looking.telegram.info = webhook_info(ADDRESS)
    assert looking.receiver.trouble == "the webhook is not set yet"
    await looking.receiver.start()
    await looking.look()
    assert looking.reasons == []
    assert looking.receiver.trouble is None
    looking.telegram.info = webhook_info("https://example.org/other")
    await looking.look()
    assert isinstance(looking.reasons[0], RivalError)
    await looking.receiver.stop()


async def test_what_telegram_could_not_deliver_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    looking = Looking()
    looking.telegram.info = webhook_info(
        ADDRESS,
        last_error_date=datetime(2026, 1, 1, tzinfo=UTC),
        last_error_message="Wrong response from the webhook: 502 Bad Gateway",
    )
    await looking.receiver.start()
    await looking.look()
    await looking.look()
    assert caplog.messages == [
        "Telegram could not deliver an update: Wrong response from the webhook: 502 Bad Gateway"
    ]
    await looking.receiver.stop()


async def test_telegram_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Telegram) -> None:
        raise NetworkError("no route to host")

    looking = Looking()
    await looking.receiver.start()
    monkeypatch.setattr(Telegram, "get_webhook_info", fail)
    await looking.look()
    assert looking.receiver.trouble == "Telegram cannot be reached (no route to host)"
    await looking.receiver.stop()
