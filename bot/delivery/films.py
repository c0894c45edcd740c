"""Replays: each is drawn once, then sent by its file id."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass

from telegram import Message
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.chat.texts import Markup
from bot.delivery.outcomes import Outcome, classify
from bot.delivery.replies import Place, answering
from bot.store.database import Database
from bot.store.pictures import drop_file_id, load_file_id, save_file_id
from render import THEMES, BoardView, draw_replay
from rules import Game, format_record


@dataclass(frozen=True, slots=True)
class Film:
    """What a replay shows: a game, the last picture of it, and the theme of all pictures."""

    game: Game
    final: BoardView
    theme: str

    @property
    def digest(self) -> str:
        """What its animation is known by."""
        shown = f"replay {self.theme} {self.final!r} {format_record(self.game)}"
        return hashlib.sha256(shown.encode()).hexdigest()


class Films:
    """Knows which replays Telegram has already, and draws the others beside the event loop."""

    def __init__(self, bot: ExtBot[int], database: Database) -> None:
        """Takes through what to send, and the store."""
        self._bot = bot
        self._database = database
        # A replay takes a processor for a while; more at once would only make all of them wait.
        self._drawing = asyncio.Semaphore(1)

    async def send(self, film: Film, caption: Markup, place: Place) -> Message:
        """Sends a replay.

        :raises TelegramError: it was not sent, or perhaps it was.
        """
        file_id = await load_file_id(self._database, self._bot.id, film.digest)
        if file_id is not None:
            try:
                return await self._send(file_id, caption, place)
            except BadRequest as error:
                if classify(error).outcome is not Outcome.NO_FILE:
                    raise
                async with self._database.transaction() as transaction:
                    drop_file_id(transaction, self._bot.id, film.digest)
        async with self._drawing:
            drawn = await asyncio.to_thread(draw_replay, film.game, film.final, THEMES[film.theme])
        message = await self._send(drawn, caption, place)
        # What is not accepted as an animation arrives as a document (Bot API: sendAnimation).
        if message.animation is not None:
            async with self._database.transaction() as transaction:
                save_file_id(transaction, self._bot.id, film.digest, message.animation.file_id)
        return message

    async def _send(self, animation: str | bytes, caption: Markup, place: Place) -> Message:
        return await self._bot.send_animation(
            place.chat,
            animation,
            caption=caption,
            message_thread_id=place.thread,
            reply_parameters=answering(place),
            filename="ugolki.gif",
        )
