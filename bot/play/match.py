"""One game with its players: a value, and what people may do to it.

Every action returns the next match or raises :class:`Refused`; nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from bot.play.setup import Setup
from rules import Game, GameOverError, IllegalMoveError, Options, Outcome, Reason, Route, Side


class Phase(Enum):
    """How far a game has come; the values are stored."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"


class Decision(Enum):
    """How people end a game, beside the reasons that the rules know; the values are stored."""

    RESIGNED = "resigned"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won (nobody in a draw), and why."""

    winner: Side | None
    reason: Reason | Decision


class Refusal(Enum):
    """Why an action was refused. Each has a sentence in the catalogues: ``refusal.<value>``."""

    NO_SUCH_GAME = "no-such-game"
    NOT_A_PLAYER = "not-a-player"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_YOUR_PIECE = "not-your-piece"
    ILLEGAL = "illegal"
    STALE = "stale"
    OVER = "over"
    NOT_OVER = "not-over"
    NOT_STARTED = "not-started"
    NOT_YOUR_CHALLENGE = "not-your-challenge"
    OWN_CHALLENGE = "own-challenge"
    FOR_SOMEBODY_ELSE = "for-somebody-else"
    CHALLENGE_CHANGED = "challenge-changed"
    CHALLENGE_GONE = "challenge-gone"
    ALREADY_OFFERED = "already-offered"
    OFFER_GONE = "offer-gone"
    NOT_YOUR_ANSWER = "not-your-answer"
    REMATCH_STARTED = "rematch-started"


class Refused(Exception):  # noqa: N818 - an ordinary answer, not an error
    """The action is not allowed now; the match stays as it is."""

    def __init__(self, refusal: Refusal, match: Match | None = None) -> None:
        """Takes the reason and the match as it stands."""
        super().__init__(refusal.value)
        self.refusal = refusal
        self.match = match


@dataclass(frozen=True, slots=True)
class Player:
    """Who acts: the Telegram user id, and the username if there is one."""

    id: int
    username: str | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Whom a challenge is for: a known person, or a username that nobody was seen with yet."""

    id: int | None = None
    username: str | None = None

    def admits(self, player: Player) -> bool:
        """Whether this player is meant."""
        if self.id is not None:
            return player.id == self.id
        return (player.username or "").casefold() == (self.username or "").casefold()


