"""One game that cannot be read keeps no other game away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from sqlite3 import OperationalError

import pytest
import pytest_asyncio

from bot.play.clocks import Clocks
from bot.play.live import Live, draw_lot
from bot.play.match import Match, Phase
from bot.play.reach import Reach
from bot.play.seats import Player
from bot.play.setup import Colour, Setup
from bot.store import games
from bot.store.database import Database
from bot.store.people import PersonRecord, save_person
from bot.store.silences import Hindrance
from rules import Options, Side, parse_ply

ANNA, BORIS = Player(1), Player(2)
GROUP = -100
LIMIT = 3_600
TURN_LIMITS = Setup(Options(), Colour.WHITE, LIMIT)
AGAINST_AI = Setup(Options(), Colour.BLACK, level=1)


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "bot.db")
    async with database.transaction() as transaction:
        save_person(transaction, PersonRecord(ANNA.id, "Anna"))
        save_person(transaction, PersonRecord(BORIS.id, "Boris"))
    yield database
    await database.close()


async def three(database: Database, clock: Clock, setup: Setup, guest: Player) -> list[Match]:
    """Begins three games of Anna's, and makes the moves of the second unreadable."""
    live = Live(database, clock)
    found = []
    for _ in range(3):
        card = await live.challenge(ANNA, setup, None, GROUP, None)
        match = await live.act(card.id, lambda now: now.accepted(guest, now.version, draw_lot))
        if setup.level is None:
            match = await live.act(match.id, lambda now: now.played(ANNA, 0, route("c1-d1")))
        found.append(match)
    await spoil(database, found[1])
    return found


async def spoil(database: Database, match: Match) -> None:
    async with database.transaction() as transaction:
        transaction.execute("DELETE FROM plies WHERE game = ?", (match.id,))
        plies = ["i9-j9"] * (match.ply or 2)
        games.add_plies(transaction, match.id, 1, plies, 0)


def route(text: str) -> tuple[int, ...]:
    ply = parse_ply(text)
    assert isinstance(ply, tuple)
    return ply


def left_out(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


async def test_it_is_left_out_wherever_many_are_loaded(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    first, spoilt, last = await three(database, clock, TURN_LIMITS, BORIS)
    live = Live(database, clock)
    for _ in range(2):
        assert await live.in_chat(GROUP) == [last, first]
        assert await live.running_of(BORIS) == [last, first]
    assert left_out(caplog) == [f"Game {spoilt.id} fails and is left out"]
    with pytest.raises(ValueError, match="i9"):
        await live.match(spoilt.id)


async def test_it_does_not_stop_the_start(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    first, spoilt, last = await three(database, clock, AGAINST_AI, ANNA)
    assert await games.waiting_for_ai(database) == [first.id, spoilt.id, last.id]
    assert await Live(database, clock).waiting_for_ai() == [first, last]
    assert left_out(caplog) == [f"Game {spoilt.id} fails and is left out"]


async def test_a_database_that_does_not_answer_is_no_game_s_fault(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three(database, clock, AGAINST_AI, ANNA)

    async def fail(*_: object) -> list[str]:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(games, "load_plies", fail)
    with pytest.raises(OperationalError):
        await Live(database, clock).waiting_for_ai()


async def test_the_clocks_of_the_others_go_on(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    first, spoilt, last = await three(database, clock, TURN_LIMITS, BORIS)
    clock.now += LIMIT
    live = Live(database, clock)
    clocks = Clocks(database, live, clock)
    await clocks.tick()
    await clocks.tick()
    for match in (first, last):
        now = await live.match(match.id)
        assert (now.reminded, now.overdue) == (True, True)
    assert left_out(caplog) == [f"Game {spoilt.id} fails and is left out"]


async def test_what_fails_at_a_tick_in_any_way_is_tried_again_at_the_next(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, last = await three(database, clock, TURN_LIMITS, BORIS)
    clock.now += LIMIT
    live = Live(database, clock)
    load, failing = games.load_game, {first.id}

    async def load_game(database: Database, game: int) -> games.GameRecord | None:
        if game in failing:
            raise OperationalError("disk I/O error")
        return await load(database, game)

    monkeypatch.setattr(games, "load_game", load_game)
    clocks = Clocks(database, live, clock)
    await clocks.tick()
    assert (await live.match(last.id)).overdue
    failing.clear()
    assert not (await live.match(first.id)).overdue
    await clocks.tick()
    assert (await live.match(first.id)).overdue


async def test_the_others_get_the_time_for_which_they_were_paused(
    database: Database, clock: Clock
) -> None:
    first, _, last = await three(database, clock, TURN_LIMITS, BORIS)
    live = Live(database, clock)
    reach = Reach(database, live, clock)
    await reach.lost(GROUP, Hindrance.MUTED)
    clock.now += 500
    assert await reach.regained(GROUP) is Hindrance.MUTED
    for match in (first, last):
        assert (await live.match(match.id)).since == match.since + 500
    # And the silence is over, after a restart too.
    again = Reach(database, live, clock)
    await again.load()
    assert again.hindrance(GROUP) is None


@pytest.mark.parametrize("setup", [TURN_LIMITS, AGAINST_AI])
async def test_it_does_not_keep_a_person_from_being_erased(
    database: Database, clock: Clock, setup: Setup
) -> None:
    guest = BORIS if setup.level is None else ANNA
    first, spoilt, _ = await three(database, clock, setup, guest)
    live = Live(database, clock)
    await live.erase(ANNA)
    assert await games.unfinished_games(database, ANNA.id) == []
    assert await database.rows("SELECT 1 FROM people WHERE id = ?", (ANNA.id,)) == []
    if setup.level is None:
        resigned, called_off = (
            await live.match(first.id),
            await games.load_game(database, spoilt.id),
        )
        assert resigned.ending is not None
        assert resigned.ending.winner is Side.BLACK
        assert called_off is not None
        assert (called_off.phase, called_off.reason) == (Phase.FINISHED.value, "called-off")
