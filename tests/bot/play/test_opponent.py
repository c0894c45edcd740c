"""The AI's part in games, with an engine that answers at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.ai.analysis import HINT, Limits
from bot.play.live import Live, draw_lot
from bot.play.match import Decision, DrawOffer, Ending, Match, Phase
from bot.play.opponent import Opponent
from bot.play.people import People
from bot.play.seats import AI, Player, Seats
from bot.play.setup import Colour, Setup
from bot.store import games
from bot.store.database import Database, Transaction
from bot.store.people import PersonRecord
from rules import Game, Options, Side, parse_ply
from tests.e2e.thinkers import FirstMove, Idea

ANNA = Player(1)
CHAT = 1


@pytest_asyncio.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    database = await Database.open(tmp_path / "test.db")
    await People(database, lambda: 1_000.0).meet(PersonRecord(ANNA.id, "Anna"))
    yield Live(database, lambda: 1_000.0)
    await database.close()


@pytest_asyncio.fixture
async def engine() -> FirstMove:
    return FirstMove()


@pytest_asyncio.fixture
async def opponent(live: Live, engine: FirstMove) -> AsyncIterator[Opponent]:
    opponent = Opponent(live, engine, shortest_reply=0)
    yield opponent
    await opponent.close()


async def begin(live: Live, colour: Colour = Colour.WHITE, level: int = 3) -> Match:
    setup = Setup(Options(), colour, level=level)
    card = await live.challenge(ANNA, setup, None, CHAT, None)
    return await live.act(card.id, lambda match: match.accepted(ANNA, card.version, draw_lot))


async def until(live: Live, game: int, seen: Callable[[Match], bool]) -> Match:
    """Waits until the game is as wished."""
    changed = asyncio.Event()
    live.subscribe(lambda _: changed.set())
    async with asyncio.timeout(5):
        while not seen(match := await live.match(game)):
            changed.clear()
            await changed.wait()
    return match


async def until_annas_turn(live: Live, game: int) -> Match:
    return await until(live, game, lambda now: now.mover == ANNA.id and not now.open_draw_offer)


@pytest.mark.usefixtures("opponent")
async def test_the_ai_moves_when_it_is_its_turn(live: Live, engine: FirstMove) -> None:
    match = await begin(live, Colour.BLACK)
    match = await until_annas_turn(live, match.id)
    assert match.ply == 1
    assert engine.levels == [3]
    await live.act(match.id, lambda now: now.played(ANNA, 1, route("h6-h5")))
    match = await until_annas_turn(live, match.id)
    assert match.ply == 3


@pytest.mark.usefixtures("opponent")
async def test_a_thought_about_a_position_that_was_taken_back_is_dropped(
    live: Live, engine: FirstMove
) -> None:
    match = await begin(live)
    engine.gate.clear()
    await live.act(match.id, lambda now: now.played(ANNA, 0, route("c1-d1")))
    await live.act(match.id, lambda now: now.taken_back(ANNA))
    await live.act(match.id, lambda now: now.played(ANNA, 2, route("a3-a4")))
    engine.gate.set()
    match = await until_annas_turn(live, match.id)
    assert (match.ply, match.turn) == (2, 4)
    assert match.game.plies[0] == route("a3-a4")


@pytest.mark.usefixtures("opponent")
@pytest.mark.parametrize(
    ("score", "round_", "agreed"),
    [(200, 1, True), (0, 1, False), (-200, 1, False), (0, 60, True), (-200, 60, False)],
)
async def test_draws_are_agreed_when_they_suit(
    score: int, round_: int, agreed: bool, live: Live, engine: FirstMove
) -> None:
    """The score is Anna's, who offers when she is to move; late, an even game is enough."""
    engine.score = score
    match = await begin(live)
    if round_ > 1:
        late = replace(match.game, state=replace(match.game.state, round=round_))
        match = await live.act(match.id, lambda now: replace(now, game=late))
    await live.act(match.id, lambda now: now.draw_offered(ANNA))
    if agreed:
        match = await until(live, match.id, lambda now: now.phase is Phase.FINISHED)
        assert match.ending == Ending(None, Decision.AGREED)
    else:
        match = await until_annas_turn(live, match.id)
        assert match.draw_offer == DrawOffer(Side.WHITE, declined=True)


async def test_only_games_that_wait_for_the_ai_are_looked_at(live: Live) -> None:
    waits_for_anna = await begin(live, Colour.WHITE)
    waits_for_ai = await begin(live, Colour.BLACK)
    assert await live.waiting_for_ai() == [waits_for_ai]
    moved = await live.act(waits_for_anna.id, lambda now: now.played(ANNA, 0, route("c1-d1")))
    assert await live.waiting_for_ai() == [moved, waits_for_ai]


async def test_an_offer_waits_for_the_ai_in_the_turn_of_the_person_too(live: Live) -> None:
    match = await begin(live, Colour.WHITE)
    offered = await live.act(match.id, lambda now: now.draw_offered(ANNA))
    assert await live.waiting_for_ai() == [offered]


class Waits:
    """Stands for sleeping: notes for how long, and lasts until it is let go on."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.over = asyncio.Event()
        self._begun = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self._begun.set()
        await self.over.wait()

    async def begun(self) -> None:
        async with asyncio.timeout(5):
            await self._begun.wait()


class Failing(FirstMove):
    """Fails so many times before it answers."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures
        self.asked = 0

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Idea:
        self.asked += 1
        if self.asked <= self.failures:
            raise RuntimeError("nobody expected this")
        return await super().analyse(game, key, limits)


