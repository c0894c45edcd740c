"""What a board shows beside the position: how far its player has come in choosing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.play.match import Match, Phase
from rules import PASS, Route, Side


@dataclass(frozen=True, slots=True)
class Focus:
    """The choices under way on one board.

    ``path`` is a piece and where it goes so far, ``hint`` a move that the AI suggests: both are
    true for one turn only. ``resigning`` is who was asked whether to resign, having made so many
    ``moves``; that stays until it is answered, or who was asked moves.
    """

    turn: int = 0
    path: Route = ()
    resigning: Side | None = None
    moves: int = 0
    hint: Route = ()

    def at(self, match: Match) -> Focus:
        """Returns what is still true as the match stands."""
        asked = self.resigning
        if match.phase is not Phase.RUNNING:
            return NOTHING
        if asked is not None and self.moves != _moves_of(match, asked):
            asked = None
        if self.turn == match.turn:
            return replace(self, resigning=asked)
        return NOTHING if asked is None else Focus(match.turn, resigning=asked, moves=self.moves)

    def picking(self, turn: int, path: Route, side: Side) -> Focus:
        """Returns the focus when a side picks a piece or goes on: it does not want to resign."""
        asked = None if self.resigning is side else self.resigning
        return replace(self, turn=turn, path=path, hint=(), resigning=asked)

    def hinting(self, turn: int, route: Route) -> Focus:
        """Returns the focus with a suggested move."""
        return replace(self, turn=turn, path=(), hint=route)

    def asking(self, match: Match, side: Side) -> Focus:
        """Returns the focus with the question to a side whether to resign."""
        return replace(self.at(match), resigning=side, moves=_moves_of(match, side))

    def playing_on(self) -> Focus:
        """Returns the focus without that question."""
        return replace(self, resigning=None)


NOTHING = Focus()


def _moves_of(match: Match, side: Side) -> int:
    """Returns how many moves, passes left out, a side has made."""
    first = 0 if side is Side.WHITE else 1
    return sum(ply is not PASS for ply in match.game.plies[first::2])
