"""The AI's part in games: it moves when it is its turn, answers draw offers, and gives hints."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Protocol

from bot.ai.analysis import HINT, Limits
from bot.ai.levels import LEVELS, Level
from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.refusals import Refused
from bot.play.seats import AI, Player
from rules import PASS, Game, Ply, Route

_log = logging.getLogger(__name__)

_SELF = Player(AI)

# Nobody can follow a picture that changes sooner (seconds).
SHORTEST_REPLY = 1.0

# The AI agrees to a draw when it stands ten steps worse, or late in the game when it does not stand
# five steps better (the engine's hundredths; late is a share of the count limit).
_WORSE = -60
_LEVEL = 30
_LATE = 0.6

# When something failed it is tried again after a second, then after twice as long, and so on.
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0


class Thought(Protocol):
    """What the AI would play, and how good that is for whoever plays it."""

    @property
    def ply(self) -> Ply:
        """The move with its hops."""

    @property
    def score(self) -> int:
        """In hundredths, positive for the better side; a step is worth about six."""


class Thinker(Protocol):
    """What finds moves: :class:`bot.ai.engine.Engine`. Cancelling a question ends the search."""

    async def choose(self, game: Game, level: Level, key: Hashable) -> Thought:
        """Returns what a player of that level plays; ``key`` is who waits for it."""

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Thought:
        """Returns the best move that is found within the limits."""

    async def quiet(self, seconds: float) -> None:
        """Waits until nobody's question is thought about, but no longer than that."""


class Opponent:
    """Watches the games against the AI and does what it owes in each."""

    def __init__(
        self,
        live: Live,
        engine: Thinker,
        shortest_reply: float = SHORTEST_REPLY,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Takes the games, what thinks, how long a reply takes at least, and how to wait for it."""
        self._live = live
        self._engine = engine
        self._shortest_reply = shortest_reply
        self._sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._hints: set[tuple[int, int]] = set()  # games and turns
        live.subscribe(self.changed)

    def changed(self, match: Match) -> None:
        """A game has changed: what was thought about before is dropped."""
        if match.level is None:
            return
        if (old := self._tasks.pop(match.id, None)) is not None:
            old.cancel()
        if owes_answer(match) or match.mover == AI:
            task = asyncio.create_task(self._reply(match))
            self._tasks[match.id] = task
            task.add_done_callback(lambda done: self._done(match.id, done))

    async def resume(self) -> None:
        """After a start: does what the last run still owed."""
        for match in await self._live.waiting_for_ai():
            self.changed(match)

    async def hint(self, match: Match) -> Route | None:
        """Returns a good move for whoever is to move; None if one is being thought of already."""
        question = (match.id, match.turn)
        if question in self._hints:
            return None
        self._hints.add(question)
        try:
            thought = await self._engine.analyse(match.game, match.id)
        finally:
            self._hints.discard(question)
        assert thought.ply is not PASS, "whoever cannot move has passed already"
        return thought.ply

    async def close(self) -> None:
        """Stops thinking; what is owed then, the next run does."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _reply(self, match: Match) -> None:
        pause = _FIRST_PAUSE
        while not await self._do_part(match):
            # If the game changes or the bot stops meanwhile, this is cancelled.
            await self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _do_part(self, match: Match) -> bool:
        """Moves, or answers the offer. Returns whether that is settled."""
        try:
            if owes_answer(match):
                await self._answer_draw(match)
            else:
                await self._move(match)
        except Refused as refused:
            # The game went on otherwise meanwhile: what it needs now has been seen to.
            _log.debug("The AI's part in game %s came too late: %s", match.id, refused)
        except Exception:
            _log.exception("The AI could not do its part in game %s and tries again", match.id)
            return False
        return True

    async def _move(self, match: Match) -> None:
        assert match.level is not None
        began = time.monotonic()
        level = LEVELS[match.level - 1]
        thought = await self._engine.choose(match.game, level, match.id)
        await self._sleep(max(0, self._shortest_reply - (time.monotonic() - began)))
        ply = thought.ply
        assert ply is not PASS, "whoever cannot move has passed already"
        await self._live.act(match.id, lambda now: now.played(_SELF, match.turn, ply))

    async def _answer_draw(self, match: Match) -> None:
        thought = await self._engine.analyse(match.game, match.id)
        score = thought.score if match.mover == AI else -thought.score
        if agrees_to_draw(match, score):
            await self._live.act(match.id, lambda now: now.draw_accepted(_SELF))
        else:
            await self._live.act(match.id, lambda now: now.draw_declined(_SELF))

    def _done(self, game: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(game) is task:
            del self._tasks[game]


def owes_answer(match: Match) -> bool:
    """Whether a person waits for the AI's answer to a draw offer."""
    offer = match.open_draw_offer
    return (
        match.phase is Phase.RUNNING
        and offer is not None
        and match.seats is not None
        and match.seats[offer] != AI
    )


def agrees_to_draw(match: Match, score: int) -> bool:
    """Whether the AI takes a draw when the game stands so for it (hundredths, positive is good)."""
    late = match.game.state.round > _LATE * match.options.count_limit
    return score <= _WORSE or (late and score <= _LEVEL)
