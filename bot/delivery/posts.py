"""Posted challenges: messages that people sent via the bot, in chats that it may not see.

Telegram tells their ids when somebody taps a callback button under them, or, if BotFather's inline
feedback is on, when they are sent. Only such a message is brought up to date: by text alone, since
nothing can be uploaded to it, and without a look at the answer, which is no message (Bot API:
editMessageText).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from sqlite3 import IntegrityError
from typing import Any
from weakref import WeakValueDictionary

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat import posts as texts
from bot.delivery.audience import Audience
from bot.delivery.gate import when_released
from bot.delivery.outcomes import Outcome, Trouble, classify, pause_after
from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.refusals import Refused
from bot.play.tickets import Ticket
from bot.store import posts as store
from bot.store.database import Database
from bot.store.posts import PostRecord

_log = logging.getLogger(__name__)

# Between tries (seconds).
_LONGEST_WAIT = 60.0


class Posts:
    """Keeps the posted challenges that it can reach at what has become of them."""

    def __init__(
        self,
        bot: ExtBot[int],
        database: Database,
        live: Live,
        audience: Audience,
    ) -> None:
        """Takes through what to edit, and where the games are."""
        self._bot = bot
        self._database = database
        self._live = live
        self._audience = audience
        self._tasks: set[asyncio.Task[None]] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        live.subscribe(self._changed)

    async def note(self, ticket: Ticket, message: str) -> None:
        """Remembers by which inline id the message with a ticket is reached."""
        post = PostRecord(ticket.code, ticket.challenger, message, ticket.expires)
        # The challenger may be erased just now: then the ticket is void.
        with suppress(IntegrityError):
            async with self._database.transaction() as transaction:
                store.save_post(transaction, post)

    async def resume(self, now: float) -> None:
        """After a start: brings up to date what the last run left behind, and forgets the rest."""
        async with self._database.transaction() as transaction:
            store.remove_unused_posts(transaction, int(now))
        for game in await store.games_posted(self._database):
            self.show(game)

    def show(self, game: int) -> None:
        """Brings the message that a game was posted by up to date, if it can be reached."""
        when_released(lambda: self._begin(self._settle(game)))

    async def close(self) -> None:
        """Ends all work; what is not shown yet will be after the next start."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _changed(self, match: Match) -> None:
        beginning = match.turn == 0 and match.phase is not Phase.OPEN
        if match.code is not None and (beginning or match.phase is Phase.FINISHED):
            self.show(match.id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle(self, game: int) -> None:
        """Does so however long Telegram is in trouble."""
        # One at a time, each with the game as it stands then: the last edit shows the newest state.
        async with self._locks.setdefault(game, asyncio.Lock()):
            failures = 0
            while (trouble := await self._bring_up_to_date(game)) is not None:
                if trouble.outcome is Outcome.WAIT:
                    await asyncio.sleep(trouble.seconds)
                else:
                    await asyncio.sleep(pause_after(failures, _LONGEST_WAIT))
                    failures += 1

    async def _bring_up_to_date(self, game: int) -> Trouble | None:
        """Returns what is in the way for now."""
        try:
            match = await self._live.match(game)
        except Refused:
            # It was erased meanwhile.
            return None
        post = await store.load_post(self._database, match.code or "")
        if post is None:
            return None
        done = match.phase is not Phase.RUNNING
        try:
            await self._edit(post, match)
        except TelegramError as error:
            trouble = classify(error)
            if trouble.outcome in (Outcome.WAIT, Outcome.UNSENT, Outcome.UNKNOWN):
                return trouble
            if trouble.outcome is not Outcome.AS_WANTED:
                _log.info("A posted challenge can't be brought up to date: %s", error)
                done = True
        if done:
            async with self._database.transaction() as transaction:
                store.remove_post(transaction, post.code)
        return None

    async def _edit(self, post: PostRecord, match: Match) -> None:
        names = await self._audience.names(match.people)
        text = texts.post(match, names, await self._audience.texts(post.person))
        await self._bot.edit_message_text(text, inline_message_id=post.message)
