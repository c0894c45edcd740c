"""The board as numbers: squares, sets of squares, and which squares are linked by a step or a hop.

A square is ``rank * 8 + file`` (a1 = 0, b1 = 1, h8 = 63); a bitboard is a set of squares, square
``s`` belonging to it when bit ``s`` is set.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.errors import NotationError

Square: TypeAlias = int
Bitboard: TypeAlias = int

SIZE = 8
SQUARES = range(SIZE * SIZE)
FULL_BOARD: Bitboard = (1 << len(SQUARES)) - 1

_FILES = "abcdefgh"
_RANKS = "12345678"


def square_at(file: int, rank: int) -> Square:
    """Return the square on a file and a rank, both 0 to 7."""
    return rank * SIZE + file


def file_of(square: Square) -> int:
    """Return 0 for the a-file, 7 for the h-file."""
    return square % SIZE


def rank_of(square: Square) -> int:
    """Return 0 for the first rank, 7 for the eighth."""
    return square // SIZE


def square_name(square: Square) -> str:
    """Return ``e3`` for 20."""
    return _FILES[file_of(square)] + _RANKS[rank_of(square)]


_SQUARE_BY_NAME = {square_name(square): square for square in SQUARES}


def parse_square(text: str) -> Square:
    """Return 20 for ``e3``.

    :raises NotationError: the text is not a small letter a to h and a digit 1 to 8.
    """
    try:
        return _SQUARE_BY_NAME[text]
    except KeyError:
        raise NotationError(f"{text!r} is not a square") from None


def mirror(square: Square) -> Square:
    """Return the square opposite, through the centre of the board: h8 for a1."""
    return SQUARES[-1] - square


def mirror_bitboard(bitboard: Bitboard) -> Bitboard:
    """Return the squares opposite, through the centre of the board."""
    return int(f"{bitboard:064b}"[::-1], 2)


def squares_of(bitboard: Bitboard) -> Iterator[Square]:
    """Yield the squares of a set, a1 first."""
    while bitboard:
        lowest = bitboard & -bitboard
        yield lowest.bit_length() - 1
        bitboard ^= lowest


def bitboard_of(squares: Iterable[Square]) -> Bitboard:
    """Return the set of the squares, each counted once."""
    bitboard = 0
    for square in squares:
        bitboard |= 1 << square
    return bitboard


class Hop(NamedTuple):
    """A hop that stays on the board; ``both`` is the square hopped over and the landing."""

    over: Bitboard
    both: Bitboard
    landing: Square


@dataclass(frozen=True, slots=True)
class Links:
    """Which squares the steps and hops of a move set join, by the square they begin on."""

    steps: tuple[Bitboard, ...]
    hops: tuple[tuple[Hop, ...], ...]


_Direction: TypeAlias = tuple[int, int]
_ALONG_LINES: tuple[_Direction, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
_ALONG_DIAGONALS: tuple[_Direction, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _square_beyond(square: Square, direction: _Direction, distance: int) -> Square | None:
    file = file_of(square) + distance * direction[0]
    rank = rank_of(square) + distance * direction[1]
    return square_at(file, rank) if file in range(SIZE) and rank in range(SIZE) else None


def _steps(square: Square, directions: tuple[_Direction, ...]) -> Bitboard:
    ends = (_square_beyond(square, direction, 1) for direction in directions)
    return bitboard_of(end for end in ends if end is not None)


def _hops(square: Square, directions: tuple[_Direction, ...]) -> tuple[Hop, ...]:
    hops = []
    for direction in directions:
        over = _square_beyond(square, direction, 1)
        landing = _square_beyond(square, direction, 2)
        if over is not None and landing is not None:
            hops.append(Hop(1 << over, 1 << over | 1 << landing, landing))
    return tuple(hops)


def _links(directions: tuple[_Direction, ...]) -> Links:
    return Links(
        steps=tuple(_steps(square, directions) for square in SQUARES),
        hops=tuple(_hops(square, directions) for square in SQUARES),
    )


CLASSIC_LINKS = _links(_ALONG_LINES)
DIAGONAL_LINKS = _links(_ALONG_LINES + _ALONG_DIAGONALS)
