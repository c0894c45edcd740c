"""What a board shows beside the position: how far its player has come in choosing."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Route, Side


@dataclass(frozen=True, slots=True)
class Focus:
    """The choice under way on one board, true for one turn only.

    ``path`` is a piece and where it goes so far; ``resigning`` is who was asked whether to resign;
    ``hint`` is a move that the AI suggests.
    """

    turn: int = 0
    path: Route = ()
    resigning: Side | None = None
    hint: Route = ()


NOTHING = Focus()
