"""Who plays: people, the AI, and which colours they have."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Side

# The seat of the AI: no person has this id.
AI = 0


@dataclass(frozen=True, slots=True)
class Player:
    """Who acts: the Telegram user id, and the username if there is one."""

    id: int
    username: str | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Whom a challenge is for: a known person, or a username that nobody was seen with yet."""

    id: int | None = None
    username: str | None = None

    def admits(self, player: Player) -> bool:
        """Whether this player is meant."""
        if self.id is not None:
            return player.id == self.id
        return (player.username or "").casefold() == (self.username or "").casefold()


@dataclass(frozen=True, slots=True)
class Seats:
    """The user ids of the two who play; one of them may be :data:`AI`."""

    white: int
    black: int

    def __getitem__(self, side: Side) -> int:
        return self.white if side is Side.WHITE else self.black

    def side_of(self, player: int) -> Side | None:
        """The side of a player, None for everybody else."""
        return {self.white: Side.WHITE, self.black: Side.BLACK}.get(player)

    def swapped(self) -> Seats:
        """The same two with colours swapped."""
        return Seats(white=self.black, black=self.white)
