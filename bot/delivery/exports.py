"""Replays, records and reviews of games, posted when somebody asks for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

from telegram import InlineKeyboardMarkup, Message
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.captions import Names, with_ai
from bot.chat.focus import NOTHING
from bot.chat.look import theme_of
from bot.chat.record import record_of
from bot.chat.reviews import review_keyboard, review_sheet
from bot.chat.screens import board_screen
from bot.chat.texts import Markup, Texts
from bot.delivery.audience import Audience
from bot.delivery.films import Film, Films
from bot.delivery.gate import when_released
from bot.delivery.outcomes import Outcome, classify
from bot.delivery.pace import Pace
from bot.delivery.replies import Place, Replies, answering, place_after
from bot.play.match import Match
from bot.play.refusals import Refused
from bot.play.reviewer import Reviewer
from bot.recent import Recent
from bot.store.boards import BoardKind, load_board
from bot.store.database import Database
from bot.store.exports import ExportKind, last_played, load_export, save_export
from bot.store.settings import load_settings
from render import THEMES, Graph, draw_board, draw_graph

_log = logging.getLogger(__name__)

_TRIES = 3
# To see whether a message is still there costs an edit, of which a chat has few (seconds).
_LOOK_AGAIN = 30.0
_KEPT = 2_000

Sending = Callable[[Place], Awaitable[Message]]


class Posting(Enum):
    """What becomes of a wish to see something of a game."""

    BEGUN = auto()
    UNDER_WAY = auto()
    ABOVE = auto()
    """The chat has it already; it comes again only if that message is gone."""


class Exports:
    """Posts replays, records and reviews, in the background."""

    def __init__(
        self,
        bot: ExtBot[int],
        database: Database,
        audience: Audience,
        pace: Pace,
        replies: Replies,
        reviewer: Reviewer,
    ) -> None:
        """Takes what it knows of games and chats, and through what to send."""
        self._bot = bot
        self._database = database
        self._audience = audience
        self._pace = pace
        self._replies = replies
        self._reviewer = reviewer
        self._films = Films(bot, database)
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way: set[Hashable] = set()
        self._looked_at: Recent[Hashable, float] = Recent(_KEPT)

    async def offer(self, match: Match, kind: ExportKind, place: Place) -> Posting:
        """Posts an export if the chat does not have it: once, however often that is asked for."""
        key = (match.id, place.chat, kind)
        if key in self._under_way:
            return Posting.UNDER_WAY
        message = await load_export(self._database, *key)
        if message is None:
            self.send(match, kind, place)
            return Posting.BEGUN
        now, before = time.monotonic(), self._looked_at.get(key)
        if before is None or now - before > _LOOK_AGAIN:
            self._looked_at.put(key, now)
            self._begin(key, self._export_if_gone(match, kind, place, message))
        return Posting.ABOVE

    def send(self, match: Match, kind: ExportKind, place: Place) -> None:
        """Posts an export, anew if the chat has it."""
        self._begin((match.id, place.chat, kind), self._export(match, kind, place))

    def send_board(
        self, film: Film, caption: Markup, keyboard: InlineKeyboardMarkup, place: Place
    ) -> None:
        """Posts the last picture of a game that was not played here."""
        self._begin((place, "board"), self._send_board(film, caption, keyboard, place))

    def send_graph(self, graph: Graph, caption: Markup, place: Place) -> None:
        """Posts a curve."""
        self._begin((place, graph), self._send_graph(graph, caption, place))

    def send_film(self, film: Film, caption: Markup, place: Place) -> None:
        """Posts the replay of a game that was not played here."""
        self._begin((place, "film"), self._send_film(film, caption, place))

    async def close(self) -> None:
        """Drops what is not posted yet: whoever waits for it can ask again."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # In the background

    def _begin(self, key: Hashable, work: Coroutine[Any, Any, None]) -> None:
        if key in self._under_way:
            work.close()
            return
        self._under_way.add(key)
        when_released(lambda: self._spawn(key, work))

    def _spawn(self, key: Hashable, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._run(key, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, key: Hashable, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as refused:
            _log.info("%s is not posted any more: %s", key, refused)
        except Exception:
            _log.exception("%s could not be posted", key)
        finally:
            self._under_way.discard(key)

    # What is posted

    async def _export_if_gone(
        self, match: Match, kind: ExportKind, place: Place, message: int
    ) -> None:
        try:
            async with self._pace.turn(place.chat):
                # These are the buttons that it has, so this changes nothing.
                await self._bot.edit_message_reply_markup(
                    place.chat, message, reply_markup=await self._buttons(match, kind)
                )
        except TelegramError as error:
            if classify(error).outcome is Outcome.GONE:
                await self._export(match, kind, place)

    async def _export(self, match: Match, kind: ExportKind, place: Place) -> None:
        match kind:
            case ExportKind.REPLAY:
                message = await self._deliver(await self._replay(match, place.chat), place)
            case ExportKind.RECORD:
                message = await self._deliver(await self._record(match, place.chat), place)
            case ExportKind.REVIEW:
                message = await self._review(match, place)
        if message is not None:
            async with self._database.transaction() as transaction:
                save_export(transaction, match.id, place.chat, kind, message.message_id)

    async def _buttons(self, match: Match, kind: ExportKind) -> InlineKeyboardMarkup | None:
        if kind is not ExportKind.REVIEW:
            return None
        return review_keyboard(await self._reviewer.review(match))

    async def _review(self, match: Match, place: Place) -> Message | None:
        review = await self._reviewer.review(match)
        names = await self._audience.names(review.match.people)
        reader = await self._audience.reader(review.match, place.chat)
        sheet = review_sheet(review, 0, names, reader)
        board = await load_board(self._database, match.id, place.chat)
        if not reader.pictures or (board is not None and board.kind is BoardKind.TEXT):
            sheet = sheet.without_picture()
        return await self._replies.deliver(place, sheet)

    async def _replay(self, match: Match, chat: int) -> Sending:
        names = await self._audience.names(match.people)
        reader = await self._audience.reader(match, chat)
        screen = board_screen(match, NOTHING, names, reader)
        film = Film(match.game, screen.view, screen.theme)
        caption = _caption("export.replay", match, names, reader.texts)
        return lambda place: self._films.send(film, caption, place)

    async def _record(self, match: Match, chat: int) -> Sending:
        names = await self._audience.names(match.people)
        texts = await self._audience.texts(chat)
        day = datetime.fromtimestamp(await last_played(self._database, match.id), UTC).date()
        record = record_of(match, names, day, texts).encode()
        caption = _caption("export.record", match, names, texts)
        return lambda place: self._bot.send_document(
            place.chat,
            record,
            caption=caption,
            message_thread_id=place.thread,
            reply_parameters=answering(place),
            filename=f"ugolki-{match.id}.txt",
        )

    async def _send_board(
        self, film: Film, caption: Markup, keyboard: InlineKeyboardMarkup, place: Place
    ) -> None:
        picture = await asyncio.to_thread(draw_board, film.final, THEMES[film.theme])
        await self._deliver(
            lambda place: self._bot.send_photo(
                place.chat,
                picture,
                caption=caption,
                reply_markup=keyboard,
                message_thread_id=place.thread,
                reply_parameters=answering(place),
                filename="board.png",
            ),
            place,
        )

    async def _send_graph(self, graph: Graph, caption: Markup, place: Place) -> None:
        settings = await load_settings(self._database, place.chat)
        picture = await asyncio.to_thread(draw_graph, graph, THEMES[theme_of(settings)])
        await self._deliver(
            lambda place: self._bot.send_photo(
                place.chat,
                picture,
                caption=caption,
                message_thread_id=place.thread,
                reply_parameters=answering(place),
                filename="graph.png",
            ),
            place,
        )

    async def _send_film(self, film: Film, caption: Markup, place: Place) -> None:
        await self._deliver(lambda place: self._films.send(film, caption, place), place)

    async def _deliver(self, send: Sending, place: Place) -> Message | None:
        """Sends as soon as the chat's turn comes; says so where no files may be sent."""
        for _ in range(_TRIES):
            try:
                async with self._pace.turn(place.chat):
                    return await send(place)
            except TelegramError as error:
                trouble = classify(error)
                if trouble.outcome in (Outcome.NO_PHOTOS, Outcome.SILENCED):
                    texts = await self._audience.texts(place.chat)
                    self._replies.send(place, texts.html("reply.no-files"))
                    return None
                next_place = place_after(trouble, place, self._pace)
                if next_place is None:
                    _log.info("A file for chat %s was not sent: %s", place.chat, error)
                    return None
                place = next_place
        return None


def _caption(text_id: str, match: Match, names: Names, texts: Texts) -> Markup:
    assert match.seats is not None
    names = with_ai(match, names, texts)
    return texts.html(text_id, white=names[match.seats.white], black=names[match.seats.black])
