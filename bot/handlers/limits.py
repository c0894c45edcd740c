"""How much one person may do in a while: more than anybody needs, and too little to harm others."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from bot.recent import Recent

# Whoever has done nothing for longer than so many others has the whole allowance again.
_KEPT = 20_000


class Activity(Enum):
    """What is counted, each for itself."""

    COMMAND = auto()
    TAP = auto()
    """Also a move in writing."""
    QUERY = auto()
    """In inline mode, one at each key stroke."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once; what is used up comes back evenly, all of it within those seconds."""

    most: int
    seconds: float


ALLOWANCES: Mapping[Activity, Allowance] = {
    Activity.COMMAND: Allowance(20, 60),
    # Quick fingers along a chain of jumps make five taps a second.
    Activity.TAP: Allowance(60, 10),
    Activity.QUERY: Allowance(60, 20),
}


class Verdict(Enum):
    """What becomes of something that a person does."""

    GRANTED = auto()
    EXPLAINED = auto()
    """It is too much: that is to be said, once until the whole allowance is there again."""
    IGNORED = auto()
    """It is too much, which has been said."""


@dataclass(frozen=True, slots=True)
class _Account:
    left: float
    at: float
    explained: bool = False


class Limits:
    """Keeps count of what people do lately, for a bounded number of them."""

    def __init__(
        self,
        allowances: Mapping[Activity, Allowance] = ALLOWANCES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes what is allowed, and a clock in seconds."""
        self._allowances = allowances
        self._clock = clock
        self._accounts: Recent[tuple[Activity, int], _Account] = Recent(_KEPT)

    def ask(self, activity: Activity, person: int) -> Verdict:
        """Counts one more, by a person or whoever else has that id, and says what becomes of it."""
        allowance, now = self._allowances[activity], self._clock()
        account = self._accounts.get((activity, person)) or _Account(allowance.most, now)
        back = (now - account.at) * allowance.most / allowance.seconds
        left = min(allowance.most, account.left + back)
        explained = account.explained and left < allowance.most
        if left >= 1:
            verdict = Verdict.GRANTED
            left -= 1
        else:
            verdict = Verdict.IGNORED if explained else Verdict.EXPLAINED
            explained = True
        self._accounts.put((activity, person), _Account(left, now, explained))
        return verdict
