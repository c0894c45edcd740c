"""The games that people play now: one action at a time for each, stored before it is shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.play.match import Invited, Match, Phase, Player, Refusal, Refused
from bot.play.records import dump_setup, match_of, parse_setup, record_of
from bot.play.setup import Setup
from bot.recent import Recent
from bot.store import boards, games, people
from bot.store.database import Database, Transaction
from rules import Game, Side, format_ply

Action = Callable[[Match], Match]

# A replay costs some milliseconds, so games in play stay in memory; one is some 20 kB.
_KEPT = 2_000


def draw_lot() -> Side:
    """Returns the side that falls to the challenger by chance."""
    return secrets.choice((Side.WHITE, Side.BLACK))


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

    def subscribe(self, listener: Callable[[Match], None]) -> None:
        """Has the listener called with each match that was created or has changed."""
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
                await self._store(before, after)
        if after is not before:
            self._publish(after)
        return after

    async def challenge(
        self, player: Player, setup: Setup, invited: Invited | None, chat: int, thread: int | None
    ) -> Match:
        """Makes an open challenge with a board in a chat, and remembers the player's setup."""
        match = Match(
            id=0,
            phase=Phase.OPEN,
            setup=setup,
            challenger=player.id,
            invited=invited,
            game=Game.start(setup.options),
        )
        async with self._database.transaction() as transaction:
            match = await self._insert(transaction, match)
            await boards.add_board(transaction, match.id, chat, thread)
            await people.save_setup(transaction, player.id, dump_setup(setup))
        self._matches.put(match.id, match)
        self._publish(match)
        return match

    async def choose(self, game: int, player: Player, change: Callable[[Setup], Setup]) -> Match:
        """Changes an open challenge, and remembers the setup as the player's last.

        :raises Refused: the challenge is not this player's, or not open.
        """
        match = await self.act(game, lambda match: match.changed(player, change(match.setup)))
        async with self._database.transaction() as transaction:
            await people.save_setup(transaction, player.id, dump_setup(match.setup))
        return match

    async def last_setup(self, player: Player) -> Setup:
        """Returns the setup that a player chose last, the defaults at first."""
        saved = await people.load_setup(self._database, player.id)
        return Setup() if saved is None else parse_setup(saved)

    async def rematch(self, game: int, player: Player) -> Match:
        """Offers a rematch; meeting the opponent's offer, it begins.

        Returns the game that is the newest then: the finished one, or its rematch.

        :raises Refused: the game goes on, has a rematch already, or is not this player's.
        """
        async with self._lock(game):
            before = await self._load(game)
            after = before.rematch_offered(player)
            async with self._database.transaction() as transaction:
                following = None
                if before.rematch_offer is not None:
                    following = await self._insert(transaction, after.rematch_match())
                    for board in await boards.boards_of(self._database, game):
                        await boards.add_board(transaction, following.id, board.chat, board.thread)
                    after = replace(after, rematch=following.id)
                await games.update_game(transaction, record_of(after), self._now())
            self._matches.put(game, after)
        self._publish(after)
        if following is None:
            return after
        self._matches.put(following.id, following)
        self._publish(following)
        return following

    async def in_chat(self, chat: int, phase: Phase = Phase.RUNNING) -> list[Match]:
        """Returns the games of a chat in that phase, the newest first."""
        records = await games.games_in_chat(self._database, chat, phase.value)
        return [await self.match(record.id) for record in records]

    async def _insert(self, transaction: Transaction, match: Match) -> Match:
        return replace(
            match, id=await games.insert_game(transaction, record_of(match), self._now())
        )

    async def _load(self, game: int) -> Match:
        if (kept := self._matches.get(game)) is not None:
            return kept
        record = await games.load_game(self._database, game)
        if record is None:
            raise Refused(Refusal.NO_SUCH_GAME)
        match = match_of(record, await games.load_plies(self._database, game))
        self._matches.put(game, match)
        return match

    async def _store(self, before: Match, after: Match) -> None:
        plies = [format_ply(ply) for ply in after.game.plies[before.ply :]]
        async with self._database.transaction() as transaction:
            await games.update_game(transaction, record_of(after), self._now())
            await games.add_plies(transaction, after.id, before.ply + 1, plies, self._now())
        self._matches.put(after.id, after)

    def _now(self) -> int:
        return int(self._clock())

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    def _publish(self, match: Match) -> None:
        for listener in self._listeners:
            listener(match)
