"""What a picture of the board is to show."""

from dataclasses import dataclass

from rules import Bitboard, Route, Side, Square


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position and the marks on it, with no knowledge of the rules.

    White's and Black's pieces are disjoint. In a route each square lies on a rank, a file or a
    diagonal with the one before.
    """

    white: Bitboard
    black: Bitboard
    white_home: Bitboard
    black_home: Bitboard
    bottom: Side = Side.WHITE
    """The side whose home is nearest to the reader."""
    last_move: Route = ()
    """Every square that the last move touched, start first."""
    selectable: Bitboard = 0
    """Pieces that may be picked: each carries the name of its square."""
    selected: Square | None = None
    """The piece that is picked."""
    steps: Bitboard = 0
    """Squares to step to: a dot and the square's name."""
    hops: Bitboard = 0
    """Squares to hop to: a ring around the square's name."""
    chain: Route = ()
    """The hops so far. The piece already stands on the last square; a ghost marks the first."""
    hint: Route = ()
    """A suggested move, start first."""
    winner: Side | None = None
    """Once finished: whose pieces are highlighted."""
    finished: bool = False
    """The game is over; without a winner it is a draw."""
    coordinates: bool = True
    white_name: str = ""
    """Who plays White, told on the frame if not empty; see `shown_name`."""
    black_name: str = ""
