"""Where things are in the picture, in pixels."""

from typing import Final

from rules import Side, Square, file_of, mirror, rank_of

SQUARE: Final = 96
FRAME: Final = 32
SIZE: Final = 8 * SQUARE + 2 * FRAME


def cell_of(square: Square, bottom: Side) -> int:
    """Return the place of a square in the picture: 0 top left, 7 top right, 63 bottom right."""
    seen = square if bottom is Side.WHITE else mirror(square)
    return 8 * (7 - rank_of(seen)) + file_of(seen)
