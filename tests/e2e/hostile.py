"""Many games over a line on which something goes wrong with every tenth request."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.faults import BadLine
from bot.local.server import LocalServer
from bot.local.world import World
from rules import format_ply
from tests.e2e.patient import Deeds, Pair, Patience, Player
from tests.e2e.quick import QUICK_PEOPLE
from tests.e2e.recorded import Recorded
from tests.e2e.thinkers import FirstMove

# As many games at once as two cores can serve.
_AT_ONCE = 12
_PRIVATE = 4
# Longer than anything on a bad line takes effect, and than the bot is in doubt about it (seconds).
_QUIET = 40
_EPOCH = 1_800_000_000


@dataclass
class Figures:
    """What happened."""

    games: int = 0
    chats: int = 0
    seconds: float = 0
    deeds: Deeds = field(default_factory=Deeds)
    requests: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    dead_pictures: int = 0


async def play_games(
    games: int, chats: int, rate: float, seed: int, folder: Path, recorded: list[Recorded]
) -> Figures:
    """Plays recorded games, and checks results and boards. Returns what happened.

    Every fourth game is played in two private chats, the others in that many groups.

    :raises AssertionError: a game ended otherwise, or has not exactly one live board.
    """
    loop = asyncio.get_running_loop()
    world = World(clock=lambda: _EPOCH + loop.time())
    world.calls = deque()  # all of them
    line = BadLine(rate, seed)
    figures = Figures(games, chats)
    with only_expected_lines():
        async with LocalServer(world) as server:
            config = Config(server.token, server.url, folder / "b.db", None, None, logging.INFO)
            async with running(
                config,
                token=server.token,
                engine=FirstMove(),
                rates=UNLIMITED,
                allowances=QUICK_PEOPLE,
                clock=world.clock,
            ):
                pairs = _pairs(world, figures, seed, recorded)
                world.faults.line = line
                began = loop.time()
                await _play_all(pairs)
                figures.seconds = loop.time() - began
                world.faults.line = None
                await asyncio.sleep(_QUIET)
                figures.requests.update(call.method for call in world.calls)
            figures.faults = line.met
            for pair in pairs:
                check_result(pair.game, pair.recorded, config.database)
                assert [len(boards) for boards in pair.boards] == [1] * len(pair.chats), pair.game
                assert pair.over, pair.game
            figures.dead_pictures = dead_pictures(world)
    return figures


def _pairs(world: World, figures: Figures, seed: int, recorded: list[Recorded]) -> list[Pair]:
    games, chats = figures.games, figures.chats
    recorded = random.Random(seed).sample(recorded, len(recorded))
    members = [
        (world.add_person(f"White-{n:04d}."), world.add_person(f"Black-{n:04d}."))
        for n in range(games)
    ]
    groups = [
        world.add_group(f"Group {n}", [each for pair in members[n::chats] for each in pair])
        for n in range(chats)
    ]
    return [
        Pair(
            Player(world, Patience(), figures.deeds),
            white,
            black,
            None if number % _PRIVATE == 1 else groups[number % chats],
            recorded[number % len(recorded)],
        )
        for number, (white, black) in enumerate(members)
    ]


async def _play_all(pairs: list[Pair]) -> None:
    room = asyncio.Semaphore(_AT_ONCE)

    async def play(pair: Pair) -> None:
        async with room:
            await pair.play()

    async with asyncio.TaskGroup() as group:
        for pair in pairs:
            group.create_task(play(pair))


def check_result(game: int, recorded: Recorded, database: Path) -> None:
    """Checks that a game in the file went as recorded, move by move."""
    with closing(sqlite3.connect(database)) as connection:
        end = connection.execute(
            "SELECT phase, winner, reason FROM games WHERE id = ?", (game,)
        ).fetchone()
        plies = connection.execute(
            "SELECT notation FROM plies WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
    assert [notation for (notation,) in plies] == [format_ply(ply) for ply in recorded.plies]
    assert end == ("finished", recorded.winner, recorded.reason)


def dead_pictures(world: World) -> int:
    """How many pictures have no buttons: boards whose sending was never confirmed."""
    return sum(
        message.photo is not None and not message.buttons
        for chat in world.chats.values()
        for message in chat.messages.values()
    )


@contextmanager
def only_expected_lines() -> Iterator[None]:
    """Nothing may be logged as an error, but for the 429s of the library's limiter."""
    lines: list[str] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name != "telegram.ext.AIORateLimiter":
                lines.append(self.format(record))

    handler = Keeping(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    assert lines == []
