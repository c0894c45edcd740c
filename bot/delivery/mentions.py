"""Short mentions in groups: they notify the mover, and are removed when the move is made."""

from __future__ import annotations

import logging
from dataclasses import replace

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.texts import mention
from bot.delivery.audience import Audience
from bot.delivery.outcomes import classify
from bot.delivery.pace import Pace
from bot.delivery.replies import Place, place_after
from bot.play.match import Match
from bot.store.boards import BoardRecord

_log = logging.getLogger(__name__)

_TRIES = 3


class Mentions:
    """Calls people to their boards."""

    def __init__(self, bot: ExtBot[int], audience: Audience, pace: Pace) -> None:
        """Takes through what to send, and to whom."""
        self._bot = bot
        self._audience = audience
        self._pace = pace

    async def owes_reminder(self, match: Match, board: BoardRecord) -> bool:
        """Whether the mover is to be reminded here: in a group, or in the mover's private chat."""
        mover = match.mover
        if mover is None or not match.reminded or board.reminded == match.turn:
            return False
        concerned = board.chat < 0 or board.chat == mover
        return concerned and await self._audience.wants_reminders(mover, board.chat)

    async def call_mover(
        self, match: Match, before: BoardRecord, after: BoardRecord, *, reminding: bool
    ) -> BoardRecord:
        """Calls a mover in a group who is to be reminded, or has not been here for a while.

        ``before`` is what the board was before its message came to show the game as it stands.
        Returns the board with what it knows of the call.
        """
        mover = match.mover
        if after.chat > 0 or mover is None or match.level is not None:
            return after
        if reminding or (after.note is None and await self._is_missed(mover, match, before)):
            text = "board.reminder" if reminding else "board.your-turn"
            after = replace(after, note=await self._call(mover, after, text))
        return replace(after, reminded=match.turn) if reminding else after

    async def _is_missed(self, mover: int, match: Match, board: BoardRecord) -> bool:
        return (
            board.stage < match.stage
            and self._audience.is_away(mover)
            and await self._audience.wants_reminders(mover, board.chat)
        )

    async def _call(self, person: int, board: BoardRecord, text_id: str) -> int | None:
        """Returns the id of the message, None if it was not sent, or nobody can tell."""
        texts = await self._audience.texts(board.chat)
        name = (await self._audience.names([person]))[person]
        place = Place(board.chat, board.thread)
        for _ in range(_TRIES):
            try:
                async with self._pace.turn(place.chat):
                    note = await self._bot.send_message(
                        place.chat,
                        texts.html(text_id, mention=mention(person, name)),
                        message_thread_id=place.thread,
                    )
            except TelegramError as error:
                _log.info("Nobody was called in chat %s: %s", board.chat, error)
                next_place = place_after(classify(error), place, self._pace)
                if next_place is None or next_place.chat != board.chat:
                    break
                place = next_place
            else:
                return note.message_id
        return None
