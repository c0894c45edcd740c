"""Compiled: where pieces may go. Must equal `rules` on every position; tests hold it to that.

A chain is found for all of its branches at once: the set of squares reached is shifted over the
pieces that can be hopped in each direction until nothing new is reached. The mask of a direction
holds every square from which a hop that way is possible, whoever stands there. It is made once for
all pieces of a position, since a hop keeps the parity of file and rank: a chain never hops over the
square that it started from, and the only thing that it could do there is to end, which is no move.

A move is ``start | end << 6``.
"""

from typing import Final

from bot.ai.kernel.compiled import compiled, inlined, lowest, popcount, u64
from bot.ai.kernel.layout import Workspace

PASS_MOVE: Final = -1
NO_MOVE: Final = -2
"""No turn is known, or none was made."""

_A_TO_F: Final = u64(0x3F3F3F3F3F3F3F3F)
_A_TO_G: Final = u64(0x7F7F7F7F7F7F7F7F)
_B_TO_H: Final = u64(0xFEFEFEFEFEFEFEFE)
_C_TO_H: Final = u64(0xFCFCFCFCFCFCFCFC)
_ONE: Final = u64(1)
_NONE: Final = u64(0)


@inlined
def line_hops(occupied: int) -> tuple[int, int, int, int]:
    """Return the squares from which a hop north, south, east and west is possible."""
    empty = ~occupied
    return (
        (occupied >> 8) & (empty >> 16),
        (occupied << 8) & (empty << 16),
        (occupied >> 1) & (empty >> 2) & _A_TO_F,
        (occupied << 1) & (empty << 2) & _C_TO_H,
    )


@inlined
def diagonal_hops(occupied: int) -> tuple[int, int, int, int]:
    """Return the squares from which a hop north-east, north-west, south-east, -west is possible."""
    empty = ~occupied
    return (
        (occupied >> 9) & (empty >> 18) & _A_TO_F,
        (occupied >> 7) & (empty >> 14) & _C_TO_H,
        (occupied << 7) & (empty << 14) & _A_TO_F,
        (occupied << 9) & (empty << 18) & _C_TO_H,
    )


@inlined
def chain_ends(start: int, lines: tuple[int, int, int, int]) -> int:
    """Return where chains along ranks and files from ``start``, a bitboard, can end."""
    north, south, east, west = lines
    reached = _NONE
    front = start
    while front:
        landed = (
            ((front & north) << 16)
            | ((front & south) >> 16)
            | ((front & east) << 2)
            | ((front & west) >> 2)
        )
        front = landed & ~reached
        reached |= landed
    return reached


@inlined
def chain_ends_diagonal(
    start: int, lines: tuple[int, int, int, int], diagonals: tuple[int, int, int, int]
) -> int:
    """Return where chains in all eight directions from ``start``, a bitboard, can end."""
    north, south, east, west = lines
    north_east, north_west, south_east, south_west = diagonals
    reached = _NONE
    front = start
    while front:
        landed = (
            ((front & north) << 16)
            | ((front & south) >> 16)
            | ((front & east) << 2)
            | ((front & west) >> 2)
            | ((front & north_east) << 18)
            | ((front & north_west) << 14)
            | ((front & south_east) >> 14)
            | ((front & south_west) >> 18)
        )
        front = landed & ~reached
        reached |= landed
    return reached


@compiled
def list_moves(space: Workspace, own: int, other: int, ply: int) -> int:
    """Write every move of ``own``'s pieces to the ply's list, by start and end; return how many.

    The anti-mirror rule is not looked at.
    """
    occupied = own | other
    empty = ~occupied
    diagonal = space.diagonal
    lines = line_hops(occupied)
    diagonals = diagonal_hops(occupied)
    hopping = lines[0] | lines[1] | lines[2] | lines[3]
    if diagonal:
        hopping |= diagonals[0] | diagonals[1] | diagonals[2] | diagonals[3]
    count = 0
    pieces = own
    while pieces:
        start = lowest(pieces)
        piece = pieces & (~pieces + _ONE)
        pieces ^= piece
        ends = space.steps[start] & empty
        if piece & hopping:
            if diagonal:
                ends |= chain_ends_diagonal(piece, lines, diagonals)
            else:
                ends |= chain_ends(piece, lines)
        while ends:
            space.moves[ply, count] = start | lowest(ends) << 6
            ends &= ends - _ONE
            count += 1
    return count


@compiled
def count_moves(own: int, other: int, diagonal: int) -> int:
    """Return how many moves ``own``'s pieces have; the anti-mirror rule is not looked at."""
    occupied = own | other
    empty = ~occupied
    count = popcount((own << 8) & empty) + popcount((own >> 8) & empty)
    count += popcount((own << 1) & empty & _B_TO_H) + popcount((own >> 1) & empty & _A_TO_G)
    lines = line_hops(occupied)
    hopping = lines[0] | lines[1] | lines[2] | lines[3]
    if diagonal:
        left, right = (own & _B_TO_H) >> 1, (own & _A_TO_G) << 1
        count += popcount((left << 8) & empty) + popcount((left >> 8) & empty)
        count += popcount((right << 8) & empty) + popcount((right >> 8) & empty)
        diagonals = diagonal_hops(occupied)
        pieces = own & (hopping | diagonals[0] | diagonals[1] | diagonals[2] | diagonals[3])
        while pieces:
            piece = pieces & (~pieces + _ONE)
            pieces ^= piece
            count += popcount(chain_ends_diagonal(piece, lines, diagonals))
    else:
        pieces = own & hopping
        while pieces:
            piece = pieces & (~pieces + _ONE)
            pieces ^= piece
            count += popcount(chain_ends(piece, lines))
    return count
