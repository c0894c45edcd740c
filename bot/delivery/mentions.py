"""Short mentions in groups: they notify the mover, and are removed when the move is made."""

from __future__ import annotations

import logging

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.texts import mention
from bot.delivery.audience import Audience
from bot.delivery.pace import Pace
from bot.store.boards import BoardRecord

_log = logging.getLogger(__name__)


class Mentions:
    """Calls people to a board in a group."""

    def __init__(self, bot: ExtBot[int], audience: Audience, pace: Pace) -> None:
        """Takes through what to send, and to whom."""
        self._bot = bot
        self._audience = audience
        self._pace = pace

    async def call(self, person: int, board: BoardRecord, text_id: str) -> int | None:
        """Mentions somebody beside a board. Returns the message's id, None if it was not sent."""
        texts = await self._audience.texts(board.chat)
        name = (await self._audience.names([person]))[person]
        await self._pace.turn(board.chat)
        try:
            note = await self._bot.send_message(
                board.chat,
                texts.html(text_id, mention=mention(person, name)),
                message_thread_id=board.thread,
            )
        except TelegramError as error:
            _log.info("Nobody was called in chat %s: %s", board.chat, error)
            return None
        return note.message_id
