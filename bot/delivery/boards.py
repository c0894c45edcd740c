"""One board message per game and chat, always on its way to the newest state.

A wish to show a game is no frame: it only says that a board is out of date. One worker per board
waits for the chat's turn, looks at the game as it stands then, draws that and sends it; wishes that
come meanwhile make one more round together. So frames never queue up, at most one request per
board is under way, and the last one shows the newest state.

A message gets its buttons only when its id is stored: a new board is sent without, and edited. When
the answer to a sending is lost, with the connection or with the process, nobody can tell which
message it was; but it is a mere picture, and the board that is sent again is the only live one.
What was a board before is put on record, as a leftover, together with the new id.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.focus import NOTHING, Focus
from bot.chat.links import join_link
from bot.chat.screens import Screen, board_screen
from bot.delivery.audience import Audience
from bot.delivery.frames import edit_frame, send_frame
from bot.delivery.gate import when_released
from bot.delivery.kinds import Kinds
from bot.delivery.leftovers import Leftovers
from bot.delivery.mentions import Mentions
from bot.delivery.outcomes import Outcome, Trouble, classify, pause_after
from bot.delivery.pace import Pace, Turn
from bot.delivery.replies import Place
from bot.delivery.wishes import Key, Wish, Wishes
from bot.observer import Observer
from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.reach import Reach
from bot.play.refusals import Refused
from bot.play.seats import Player
from bot.recent import Recent
from bot.store import boards as store
from bot.store.boards import BoardKind, BoardRecord
from bot.store.database import Database
from bot.store.exports import drop_exports
from bot.store.languages import move_language
from bot.store.leftovers import add_leftover
from bot.store.settings import move_settings
from bot.store.silences import Hindrance, move_silences
from render import THEMES, warm_up

_log = logging.getLogger(__name__)

# Between tries (seconds): to edit, and to send what each time may have arrived all the same.
_LONGEST_WAIT = 60.0
_LONGEST_WAIT_TO_SEND = 600.0
# How long what should not go wrong is left alone.
_FAULT_SECONDS = 3_600.0
# So many tries in vain are told of.
_MANY_TRIES = 8
# How long after its connection broke an edit may still take effect, upon a newer one.
_LATE_EFFECT_SECONDS = 15.0
_LAST_FRAMES_SECONDS = 0.7
_KEPT = 2_000

_HINDRANCES = {
    Outcome.UNREACHABLE: Hindrance.GONE,
    Outcome.SILENCED: Hindrance.MUTED,
    Outcome.CLOSED: Hindrance.CLOSED,
    # Without a topic there is nothing left to try.
    Outcome.NO_TOPIC: Hindrance.MUTED,
}
# What the next try does otherwise.
_MENDED = frozenset({Outcome.GONE, Outcome.NO_PHOTOS, Outcome.NO_TOPIC})


class Boards:
    """Keeps every board message at its game's newest state."""

    def __init__(
        self,
        bot: ExtBot[int],
        database: Database,
        live: Live,
        audience: Audience,
        pace: Pace,
        reach: Reach,
        observer: Observer,
    ) -> None:
        """Takes what it shows, and through what; the observer hears of each frame."""
        self._bot = bot
        self._database = database
        self._live = live
        self._audience = audience
        self._pace = pace
        self._reach = reach
        self._observer = observer
        self._wishes = Wishes()
        self._kinds = Kinds()
        self._sending: set[Key] = set()  # those of which nobody knows whether they were sent
        self._workers: dict[Key, asyncio.Task[None]] = {}
        self._lookups: set[asyncio.Task[None]] = set()
        self._focus: Recent[Key, Focus] = Recent(_KEPT)
        self._mentions = Mentions(bot, audience, pace)
        self._records: Recent[Key, BoardRecord] = Recent(_KEPT)
        self._shown: Recent[Key, Screen] = Recent(_KEPT)
        self._doubts: dict[Key, asyncio.TimerHandle] = {}  # edits that nobody knows the end of
        self._leftovers = Leftovers(bot, database, pace)
        live.subscribe(self.changed)
        reach.subscribe(self.appears_otherwise)

    # Wishes

    def changed(self, match: Match) -> None:
        """A game has changed: all its boards are out of date."""
        # As long as it is open, its challenger chooses; what happens then ends that.
        wish = Wish.CHOICE if match.phase is Phase.OPEN else Wish.CHANGE
        when_released(lambda: self._look_up(self._want_all(match.id, wish)))

    def appears_otherwise(self, player: Player) -> None:
        """What boards say of somebody has changed: all that show the running games are old."""

        async def want_all() -> None:
            for match in await self._live.running_of(player):
                await self._want_all(match.id, Wish.CHANGE)

        when_released(lambda: self._look_up(want_all()))

    def show(self, game: int, chat: int) -> None:
        """Brings one board up to date with what has happened."""
        when_released(lambda: self._want((game, chat), Wish.CHANGE))

    def change_kind(self, game: int, chat: int) -> None:
        """Has one board become a picture or text, as the chat has chosen."""
        self._kinds.choose((game, chat))
        self.show_choice(game, chat)

    def show_choice(self, game: int, chat: int) -> None:
        """Brings one board up to date with what somebody has chosen, or could not."""
        when_released(lambda: self._want((game, chat), Wish.CHOICE))

    def show_afresh(self, game: int, chat: int) -> None:
        """Sends one board anew, at the bottom of its chat; the old message goes."""
        when_released(lambda: self._want((game, chat), Wish.AFRESH))

    def focus(self, game: int, chat: int, focus: Focus) -> None:
        """Shows on one board what its player is choosing."""
        self._focus.put((game, chat), focus)
        when_released(lambda: self._want((game, chat), Wish.CHOICE))

    def focus_of(self, game: int, chat: int) -> Focus:
        """Returns what a board's player is choosing."""
        return self._focus.get((game, chat)) or NOTHING

    # Life

    async def resume(self) -> None:
        """After a start: brings every board up to date that the last run left behind."""
        for board in await store.outdated_boards(self._database):
            self.show(board.game, board.chat)
        await self._leftovers.resume()

    async def catch_up(self, chat: int) -> None:
        """A chat can be reached again, or at last: brings its boards up to date."""
        for board in await store.outdated_boards(self._database, chat):
            self.show(board.game, chat)

    async def warm_up(self) -> None:
        """Makes what the pictures of each theme share, so that no first tap need wait for it."""
        for theme in THEMES.values():
            await asyncio.to_thread(warm_up, theme)

    async def idle(self) -> None:
        """Waits until all that was wished is shown."""
        while pending := {*self._workers.values(), *self._lookups}:
            await asyncio.wait(pending)
        await self._leftovers.idle()

    async def close(self) -> None:
        """Ends all work; what is not shown yet will be after the next start.

        What is on its way gets a moment to arrive: of a message whose sending is broken off nobody
        knows whether it is there.
        """
        self._wishes.clear()
        for doubt in self._doubts.values():
            doubt.cancel()
        pending = {*self._workers.values(), *self._lookups}
        if pending:
            _, pending = await asyncio.wait(pending, timeout=_LAST_FRAMES_SECONDS)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        await self._leftovers.close()

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

    async def hindrance(self, game: int, chat: int) -> Hindrance | None:
        """Returns why a game's board in a chat cannot be sent now, None if it can."""
        board = await self._record((game, chat))
        return None if board is None else self._reach.hindrance(chat, board.thread)

    async def discard(self, chat: int, message: int) -> None:
        """Removes a message of ours that is no board any more, or at least its buttons."""
        await self._leftovers.add(chat, message)

    async def moved(self, old: int, new: int) -> None:
        """A group got another id: its boards are sent anew there."""
        async with self._database.transaction() as transaction:
            store.move_boards(transaction, old, new)
            move_language(transaction, old, new)
            move_settings(transaction, old, new)
            move_silences(transaction, old, new)
            drop_exports(transaction, old)
        self._records.clear()
        self._audience.forget()
        await self._reach.load()
        await self.catch_up(new)

    def forget(self) -> None:
        """Games were erased: what is known of boards is to be read anew."""
        self._records.clear()

    # Work

    def _look_up(self, wishes: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(wishes)
        self._lookups.add(task)
        task.add_done_callback(self._lookups.discard)

    async def _want_all(self, game: int, wish: Wish) -> None:
        for board in await store.boards_of(self._database, game):
            # One that is not there yet is news.
            wanted = Wish.CHANGE if board.message is None else wish
            self._want((game, board.chat), wanted)

    def _want(self, key: Key, wish: Wish) -> None:
        self._wishes.add(key, wish)
        if key not in self._workers:
            self._workers[key] = asyncio.create_task(self._work(key))

    async def _work(self, key: Key) -> None:
        try:
            await self._bring_up_to_date(key)
        except Refused:
            _log.info("Game %s is gone", key[0])
            self._wishes.drop(key)
        except Exception:
            _log.exception("The board of game %s in chat %s could not be shown", *key)
            self._wishes.drop(key)
            self._doubt(key, _FAULT_SECONDS)
        finally:
            self._sending.discard(key)
            del self._workers[key]

    async def _bring_up_to_date(self, key: Key) -> None:
        """Does what is wished, however long Telegram is in trouble."""
        failures = 0
        while key in self._wishes:
            wish = Wish.CHANGE
            try:
                with self._wishes.expected(key, Wish.CHANGE) as news:
                    async with self._turn(key, news) as turn:
                        turn.used = key in self._wishes
                        if turn.used:
                            wish = self._wishes.take(key)
                            turn.used = await self._put(key, wish)
            except TelegramError as error:
                trouble = classify(error)
                if await self._can_be_repeated(key, error, trouble):
                    self._wishes.add(key, wish)
                    if trouble.outcome is not Outcome.WAIT:
                        await self._sit_out(key, trouble, failures)
                        failures += 1
            else:
                failures = 0

    def _turn(self, key: Key, news: asyncio.Event) -> AbstractAsyncContextManager[Turn]:
        if self._wishes.is_choice(key):
            return self._pace.choice_turn(key[1], news)
        return self._pace.turn(key[1])

    async def _sit_out(self, key: Key, trouble: Trouble, failures: int) -> None:
        """Waits before the next try, unless somebody asks for the board."""
        if trouble.outcome in _MENDED and failures < _MANY_TRIES:
            return
        if failures == _MANY_TRIES:
            _log.warning("The board of game %s in chat %s cannot be shown yet", *key)
        longest = _LONGEST_WAIT_TO_SEND if key in self._sending else _LONGEST_WAIT
        with self._wishes.expected(key, Wish.AFRESH) as asked, suppress(TimeoutError):
            async with asyncio.timeout(pause_after(failures, longest)):
                await asked.wait()

    async def _put(self, key: Key, wish: Wish) -> bool:
        """Brings a board one message further. Returns whether there was anything to send."""
        board = await self._record(key)
        if board is None or self._reach.hindrance(board.chat, board.thread) is not None:
            return False
        match = await self._live.match(board.game)
        if (focus := self.focus_of(*key).at(match)) == NOTHING:
            self._focus.drop(key)
        screen = await self._screen(match, board.chat, focus)
        reminding = await self._mentions.owes_reminder(match, board)
        fresh = wish is Wish.AFRESH or _is_news(match, board) or (reminding and board.chat > 0)
        if board.message is None or fresh or self._kinds.is_wrong(board, screen):
            await self._send(match, board, screen)
            # A choice stays one, whatever it takes to show it.
            self._want(key, min(wish, Wish.CHANGE))
            return True
        used = await edit_frame(self._bot, board, board.message, screen, self._shown.get(key))
        self._shown.put(key, screen)
        self._observer.frame_shown()
        after = replace(board, stage=match.stage)
        if key not in self._doubts:
            after = replace(after, shown=match.version)
        if board.stage != match.stage:
            after = replace(after, note=None)
        if match.reminded and not reminding:
            after = replace(after, reminded=match.turn)
        await self._save(board, after)
        called = await self._mentions.call_mover(match, board, after, reminding=reminding)
        await self._save(after, called)
        return used

    async def _send(self, match: Match, board: BoardRecord, screen: Screen) -> None:
        """Sends a board as a new message; its buttons are still to come."""
        bare = replace(screen, keyboard=None)
        key = (board.game, board.chat)
        self._sending.add(key)
        board = replace(board, kind=self._kinds.to_send(board, screen))
        message = await send_frame(self._bot, board, bare)
        self._sending.discard(key)
        self._kinds.settle(key)
        after = replace(board, message=message.message_id, shown=0)
        if board.chat > 0:
            # By the message itself: it shall not come again, whatever becomes of its buttons.
            reminded = match.turn if match.reminded else board.reminded
            after = replace(after, stage=match.stage, reminded=reminded)
        await self._save(board, after)
        self._shown.put(key, bare)

    async def _screen(self, match: Match, chat: int, focus: Focus) -> Screen:
        names = await self._audience.names(match.people)
        reader = await self._audience.reader(match, chat)
        if self._pace.nearly_spent(chat):
            reader = replace(reader, quick_taps=True)
        if unreached := await self._unreached(match, chat):
            reader = replace(reader, unreached=unreached)
        if match.code is not None:
            reader = replace(reader, link=join_link(self._bot.username, match.code))
        return board_screen(match, focus, names, reader)

    async def _can_be_repeated(self, key: Key, error: TelegramError, trouble: Trouble) -> bool:
        """Does what an error asks for. Returns whether another try may do."""
        board = await self._record(key)
        if board is None:
            return False
        match trouble.outcome:
            case Outcome.GONE:
                await self._save(board, replace(board, message=None))
            case Outcome.NO_PHOTOS:
                self._kinds.settle(key)
                await self._save(board, replace(board, message=None, kind=BoardKind.TEXT))
            case Outcome.NO_TOPIC if board.thread is not None:
                await self._save(board, replace(board, thread=None, message=None))
            case Outcome.MOVED if trouble.new_chat is not None:
                await self.moved(board.chat, trouble.new_chat)
                return False
            case Outcome.WAIT:
                self._pace.pause(board.chat, trouble.seconds)
            case Outcome.UNSENT:
                pass
            case Outcome.UNKNOWN:
                self._doubt(key, _LATE_EFFECT_SECONDS)
            case outcome if (why := _HINDRANCES.get(outcome)) is not None:
                _log.info("Chat %s takes no board now: %s", board.chat, error)
                await self._reach.lost(board.chat, why, board.thread)
                return False
            case _:
                raise error
        return True

    def _doubt(self, key: Key, seconds: float) -> None:
        """A board may show something else than it should, now or in a while: look again then."""

        def look_again() -> None:
            del self._doubts[key]
            self._shown.drop(key)
            self._want(key, Wish.CHANGE)

        self._shown.drop(key)
        if (earlier := self._doubts.get(key)) is not None:
            earlier.cancel()
        self._doubts[key] = asyncio.get_running_loop().call_later(seconds, look_again)

    async def _unreached(self, match: Match, chat: int) -> frozenset[int]:
        """Returns the players whom what happens does not reach, in private or in a group."""
        unreached = self._reach.unreached(match.people) - {chat}
        if not unreached:
            return unreached
        boards = await store.boards_of(self._database, match.id)
        groups = [board for board in boards if board.chat < 0]
        reached = any(self._reach.hindrance(each.chat, each.thread) is None for each in groups)
        return frozenset() if reached else unreached

    async def _record(self, key: Key) -> BoardRecord | None:
        board = self._records.get(key) or await store.load_board(self._database, *key)
        if board is not None:
            self._records.put(key, board)
        return board

    async def _save(self, before: BoardRecord, after: BoardRecord) -> None:
        """Stores what has changed of a board. The messages that it had before are left over."""
        if after == before:
            return
        left = {before.message, before.note} - {after.message, after.note}
        messages = [message for message in left if message is not None]
        async with self._database.transaction() as transaction:
            store.save_board(transaction, after)
            for message in messages:
                add_leftover(transaction, after.chat, message)
        self._records.put((after.game, after.chat), after)
        for message in messages:
            self._leftovers.remove(after.chat, message)


def _is_news(match: Match, board: BoardRecord) -> bool:
    """Whether the board must come anew, to notify who reads it: only in private chats."""
    return board.chat > 0 and board.stage < match.stage and match.concerns(board.chat)
