"""The process is killed again and again while people play; nothing that anybody saw is lost."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from bot.chat.callbacks import Go, Pick, Press, Stop
from bot.config import Config
from bot.local.records import Chat, Message
from bot.local.server import LocalServer
from bot.local.watching import Watcher
from rules import PASS, Game, MoveSet, Options, State, format_ply, parse_ply
from tests.e2e.forked import FastClock, ForkedBot
from tests.e2e.hostile import check_result, dead_pictures
from tests.e2e.patient import (
    Deeds,
    Offer,
    Pair,
    Patience,
    Player,
    buttons_of,
    live_boards,
    offers_rematch,
)
from tests.e2e.recorded import Recorded, by_shortest_routes
from tests.e2e.solo import Solo

_PATIENCE = Patience(answer=1.5, picture=1.5, board=4)
_CONVERGENCE = 30.0
# A limit of 5 minutes reminds after 2.3 s.
_SPEED = 100.0
# A kill may fall at any time, or right after one of these has reached the server.
_MOMENTS = ("answerCallbackQuery", "editMessageMedia", "sendPhoto", "deleteMessage", "sendMessage")
# The share of games in private chats, where new messages come at each turn.
_PRIVATE = 0.4


_P = TypeVar("_P", bound=Pair)


@dataclass
class Figures:
    """What happened."""

    kills: int = 0
    while_starting: int = 0
    games: int = 0
    against_ai: int = 0
    deeds: Deeds = field(default_factory=Deeds)
    confirmed: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    """How many of these moves were made by what: a step, a hop that ended its chain, and so on."""
    reminders: int = 0
    doubled_reminders: int = 0
    dead_pictures: int = 0
    starts: list[float] = field(default_factory=list)
    """Seconds from each start until the bot asked for updates."""
    recoveries: list[float] = field(default_factory=list)
    """Seconds from then on until all boards showed the newest positions."""


class Ordeal:
    """Games of people with each other and with the AI, and somebody who pulls the plug.

    :raises AssertionError: by :meth:`run`, when something was lost or doubled.
    """

    def __init__(
        self, server: LocalServer, folder: Path, seed: int, recorded: list[Recorded]
    ) -> None:
        self.figures = Figures()
        self._world = server.world
        self._database = folder / "b.db"
        self._config = Config(server.token, server.url, self._database, None, None, logging.INFO)
        self._bot = ForkedBot(self._config, folder / "bot.log", self._world, FastClock(_SPEED))
        self._chance = random.Random(seed)
        self._recorded = recorded
        self._undisturbed = asyncio.Event()
        self._ending = False
        self._longest = 0.0
        self._numbers = itertools.count(1)
        self._quick_taps = itertools.cycle((False, True))
        self._pairs: list[Pair] = []
        self._confirmed: dict[int, int] = {}
        self._settled: set[int] = set()  # games that were over and right at an earlier check
        self._reminders = Reminders()
        self._world.watch(self._reminders)

    async def run(self, kills: int, pairs: int, solos: int, longest: float = 1.0) -> Figures:
        """Plays games, so many at once, until that many kills are over, and to their ends.

        Between two kills lie so many seconds at most.
        """
        self._longest = longest
        try:
            async with asyncio.TaskGroup() as group:
                dawdling = group.create_task(self._dawdle())
                playing = [group.create_task(self._play_pairs()) for _ in range(pairs)]
                playing += [group.create_task(self._play_solos()) for _ in range(solos)]
                await self._kill_again_and_again(kills)
                self._ending = True
                await asyncio.wait(playing)
                dawdling.cancel()
            await self._check()
        finally:
            await self._bot.kill()
        assert self._reminders.wrong == [], "reminders that came again"
        came = self._reminders.came
        self.figures.reminders = came.total()
        self.figures.doubled_reminders = came.total() - len(came)
        assert "Traceback" not in self._bot.log, self._bot.log
        assert "ERROR" not in self._bot.log, self._bot.log
        self.figures.dead_pictures = dead_pictures(self._world)
        return self.figures

    # The plug

    async def _kill_again_and_again(self, kills: int) -> None:
        await self._start()
        await self._check()
        while self.figures.kills < kills:
            await self._until_a_moment()
            await self._kill()
            while self._chance.random() < 0.25 and self.figures.kills < kills:
                await self._bot.start()
                await asyncio.sleep(self._chance.uniform(0, 0.6))
                self.figures.while_starting += 1
                await self._kill()
            await self._start()
            await self._check()
        self._undisturbed.set()

    async def _until_a_moment(self) -> None:
        self._undisturbed.set()
        longest = self._chance.uniform(0.02, self._longest)
        if self._chance.random() < 0.5:
            await asyncio.sleep(longest)
            return
        method = self._chance.choice(_MOMENTS)
        seen = self._world.calls[-1]

        def it_came() -> bool:
            return self._world.calls[-1] is not seen and self._world.calls[-1].method == method

        with suppress(TimeoutError):
            await self._world.until(it_came, longest)

    async def _kill(self) -> None:
        await self._bot.kill()
        self._reminders.killed(self._noted_reminders())
        self._undisturbed.clear()
        self.figures.kills += 1

    async def _start(self) -> None:
        began = asyncio.get_running_loop().time()
        await self._bot.start()
        await self._bot.until_up()
        self.figures.starts.append(asyncio.get_running_loop().time() - began)

    # The people

    def _player(self) -> Player:
        return Player(
            self._world, _PATIENCE, self.figures.deeds, self._undisturbed.wait, self._note
        )

    def _note(self, tapped: Pick | Stop | Go) -> None:
        if (way := self._way_to_move(tapped)) is not None:
            game, turn = tapped.game, tapped.turn
            self._confirmed[game] = max(turn, self._confirmed.get(game, turn))
            self.figures.confirmed += 1
            self.figures.ways[way] += 1

    def _way_to_move(self, tapped: Pick | Stop | Go) -> str | None:
        """Names the way in which a tap made a move, None if it did not make one."""
        match tapped:
            case Stop():
                return "stop"
            case Go():
                return "quick"
            case Pick(game, turn, (first, second, *more) as path):
                # The file is believed about the moves before this one, which were checked.
                with closing(sqlite3.connect(self._database)) as connection:
                    state = position_at(connection, game, turn)
                if not more and state.steps_from(first) >> second & 1:
                    return "step"
                return None if state.hops_from(path) else "last hop"
        return None

    def _pair(self, kind: type[_P], words: str = "", *, private: bool = False) -> _P:
        number = next(self._numbers)
        white = self._world.add_person(f"White-{number:04d}.")
        black = self._world.add_person(f"Black-{number:04d}.")
        group = None if private else self._world.add_group(f"Group {number}", [white, black])
        recorded, quick_taps = self._chance.choice(self._recorded), next(self._quick_taps)
        if quick_taps:
            recorded = by_shortest_routes(recorded)
        pair = kind(self._player(), white, black, group, recorded, words, quick_taps)
        self._pairs.append(pair)
        return pair

    async def _play_pairs(self) -> None:
        while not self._ending:
            pair = self._pair(Pair, private=self._chance.random() < _PRIVATE)
            await pair.play()
            check_result(pair.game, pair.recorded, self._database)
            self.figures.games += 1

    async def _play_solos(self) -> None:
        while not self._ending:
            person = self._world.add_person(f"Solo-{next(self._numbers):04d}.")
            await Solo(self._player(), person, random.Random(self._chance.random())).play()
            self.figures.games += 1
            self.figures.against_ai += 1

    async def _dawdle(self) -> None:
        while True:
            dawdlers = self._pair(Dawdlers, "5min")
            dawdlers.reminders = self._reminders
            await dawdlers.play()

    def _noted_reminders(self) -> set[tuple[int, int]]:
        with closing(sqlite3.connect(self._database)) as connection:
            rows = connection.execute("SELECT chat, reminded FROM boards WHERE reminded >= 0")
            return set(rows.fetchall())

    # What must always hold

    async def _check(self) -> None:
        """Waits until all is as it should be, and sees that nothing is lost or doubled."""
        now = asyncio.get_running_loop().time
        began = now()
        while behind := self._behind():
            assert now() - began < _CONVERGENCE, f"after a restart: {behind}"
            # A file tells nobody that it changes.
            await asyncio.sleep(0.02)
        self.figures.recoveries.append(now() - began)
        with closing(sqlite3.connect(self._database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            turns = dict(connection.execute("SELECT id, turn FROM games"))
            for game, turn in self._confirmed.items():
                assert turns[game] > turn, f"game {game}: the move of turn {turn} is lost"
            for pair in self._pairs:
                if pair.game and pair.game not in self._settled:
                    check_so_far(connection, pair)
            for game, level in connection.execute("SELECT id, level FROM games"):
                if level is not None and game not in self._settled:
                    check_rules(connection, game, turns[game])
            finished = "SELECT id FROM games WHERE phase = 'finished'"
            self._settled |= {game for (game,) in connection.execute(finished)}

    def _behind(self) -> list[str]:
        """Says what is not as it should be (yet), for each such game."""
        with closing(sqlite3.connect(self._database)) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(
                "SELECT games.*, chat, message, shown FROM games JOIN boards ON game = games.id"
            ).fetchall()
        behind = []
        for row in rows:
            if row["id"] not in self._settled and (why := self._is_behind(row)):
                behind.append(f"game {row['id']} in chat {row['chat']}: {why}")
        return behind

    def _is_behind(self, row: sqlite3.Row) -> str | None:
        live = live_boards(self._world, self._world.chats[row["chat"]], row["id"])
        if [message.id for message in live] != [row["message"]]:
            return f"the live boards are {[each.id for each in live]}, not {row['message']}"
        if row["shown"] != row["version"]:
            return f"it shows version {row['shown']} of {row['version']}"
        meanings = [meaning for _, meaning in buttons_of(live[0])]
        turns = {each.turn for each in meanings if isinstance(each, Pick | Stop | Go | Press)}
        if row["phase"] == "running" and turns - {row["turn"]}:
            return f"it shows turn {turns} instead of {row['turn']}"
        if row["phase"] == "finished" and not offers_rematch(live[0]):
            return "it does not show the end"
        if row["phase"] == "running" and row["level"] is not None:
            return None if any(isinstance(each, Pick) for each in meanings) else "the AI's turn"
        return None


class Reminders(Watcher):
    """Counts the reminders that groups got in each turn that their boards showed.

    A reminder comes once. If the process dies between its sending and the note of that, it comes
    again: better than never. What is in ``noted`` must not come again.
    """

    def __init__(self) -> None:
        self.came: Counter[tuple[int, int]] = Counter()
        self.noted: set[tuple[int, int]] = set()
        self.wrong: list[tuple[int, int]] = []
        self._run = 0
        self._last: dict[tuple[int, int], int] = {}
        self._seen: set[tuple[int, int]] = set()

    def killed(self, noted: set[tuple[int, int]]) -> None:
        """The process has died and left those notes: of chats and turns."""
        self._run += 1
        self.noted |= noted

    def message_changed(self, message: Message) -> None:
        """Counts a reminder that is new."""
        key = (message.chat.id, message.id)
        if message.text.startswith("⏰") and key not in self._seen:
            self._seen.add(key)
            turn = (message.chat.id, _turn_of(message.chat))
            if turn in self.noted or self._last.get(turn) == self._run:
                self.wrong.append(turn)
            self.came[turn] += 1
            self._last[turn] = self._run


def _turn_of(chat: Chat) -> int:
    meanings = [m for message in chat.messages.values() for _, m in buttons_of(message)]
    return max((each.turn for each in meanings if isinstance(each, Pick | Stop | Go)), default=-1)


@dataclass
class Dawdlers(Pair):
    """Two who move only when they are reminded."""

    reminders: Reminders = field(default_factory=Reminders)

    async def tap_on(self, offer: Offer) -> None:
        """Waits for the reminder; then does what comes next."""
        assert self.group is not None
        came, turn = self.reminders.came, (self.group.id, offer.turn)
        if offer.turn >= 0:
            reminded = await self.player.until(lambda: came[turn] > 0, _CONVERGENCE)
            assert reminded, f"nobody was reminded in turn {offer.turn}"
        await super().tap_on(offer)


def check_so_far(connection: sqlite3.Connection, pair: Pair) -> None:
    """Checks that a game went as recorded as far as it has come."""
    plies = plies_of(connection, pair.game)
    assert plies == [format_ply(ply) for ply in pair.recorded.plies][: len(plies)]


def check_rules(connection: sqlite3.Connection, game: int, turn: int) -> None:
    """Checks that a game of the usual options has as many moves as turns, all of them legal."""
    plies = [parse_ply(ply) for ply in plies_of(connection, game)]
    Game.replay(Options(), plies)
    assert sum(ply is not PASS for ply in plies) == turn


def position_at(connection: sqlite3.Connection, game: int, turn: int) -> State:
    """The position in which a turn is to be made, the first being 0."""
    row = connection.execute(
        "SELECT pieces, moves, leave_home, anti_mirror FROM games WHERE id = ?", (game,)
    ).fetchone()
    pieces, moves, leave_home, anti_mirror = row
    options = Options(pieces, MoveSet(moves), bool(leave_home), bool(anti_mirror))
    plies = [parse_ply(ply) for ply in plies_of(connection, game)]
    made = [number for number, ply in enumerate(plies, start=1) if ply is not PASS]
    before = max(made[:turn], default=0)
    return Game.replay(options, plies[:before]).with_forced_passes().state


def plies_of(connection: sqlite3.Connection, game: int) -> list[str]:
    rows = connection.execute("SELECT notation FROM plies WHERE game = ? ORDER BY number", (game,))
    return [notation for (notation,) in rows]
