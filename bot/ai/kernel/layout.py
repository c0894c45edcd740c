"""The memory of one search: a record with everything that compiled code reads and writes.

Numba passes a record as one pointer, and its arrays cost nothing to reach: nothing is allocated and
no reference is counted in the tree. One search owns one record.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Workspace: TypeAlias = Any
"""A record of `LAYOUT`; a pointer in compiled code."""

WHITE: Final = 0
BLACK: Final = 1

MAX_PLY: Final = 96
"""The tree is not searched deeper, in turns from its root."""

MOST_MOVES: Final = 16 * 24
"""No position has more moves: sixteen pieces, each with 8 steps and chains to 16 squares."""

MOST_TURNS: Final = 2 * 144 + MAX_PLY + 4
"""Turns of both sides from the start of a game to the end of the deepest tree."""

HIDDEN: Final = 64
CONTEXTS: Final = 32

DEEPEST_REDUCTION: Final = 64

_SCALARS: Final = (
    # The game.
    "diagonal",  # 0 or 1, as the next two
    "leave_home",
    "anti_mirror",
    "leave_limit",
    "count_limit",
    # The root: turns made before it, 2 * (round - 1), and 1 more if Black is to move.
    "root_turn",
    # The search under way.
    "nodes",
    "node_limit",
    "stopped",  # the search has seen it, and its scores mean nothing
    "past_count",
    "age",
    "selective",  # 0: plain alpha-beta, nothing reduced or cut off
    "network_bias",
)

LAYOUT: Final = np.dtype(
    [
        *((name, np.int64) for name in _SCALARS),
        ("stop", np.uint64),  # address of a word that is set from outside to stop
        ("table", np.uint64),  # address of its first bucket
        ("table_mask", np.uint64),
        ("homes", np.uint64, (2,)),
        ("steps", np.uint64, (64,)),
        ("piece_keys", np.uint64, (2, 64)),
        ("turn_keys", np.uint64, (MOST_TURNS,)),
        ("pass_key", np.uint64),
        ("copy_keys", np.uint64, (16,)),
        ("contexts", np.int64, (MOST_TURNS,)),
        # The line from the root; index 0 is the root, and its turn the one that led there.
        ("turns", np.int64, (MAX_PLY + 2,)),
        ("copies", np.int64, (MAX_PLY + 2,)),
        ("line_keys", np.uint64, (MAX_PLY + 2,)),
        ("evaluations", np.int64, (MAX_PLY + 2,)),
        ("moves", np.int64, (MAX_PLY + 2, MOST_MOVES)),
        ("variation", np.int64, (MAX_PLY + 2, MAX_PLY + 2)),
        ("variation_length", np.int64, (MAX_PLY + 2,)),
        # Rounds' ends before the root.
        ("past", np.uint64, (160,)),
        ("past_filter", np.uint8, (256,)),
        # Move ordering.
        ("killers", np.int64, (MAX_PLY + 2, 2)),
        ("history", np.int64, (2, 4096)),
        ("answers", np.int64, (2, 4096)),
        ("reductions", np.int64, (DEEPEST_REDUCTION, DEEPEST_REDUCTION)),
        # Network: see network.py.
        ("squares", np.int64, (64,)),
        ("features", np.int16, (2, 64, HIDDEN)),
        ("context_offsets", np.int16, (2, CONTEXTS, HIDDEN)),
        ("output", np.int16, (2, HIDDEN)),
        ("hidden", np.int16, (MAX_PLY + 2, 2, HIDDEN)),
    ],
    align=True,
)

Memory: TypeAlias = npt.NDArray[np.void]
"""An array of one record of `LAYOUT`."""
