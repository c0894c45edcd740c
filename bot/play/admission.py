"""Issues tickets, and begins the games of those who bring them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from sqlite3 import IntegrityError

from bot.play.live import Live, draw_lot
from bot.play.match import Match, Phase
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player
from bot.play.setup import Setup
from bot.play.tickets import (
    KEY_LENGTH,
    TICKET,
    VALIDITY,
    Ticket,
    challenger_of,
    read_ticket,
    sign,
)
from bot.store import games, tickets
from bot.store.database import Database
from rules import Game


class Admission:
    """Each ticket is good for one game, whose code in the store is unique."""

    def __init__(self, database: Database, live: Live, clock: Callable[[], float]) -> None:
        """Takes the store, the games, and a clock that gives UTC seconds."""
        self._database = database
        self._live = live
        self._clock = clock

    async def issue(self, player: Player, setups: Iterable[Setup]) -> list[str]:
        """Returns a ticket of the player's for each setup. Only the player's key is stored.

        :raises Refused: the player has too many games, or was erased just now.
        """
        if await self._live.is_full(player):
            raise Refused(Refusal.TOO_MANY_GAMES)
        key = await self._key(player)
        expires = int(self._clock()) + VALIDITY
        return [sign(Ticket(player.id, setup, expires), key) for setup in setups]

    async def read(self, text: str) -> Ticket:
        """Returns the ticket that a text is.

        :raises Refused: nobody has made it, or who did was erased since.
        """
        if TICKET.fullmatch(text):
            key = await tickets.load_key(self._database, challenger_of(text))
            if key is not None and (ticket := read_ticket(text, key)) is not None:
                return ticket
        raise Refused(Refusal.NO_SUCH_INVITATION)

    async def game_of(self, ticket: Ticket) -> Match | None:
        """Returns the game that a ticket was used for."""
        game = await games.game_by_code(self._database, ticket.code)
        return None if game is None else await self._live.match(game)

    async def begin(self, ticket: Ticket, player: Player, chat: int) -> Match:
        """Begins the game, with a board in the player's chat and in the challenger's private one.

        :raises Refused: the ticket is the player's own, was used or withdrawn, or is too old;
            or one of the two has too many games.
        """
        if await self.game_of(ticket) is not None:
            raise Refused(Refusal.CHALLENGE_GONE)
        challenge = _challenge(ticket)
        if self._clock() >= ticket.expires:
            raise Refused(Refusal.INVITATION_EXPIRED, challenge)
        match = challenge.accepted(player, challenge.version, draw_lot)
        return await self._use(match, (ticket.challenger, chat))

    async def withdraw(self, ticket: Ticket, player: Player) -> Match:
        """Makes the player's own ticket void.

        :raises Refused: the ticket is somebody else's, or was used or withdrawn before.
        """
        challenge = _challenge(ticket)
        if player.id != ticket.challenger:
            raise Refused(Refusal.NOT_YOUR_CHALLENGE, challenge)
        if await self.game_of(ticket) is not None:
            raise Refused(Refusal.CHALLENGE_GONE)
        return await self._use(challenge.withdrawn(player), ())

    async def _use(self, match: Match, chats: tuple[int, ...]) -> Match:
        try:
            return await self._live.add(match, chats)
        except IntegrityError as error:
            # Somebody was quicker, or the challenger is erased just now.
            raise Refused(Refusal.CHALLENGE_GONE) from error

    async def _key(self, player: Player) -> bytes:
        key = await tickets.load_key(self._database, player.id)
        if key is None:
            key = secrets.token_bytes(KEY_LENGTH)
            try:
                async with self._database.transaction() as transaction:
                    tickets.save_key(transaction, player.id, key)
            except IntegrityError as error:
                raise Refused(Refusal.ERASED) from error
            # Another query of the same person may have made one meanwhile.
            key = await tickets.load_key(self._database, player.id) or key
        return key


def _challenge(ticket: Ticket) -> Match:
    return Match(
        id=0,
        phase=Phase.OPEN,
        setup=ticket.setup,
        challenger=ticket.challenger,
        code=ticket.code,
        game=Game.start(ticket.setup.options),
    )
