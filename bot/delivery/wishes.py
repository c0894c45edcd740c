"""What boards are out of date by, until somebody brings them up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import TypeAlias

Key: TypeAlias = tuple[int, int]
"""A board: the ids of its game and its chat."""


class Wish(IntEnum):
    """What a board is out of date by."""

    CHOICE = 1
    """Somebody is choosing."""
    CHANGE = 2
    AFRESH = 3
    """It is to come as a new message."""


class Wishes:
    """Keeps of each board the greatest wish."""

    def __init__(self) -> None:
        """Nothing is wished yet."""
        self._wanted: dict[Key, Wish] = {}
        self._waits: dict[Key, tuple[Wish, asyncio.Event]] = {}

    def __contains__(self, key: Key) -> bool:
        """Whether a board is out of date."""
        return key in self._wanted

    def add(self, key: Key, wish: Wish) -> None:
        """A board is out of date by that much, or by what was wished before if that is more."""
        self._wanted[key] = max(wish, self._wanted.get(key, wish))
        if key in self._waits:
            least, event = self._waits[key]
            if wish >= least:
                event.set()

    def is_choice(self, key: Key) -> bool:
        """Whether a board is out of date by no more than what somebody is choosing."""
        return self._wanted.get(key) is Wish.CHOICE

    def take(self, key: Key) -> Wish:
        """Returns what is wished of a board, and forgets it.

        :raises KeyError: nothing is.
        """
        return self._wanted.pop(key)

    def drop(self, key: Key) -> None:
        """Forgets what is wished of a board."""
        self._wanted.pop(key, None)

    def clear(self) -> None:
        """Forgets everything; whoever waits for wishes waits no longer."""
        self._wanted.clear()
        for _, event in self._waits.values():
            event.set()

    @contextmanager
    def expected(self, key: Key, least: Wish) -> Iterator[asyncio.Event]:
        """Sets an event when that much, or more, is wished anew; one at a time for each board."""
        event = asyncio.Event()
        self._waits[key] = least, event
        try:
            yield event
        finally:
            del self._waits[key]
