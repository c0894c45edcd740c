"""The games that people play now: one action at a time for each, stored before it is shown."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from sqlite3 import IntegrityError, OperationalError
from weakref import WeakValueDictionary

from bot.play.match import Match, Phase
from bot.play.ratings import rate
from bot.play.records import dump_setup, match_of, parse_setup, record_of
from bot.play.refusals import Refusal, Refused
from bot.play.seats import AI, Invited, Player
from bot.play.setup import FIRST_LEVEL, Setup
from bot.recent import Recent
from bot.store import boards, erasing, games, people
from bot.store.database import Database, Transaction
from rules import Game, Side, format_ply

Action = Callable[[Match], Match]

CODE_LENGTH = 10
CODE_SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"

# So many unfinished games a person may have: played now, or offered and not accepted yet.
MOST_GAMES = 50

# A replay costs some milliseconds, so games in play stay in memory; one is some 20 kB.
_KEPT = 2_000

_log = logging.getLogger(__name__)


def draw_lot() -> Side:
    """Returns the side that falls to the challenger by chance."""
    return secrets.choice((Side.WHITE, Side.BLACK))


def draw_code() -> str:
    """Returns a code to join by: 50 random bits, without letters that are easily mixed up."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


class Live:
    """Loads games, lets one action after the other happen to each, and tells who listens.

    Actions on one game wait for each other; different games go on in parallel. An action's result
    is committed when :meth:`act` returns.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Takes the store and a clock that gives UTC seconds."""
        self._database = database
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._matches: Recent[int, Match] = Recent(_KEPT)
        self._listeners: list[Callable[[Match], None]] = []
        self._told: set[tuple[int, type[Exception]]] = set()  # failures that the log knows

    def subscribe(self, listener: Callable[[Match], None]) -> None:
        """Has the listener called with each match that was created or has got a new version."""
        self._listeners.append(listener)

    async def match(self, game: int) -> Match:
        """Returns a game as it stands.

        :raises Refused: there is no such game.
        """
        if (kept := self._matches.get(game)) is not None:
            return kept
        async with self._lock(game):
            return await self._load(game)

    async def act(self, game: int, action: Action) -> Match:
        """Applies an action to a game and returns the match as stored.

        :raises Refused: by the action, or since there is no such game; nothing has changed.
        """
        async with self._lock(game):
            before = await self._load(game)
            after = action(before)
            if after is not before:
                after = await self._store(before, after)
        if after.version != before.version:
            self._publish(after)
        return after

    async def act_on_each(self, ids: Iterable[int], action: Action) -> None:
        """Applies an action to each game that allows it; a game that fails holds up no other."""
        for game in ids:
            try:
                await self.act(game, action)
            except Refused:
                # It may have been erased, or have gone on, just now.
                continue
            except Exception as error:
                self._leave_out(game, error)

    async def invite(
        self, player: Player, setup: Setup, invited: Invited | None, chat: int
    ) -> Match:
        """Makes an open challenge that a friend joins by a code, from a chat of their own.

        :raises Refused: the player has too many games, or was erased just now.
        """
        return await self.challenge(player, setup, invited, chat, None, draw_code())

    async def invitations_for(self, player: Player) -> list[Match]:
        """Returns the open invitations by code that name the player, the newest first."""
        ids = await games.invitations_for(self._database, player.id, player.username)
        return await self._readable(ids)

    async def join(self, code: str, player: Player, chat: int) -> Match:
        """Accepts the invitation with that code and gives the game a board in the player's chat.

        :raises Refused: there is no such invitation, it is the player's own, or it is used; or the
            player has too many games.
        """
        game = await games.game_by_code(self._database, code)
        if game is None:
            raise Refused(Refusal.NO_SUCH_INVITATION)
        async with self._lock(game):
            before = await self._load(game)
            after = before.accepted(player, before.version, draw_lot).timed(self._now())
            async with self._writing() as transaction:
                await _require_room(transaction, after, player.id)
                games.update_game(transaction, record_of(after), self._now())
                boards.add_board(transaction, game, chat, None)
            self._matches.put(game, after)
        self._publish(after)
        return after

    async def challenge(
        self,
        player: Player,
        setup: Setup,
        invited: Invited | None,
        chat: int,
        thread: int | None,
        code: str | None = None,
    ) -> Match:
        """Makes an open challenge with a board in a chat, and remembers the player's setup.

        With a level it is for the AI: the player begins the game by accepting it.

        :raises Refused: the player has too many games, or was erased just now.
        """
        match = Match(
            id=0,
            phase=Phase.OPEN,
            setup=setup,
            challenger=player.id,
            invited=invited,
            code=code,
            game=Game.start(setup.options),
        )
        async with self._writing() as transaction:
            await _require_room(transaction, match, player.id)
            match = await self._insert(transaction, match)
            boards.add_board(transaction, match.id, chat, thread)
            people.save_setup(transaction, player.id, dump_setup(setup), setup.level)
        self._matches.put(match.id, match)
        self._publish(match)
        return match

    async def add(self, match: Match, chats: Iterable[int]) -> Match:
        """Stores a new match as it is, with a board in each of the chats.

        :raises Refused: it runs, and one of the two has too many games.
        :raises sqlite3.IntegrityError: there is a match with its code, or its people are unknown.
        """
        async with self._database.transaction() as transaction:
            if match.phase is Phase.RUNNING:
                (guest,) = match.people - {match.challenger}
                await _require_room(transaction, match, guest, match.challenger)
            match = await self._insert(transaction, match.timed(self._now()))
            for chat in chats:
                boards.add_board(transaction, match.id, chat, None)
        self._matches.put(match.id, match)
        self._publish(match)
        return match

    async def choose(self, game: int, player: Player, change: Callable[[Setup], Setup]) -> Match:
        """Changes an open challenge, and remembers the setup as the player's last.

        :raises Refused: the challenge is not this player's, or not open.
        """
        match = await self.act(game, lambda match: match.changed(player, change(match.setup)))
        async with self._database.transaction() as transaction:
            setup = match.setup
            people.save_setup(transaction, player.id, dump_setup(setup), setup.level)
        return match

    async def last_setup(self, player: Player) -> Setup:
        """Returns the setup that a player chose last between people, the defaults at first."""
        saved, _ = await people.load_setup(self._database, player.id)
        return Setup() if saved is None else parse_setup(saved)

    async def last_ai_setup(self, player: Player) -> Setup:
        """Returns the setup for the AI: options and level that the player chose last."""
        _, level = await people.load_setup(self._database, player.id)
        return replace(await self.last_setup(player), level=level or FIRST_LEVEL)

    async def rematch(self, game: int, player: Player, level: int | None = None) -> Match:
        """Offers a rematch; meeting the opponent's offer, or against the AI, it begins.

        Against the AI it can be at another level.

        Returns the game that is the newest then: the finished one, or its rematch.

        :raises Refused: the game goes on, has a rematch already, or is not this player's; or one
            of the two has too many games.
        """
        async with self._lock(game):
            before = await self._load(game)
            after = before.rematch_offered(player)
            async with self._writing() as transaction:
                following = None
                if before.rematch_offer is not None or before.level is not None:
                    opponents = _playing(after) - {player.id}
                    await _require_room(transaction, after, player.id, *opponents)
                    following = await self._insert(
                        transaction, after.rematch_match(level).timed(self._now())
                    )
                    for board in await boards.boards_of(self._database, game):
                        boards.add_board(transaction, following.id, board.chat, board.thread)
                    after = replace(after, rematch=following.id)
                    setup = following.setup
                    people.save_setup(transaction, player.id, dump_setup(setup), level)
                games.update_game(transaction, record_of(after), self._now())
            self._matches.put(game, after)
        self._publish(after)
        if following is None:
            return after
        self._matches.put(following.id, following)
        self._publish(following)
        return following

    async def show_in(self, game: int, player: Player, chat: int) -> None:
        """Gives a game, or a challenge, a board in one more chat of whose it is, if it has none.

        :raises Refused: the game is not this player's, or does not exist.
        """
        async with self._lock(game):
            match = await self._load(game)
            if match.phase is not Phase.OPEN or match.challenger != player.id:
                match.require_player(player)
            if await boards.load_board(self._database, game, chat) is None:
                async with self._database.transaction() as transaction:
                    boards.add_board(transaction, game, chat, None)

    async def running_of(self, player: Player) -> list[Match]:
        """Returns the games that the player plays now, the one that changed last first."""
        ids = await games.running_of(self._database, player.id)
        return await self._readable(ids)

    async def offered_by(self, player: Player) -> list[Match]:
        """Returns the player's challenges that nobody has accepted yet, the newest first."""
        ids = await games.offered_by(self._database, player.id)
        return await self._readable(ids)

    async def is_full(self, player: Player) -> bool:
        """Whether the player has too many games for one more."""
        return len(await games.unfinished_games(self._database, player.id)) >= MOST_GAMES

    async def waiting_for_ai(self) -> list[Match]:
        """Returns the games in which the AI is to move, or is offered a draw."""
        return await self._readable(await games.waiting_for_ai(self._database))

    async def in_chat(self, chat: int, phase: Phase = Phase.RUNNING) -> list[Match]:
        """Returns the games of a chat in that phase, the newest first."""
        records = await games.games_in_chat(self._database, chat, phase.value)
        return await self._readable(record.id for record in records)

    async def erase(self, player: Player) -> None:
        """Erases a person: resigns the running games, withdraws the challenges, forgets the rest.

        Games with other people stay theirs, with nobody in the person's seat.
        """
        while not await self._erase_unless_playing(player):
            pass

    async def _erase_unless_playing(self, player: Player) -> bool:
        for game in await games.unfinished_games(self._database, player.id):
            try:
                await self.act(game, lambda match: match.left(player))
            except Refused:
                # The opponent may have ended it just now.
                continue
            except ValueError as error:
                self._leave_out(game, error)
                async with self._lock(game), self._database.transaction() as transaction:
                    games.call_off(transaction, game, self._now())
        touched = await erasing.games_naming(self._database, player.id)
        async with AsyncExitStack() as held:
            for game in touched:
                await held.enter_async_context(self._lock(game))
            async with self._database.transaction() as transaction:
                # What the person does elsewhere at the same time may have come first.
                if (
                    await games.unfinished_games(transaction, player.id)
                    or await erasing.games_naming(transaction, player.id) != touched
                ):
                    return False
                await erasing.erase_person(transaction, player.id)
            for game in touched:
                self._matches.drop(game)
        return True

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Transaction]:
        """Opens a transaction that writes a game.

        :raises Refused: somebody in the game was erased just now.
        """
        try:
            async with self._database.transaction() as transaction:
                yield transaction
        except IntegrityError as error:
            raise Refused(Refusal.ERASED) from error

    async def _insert(self, transaction: Transaction, match: Match) -> Match:
        return replace(
            match, id=await games.insert_game(transaction, record_of(match), self._now())
        )

    async def _readable(self, ids: Iterable[int]) -> list[Match]:
        """Loads games, without those that cannot be read or were erased just now.

        :raises sqlite3.OperationalError: no game's fault: the database does not answer.
        """
        matches = []
        for game in ids:
            try:
                matches.append(await self.match(game))
            except Refused:
                continue
            except OperationalError:
                raise
            except Exception as error:
                self._leave_out(game, error)
        return matches

    def _leave_out(self, game: int, error: Exception) -> None:
        """Tells the log of a game that fails; once, since it may do so at each tick of a clock."""
        kind = (game, type(error))
        if kind not in self._told:
            self._told.add(kind)
            _log.error("Game %s fails and is left out", game, exc_info=error)

    async def _load(self, game: int) -> Match:
        if (kept := self._matches.get(game)) is not None:
            return kept
        record = await games.load_game(self._database, game)
        if record is None:
            raise Refused(Refusal.NO_SUCH_GAME)
        match = match_of(record, await games.load_plies(self._database, game))
        self._matches.put(game, match)
        return match

    async def _store(self, before: Match, after: Match) -> Match:
        if after.turn != before.turn or after.seats != before.seats:
            after = after.timed(self._now())
        kept = min(before.ply, after.ply)
        added = [format_ply(ply) for ply in after.game.plies[kept:]]
        async with self._writing() as transaction:
            # A challenge counts as a game of its challenger already.
            for newcomer in _playing(after) - _playing(before) - {after.challenger}:
                await _require_room(transaction, before, newcomer)
            games.update_game(transaction, record_of(after), self._now())
            if kept < before.ply:
                games.cut_plies(transaction, after.id, kept)
            games.add_plies(transaction, after.id, kept + 1, added, self._now())
            await rate(transaction, before, after, self._now())
        self._matches.put(after.id, after)
        return after

    def _now(self) -> int:
        return int(self._clock())

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    def _publish(self, match: Match) -> None:
        for listener in self._listeners:
            listener(match)


def _playing(match: Match) -> frozenset[int]:
    """Returns the people in the seats."""
    if match.seats is None:
        return frozenset()
    return frozenset({match.seats.white, match.seats.black} - {AI})


async def _require_room(
    transaction: Transaction, match: Match, player: int, *opponents: int
) -> None:
    """Refuses one more game to a player who has too many, and one against somebody who has."""
    if len(await games.unfinished_games(transaction, player)) >= MOST_GAMES:
        raise Refused(Refusal.TOO_MANY_GAMES, match)
    for opponent in opponents:
        if len(await games.unfinished_games(transaction, opponent)) >= MOST_GAMES:
            raise Refused(Refusal.OPPONENT_HAS_TOO_MANY, match)
