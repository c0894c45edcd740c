"""Faults, ordered one by one or met by chance: refusals, slow answers, broken connections."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum

from bot.local.errors import ApiError


class Drop(Enum):
    """When the connection breaks: before or after the method has had its effect."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong with one request: first the wait, then the refusal or the broken connection.

    `gate` holds the request until the event is set. `delay` is in seconds, and so is `lag`: the
    request takes effect at once and is answered later, so that others overtake it.
    """

    refusal: ApiError | None = None
    drop: Drop | None = None
    delay: float = 0.0
    gate: asyncio.Event | None = None
    lag: float = 0.0

    @classmethod
    def refuse(cls, code: int, description: str, *, retry_after: int | None = None) -> "Fault":
        """Return a fault that answers with this error."""
        return cls(refusal=ApiError(code, description, retry_after=retry_after))

    async def wait(self) -> None:
        """Hold the request as long as ordered."""
        if self.gate is not None:
            await self.gate.wait()
        if self.delay:
            await asyncio.sleep(self.delay)


# What can go wrong by chance, and how that comes about.
_BY_CHANCE: dict[str, Callable[[random.Random], Fault]] = {
    "429": lambda chance: _flooded(chance.randint(1, 3)),
    "500": lambda _: Fault.refuse(500, "Internal Server Error"),
    "502": lambda _: Fault.refuse(502, "Bad Gateway"),
    "lost before": lambda _: Fault(drop=Drop.BEFORE),
    "lost after": lambda _: Fault(drop=Drop.AFTER),
    "slow": lambda _: Fault(delay=10),
    "overtaken": lambda chance: Fault(lag=chance.uniform(0.1, 5)),
}
_UPDATE_TWICE, _UPDATE_LATE = "update twice", "update late"
_LONGEST_LATE = 5.0


class BadLine:
    """Lets requests and updates meet faults by chance.

    A `rate` of 0.1 means one in ten. The same `seed` gives the same faults to the same requests.
    Without `methods` all of them are concerned. `met` counts the faults by kind.
    """

    def __init__(self, rate: float, seed: int, methods: Collection[str] | None = None) -> None:
        self._rate = rate
        self._chance = random.Random(seed)  # noqa: S311 - it shall be foreseeable
        self._methods = None if methods is None else {method.lower() for method in methods}
        self.met: Counter[str] = Counter()

    def fault(self, method: str) -> Fault | None:
        """Return what goes wrong with a request of this method."""
        if not self._strikes(method):
            return None
        kind = self._chance.choice(list(_BY_CHANCE))
        self.met[kind] += 1
        return _BY_CHANCE[kind](self._chance)

    def update_comes_late(self) -> float | None:
        """Return in how many seconds an update comes that should come now; None for now."""
        return self._wait(_UPDATE_LATE)

    def update_comes_again(self) -> float | None:
        """Return in how many seconds an update comes once more; None for never."""
        return self._wait(_UPDATE_TWICE)

    def _wait(self, kind: str) -> float | None:
        if not self._strikes("getUpdates"):
            return None
        self.met[kind] += 1
        return self._chance.uniform(0, _LONGEST_LATE)

    def _strikes(self, method: str) -> bool:
        concerned = self._methods is None or method.lower() in self._methods
        return concerned and self._chance.random() < self._rate


def _flooded(seconds: int) -> Fault:
    return Fault.refuse(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


class Faults:
    """The faults ordered and not yet met, by method; and a bad line, if there is one."""

    def __init__(self) -> None:
        self._ordered: dict[str, list[tuple[int | None, Fault]]] = {}
        self.line: BadLine | None = None

    def __len__(self) -> int:
        """Return how many faults have not been met yet."""
        return sum(len(ordered) for ordered in self._ordered.values())

    def add(self, method: str, fault: Fault, *, chat_id: int | None = None, times: int = 1) -> None:
        """Let the next `times` requests of this method (to this chat, if given) meet the fault."""
        self._ordered.setdefault(method.lower(), []).extend([(chat_id, fault)] * times)

    def clear(self) -> None:
        """Forget all faults not yet met."""
        self._ordered.clear()

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """Return the fault that this request meets, and count it as met."""
        ordered = self._ordered.get(method.lower(), [])
        for index, (wanted, fault) in enumerate(ordered):
            if wanted is None or wanted == chat_id:
                del ordered[index]
                return fault
        return self.line.fault(method) if self.line is not None else None
