"""Compiled: the evaluation, a small network kept up to date from move to move in integers.

The board is seen twice, by White and, turned through the centre, by Black, so that the viewer's own
corner is always the same. In each view every piece, own or other, adds its row of `HIDDEN`
numbers; a move changes two rows, whatever the number of pieces. To the sums the context adds its
offsets: how near a limit is, and who closes the round. They are clipped and weighed, the mover's
view and the other's by weights of their own. A plain value of each square goes past all that.
(Efficiently updatable networks: Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation
Functions for Computer Shogi", 2018.)

Scores are in hundredths, about a sixth of a step each, from the mover's side.
"""

from typing import Final

from bot.ai.kernel.compiled import clipped_product, entry, i64, inlined, lowest, moved_vector, u64
from bot.ai.kernel.layout import BLACK, CONTEXTS, HIDDEN, WHITE, Workspace

ACTIVATION: Final = 256
"""What a hidden sum of 1.0 is in integers; sums are clipped to 0 and to just below this."""

WEIGHT: Final = 16
"""What an output weight of one hundredth is in integers."""

SHIFT: Final = 12
"""Sums of products, and the values of squares, are in hundredths times 2 to this."""

ROW: Final = u64(2 * HIDDEN)
_CHANNEL: Final = u64(64 * 2 * HIDDEN)
_CONTEXT_VIEW: Final = u64(CONTEXTS * 2 * HIDDEN)

_moved = moved_vector(HIDDEN)
_product = clipped_product(HIDDEN, ACTIVATION - 1)


@inlined
def _row(space: Workspace, view: int, side: int, square: int) -> int:
    """Return the address of what a side's piece on a square adds to a view."""
    first = u64(space.features.ctypes.data)
    return first + u64(side ^ view) * _CHANNEL + u64(square ^ (63 * view)) * ROW


@inlined
def _sums(space: Workspace, ply: int, view: int) -> int:
    return u64(space.hidden.ctypes.data) + u64(2 * ply + view) * ROW


@inlined
def move_hidden(space: Workspace, side: int, move: int, ply: int) -> None:
    """Make the hidden sums of the next ply, after a move at this one."""
    start, end = move & 63, move >> 6
    for view in range(2):
        _moved(
            _sums(space, ply + 1, view),
            _sums(space, ply, view),
            _row(space, view, side, end),
            _row(space, view, side, start),
        )


@inlined
def pass_hidden(space: Workspace, ply: int) -> None:
    """Make the hidden sums of the next ply, nothing having moved."""
    for view in range(2):
        for unit in range(HIDDEN):
            space.hidden[ply + 1, view, unit] = space.hidden[ply, view, unit]


@inlined
def gain(space: Workspace, side: int, move: int) -> int:
    """Return by how much a move raises the mover's balance of squares."""
    turned = 63 * side
    before: int = space.squares[(move & 63) ^ turned]
    after: int = space.squares[(move >> 6) ^ turned]
    return after - before


@entry
def set_up(space: Workspace, white: int, black: int) -> int:
    """Make the root's hidden sums; return White's balance of squares."""
    balance = 0
    for view in range(2):
        for unit in range(HIDDEN):
            space.hidden[0, view, unit] = 0
    for side in range(2):
        pieces = white if side == WHITE else black
        while pieces:
            square = lowest(pieces)
            pieces &= pieces - u64(1)
            for view in range(2):
                for unit in range(HIDDEN):
                    space.hidden[0, view, unit] += space.features[
                        side ^ view, square ^ (63 * view), unit
                    ]
            if side == BLACK:
                balance -= space.squares[63 - square]
            else:
                balance += space.squares[square]
    return balance


@inlined
def evaluate(space: Workspace, side: int, balance: int, ply: int) -> int:
    """Return the mover's score, given the mover's balance of squares and the ply's hidden sums."""
    offsets = u64(space.context_offsets.ctypes.data)
    offsets += u64(space.contexts[space.root_turn + ply]) * ROW
    output = u64(space.output.ctypes.data)
    total: int = balance + space.network_bias
    total += _product(_sums(space, ply, side), offsets, output)
    total += _product(_sums(space, ply, 1 - side), offsets + _CONTEXT_VIEW, output + ROW)
    return total >> SHIFT


@entry
def evaluate_root(space: Workspace, white: int, black: int, side: int) -> int:
    """Return the score of a position, of the side to move, without any search."""
    balance = set_up(space, white, black)
    return evaluate(space, side, balance if side == WHITE else -balance, i64(0))
