"""Engines for tests: they answer at once, or when they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass

from bot.ai.analysis import HINT, Limits
from bot.ai.levels import Level
from rules import Game, Move, Ply


@dataclass(frozen=True)
class Idea:
    """A move and its score."""

    ply: Ply
    score: int = 0


class FirstMove:
    """Plays the first legal move; waits for ``gate`` if that is not set."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.score = 0
        self.levels: list[int] = []

    async def choose(self, game: Game, level: Level, key: Hashable) -> Idea:
        self.levels.append(level.number)
        return await self.analyse(game, key)

    async def analyse(
        self,
        game: Game,
        key: Hashable,  # noqa: ARG002 - the protocol's
        limits: Limits = HINT,  # noqa: ARG002
    ) -> Idea:
        await self.gate.wait()
        move = game.state.legal_turns[0]
        assert isinstance(move, Move)
        return Idea(game.state.route_to(move), self.score)

    async def quiet(self, seconds: float) -> None:
        """It never has much to do."""
