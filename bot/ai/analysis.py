"""What goes into a search and what comes out of it: values that need no compiled code."""

import ctypes
from dataclasses import dataclass
from typing import Final

from rules import Turn


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking: at the first limit reached; at least one turn deep is always seen."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def shrunk(self, share: float) -> "Limits":
        """Return the same with a part of the time, 0 to 1."""
        if self.seconds is None:
            return self
        return Limits(self.seconds * share, self.nodes, self.depth)


HINT: Final = Limits(seconds=1.0)
"""How long a hint is thought about."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found out: the best turn, and the best play that begins with it.

    ``score`` is in hundredths, from the mover's side; `WIN` less the number of turns for a game won
    for certain.
    """

    turn: Turn
    score: int
    depth: int
    nodes: int
    seconds: float
    variation: tuple[Turn, ...]


class Stop:
    """A flag that ends a search: set from any thread, seen by the search within a millisecond."""

    def __init__(self) -> None:
        """Begin unset."""
        self._word = ctypes.c_uint64(0)

    @property
    def is_set(self) -> bool:
        """Whether it has been set."""
        return bool(self._word.value)

    @property
    def address(self) -> int:
        """Where the compiled code looks."""
        return ctypes.addressof(self._word)

    def set(self) -> None:
        """End the search that has this flag, as soon as it has looked at its first moves."""
        self._word.value = 1
