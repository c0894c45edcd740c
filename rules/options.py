"""The variants of the game: everything that depends on what was agreed before it began."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from rules.errors import OptionsError
from rules.squares import (
    CLASSIC_LINKS,
    DIAGONAL_LINKS,
    Bitboard,
    Links,
    bitboard_of,
    mirror_bitboard,
    square_at,
)


class Side(Enum):
    """A player, by the colour of the pieces; White begins, in the a1 corner."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class MoveSet(Enum):
    """The lines along which pieces step and hop: ranks and files, or diagonals too."""

    CLASSIC = "classic"
    DIAGONAL = "diagonal"


def _corner(widths: tuple[int, ...]) -> Bitboard:
    """Return the squares from the a-file on, so many on each rank, first rank first."""
    return bitboard_of(
        square_at(file, rank) for rank, width in enumerate(widths) for file in range(width)
    )


_WHITE_HOMES: Mapping[int, Bitboard] = MappingProxyType(
    {
        9: _corner((3, 3, 3)),
        10: _corner((4, 3, 2, 1)),
        12: _corner((4, 4, 4)),
        16: _corner((4, 4, 4, 4)),
    }
)
_BLACK_HOMES: Mapping[int, Bitboard] = MappingProxyType(
    {pieces: mirror_bitboard(home) for pieces, home in _WHITE_HOMES.items()}
)
PIECE_COUNTS = tuple(_WHITE_HOMES)

_LINKS: Mapping[MoveSet, Links] = MappingProxyType(
    {MoveSet.CLASSIC: CLASSIC_LINKS, MoveSet.DIAGONAL: DIAGONAL_LINKS}
)

# Limits are stated for this number of pieces and grow in proportion.
_BASE_PIECES = 9
_BASE_LEAVE_LIMITS: Mapping[MoveSet, int] = MappingProxyType(
    {MoveSet.CLASSIC: 40, MoveSet.DIAGONAL: 30}
)
_BASE_COUNT_LIMIT = 80


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agreed on.

    :raises OptionsError: ``pieces`` is not one of ``PIECE_COUNTS``.
    """

    pieces: int = 9
    moves: MoveSet = MoveSet.CLASSIC
    leave_home: bool = True
    anti_mirror: bool = False

    def __post_init__(self) -> None:
        """Refuse a number of pieces that has no home."""
        if self.pieces not in PIECE_COUNTS:
            raise OptionsError(f"{self.pieces!r} pieces: must be one of {PIECE_COUNTS}")

    def home(self, side: Side) -> Bitboard:
        """Return the squares on which the side's pieces start."""
        return (_WHITE_HOMES if side is Side.WHITE else _BLACK_HOMES)[self.pieces]

    def target(self, side: Side) -> Bitboard:
        """Return the squares that the side has to fill: the opponent's home."""
        return self.home(side.other)

    @property
    def leave_limit(self) -> int:
        """The round from whose end on the leave-home rule punishes, also when it is off."""
        return self._scaled(_BASE_LEAVE_LIMITS[self.moves])

    @property
    def count_limit(self) -> int:
        """The round at whose end the pieces in the targets are counted."""
        return self._scaled(_BASE_COUNT_LIMIT)

    @property
    def links(self) -> Links:
        """The steps and hops of the move set."""
        return _LINKS[self.moves]

    def _scaled(self, base_limit: int) -> int:
        return round(base_limit * self.pieces / _BASE_PIECES)
