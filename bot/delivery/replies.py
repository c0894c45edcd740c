"""Answers to commands: messages that are sent in the background, and turned over like a page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from telegram import (
    InlineKeyboardMarkup,
    InputMediaPhoto,
    MaybeInaccessibleMessage,
    Message,
    ReplyParameters,
)
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.sheets import Sheet
from bot.chat.texts import Markup
from bot.delivery.gate import when_released
from bot.delivery.outcomes import Outcome, Trouble, classify
from bot.delivery.pace import Pace
from bot.delivery.pictures import Pictures

_log = logging.getLogger(__name__)

_TRIES = 3
# In a chat. A group takes 20 messages a minute.
_MOST_WAITING = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer goes: a chat, its topic if there is one, the message that it answers."""

    chat: int
    thread: int | None = None
    message: int | None = None


def place_after(trouble: Trouble, place: Place, pace: Pace) -> Place | None:
    """Returns where to try a message again that met with trouble; None if that is no use.

    A chat under flood control is paused.
    """
    match trouble:
        case Trouble(Outcome.WAIT, seconds):
            pace.pause(place.chat, seconds)
            return place
        case Trouble(Outcome.UNSENT):
            return place
        case Trouble(Outcome.NO_TOPIC) if place.thread is not None:
            return Place(place.chat)
        case Trouble(Outcome.MOVED, _, int(new_chat)):
            return Place(new_chat)
        case _:
            return None


class Replies:
    """Sends messages without making whoever asked for them wait."""

    def __init__(self, bot: ExtBot[int], pace: Pace, pictures: Pictures) -> None:
        """Takes through what to send, how fast, and the pictures that are sent."""
        self._bot = bot
        self._pace = pace
        self._pictures = pictures
        self._tasks: set[asyncio.Task[object]] = set()
        self._waiting: dict[int, int] = {}  # how many, by chat
        self._wanted: dict[tuple[int, int], Sheet] = {}
        self._turning: set[tuple[int, int]] = set()

    def send(
        self, place: Place, text: Markup, keyboard: InlineKeyboardMarkup | None = None
    ) -> None:
        """Sends a message as soon as the chat's turn comes."""
        self.send_sheet(place, Sheet(text, keyboard))

    def send_sheet(self, place: Place, sheet: Sheet) -> None:
        """Sends a message, under its picture if it has one and the chat takes pictures.

        In a chat where many of them wait already, it would come too late to be of use.
        """
        when_released(lambda: self._line_up(place, sheet))

    async def deliver(self, place: Place, sheet: Sheet) -> Message | None:
        """Sends a message like :meth:`send_sheet` and returns it, None if it could not be sent."""
        for _ in range(_TRIES):
            try:
                async with self._pace.turn(place.chat):
                    return await self._post(place, sheet)
            except TelegramError as error:
                trouble = classify(error)
                match trouble.outcome:
                    case Outcome.NO_PHOTOS if sheet.picture is not None:
                        sheet = sheet.without_picture()
                    case Outcome.NO_FILE if sheet.picture is not None:
                        await self._pictures.lost(sheet.picture)
                    case _:
                        next_place = place_after(trouble, place, self._pace)
                        if next_place is None:
                            _log.info("A reply to chat %s was not sent: %s", place.chat, error)
                            return None
                        place = next_place
        return None

    def turn(self, message: MaybeInaccessibleMessage, sheet: Sheet) -> None:
        """Has a message that was sent show another sheet: the last one that is asked for.

        A group's budget is not spent by somebody who leafs through.

        A message that is too old for Telegram to let us see it is sent anew.
        """
        if isinstance(message, Message) and message.is_accessible:
            when_released(lambda: self._want(message, sheet))
        else:
            self.send_sheet(Place(message.chat.id), sheet)

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

    def _line_up(self, place: Place, sheet: Sheet) -> None:
        waiting = self._waiting.get(place.chat, 0)
        if waiting >= _MOST_WAITING:
            _log.info("A reply to chat %s is dropped, for too many wait there", place.chat)
            return
        self._waiting[place.chat] = waiting + 1
        self._begin(self.deliver(place, sheet)).add_done_callback(lambda _: self._leave(place.chat))

    def _leave(self, chat: int) -> None:
        self._waiting[chat] -= 1
        if not self._waiting[chat]:
            del self._waiting[chat]

    def _begin(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Sending

    async def _post(self, place: Place, sheet: Sheet) -> Message:
        if sheet.picture is None:
            return await self._bot.send_message(
                place.chat,
                sheet.text,
                message_thread_id=place.thread,
                reply_markup=sheet.keyboard,
                reply_parameters=answering(place),
            )
        picture = await self._pictures.find(sheet.picture)
        message = await self._bot.send_photo(
            place.chat,
            picture,
            caption=sheet.text,
            message_thread_id=place.thread,
            reply_markup=sheet.keyboard,
            reply_parameters=answering(place),
        )
        if isinstance(picture, bytes):
            await self._pictures.uploaded(sheet.picture, message)
        return message

    # Turning

    def _want(self, message: Message, sheet: Sheet) -> None:
        key = (message.chat.id, message.message_id)
        self._wanted[key] = sheet
        if key not in self._turning:
            self._turning.add(key)
            self._begin(self._turn_all(message, key))

    async def _turn_all(self, message: Message, key: tuple[int, int]) -> None:
        """Shows what is wanted, and what was wanted meanwhile; what lies between is left out."""
        try:
            tries, no_news = _TRIES, asyncio.Event()
            while tries and key in self._wanted:
                try:
                    async with self._pace.choice_turn(message.chat.id, no_news):
                        sheet = self._wanted.pop(key)
                        await self._show(message, sheet)
                    tries = _TRIES
                except TelegramError as error:
                    tries -= 1
                    if await self._can_be_repeated(error, message, sheet):
                        self._wanted.setdefault(key, sheet)
        finally:
            self._turning.discard(key)
            self._wanted.pop(key, None)

    async def _can_be_repeated(self, error: TelegramError, message: Message, sheet: Sheet) -> bool:
        match classify(error):
            case Trouble(Outcome.WAIT, seconds):
                self._pace.pause(message.chat.id, seconds)
            case Trouble(Outcome.UNSENT | Outcome.UNKNOWN):
                pass
            case Trouble(Outcome.NO_FILE) if sheet.picture is not None:
                await self._pictures.lost(sheet.picture)
            case Trouble(Outcome.AS_WANTED):
                return False
            case _:
                _log.info("A page in chat %s was not turned: %s", message.chat.id, error)
                return False
        return True

    async def _show(self, message: Message, sheet: Sheet) -> None:
        chat, id_ = message.chat.id, message.message_id
        if not message.photo or sheet.picture is None:
            text = sheet.without_picture().text
            await self._bot.edit_message_text(text, chat, id_, reply_markup=sheet.keyboard)
            return
        picture = await self._pictures.find(sheet.picture)
        media = InputMediaPhoto(picture, caption=sheet.text)
        edited = await self._bot.edit_message_media(media, chat, id_, reply_markup=sheet.keyboard)
        if isinstance(picture, bytes) and isinstance(edited, Message):
            await self._pictures.uploaded(sheet.picture, edited)


def answering(place: Place) -> ReplyParameters | None:
    """Returns what makes a message an answer, if the place is that of a question."""
    # The question may be deleted by now; the answer is sent all the same.
    if place.message is None:
        return None
    return ReplyParameters(place.message, allow_sending_without_reply=True)
