"""A position with all that decides what is legal and who has won."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rules.errors import GameOverError, IllegalMoveError, RulesError
from rules.judge import Outcome, judge
from rules.moves import (
    PASS,
    Move,
    Route,
    Turn,
    chain_ends,
    is_chain,
    is_step,
    landings,
    shortest_route,
    step_ends,
)
from rules.options import Options, Side
from rules.squares import FULL_BOARD, Bitboard, Square, bitboard_of, squares_of

Placement: TypeAlias = tuple[Bitboard, Bitboard]
"""Where White's and Black's pieces stand."""

# The anti-mirror rule looks at these first rounds, and lets so many copies be made in them.
_MIRROR_ROUNDS = 12
_COPIES_ALLOWED = 10


@dataclass(frozen=True)
class State:
    """A position, frozen: a turn gives a new one.

    ``round`` is the round being played, from 1; once a round has ended, the next one, also when
    that ended the game. ``white_turn`` is White's turn of the current round: ``None`` before it,
    and when it is not known. ``last_round`` holds both turns of a round while it is the turn just
    made that ended it. ``copies`` counts Black's copies of White's moves in the rounds that the
    anti-mirror rule looks at, also when it is off. ``history`` is where the pieces stood at the
    ends of the rounds so far, the starting position included.
    """

    # No slots: what follows from the fields is computed once, when asked for, and kept.

    options: Options
    white: Bitboard
    black: Bitboard
    side: Side
    round: int
    white_turn: Turn | None
    last_round: tuple[Turn | None, Turn] | None
    copies: int
    history: tuple[Placement, ...]

    @classmethod
    def start(cls, options: Options) -> "State":
        """Return the position in which a game begins."""
        white, black = options.home(Side.WHITE), options.home(Side.BLACK)
        return cls.set_up(options, white, black, Side.WHITE, 1)

    @classmethod
    def set_up(
        cls, options: Options, white: Bitboard, black: Bitboard, side: Side, round: int
    ) -> "State":
        """Return a position from what can be seen: pieces (any number), side to move, round.

        No copies were made, White's turn of the current round is not known, and the history
        holds this position if White is to move. It is not judged before a round has ended.

        :raises RulesError: two pieces on a square, a piece off the board, or a round below 1.
        """
        if white & black:
            raise RulesError("two pieces stand on one square")
        if (white | black) & ~FULL_BOARD:
            raise RulesError("a piece stands off the board")
        if round < 1:
            raise RulesError(f"round {round}: rounds are numbered from 1")
        history = ((white, black),) if side is Side.WHITE else ()
        return cls(options, white, black, side, round, None, None, 0, history)

    def pieces(self, side: Side) -> Bitboard:
        """Return where the side's pieces stand."""
        return self.white if side is Side.WHITE else self.black

    @property
    def occupied(self) -> Bitboard:
        """Where anybody's pieces stand."""
        return self.white | self.black

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return judge(self)

    @cached_property
    def legal_turns(self) -> tuple[Turn, ...]:
        """Every legal move, by start and end; a pass if there is none; nothing after the end."""
        if self.outcome is not None:
            return ()
        moves = tuple(
            Move(start, end) for start, ends in self._ends.items() for end in squares_of(ends)
        )
        return moves or (PASS,)

    @cached_property
    def movable(self) -> Bitboard:
        """The pieces that the side to move can move."""
        return bitboard_of(self._ends)

    def destinations(self, square: Square) -> Bitboard:
        """Return where the piece on the square can end its move; 0 for anything not movable."""
        return self._ends.get(square, 0)

    def steps_from(self, square: Square) -> Bitboard:
        """Return those of its destinations that are one step away."""
        return self.destinations(square) & self.options.links.steps[square]

    def hops_from(self, path: Route) -> Bitboard:
        """Return where the chain so far, its start first, can be hopped on to.

        No square is visited twice, and from each landing offered some square where the chain may
        end can be reached (the landing itself, as a rule). 0 for a chain impossible here.
        """
        links, occupied = self.options.links, self.occupied
        if not path or not is_chain(links, occupied, path):
            return 0
        ends = self.destinations(path[0])
        # Squares of the path may count as occupied: parity keeps them from being hopped over.
        taken = occupied | bitboard_of(path)
        return bitboard_of(
            landing
            for landing in squares_of(landings(links, taken, path[-1]))
            if ends & (1 << landing | chain_ends(links, taken, landing))
        )

    def may_stop(self, path: Route) -> bool:
        """Tell whether the path, a step or a chain, is a whole turn that can be made here."""
        links, occupied = self.options.links, self.occupied
        return (
            bool(path)
            and self._is_legal(Move(path[0], path[-1]))
            and (is_step(links, occupied, path) or is_chain(links, occupied, path))
        )

    def route_to(self, move: Move) -> Route:
        """Return a shortest route of a legal move.

        :raises IllegalMoveError: the move is not legal.
        """
        if not self._is_legal(move):
            raise IllegalMoveError(f"{move} is not legal")
        return shortest_route(self.options.links, self.occupied, move)

    def after(self, turn: Turn) -> "State":
        """Return the position after a turn of the side to move.

        :raises GameOverError: the game has ended.
        :raises IllegalMoveError: the turn is not legal.
        """
        if self.outcome is not None:
            raise GameOverError("the game is over")
        white, black = self.white, self.black
        if isinstance(turn, Move):
            if not self._is_legal(turn):
                raise IllegalMoveError(f"{turn} is not legal")
            moved = 1 << turn.start | 1 << turn.end
            if self.side is Side.WHITE:
                white ^= moved
            else:
                black ^= moved
        elif self._ends:
            raise IllegalMoveError("nobody passes who can move")

        if self.side is Side.WHITE:
            return State(
                options=self.options,
                white=white,
                black=black,
                side=Side.BLACK,
                round=self.round,
                white_turn=turn,
                last_round=None,
                copies=self.copies,
                history=self.history,
            )
        return State(
            options=self.options,
            white=white,
            black=black,
            side=Side.WHITE,
            round=self.round + 1,
            white_turn=None,
            last_round=(self.white_turn, turn),
            copies=self.copies + int(self.round <= _MIRROR_ROUNDS and turn == self._copy),
            history=(*self.history, (white, black)),
        )

    def _is_legal(self, move: Move) -> bool:
        return bool(self.destinations(move.start) >> move.end & 1)

    @cached_property
    def _ends(self) -> dict[Square, Bitboard]:
        """Legal ends by start, for the pieces that have any."""
        if self.outcome is not None:
            return {}
        links, occupied = self.options.links, self.occupied
        forbidden = self._forbidden_copy
        ends_by_start = {}
        for start in squares_of(self.pieces(self.side)):
            ends = step_ends(links, occupied, start) | chain_ends(links, occupied, start)
            if forbidden is not None and forbidden.start == start:
                ends &= ~(1 << forbidden.end)
            if ends:
                ends_by_start[start] = ends
        return ends_by_start

    @property
    def _copy(self) -> Move | None:
        """Black's move that would copy White's, if there can be one."""
        return self.white_turn.copy if isinstance(self.white_turn, Move) else None

    @property
    def _forbidden_copy(self) -> Move | None:
        """The copy that the anti-mirror rule takes away from Black now, if it does."""
        used_up = self.round <= _MIRROR_ROUNDS and self.copies >= _COPIES_ALLOWED
        return self._copy if self.options.anti_mirror and used_up else None
