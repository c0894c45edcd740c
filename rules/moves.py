"""How one piece may move on a board, whoever it belongs to; turns, and routes from hop to hop.

``occupied`` holds every piece on the board, the moving one on its start included. Leaving it there
is exact: a hop keeps the parity of file and rank, so a chain never hops over its start, and a chain
that lands on it has moved nothing.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final, TypeAlias

from rules.squares import Bitboard, Links, Square, mirror, square_name, squares_of

Route: TypeAlias = tuple[Square, ...]
"""Every square that a piece touches in one turn, its start first."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A piece goes from one square to another; the way there does not matter."""

    start: Square
    end: Square

    def __str__(self) -> str:
        """Return the pair as in ``c1 e3``."""
        return f"{square_name(self.start)} {square_name(self.end)}"

    @property
    def copy(self) -> "Move":
        """The same move by the opponent: reflected through the centre of the board."""
        return Move(mirror(self.start), mirror(self.end))


class Pass(Enum):
    """The turn of a player who has no move."""

    PASS = "--"  # noqa: S105 - no password

    def __str__(self) -> str:
        """Return ``--``."""
        return self.value


PASS: Final = Pass.PASS

Turn: TypeAlias = Move | Pass
Ply: TypeAlias = Route | Pass
"""A turn as it was made, with its route."""


def step_ends(links: Links, occupied: Bitboard, start: Square) -> Bitboard:
    """Return where the piece can step to."""
    return links.steps[start] & ~occupied


def landings(links: Links, occupied: Bitboard, square: Square) -> Bitboard:
    """Return where a single hop from the square can land."""
    found = 0
    for over, both, landing in links.hops[square]:
        if occupied & both == over:
            found |= 1 << landing
    return found


def chain_ends(links: Links, occupied: Bitboard, start: Square) -> Bitboard:
    """Return every square that a chain of hops from ``start`` can reach."""
    hops = links.hops
    # Squares reached count as taken: parity keeps them, too, from being hopped over.
    taken = occupied
    pending = [start]
    while pending:
        for over, both, landing in hops[pending.pop()]:
            if taken & both == over:
                taken |= both
                pending.append(landing)
    return taken ^ occupied


def is_step(links: Links, occupied: Bitboard, path: Route) -> bool:
    """Tell whether the path is one step to an empty square."""
    match path:
        case [start, end]:
            return bool(step_ends(links, occupied, start) >> end & 1)
    return False


def is_chain(links: Links, occupied: Bitboard, path: Route) -> bool:
    """Tell whether each link of the path, which may have none yet, is a hop that the board allows.

    A chain may land on a square twice, and on its own start.
    """
    others = occupied & ~(1 << path[0])
    return all(landings(links, others, here) >> there & 1 for here, there in pairwise(path))


def shortest_route(links: Links, occupied: Bitboard, move: Move) -> Route:
    """Return a route with as few hops as possible of a move that the board allows.

    Of several the same one is chosen every time.
    """
    if is_step(links, occupied, (move.start, move.end)):
        return (move.start, move.end)
    routes: dict[Square, Route] = {move.start: (move.start,)}
    pending = deque(routes)
    while move.end not in routes:
        here = pending.popleft()
        for landing in squares_of(landings(links, occupied, here)):
            if landing not in routes:
                routes[landing] = (*routes[here], landing)
                pending.append(landing)
    return routes[move.end]
