"""The trained networks: data files, one for each variant with the leave-home rule on and off."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from bot.ai.kernel.layout import BLACK, WHITE
from rules import MoveSet, Options

DATA: Final = Path(__file__).parent / "data"

ROUNDS_LEFT: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 25)
"""From each of these numbers of rounds left until the limit on, a context of its own."""


@dataclass(frozen=True, slots=True)
class Network:
    """Weights in the kernel's integers; shapes as the fields of `layout.LAYOUT` of these names."""

    squares: npt.NDArray[np.int64]
    features: npt.NDArray[np.int16]
    context_offsets: npt.NDArray[np.int16]
    output: npt.NDArray[np.int16]
    network_bias: int


def context_of(options: Options, turn: int) -> int:
    """Return the context of a position with so many turns made before it, 0 to `CONTEXTS` - 1.

    It tells the network who closes the round, and how many rounds are left until pieces still at
    home lose the game or, without that rule, until the pieces are counted.
    """
    limit = options.leave_limit if options.leave_home else options.count_limit
    left = limit - (turn // 2 + 1)
    return 2 * bisect_right(ROUNDS_LEFT, left) + (BLACK if turn % 2 else WHITE)


def file_name(options: Options) -> str:
    """Return the name of the variant's data file, as in ``9-classic-leave.npz``."""
    rule = "leave" if options.leave_home else "free"
    return f"{options.pieces}-{options.moves.value}-{rule}.npz"


def read(path: Path) -> Network:
    """Return the network of a data file."""
    with np.load(path) as data:
        return Network(
            data["squares"],
            data["features"],
            data["context_offsets"],
            data["output"],
            int(data["network_bias"]),
        )


def write(path: Path, network: Network) -> None:
    """Store a network."""
    np.savez_compressed(
        path,
        squares=network.squares,
        features=network.features,
        context_offsets=network.context_offsets,
        output=network.output,
        network_bias=network.network_bias,
    )


@lru_cache
def network_for(pieces: int, moves: MoveSet, leave_home: bool) -> Network:
    """Return the network of a variant."""
    return read(DATA / file_name(Options(pieces, moves, leave_home=leave_home)))
