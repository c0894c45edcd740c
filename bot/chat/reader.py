"""Who reads a board."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chat.texts import Texts
from bot.play.match import Match
from bot.play.seats import AI
from rules import Side


@dataclass(frozen=True, slots=True)
class Reader:
    """Those who see a board: everybody in a group, or one person in a private chat.

    With ``quick_taps`` the buttons after a piece are all the squares where it can end; else chains
    are tapped hop by hop. Without ``pictures`` the board is wanted as text. ``link`` is what a
    friend joins an open challenge by. The bot can't write to the players who are ``unreached``.
    """

    texts: Texts
    bottom: Side = Side.WHITE
    theme: str = "wood"
    coordinates: bool = True
    quick_taps: bool = False
    pictures: bool = True
    person: int | None = None
    link: str | None = None
    unreached: frozenset[int] = frozenset()

    def may_move(self, match: Match) -> bool:
        """Whether somebody who reads this board is to move."""
        mover = match.mover
        return mover is not None and mover != AI and self.person in (None, mover)

    def may_answer(self, match: Match, asked: Side) -> bool:
        """Whether somebody who reads this board plays that side, which was asked something."""
        return match.seats is not None and self.person in (None, match.seats[asked])
