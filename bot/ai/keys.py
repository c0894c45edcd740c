"""Random numbers that make keys of positions (Zobrist, 1970): the key of a set is their xor."""

import random
from functools import lru_cache
from typing import Final

from bot.ai.kernel.layout import MOST_TURNS
from rules import SQUARES, Bitboard, squares_of

_SOURCE = random.Random(2024)  # noqa: S311 - keys need only differ
_WORD: Final = 64
_MOST_COPIES: Final = 16


def _words(count: int) -> tuple[int, ...]:
    return tuple(_SOURCE.getrandbits(_WORD) for _ in range(count))


PIECE_KEYS: Final = (_words(len(SQUARES)), _words(len(SQUARES)))
"""By side and square."""

TURN_KEYS: Final = _words(MOST_TURNS)
"""By the number of turns made before."""

COPY_KEYS: Final = _words(_MOST_COPIES)
"""By the number of copies made."""

(PASS_KEY,) = _words(1)


@lru_cache(maxsize=1 << 14)
def placement_key(white: Bitboard, black: Bitboard) -> int:
    """Return the key of where the pieces stand."""
    key = 0
    for keys, pieces in zip(PIECE_KEYS, (white, black), strict=True):
        for square in squares_of(pieces):
            key ^= keys[square]
    return key
