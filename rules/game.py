"""A game as it was played, from its first turn."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import GameOverError, IllegalMoveError
from rules.judge import Outcome
from rules.moves import PASS, Move, Pass, Ply
from rules.options import Options
from rules.state import State


@dataclass(frozen=True, slots=True)
class Game:
    """A game, frozen: a ply gives a new one. ``state`` is where its plies have led."""

    options: Options
    plies: tuple[Ply, ...]
    state: State

    @classmethod
    def start(cls, options: Options) -> "Game":
        """Return a game in which nobody has moved."""
        return cls(options, (), State.start(options))

    @classmethod
    def replay(cls, options: Options, plies: Iterable[Ply]) -> "Game":
        """Return the game that the plies make, each of them checked as by `play`.

        :raises IllegalMoveError: a ply is not legal.
        :raises GameOverError: a ply comes after the end.
        """
        game = cls.start(options)
        for ply in plies:
            game = game.play(ply)
        return game

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the game, or ``None`` while it goes on."""
        return self.state.outcome

    def play(self, ply: Ply) -> "Game":
        """Return the game with one ply more; every hop of a route is checked.

        A chain may touch a square twice or land on its own start in passing: the move is its pair.

        :raises IllegalMoveError: the ply is not legal.
        :raises GameOverError: the game has ended.
        """
        if self.outcome is not None:
            raise GameOverError("the game is over")
        if isinstance(ply, Pass):
            state = self.state.after(ply)
        elif self.state.may_stop(ply):
            state = self.state.after(Move(ply[0], ply[-1]))
        else:
            raise IllegalMoveError("the piece cannot go that way")
        return Game(self.options, (*self.plies, ply), state)

    def with_forced_passes(self) -> "Game":
        """Return the game after all passes that are due: somebody can move, or it is over."""
        game = self
        while game.state.legal_turns == (PASS,):
            game = game.play(PASS)
        return game

    def at(self, ply_count: int) -> "Game":
        """Return the game as it stood after so many plies, 0 to all of them."""
        return Game.replay(self.options, self.plies[:ply_count])
