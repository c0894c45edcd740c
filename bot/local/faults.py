"""Faults that a test orders: refusals, slow answers and broken connections."""

import asyncio
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

    `gate` holds the request until the event is set; `delay` is in seconds.
    """

    refusal: ApiError | None = None
    drop: Drop | None = None
    delay: float = 0.0
    gate: asyncio.Event | None = None

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


class Faults:
    """The faults ordered and not yet met, by method."""

    def __init__(self) -> None:
        self._ordered: dict[str, list[tuple[int | None, Fault]]] = {}

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
        return None
