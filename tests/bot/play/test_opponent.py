"""The AI's part in games, with an engine that answers at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.play.live import Live, draw_lot
from bot.play.match import Decision, DrawOffer, Ending, Match, Phase
from bot.play.opponent import Opponent
from bot.play.people import People
from bot.play.seats import AI, Player, Seats
from bot.play.setup import Colour, Setup
from bot.store.database import Database
from bot.store.people import PersonRecord
from rules import Game, Options, Side, parse_ply
from tests.e2e.thinkers import FirstMove

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
