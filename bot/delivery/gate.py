"""What a tap causes waits until the tap is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

Wish = Callable[[], None]


@dataclass
class _Gate:
    wishes: list[Wish] = field(default_factory=list)
    # Tasks that are begun in the block see its gate for as long as they live.
    open: bool = False


_gate: ContextVar[_Gate | None] = ContextVar("gate", default=None)


@contextmanager
def held() -> Iterator[None]:
    """Nothing that is wished by the current task is begun before the block ends."""
    gate = _Gate()
    token = _gate.set(gate)
    try:
        yield
    finally:
        _gate.reset(token)
        gate.open = True
        for wish in gate.wishes:
            wish()


def when_released(wish: Wish) -> None:
    """Begins what is wished: now, or else when the block ends."""
    gate = _gate.get()
    if gate is None or gate.open:
        wish()
    else:
        gate.wishes.append(wish)
