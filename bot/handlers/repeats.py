"""Taps that come twice: people hammer buttons, and clients send a tap again."""

from __future__ import annotations

from bot.chat.callbacks import GameMeaning
from bot.recent import Recent

_KEPT = 2_000


class Repeats:
    """Remembers which taps have changed a game, so that nobody is told that they were wrong."""

    def __init__(self) -> None:
        self._done: Recent[tuple[int, int, GameMeaning], bool] = Recent(_KEPT)

    def note(self, person: int, chat: int, meaning: GameMeaning) -> None:
        """A tap by a person in a chat has changed its game."""
        self._done.put((person, chat, meaning), True)

    def knows(self, person: int, chat: int, meaning: GameMeaning) -> bool:
        """Whether the same tap has changed the game before."""
        return self._done.get((person, chat, meaning)) is not None