@dataclass(frozen=True, slots=True)
class Seats:
    """The user ids of the two who play."""

    white: int
    black: int

    def __getitem__(self, side: Side) -> int:
        return self.white if side is Side.WHITE else self.black

    def side_of(self, player: int) -> Side | None:
        """The side of a player, None for everybody else."""
        return {self.white: Side.WHITE, self.black: Side.BLACK}.get(player)

    def swapped(self) -> Seats:
        """The same two with colours swapped."""
        return Seats(white=self.black, black=self.white)


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offered since the last move; a declined one stays, so that it is not repeated."""

    by: Side
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A game between two people, from the challenge to the rematch.

    ``id`` is 0 until the match is stored. ``version`` counts the changes: a board that shows it
    shows the newest state. ``rematch`` is the id of the game that followed.
    """

    id: int
    version: int = 1
    phase: Phase
    setup: Setup
    challenger: int
    invited: Invited | None = None
    seats: Seats | None = None
    game: Game
    draw_offer: DrawOffer | None = None
    rematch_offer: Side | None = None
    rematch: int | None = None
    ending: Ending | None = None

    @property
    def options(self) -> Options:
        """The rules that this game follows."""
        return self.setup.options

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self.game.plies)

    @property
    def open_draw_offer(self) -> Side | None:
        """Who waits for an answer to a draw offer."""
        return self.draw_offer.by if self.draw_offer and not self.draw_offer.declined else None

    @property
    def mover(self) -> int | None:
        """The user id of who is to move."""
        return (
            self.seats[self.game.state.side] if self.seats and self.phase is Phase.RUNNING else None
        )

    @property
    def people(self) -> frozenset[int]:
        """The user ids of everybody whom the match knows."""
        ids = {self.challenger}
        if self.invited is not None and self.invited.id is not None:
            ids.add(self.invited.id)
        if self.seats is not None:
            ids |= {self.seats.white, self.seats.black}
        return frozenset(ids)

    # Questions

    def require_player(self, player: Player) -> Side:
        """Returns the player's side; refuses everybody else."""
        if self.seats is None:
            raise Refused(Refusal.NOT_STARTED, self)
        side = self.seats.side_of(player.id)
        if side is None:
            raise Refused(Refusal.NOT_A_PLAYER, self)
        return side

    def require_side(self, player: Player, side: Side) -> Match:
        """Returns the match; refuses everybody but the player of that side."""
        if self.require_player(player) is not side:
            raise Refused(Refusal.NOT_YOUR_ANSWER, self)
        return self

    def require_running(self) -> None:
        """Refuses what only a running game allows."""
        if self.phase is not Phase.RUNNING:
            raise Refused(Refusal.OVER, self)

    def require_ply(self, ply: int) -> Match:
        """Returns the match; refuses whoever saw another position."""
        if ply != self.ply:
            raise Refused(Refusal.STALE, self)
        return self

    # Challenge

    def changed(self, player: Player, setup: Setup) -> Match:
        """The challenger chooses other options."""
        self._require_own_open_challenge(player)
        if setup == self.setup:
            return self
        return self._next(setup=setup, game=Game.start(setup.options))

    def withdrawn(self, player: Player) -> Match:
        """The challenger takes the challenge back."""
        self._require_own_open_challenge(player)
        return self._next(phase=Phase.WITHDRAWN)

    def accepted(self, player: Player, version: int, draw_lot: Callable[[], Side]) -> Match:
        """Somebody accepts the challenge as seen in that version.

        ``draw_lot`` gives the challenger's side when it is left to chance.
        """
        self._require_open()
        if player.id == self.challenger:
            raise Refused(Refusal.OWN_CHALLENGE, self)
        if self.invited is not None and not self.invited.admits(player):
            raise Refused(Refusal.FOR_SOMEBODY_ELSE, self)
        if version != self.version:
            raise Refused(Refusal.CHALLENGE_CHANGED, self)
        seats = Seats(white=self.challenger, black=player.id)
        if (self.setup.colour.side or draw_lot()) is Side.BLACK:
            seats = seats.swapped()
        return self._next(phase=Phase.RUNNING, seats=seats)

    # Moves

    def require_turn(self, player: Player, ply: int) -> None:
        """Refuses whoever may not move now, and whoever saw an older position."""
        side = self.require_player(player)
        self.require_running()
        self.require_ply(ply)
        if side is not self.game.state.side:
            raise Refused(Refusal.NOT_YOUR_TURN, self)

    def played(self, player: Player, ply: int, route: Route) -> Match:
        """The player moves; passes that the rules force follow at once."""
        self.require_turn(player, ply)
        try:
            game = self.game.play(route).with_forced_passes()
        except (IllegalMoveError, GameOverError) as error:
            raise Refused(Refusal.ILLEGAL, self) from error
        after = self._next(game=game, draw_offer=None)
        return after if game.outcome is None else after._ended(_ending(game.outcome))

    # Offers

    def resigned(self, player: Player) -> Match:
        """The player gives the game up."""
        side = self.require_player(player)
        self.require_running()
        return self._next()._ended(Ending(side.other, Decision.RESIGNED))

    def draw_offered(self, player: Player) -> Match:
        """The player offers a draw; meeting the opponent's offer, that is an agreement."""
        side = self.require_player(player)
        self.require_running()
        if self.draw_offer is not None and self.draw_offer.by is side:
            raise Refused(Refusal.ALREADY_OFFERED, self)
        if self.open_draw_offer is side.other:
            return self.draw_accepted(player)
        return self._next(draw_offer=DrawOffer(side))

    def draw_accepted(self, player: Player) -> Match:
        """The opponent of whoever offered agrees to a draw."""
        self._require_answerer(player)
        return self._next()._ended(Ending(None, Decision.AGREED))

    def draw_declined(self, player: Player) -> Match:
        """The opponent of whoever offered plays on."""
        by = self._require_answerer(player).other
        return self._next(draw_offer=DrawOffer(by, declined=True))

    def rematch_offered(self, player: Player) -> Match:
        """The player would like another game with colours swapped."""
        side = self.require_player(player)
        if self.phase is not Phase.FINISHED:
            raise Refused(Refusal.NOT_OVER, self)
        if self.rematch is not None:
            raise Refused(Refusal.REMATCH_STARTED, self)
        if self.rematch_offer is side:
            raise Refused(Refusal.ALREADY_OFFERED, self)
        return self._next(rematch_offer=side)

    def rematch_match(self) -> Match:
        """The next game of the same two, with colours swapped."""
        assert self.seats is not None
        return Match(
            id=0,
            phase=Phase.RUNNING,
            setup=self.setup,
            challenger=self.challenger,
            seats=self.seats.swapped(),
            game=Game.start(self.options),
        )

    def _require_answerer(self, player: Player) -> Side:
        side = self.require_player(player)
        self.require_running()
        if self.open_draw_offer is None:
            raise Refused(Refusal.OFFER_GONE, self)
        if self.open_draw_offer is side:
            raise Refused(Refusal.NOT_YOUR_ANSWER, self)
        return side

    def _require_open(self) -> None:
        if self.phase is not Phase.OPEN:
            raise Refused(Refusal.CHALLENGE_GONE, self)

    def _require_own_open_challenge(self, player: Player) -> None:
        self._require_open()
        if player.id != self.challenger:
            raise Refused(Refusal.NOT_YOUR_CHALLENGE, self)

    def _next(self, **changes: Any) -> Match:
        return replace(self, version=self.version + 1, **changes)

    def _ended(self, ending: Ending) -> Match:
        return replace(self, phase=Phase.FINISHED, ending=ending, draw_offer=None)


def _ending(outcome: Outcome) -> Ending:
    return Ending(outcome.winner, outcome.reason)
