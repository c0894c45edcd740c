"""How many taps the bot bears: many games in many chats, tapped at human speed.

    python -m tests.bench.load                     in steps up to 300 taps a second
    python -m tests.bench.load --stored            the same load on an empty and on a full database
    python -m tests.bench.load --growth            an hour's games that come and go, in waves

The bot is ``python -m bot``, a process of its own with Telegram's rates; the server and the people
are in this one. People play recorded games and know them by heart: they tap on without waiting for
the picture, of which Telegram lets a bot send 30 a second. A tap counts when it has been answered,
and each answer is one after the move has been committed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from telegram import Bot

from bot.chat.callbacks import ConfirmResign, Meaning, Pick, Stop, encode
from bot.config import Config
from bot.local.flood import FloodLimits
from bot.local.records import Chat, Message, Person
from bot.local.server import LocalServer
from bot.local.watching import Watcher
from bot.local.world import World
from bot.store.database import Database
from bot.transport import AiohttpRequest, Patience
from rules import PASS, Ply, Route, Side
from tests.bench.stored import fill, store_begun
from tests.bot.local.pictures import png
from tests.e2e.process import BotProcess
from tests.e2e.recorded import recorded_games

_MIB = 2**20
_WARM_UP = 4.0
_TAPS_OF_A_SHORT_GAME = 7
_PATIENT = Patience(pool=60, connect=60, write=60, upload=60, read=60)


class _Bot(BotProcess):
    program = "bot"


@dataclass
class Played:
    """A game at its board: who plays it how, and since when the board is out of date."""

    chat: Chat
    message: int
    id: int
    players: tuple[Person, Person]
    plies: Sequence[Ply]
    busy: bool = False
    late_since: float | None = None

    def __post_init__(self) -> None:
        self.taps = self._taps()

    def _taps(self) -> Iterator[tuple[Person, Meaning]]:
        """Every tap of the whole game: the piece, each hop, and the stop."""
        turn = 0
        for ply, person in zip(self.plies, itertools.cycle(self.players), strict=False):
            if ply is not PASS:
                yield from ((person, tap) for tap in _taps_of(self.id, turn, ply))
                turn += 1


def _taps_of(game: int, turn: int, route: Route) -> list[Meaning]:
    picks: list[Meaning] = [Pick(game, turn, route[:length]) for length in range(1, len(route))]
    # The squares of a step are neighbours.
    hops = abs(route[0] - route[1]) not in {1, 7, 8, 9}
    return [*picks, Stop(game, turn, route) if hops else Pick(game, turn, route)]


@dataclass
class Figures:
    """What was measured in a while."""

    answers: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    boards: int = 0
    toasts: Counter[str] = field(default_factory=Counter)

    @property
    def cuts(self) -> tuple[float, float]:
        """The median and the 99th percentile of the answers, in seconds."""
        cuts = statistics.quantiles(self.answers, n=100)
        return cuts[49], cuts[98]


class Eyes(Watcher):
    """Sees each board that changes."""

    def __init__(self, games: Sequence[Played]) -> None:
        self._games = {(game.chat.id, game.message): game for game in games}
        self.figures = Figures()

    def message_changed(self, message: Message) -> None:
        game = self._games.get((message.chat.id, message.id))
        if game is None:
            return
        self.figures.boards += 1
        if game.late_since is not None:
            self.figures.lateness.append(time.perf_counter() - game.late_since)
            game.late_since = None


async def seat(server: LocalServer, database: Path, games: int, groups: int) -> list[Played]:
    """Has so many games begun, each with a board in one of the groups."""
    world, recordings, played = server.world, recorded_games(), []
    chats = []
    for number in range(groups):
        white = world.add_person("White", username=f"white{number}", language_code="en")
        black = world.add_person("Black", username=f"black{number}", language_code="en")
        chats.append((world.add_group(f"Group {number}", [white, black]), white, black))
    store = await Database.open(database)
    async with AiohttpRequest(1, _PATIENT) as client, store.transaction() as transaction:
        bot = Bot(server.token, f"{server.url}/bot", request=client, get_updates_request=client)
        picture: str | bytes = png(1)
        for number in range(games):
            chat, white, black = chats[number % groups]
            sent = await bot.send_photo(chat.id, picture)
            picture, board = sent.photo[0].file_id, chat.messages[sent.message_id]
            recorded = recordings[number % len(recordings)]
            game = await store_begun(transaction, recorded.options, white, black, board)
            played.append(Played(chat, board.id, game, (white, black), recorded.plies))
    await store.close()
    return played


async def tap(world: World, game: Played, figures: Figures) -> None:
    if (deed := next(game.taps, None)) is None:
        return
    person, meaning = deed
    game.busy = True
    began = time.perf_counter()
    if game.late_since is None:
        # Now: when the answer is slow, the board may come first.
        game.late_since = began
    answer = await world.call_back(person, game.chat, game.message, encode(meaning))
    ended = time.perf_counter()
    game.busy = False
    figures.answers.append(ended - began)
    figures.toasts[answer.text or "" if answer is not None else "(never answered)"] += 1


async def tap_at(
    rate: float, taps: int, world: World, games: Sequence[Played], eyes: Eyes
) -> Figures:
    """People tap so often a second, now here, now there; nobody taps before the last answer."""
    eyes.figures = figures = Figures()
    order = itertools.cycle(random.Random(7).sample(games, len(games)))
    began = time.perf_counter()
    async with asyncio.TaskGroup() as tapping:
        for number in range(taps):
            await asyncio.sleep(began + number / rate - time.perf_counter())
            game = next(
                (each for each in itertools.islice(order, len(games)) if not each.busy), None
            )
            if game is not None:
                tapping.create_task(tap(world, game, figures))
    return figures


@dataclass(frozen=True)
class Cost:
    """CPU seconds used so far, by the bot and by the rest of the bench, and when."""

    bot: float
    rest: float
    at: float

    @classmethod
    def now(cls, process: BotProcess) -> Cost:
        return cls(process.cpu_seconds, time.process_time(), time.perf_counter())


def report(what: str, figures: Figures, before: Cost, after: Cost, process: BotProcess) -> None:
    taps, seconds = len(figures.answers), after.at - before.at
    bot = after.bot - before.bot
    median, nearly_all = figures.cuts
    late = statistics.quantiles(figures.lateness or [0, 0], n=100)
    print(
        f"{what}: {taps / seconds:5.1f} taps/s"
        f" | answer {median * 1e3:6.1f} ms median, {nearly_all * 1e3:6.1f} ms 99 %"
        f" | boards {figures.boards / seconds:4.1f}/s, late {late[49]:4.1f} s median,"
        f" {late[98]:5.1f} s 99 %"
        f" | bot {bot / taps * 1e3:5.2f} ms CPU a tap, {bot / seconds:4.0%} of a core"
        f" (server and people {(after.rest - before.rest) / seconds:4.0%})"
        f" | {process.memory / _MIB:4.0f} MiB",
        flush=True,
    )
    if wrong := {text: count for text, count in figures.toasts.items() if text}:
        print("  toasts:", wrong)


@asynccontextmanager
async def bot_at_work(server: LocalServer, database: Path) -> AsyncIterator[BotProcess]:
    world = server.world
    log = database.with_suffix(".log")
    config = Config(server.token, server.url, database, None, None, 0)
    process = _Bot(config, log)
    began = time.perf_counter()
    await process.start()
    await world.until(lambda: world.updates.waiting, 120)
    print(f"up in {time.perf_counter() - began:.1f} s, {process.memory / _MIB:.0f} MiB")
    try:
        yield process
    finally:
        await process.stop()
    refused = world.flood.refused if world.flood is not None else 0
    print(f"refused by flood control: {refused}")
    print(
        "".join(line for line in log.read_text().splitlines(True) if " INFO " not in line), end=""
    )


async def bear(
    steps: Sequence[tuple[float, float]], games: int, groups: int, stored: tuple[int, int] = (0, 0)
) -> tuple[Figures, float]:
    """Loads the bot step by step: taps a second, seconds. Returns the last figures and memory."""
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "load.db"
        async with LocalServer(world) as server:
            played = await seat(server, database, games, groups)
            if any(stored):
                began = time.perf_counter()
                await asyncio.to_thread(fill, database, *stored)
                size = database.stat().st_size / _MIB
                print(f"filled: {size:.0f} MiB in {time.perf_counter() - began:.0f} s")
            world.flood = FloodLimits(world.clock)
            # Telegram and the people make no pauses.
            gc.freeze()
            gc.set_threshold(5_000, 50, 1_000)
            eyes = Eyes(played)
            world.watch(eyes)
            async with bot_at_work(server, database) as process:
                for rate, seconds in [(steps[0][0], _WARM_UP), *steps]:
                    before = Cost.now(process)
                    figures = await tap_at(rate, int(rate * seconds), world, played, eyes)
                    what = f"{rate:4.0f}/s asked"
                    report(what, figures, before, Cost.now(process), process)
                return figures, process.memory / _MIB


def _all_shown(games: Sequence[Played]) -> bool:
    return all(game.late_since is None for game in games)


async def grow(rate: float, waves: int, games: int) -> None:
    """Games begin, are played for some taps and are given up; tells the memory after each wave.

    Nothing should be kept of them but the caches, which are full after 2,500 games. At 28 boards a
    second, which is what Telegram takes, an hour has room for some 14,000 games as short as these.
    """
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "growth.db"
        async with LocalServer(world) as server:
            played = await seat(server, database, waves * games, waves * games)
            world.flood = FloodLimits(world.clock)
            # Telegram and the people make no pauses.
            gc.freeze()
            gc.set_threshold(5_000, 50, 1_000)
            eyes = Eyes(played)
            world.watch(eyes)
            async with bot_at_work(server, database) as process:
                for first in range(0, len(played), games):
                    wave = played[first : first + games]
                    for game in wave:
                        resigning = ConfirmResign(game.id, Side.WHITE)
                        few = itertools.islice(game.taps, _TAPS_OF_A_SHORT_GAME - 1)
                        game.taps = itertools.chain(few, [(game.players[0], resigning)])
                    before = Cost.now(process)
                    taps = games * _TAPS_OF_A_SHORT_GAME
                    figures = await tap_at(rate, taps, world, wave, eyes)
                    await world.until(partial(_all_shown, wave), 60)
                    report(f"{first + games:5} games", figures, before, Cost.now(process), process)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--groups", type=int, default=200)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--stored", action="store_true", help="compare with a full database")
    parser.add_argument("--growth", action="store_true", help="games that come and go")
    parser.add_argument("--waves", type=int, default=36)
    arguments = parser.parse_args()
    print("load average", *(f"{each:.1f}" for each in os.getloadavg()))
    last = (arguments.rate, arguments.seconds)
    where = arguments.games, arguments.groups
    if arguments.growth:
        asyncio.run(grow(arguments.rate, arguments.waves, 400))
    elif arguments.stored:
        empty = asyncio.run(bear([last], *where))
        full = asyncio.run(bear([last], *where, (100_000, 10_000)))
        changes = [new / old - 1 for old, new in zip(empty[0].cuts, full[0].cuts, strict=True)]
        print(f"median answer {changes[0]:+.0%}, 99 % {changes[1]:+.0%}", end="")
        print(f", memory {full[1] - empty[1]:+.0f} MiB")
    else:
        steps = [(arguments.rate * part, 8.0) for part in (0.1, 0.33, 0.67)]
        asyncio.run(bear([*steps, last], *where))
    print("load average", *(f"{each:.1f}" for each in os.getloadavg()))


if __name__ == "__main__":
    main()
