"""One game with its players: a value, and what people may do to it.

Every action returns the next match or raises :class:`Refused`; nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from bot.play.refusals import Refusal, Refused
from bot.play.seats import AI, Invited, Player, Seats
from bot.play.setup import LEVELS, Setup
from rules import (
    PASS,
    Game,
    GameOverError,
    IllegalMoveError,
    Options,
    Outcome,
    Ply,
    Reason,
    Route,
    Side,
)

# A game without a limit may be silent for so many seconds.
SILENCE = 7 * 86_400
# The reminder comes when this share of the time has passed.
REMINDER_SHARE = 0.75
# Before both have moved, a game is called off, not won.
_BOTH_MOVED = 2


class Phase(Enum):
    """How far a game has come; the values are stored."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Decision(Enum):
    """How people end a game, beside the reasons that the rules know; the values are stored."""

    RESIGNED = "resigned"
    AGREED = "agreed"
    TIME = "time"
    CALLED_OFF = "called-off"


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won (nobody in a draw), and why."""

    winner: Side | None
    reason: Reason | Decision


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offered since the last move; a declined one stays, so that it is not repeated."""

    by: Side
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A game, from the challenge to the rematch.

    ``id`` is 0 until the match is stored. ``version`` counts the changes: a board that shows it
    shows the newest state. ``turn`` counts the positions that stood on the board, those taken back
    included: buttons name the one that they were made for. ``code`` is what a friend joins by; a
    challenge in a group has none. ``takeback`` is who asks to take a move back. ``since`` is when
    the turn began (UTC seconds), ``overdue`` says that its time is up. ``rematch`` is the id of the
    game that followed.
    """

    id: int
    version: int = 1
    turn: int = 0
    phase: Phase
    setup: Setup
    challenger: int
    invited: Invited | None = None
    code: str | None = None
    seats: Seats | None = None
    game: Game
    draw_offer: DrawOffer | None = None
    takeback: Side | None = None
    since: int = 0
    reminded: bool = False
    overdue: bool = False
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
    def level(self) -> int | None:
        """The AI's level, None between people."""
        return self.setup.level

    @property
    def mover(self) -> int | None:
        """The user id of who is to move."""
        return (
            self.seats[self.game.state.side] if self.seats and self.phase is Phase.RUNNING else None
        )

    @property
    def stage(self) -> int:
        """Counts what a player who looks away must be told of: the beginning, turns, the end."""
        if self.seats is None:
            return -1
        return self.turn if self.ending is None else self.turn + 1

    def concerns(self, person: int) -> bool:
        """Whether the last thing that happened is news for this player of a game by link."""
        if self.level is not None or self.seats is None:
            return False
        if self.ending is None:
            return self.turn == 0 or self.mover == person
        if self.ending.reason in (Decision.RESIGNED, Decision.TIME):
            resigned = self.ending.reason is Decision.RESIGNED
            return (self.ending.winner is self.seats.side_of(person)) is resigned
        return self.seats[self.game.state.side] == person

    @property
    def next_level(self) -> int | None:
        """The level to offer to a person who has just beaten the AI."""
        if self.level is None or self.seats is None or self.ending is None:
            return None
        winner = self.ending.winner and self.seats[self.ending.winner]
        return self.level + 1 if winner and self.level + 1 in LEVELS else None

    @property
    def deserted(self) -> bool:
        """Whether somebody who played has been erased since: nobody is there for a rematch."""
        return self.seats is not None and min(self.seats.white, self.seats.black) < AI

    @property
    def people(self) -> frozenset[int]:
        """The user ids of everybody whom the match knows."""
        ids = {self.challenger}
        if self.invited is not None and self.invited.id is not None:
            ids.add(self.invited.id)
        if self.seats is not None:
            ids |= {self.seats.white, self.seats.black} - {AI}
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

    def require_current(self, turn: int) -> Match:
        """Returns the match; refuses whoever saw another position."""
        if turn != self.turn:
            raise Refused(Refusal.STALE, self)
        return self

    # Challenge

    def changed(self, player: Player, setup: Setup) -> Match:
        """The challenger chooses other options."""
        self._require_own_open_challenge(player)
        if (setup.level is None) is not (self.level is None):
            raise Refused(Refusal.ILLEGAL, self)
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
        if self.level is not None:
            self._require_own_open_challenge(player)
            return self._begun(AI, draw_lot)
        if player.id == self.challenger:
            raise Refused(Refusal.OWN_CHALLENGE, self)
        if self.invited is not None and not self.invited.admits(player):
            raise Refused(Refusal.FOR_SOMEBODY_ELSE, self)
        if version != self.version:
            raise Refused(Refusal.CHALLENGE_CHANGED, self)
        return self._begun(player.id, draw_lot)

    def _begun(self, opponent: int, draw_lot: Callable[[], Side]) -> Match:
        seats = Seats(white=self.challenger, black=opponent)
        if (self.setup.colour.side or draw_lot()) is Side.BLACK:
            seats = seats.swapped()
        return self._next(phase=Phase.RUNNING, seats=seats)

    # Moves

    def require_turn(self, player: Player, turn: int) -> None:
        """Refuses whoever may not move now, and whoever saw an older position."""
        side = self.require_player(player)
        self.require_running()
        self.require_current(turn)
        if side is not self.game.state.side:
            raise Refused(Refusal.NOT_YOUR_TURN, self)

    def played(self, player: Player, turn: int, route: Route) -> Match:
        """The player moves; passes that the rules force follow at once."""
        self.require_turn(player, turn)
        try:
            game = self.game.play(route).with_forced_passes()
        except (IllegalMoveError, GameOverError) as error:
            raise Refused(Refusal.ILLEGAL, self) from error
        after = self._next(game=game, turn=self.turn + 1, draw_offer=None, takeback=None)
        return after if game.outcome is None else after._ended(_ending(game.outcome))

    def taken_back(self, player: Player) -> Match:
        """The player takes the own last move back, or between people asks to.

        What the opponent has answered goes with it.
        """
        side = self.require_player(player)
        self.require_running()
        if self._last_move_of(side) is None:
            raise Refused(Refusal.NOTHING_TO_TAKE_BACK, self)
        if self.level is not None:
            return self._without_last_move_of(side)
        if self.takeback is side:
            raise Refused(Refusal.ALREADY_OFFERED, self)
        return self._next(takeback=side)

    def takeback_allowed(self, player: Player) -> Match:
        """The opponent of whoever asked lets the move be taken back."""
        return self._without_last_move_of(self._require_asker(player))

    def takeback_refused(self, player: Player) -> Match:
        """The opponent of whoever asked insists on the move."""
        self._require_asker(player)
        return self._next(takeback=None)

    def _require_asker(self, player: Player) -> Side:
        side = self.require_player(player)
        self.require_running()
        if self.takeback is None:
            raise Refused(Refusal.OFFER_GONE, self)
        if self.takeback is side:
            raise Refused(Refusal.NOT_YOUR_ANSWER, self)
        return self.takeback

    def _last_move_of(self, side: Side) -> int | None:
        numbers = [n for n, ply in enumerate(self.game.plies) if _moves(n, ply, side)]
        return numbers[-1] if numbers else None

    def _without_last_move_of(self, side: Side) -> Match:
        last = self._last_move_of(side)
        assert last is not None
        game = self.game.at(last)
        return self._next(game=game, turn=self.turn + 1, draw_offer=None, takeback=None)

    # Time

    @property
    def patience(self) -> int:
        """How many seconds a turn may take before the opponent need not wait any longer."""
        return self.setup.limit or SILENCE

    def timed(self, now: int) -> Match:
        """A turn begins now."""
        return replace(self, since=now, reminded=False, overdue=False)

    def time_up(self, now: int) -> Match:
        """The time for the turn is up, if it is: the opponent may end the game from now on."""
        late = self.phase is Phase.RUNNING and self.level is None and not self.overdue
        if not late or now < self.since + self.patience:
            return self
        return self._next(overdue=True, takeback=None)

    def reminder_due(self, now: int) -> Match:
        """The mover is reminded, once a turn, when most of its time has passed."""
        limit = self.setup.limit
        if self.phase is not Phase.RUNNING or limit is None or self.reminded or self.overdue:
            return self
        if now < self.since + int(limit * REMINDER_SHARE):
            return self
        return self._next(reminded=True)

    def expired(self) -> Match:
        """Nobody has accepted the challenge for too long."""
        return self._next(phase=Phase.EXPIRED) if self.phase is Phase.OPEN else self

    def claimed(self, player: Player) -> Match:
        """The opponent of who let the time run out wins, or ends a game that had hardly begun."""
        side = self._require_waiting(player)
        if len(self.game.plies) < _BOTH_MOVED:
            return self.called_off()
        return self._next()._ended(Ending(side, Decision.TIME))

    def called_off_by(self, player: Player) -> Match:
        """The opponent of who let the time run out ends the game without a result."""
        self._require_waiting(player)
        return self.called_off()

    def called_off(self) -> Match:
        """A game whose time is up ends without a result."""
        self.require_running()
        if not self.overdue:
            raise Refused(Refusal.TIME_LEFT, self)
        return self._next()._ended(Ending(None, Decision.CALLED_OFF))

    def _require_waiting(self, player: Player) -> Side:
        side = self.require_player(player)
        self.require_running()
        if not self.overdue:
            raise Refused(Refusal.TIME_LEFT, self)
        if side is self.game.state.side:
            raise Refused(Refusal.OWN_TIME, self)
        return side

    # Offers

    def resigned(self, player: Player) -> Match:
        """The player gives the game up."""
        side = self.require_player(player)
        self.require_running()
        return self._next()._ended(Ending(side.other, Decision.RESIGNED))

    def left(self, player: Player) -> Match:
        """The player is gone for good: resigns the game, or withdraws the challenge."""
        return self.withdrawn(player) if self.phase is Phase.OPEN else self.resigned(player)

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

    def rematch_match(self, level: int | None = None) -> Match:
        """The next game of the same two, with colours swapped; another level is for the AI."""
        assert self.seats is not None
        return Match(
            id=0,
            phase=Phase.RUNNING,
            setup=replace(self.setup, level=level) if self.level and level else self.setup,
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
        return replace(self, phase=Phase.FINISHED, ending=ending, draw_offer=None, takeback=None)


def _moves(number: int, ply: Ply, side: Side) -> bool:
    """Whether the ply with that number (White's first is 0) is a move, not a pass, of the side."""
    return ply is not PASS and (number % 2 == 0) is (side is Side.WHITE)


def _ending(outcome: Outcome) -> Ending:
    return Ending(outcome.winner, outcome.reason)
