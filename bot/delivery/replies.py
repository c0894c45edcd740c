"""Answers to commands: messages that are sent once, in the background."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from telegram import InlineKeyboardMarkup, ReplyParameters
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.texts import Markup
from bot.delivery.outcomes import Outcome, Trouble, classify
from bot.delivery.pace import Pace

_log = logging.getLogger(__name__)

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer goes: a chat, its topic if there is one, the message that it answers."""

    chat: int
    thread: int | None = None
    message: int | None = None


class Replies:
    """Sends messages without making whoever asked for them wait."""

    def __init__(self, bot: ExtBot[int], pace: Pace) -> None:
        """Takes through what to send, and how fast."""
        self._bot = bot
        self._pace = pace
        self._tasks: set[asyncio.Task[None]] = set()

    def send(
        self, place: Place, text: Markup, keyboard: InlineKeyboardMarkup | None = None
    ) -> None:
        """Sends a message as soon as the chat's turn comes."""
        task = asyncio.create_task(self._send(place, text, keyboard))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Waits until everything is sent."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Drops what is not sent yet: whoever waits for it can ask again."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(
        self, place: Place, text: Markup, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        for _ in range(_TRIES):
            await self._pace.turn(place.chat)
            try:
                await self._bot.send_message(
                    place.chat,
                    text,
                    message_thread_id=place.thread,
                    reply_markup=keyboard,
                    reply_parameters=_answering(place),
                )
            except TelegramError as error:
                match classify(error):
                    case Trouble(Outcome.WAIT, seconds):
                        self._pace.pause(place.chat, seconds)
                    case Trouble(Outcome.UNSENT):
                        continue
                    case Trouble(Outcome.NO_TOPIC) if place.thread is not None:
                        place = Place(place.chat)
                    case Trouble(Outcome.MOVED, _, int(new_chat)):
                        place = Place(new_chat)
                    case _:
                        _log.info("A reply to chat %s was not sent: %s", place.chat, error)
                        return
            else:
                return


def _answering(place: Place) -> ReplyParameters | None:
    # The question may be deleted by now; the answer is sent all the same.
    if place.message is None:
        return None
    return ReplyParameters(place.message, allow_sending_without_reply=True)
