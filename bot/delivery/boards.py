"""One board message per game and chat, always on its way to the newest state.

A wish to show a game is no frame: it only says that a board is out of date. One worker per board
waits for the chat's turn, looks at the game as it stands then, draws that and sends it; wishes that
come meanwhile make one more round together. So frames never queue up, at most one request per
board is under way, and the last one shows the newest state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace

from telegram import InputMediaPhoto, Message
from telegram.error import BadRequest, TelegramError
from telegram.ext import ExtBot

from bot.chat.focus import NOTHING, Focus
from bot.chat.links import join_link
from bot.chat.screens import Screen, board_screen, text_board
from bot.delivery.audience import Audience
from bot.delivery.gate import when_released
from bot.delivery.mentions import Mentions
from bot.delivery.outcomes import Outcome, classify
from bot.delivery.pace import Pace
from bot.delivery.replies import Place
from bot.play.live import Live
from bot.play.match import Match
from bot.play.refusals import Refused
from bot.recent import Recent
from bot.store import boards as store
from bot.store.boards import BoardKind, BoardRecord
from bot.store.database import Database
from bot.store.languages import move_language
from bot.store.settings import Settings, move_settings
from render import THEMES, BoardView, draw_board

_log = logging.getLogger(__name__)

Key = tuple[int, int]  # game id, chat id

# Tries for one frame before a board is left until somebody touches the game again.
_TRIES = 8
_LONGEST_WAIT = 60.0
# A send whose answer got lost may have arrived: repeating it early would often double the board.
_UNKNOWN_SEND_WAIT = 10.0
_KEPT = 2_000


class Boards:
    """Keeps every board message at its game's newest state."""

    def __init__(
        self,
        bot: ExtBot[int],
        database: Database,
        live: Live,
        audience: Audience,
        pace: Pace,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Takes what it shows, and through what."""
        self._bot = bot
        self._database = database
        self._live = live
        self._audience = audience
        self._pace = pace
        self._sleep = sleep
        self._wanted: dict[Key, bool] = {}  # whether as a fresh message
        self._workers: dict[Key, asyncio.Task[None]] = {}
        self._lookups: set[asyncio.Task[None]] = set()
        self._focus: dict[Key, Focus] = {}
        self._calls: dict[Key, str] = {}  # the text of a mention that is due
        self._mentions = Mentions(bot, audience, pace)
        self._records: Recent[Key, BoardRecord] = Recent(_KEPT)
        self._shown: Recent[Key, Screen] = Recent(_KEPT)
        live.subscribe(self.changed)

    # Wishes

    def changed(self, match: Match) -> None:
        """A game has changed: all its boards are out of date."""
        when_released(lambda: self._look_up(self._want_all(match.id)))

    def show(self, game: int, chat: int) -> None:
        """Brings one board up to date."""
        when_released(lambda: self._want((game, chat), fresh=False))

    def show_afresh(self, game: int, chat: int) -> None:
        """Sends one board anew, at the bottom of its chat; the old message goes."""
        when_released(lambda: self._want((game, chat), fresh=True))

    def remind(self, match: Match) -> None:
        """Reminds the mover: by a fresh board in private, by a short mention in a group."""

        async def want_all() -> None:
            for board in await store.boards_of(self._database, match.id):
                key = (match.id, board.chat)
                if match.mover is None or not await self._audience.wants_reminders(
                    match.mover, board.chat
                ):
                    continue
                if board.chat < 0:
                    self._calls[key] = "board.reminder"
                self._want(key, fresh=board.chat == match.mover)

        self._look_up(want_all())

    def focus(self, game: int, chat: int, focus: Focus) -> None:
        """Shows on one board what its player is choosing."""
        self._focus[game, chat] = focus
        self.show(game, chat)

    def focus_of(self, game: int, chat: int) -> Focus:
        """Returns what a board's player is choosing."""
        return self._focus.get((game, chat), NOTHING)

    # Life

    async def resume(self) -> None:
        """After a start: brings every board up to date that the last run left behind."""
        for board in await store.outdated_boards(self._database):
            self.show(board.game, board.chat)

    async def warm_up(self) -> None:
        """Draws a picture, so that the first tap need not wait until the sprites are made."""
        nothing = BoardView(white=0, black=0, white_home=0, black_home=0)
        await _picture(nothing, Settings().theme)

    async def idle(self) -> None:
        """Waits until all that was wished is shown."""
        while pending := {*self._workers.values(), *self._lookups}:
            await asyncio.wait(pending)

    async def close(self) -> None:
        """Ends all work; what is not shown yet will be after the next start."""
        pending = {*self._workers.values(), *self._lookups}
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    # Messages

    async def has(self, game: int, chat: int) -> bool:
        """Whether a game is shown in a chat."""
        return await self._record((game, chat)) is not None

    async def message_of(self, game: int, chat: int) -> int | None:
        """Returns the message that is a game's board in a chat, as far as it is known."""
        board = await self._record((game, chat))
        return None if board is None else board.message

    async def place_of(self, game: int, chat: int) -> Place:
        """Returns where what belongs to a game's board goes: its topic, in answer to it."""
        board = await self._record((game, chat))
        return Place(chat) if board is None else Place(chat, board.thread, board.message)

    async def adopt(self, game: int, chat: int, message: int) -> bool:
        """Takes a photo as the game's board if none is known: its sending was never confirmed."""
        board = await self._record((game, chat))
        if board is None or board.message is not None:
            return False
        await self._save(replace(board, message=message, kind=BoardKind.PHOTO))
        return True

    async def discard(self, chat: int, message: int) -> None:
        """Removes a message of ours that is no board any more, or at least its buttons."""
        try:
            await self._bot.delete_message(chat, message)
        except TelegramError as error:
            if classify(error).outcome is Outcome.AS_WANTED:
                return
            try:
                await self._bot.edit_message_reply_markup(chat, message)
            except TelegramError as again:
                _log.info("Message %s in chat %s stays: %s", message, chat, again)

    async def moved(self, old: int, new: int) -> None:
        """A group got another id: its boards are sent anew there."""
        async with self._database.transaction() as transaction:
            await store.move_boards(transaction, old, new)
            await move_language(transaction, old, new)
            await move_settings(transaction, old, new)
        self._records.clear()
        await self.resume()

    def forget(self) -> None:
        """Games were erased: what is known of boards is to be read anew."""
        self._records.clear()

    # Work

    def _look_up(self, wishes: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(wishes)
        self._lookups.add(task)
        task.add_done_callback(self._lookups.discard)

    async def _want_all(self, game: int) -> None:
        for board in await store.boards_of(self._database, game):
            self._want((game, board.chat), fresh=False)

    def _want(self, key: Key, *, fresh: bool) -> None:
        self._wanted[key] = fresh or self._wanted.get(key, False)
        if key not in self._workers:
            self._workers[key] = asyncio.create_task(self._work(key))

    async def _work(self, key: Key) -> None:
        try:
            while key in self._wanted:
                await self._bring_up_to_date(key)
        except Refused:
            _log.info("Game %s is gone", key[0])
            self._wanted.pop(key, None)
        except Exception:
            _log.exception("The board of game %s in chat %s could not be shown", *key)
            self._wanted.pop(key, None)
        finally:
            del self._workers[key]

    async def _bring_up_to_date(self, key: Key) -> None:
        for attempt in range(_TRIES):
            await self._pace.turn(key[1])
            fresh = self._wanted.pop(key, False)
            board = await self._record(key)
            if board is None:
                return
            try:
                await self._put(board, fresh)
            except TelegramError as error:
                wait = await self._after_error(board, error, attempt)
                if wait is None:
                    return
                self._wanted[key] = fresh or self._wanted.get(key, False)
                await self._sleep(wait)
            else:
                return
        self._wanted.pop(key, None)
        _log.warning("The board of game %s in chat %s is left for now", *key)

    async def _put(self, board: BoardRecord, fresh: bool) -> None:
        match = await self._live.match(board.game)
        key = (board.game, board.chat)
        if (focus := self.focus_of(*key)).turn != match.turn:
            self._focus.pop(key, None)
        screen = await self._screen(match, board.chat, focus)
        after = replace(board, shown=match.version, stage=match.stage)
        if board.note is not None and board.stage != match.stage:
            await self.discard(board.chat, board.note)
            after = replace(after, note=None)
        if board.message is None or fresh or _is_news(match, board):
            message = await self._send(board, screen)
            kind = board.kind or BoardKind.PHOTO
            after = replace(after, message=message.message_id, kind=kind)
            await self._save(after)
            if board.message is not None:
                await self.discard(board.chat, board.message)
        else:
            await self._edit(board, board.message, screen)
            if after != board:
                await self._save(after)
        self._shown.put(key, screen)
        await self._call_mover(match, board, after)

    async def _call_mover(self, match: Match, before: BoardRecord, after: BoardRecord) -> None:
        """In a group, mentions a mover who should be reminded or has not been here for a while."""
        text = self._calls.pop((match.id, after.chat), None)
        mover = match.mover
        if after.chat > 0 or mover is None or match.level is not None or after.note is not None:
            return
        if (
            text is None
            and before.stage < match.stage
            and self._audience.is_away(mover)
            and await self._audience.wants_reminders(mover, after.chat)
        ):
            text = "board.your-turn"
        if text is not None:
            note = await self._mentions.call(mover, after, text)
            await self._save(replace(after, note=note))

    async def _screen(self, match: Match, chat: int, focus: Focus) -> Screen:
        names = await self._audience.names(match.people)
        reader = await self._audience.reader(match, chat)
        if self._pace.nearly_spent(chat):
            reader = replace(reader, quick_taps=True)
        if match.code is not None:
            reader = replace(reader, link=join_link(self._bot.username, match.code))
        return board_screen(match, focus, names, reader)

    async def _send(self, board: BoardRecord, screen: Screen) -> Message:
        if board.kind is BoardKind.TEXT:
            return await self._bot.send_message(
                board.chat,
                _text(screen),
                message_thread_id=board.thread,
                reply_markup=screen.keyboard,
            )
        return await self._bot.send_photo(
            board.chat,
            await _picture(screen.view, screen.theme),
            caption=screen.caption,
            message_thread_id=board.thread,
            reply_markup=screen.keyboard,
            filename="board.png",
        )

    async def _edit(self, board: BoardRecord, message: int, screen: Screen) -> None:
        shown = self._shown.get((board.game, board.chat))
        if shown == screen:
            return
        try:
            await self._change(board, message, screen, shown)
        except BadRequest as error:
            if classify(error).outcome is not Outcome.AS_WANTED:
                raise

    async def _change(
        self, board: BoardRecord, message: int, screen: Screen, shown: Screen | None
    ) -> None:
        if board.kind is BoardKind.TEXT:
            await self._bot.edit_message_text(
                _text(screen), board.chat, message, reply_markup=screen.keyboard
            )
        elif shown is not None and (shown.view, shown.theme) == (screen.view, screen.theme):
            await self._bot.edit_message_caption(
                board.chat, message, caption=screen.caption, reply_markup=screen.keyboard
            )
        else:
            picture = await _picture(screen.view, screen.theme)
            media = InputMediaPhoto(picture, caption=screen.caption, filename="board.png")
            await self._bot.edit_message_media(
                media, board.chat, message, reply_markup=screen.keyboard
            )

    async def _after_error(
        self, board: BoardRecord, error: TelegramError, attempt: int
    ) -> float | None:
        """Does what an error asks for. Returns the seconds to wait before another try, or None."""
        trouble = classify(error)
        match trouble.outcome:
            case Outcome.GONE:
                await self._save(replace(board, message=None))
                return 0
            case Outcome.NO_PHOTOS:
                await self._save(replace(board, message=None, kind=BoardKind.TEXT))
                return 0
            case Outcome.NO_TOPIC if board.thread is not None:
                await self._save(replace(board, thread=None, message=None))
                return 0
            case Outcome.MOVED if trouble.new_chat is not None:
                await self.moved(board.chat, trouble.new_chat)
                return None
            case Outcome.WAIT:
                self._pace.pause(board.chat, trouble.seconds)
                return 0
            case Outcome.UNSENT:
                return min(2.0**attempt, _LONGEST_WAIT)
            case Outcome.UNKNOWN:
                soonest = _UNKNOWN_SEND_WAIT if board.message is None else 0
                return min(max(soonest, 2.0**attempt), _LONGEST_WAIT)
            case Outcome.SILENCED | Outcome.UNREACHABLE | Outcome.NO_TOPIC:
                _log.info("Chat %s takes no board now: %s", board.chat, error)
                return None
            case _:
                raise error

    async def _record(self, key: Key) -> BoardRecord | None:
        board = self._records.get(key) or await store.load_board(self._database, *key)
        if board is not None:
            self._records.put(key, board)
        return board

    async def _save(self, board: BoardRecord) -> None:
        async with self._database.transaction() as transaction:
            await store.save_board(transaction, board)
        self._records.put((board.game, board.chat), board)


def _is_news(match: Match, board: BoardRecord) -> bool:
    """Whether the board must come anew, to notify who reads it: only in private chats."""
    return board.chat > 0 and board.stage < match.stage and match.concerns(board.chat)


def _text(screen: Screen) -> str:
    return f"{text_board(screen.view)}\n{screen.caption}"


async def _picture(view: BoardView, theme: str) -> bytes:
    return await asyncio.to_thread(draw_board, view, THEMES[theme])
