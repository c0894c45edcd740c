"""A Telegram that answers as a test says, and time that passes when it is waited for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

from telegram import WebhookInfo
from telegram.error import TelegramError

from bot.receiving.reading import ReceivingBot

Answer = TelegramError | list[int]
"""An error, or the ids of the updates that come."""


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@dataclass
class Telegram:
    """Each poll takes the next answer; when there is none left, it waits for ever."""

    answers: list[Answer] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    info: WebhookInfo = field(default_factory=lambda: webhook_info(""))
    all_answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def bot(self) -> ReceivingBot:
        return cast("ReceivingBot", self)

    async def delete_webhook(self) -> None:
        pass

    async def set_webhook(self, *_: Any, **__: Any) -> None:
        pass

    async def get_webhook_info(self) -> WebhookInfo:
        return self.info

    async def raw_updates(self, offset: int, *_: Any) -> list[dict[str, Any]]:
        self.offsets.append(offset)
        if not self.answers:
            self.all_answered.set()
            await asyncio.Event().wait()
        answer = self.answers.pop(0)
        if isinstance(answer, TelegramError):
            raise answer
        return [{"update_id": number} for number in answer]


def webhook_info(url: str, **more: Any) -> WebhookInfo:
    return WebhookInfo(url=url, has_custom_certificate=False, pending_update_count=0, **more)
