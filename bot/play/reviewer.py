"""The AI looks at finished games: at each once, and at one after the other, in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.ai.analysis import Limits
from bot.play.live import Live
from bot.play.match import Match
from bot.play.opponent import Thinker
from bot.play.refusals import Refusal, Refused
from bot.play.review import Look, Review, evident, turning_points
from bot.recent import Recent
from bot.store.database import Database
from bot.store.reviews import LookRecord, load_looks, save_looks
from rules import PASS, Game, Side, format_ply, parse_ply

_log = logging.getLogger(__name__)

# For each position, and for those on both sides of the moves that seem to have turned the game
# (tests/bench/review.py tells what that takes).
FIRST_LOOK = Limits(seconds=0.15, nodes=200_000)
CLOSER_LOOK = Limits(seconds=0.6, nodes=1_000_000)
_CLOSER_LOOKS = 16

# A look is put off for so long if games that are played keep the AI busy (seconds).
_PATIENCE = 0.5
_KEPT = 10_000

# The line in which its questions wait.
_KEY = "review"


class Reviewer:
    """Reviews finished games.

    A review that was cut off by the end of the process is made anew when it is asked for again.
    """

    def __init__(self, database: Database, live: Live, engine: Thinker) -> None:
        """Takes the games, what looks at them, and where its findings are kept."""
        self._database = database
        self._live = live
        self._engine = engine
        self._one_at_a_time = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[tuple[Look, ...]]] = {}
        self._ended = 0
        self._asked: Recent[int, int] = Recent(_KEPT)  # what each person began last

    async def begin(self, match: Match, person: int) -> bool:
        """Begins a review in the background if there is none. Returns whether it takes a while.

        :raises Refused: the person waits for the review of another game.
        """
        if await self.stored(match) is not None:
            return False
        if match.id not in self._under_way:
            if self._asked.get(person) in self._under_way:
                raise Refused(Refusal.REVIEW_UNDER_WAY, match)
            self._asked.put(person, match.id)
            self._analyse(match)
        return True

    async def review(self, match: Match) -> Review:
        """Returns the review of a finished game; it is made only once, however many wait for it.

        :raises Refused: the game was erased meanwhile.
        """
        if (review := await self.stored(match)) is not None:
            return review
        looks = await asyncio.shield(self._under_way.get(match.id) or self._analyse(match))
        # Its people may have been erased while the AI looked.
        return Review(await self._live.match(match.id), looks)

    async def stored(self, match: Match) -> Review | None:
        """Returns the review of a game that has one."""
        while True:
            ended = self._ended
            if records := await load_looks(self._database, match.id):
                return Review(match, tuple(map(_look_of, records)))
            # One that was stored while it was read would be made again.
            if ended == self._ended:
                return None

    async def close(self) -> None:
        """Stops looking."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _analyse(self, match: Match) -> asyncio.Task[tuple[Look, ...]]:
        task = asyncio.create_task(self._make(match))
        self._under_way[match.id] = task
        task.add_done_callback(lambda done: self._done(match.id, done))
        return task

    def _done(self, game: int, task: asyncio.Task[tuple[Look, ...]]) -> None:
        del self._under_way[game]
        self._ended += 1
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("Game %s could not be reviewed", game, exc_info=error)

    async def _make(self, match: Match) -> tuple[Look, ...]:
        async with self._one_at_a_time:
            positions = await asyncio.to_thread(_positions, match.game)
            looks = await self._look_at_all(positions)
        async with self._database.transaction() as transaction:
            save_looks(transaction, match.id, [_record_of(look) for look in looks])
        return looks

    async def _look_at_all(self, positions: Sequence[Game]) -> tuple[Look, ...]:
        looks: dict[int, Look] = {}
        # From the end: what the AI remembers of a position helps with those before it.
        for ply in reversed(range(len(positions))):
            looks[ply] = await self._look(positions[ply], looks.get(ply + 1), FIRST_LOOK)
        seen_closely: set[int] = set()
        for _ in range(_CLOSER_LOOKS):
            points = turning_points(positions[-1].plies, _in_order(looks))
            doubtful = {ply for point in points for ply in (point.ply, point.ply + 1)}
            if doubtful <= seen_closely:
                break
            ply = max(doubtful - seen_closely)
            seen_closely.add(ply)
            looks[ply] = await self._look(positions[ply], looks.get(ply + 1), CLOSER_LOOK)
        return _in_order(looks)

    async def _look(self, position: Game, following: Look | None, limits: Limits) -> Look:
        if (look := evident(position.state, following)) is not None:
            return look
        await self._engine.quiet(_PATIENCE)
        thought = await self._engine.analyse(position, _KEY, limits)
        score = thought.score if position.state.side is Side.WHITE else -thought.score
        return Look(score, None if thought.ply is PASS else thought.ply)


def _positions(game: Game) -> list[Game]:
    """Returns the game as it stood after no ply, after one, and so on."""
    positions = [Game.start(game.options)]
    for ply in game.plies:
        positions.append(positions[-1].play(ply))
    return positions


def _in_order(looks: Mapping[int, Look]) -> tuple[Look, ...]:
    return tuple(looks[ply] for ply in range(len(looks)))


def _record_of(look: Look) -> LookRecord:
    return LookRecord(look.score, None if look.best is None else format_ply(look.best))


def _look_of(record: LookRecord) -> Look:
    best = None if record.best is None else parse_ply(record.best)
    assert best is not PASS
    return Look(record.score, best)