async def test_a_reply_does_not_come_before_its_time(live: Live, engine: FirstMove) -> None:
    waits = Waits()
    opponent = Opponent(live, engine, shortest_reply=3_600, sleep=waits)
    match = await begin(live, Colour.BLACK)
    await waits.begun()
    # The thought is there already; what it took counts.
    assert engine.levels == [3]
    assert 3_000 < waits.seconds[0] <= 3_600
    for _ in range(50):
        await asyncio.sleep(0)
    assert (await live.match(match.id)).ply == 0
    waits.over.set()
    assert (await until_annas_turn(live, match.id)).ply == 1
    assert len(waits.seconds) == 1
    await opponent.close()


async def test_a_thought_that_fails_is_tried_again_with_growing_pauses(
    live: Live, caplog: pytest.LogCaptureFixture
) -> None:
    waits, engine = Waits(), Failing(8)
    waits.over.set()
    opponent = Opponent(live, engine, shortest_reply=0, sleep=waits)
    match = await begin(live, Colour.BLACK)
    assert (await until_annas_turn(live, match.id)).ply == 1
    # The last is before the reply, which takes no time.
    assert waits.seconds == [1, 2, 4, 8, 16, 32, 60, 60, 0]
    told = {record.getMessage() for record in caplog.records}
    assert told == {f"The AI could not do its part in game {match.id} and tries again"}
    await opponent.close()


async def test_a_draw_offer_is_answered_though_a_thought_failed(live: Live) -> None:
    waits, engine = Waits(), Failing(1)
    waits.over.set()
    opponent = Opponent(live, engine, shortest_reply=0, sleep=waits)
    match = await begin(live)
    await live.act(match.id, lambda now: now.draw_offered(ANNA))
    match = await until_annas_turn(live, match.id)
    assert match.draw_offer == DrawOffer(Side.WHITE, declined=True)
    await opponent.close()


async def test_a_move_that_could_not_be_stored_is_made_later(
    live: Live,
    engine: FirstMove,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    waits = Waits()
    opponent = Opponent(live, engine, shortest_reply=0, sleep=waits)
    waits.over.set()
    add_plies, moves = games.add_plies, 0

    def fail_once(transaction: Transaction, *args: Any) -> None:
        nonlocal moves
        moves += args[2] != []
        if moves == 1:
            transaction.execute("INSERT INTO nowhere VALUES (1)")
        add_plies(transaction, *args)

    monkeypatch.setattr(games, "add_plies", fail_once)
    match = await begin(live, Colour.BLACK)
    match = await until_annas_turn(live, match.id)
    assert (match.ply, match.turn) == (1, 1)
    assert waits.seconds == [0, 1, 0]
    assert "no such table" in caplog.text
    await opponent.close()


async def test_nothing_is_tried_again_in_a_game_that_went_on(live: Live) -> None:
    waits, engine = Waits(), Failing(1)
    opponent = Opponent(live, engine, shortest_reply=0, sleep=waits)
    match = await begin(live, Colour.BLACK)
    await waits.begun()
    await live.act(match.id, lambda now: now.resigned(ANNA))
    waits.over.set()
    for _ in range(50):
        await asyncio.sleep(0)
    assert engine.asked == 1
    await opponent.close()


async def test_closing_ends_what_is_tried_again_and_the_next_run_does_it(live: Live) -> None:
    waits, engine = Waits(), Failing(1)
    opponent = Opponent(live, engine, shortest_reply=0, sleep=waits)
    match = await begin(live, Colour.BLACK)
    await waits.begun()
    async with asyncio.timeout(5):
        await opponent.close()
    assert await live.waiting_for_ai() == [match]


async def test_what_was_owed_at_the_end_is_done_after_the_next_start(
    live: Live, engine: FirstMove
) -> None:
    match = await begin(live, Colour.BLACK)
    opponent = Opponent(live, engine, shortest_reply=0)
    await opponent.resume()
    match = await until_annas_turn(live, match.id)
    assert match.ply == 1
    await opponent.close()


def test_a_person_who_wins_is_offered_the_next_level() -> None:
    over = replace(
        running_at(level=3), phase=Phase.FINISHED, ending=Ending(Side.WHITE, Decision.RESIGNED)
    )
    assert over.next_level == 4
    assert replace(over, ending=Ending(Side.BLACK, Decision.RESIGNED)).next_level is None
    assert replace(over, ending=Ending(None, Decision.AGREED)).next_level is None
    assert replace(over, setup=replace(over.setup, level=6)).next_level is None


def running_at(level: int) -> Match:
    setup = Setup(Options(), Colour.WHITE, level=level)
    return Match(
        id=1,
        phase=Phase.RUNNING,
        setup=setup,
        challenger=ANNA.id,
        seats=Seats(white=ANNA.id, black=AI),
        game=Game.start(setup.options),
    )


def route(text: str) -> tuple[int, ...]:
    ply = parse_ply(text)
    assert isinstance(ply, tuple)
    return ply


async def test_one_hint_at_a_time_is_thought_of(
    live: Live, opponent: Opponent, engine: FirstMove
) -> None:
    match = await begin(live)
    engine.gate.clear()
    first = asyncio.create_task(opponent.hint(match))
    await asyncio.sleep(0)
    assert [await opponent.hint(match) for _ in range(100)] == [None] * 100
    engine.gate.set()
    assert await first is not None
    assert await opponent.hint(match) == await first
