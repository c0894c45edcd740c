"""The AI looks at finished games, with an engine that answers what it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.ai.analysis import HINT, Limits
from bot.play.live import Live
from bot.play.match import Decision, Ending, Match, Phase
from bot.play.records import record_of
from bot.play.refusals import Refusal, Refused
from bot.play.reviewer import CLOSER_LOOK, FIRST_LOOK, Reviewer
from bot.play.seats import Player, Seats
from bot.play.setup import Setup
from bot.store.database import Database
from bot.store.games import add_plies, insert_game
from bot.store.people import PersonRecord, save_person
from bot.store.reviews import LookRecord, load_looks
from rules import Game, Move, Options, Route, Side, format_ply
from tests.e2e.recorded import recorded_games
from tests.e2e.thinkers import FirstMove, Idea

ANNA, BORIS, CARLA = 1, 2, 3


def route(game: Game, number: int) -> Route:
    """The move with that number among the legal ones."""
    move = game.state.legal_turns[number]
    assert isinstance(move, Move)
    return game.state.route_to(move)


class Scripted(FirstMove):
    """Gives the positions of a game the scores of the mover that are written down, by ply.

    The best move is the last one. ``closer`` are the scores that it finds with more time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.scores: dict[int, int] = {}
        self.closer: dict[int, int] = {}
        self.asked: list[tuple[int, Limits]] = []
        self.at_once = 0

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Idea:
        assert key == "review"
        self.at_once += 1
        assert self.at_once == 1
        ply = len(game.plies)
        self.asked.append((ply, limits))
        await super().analyse(game, key, limits)
        await asyncio.sleep(0)
        self.at_once -= 1
        scores = self.scores | (self.closer if limits == CLOSER_LOOK else {})
        return Idea(route(game, -1), scores.get(ply, 0))

    def looks(self, limits: Limits) -> list[int]:
        return [ply for ply, each in self.asked if each == limits]


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "test.db")
    async with database.transaction() as transaction:
        for person in (ANNA, BORIS, CARLA):
            save_person(transaction, PersonRecord(person, "Somebody"))
    yield database
    await database.close()


@pytest.fixture
def live(database: Database) -> Live:
    return Live(database, lambda: 1_000.0)


@pytest.fixture
def engine() -> Scripted:
    return Scripted()


@pytest_asyncio.fixture
async def reviewer(database: Database, live: Live, engine: Scripted) -> AsyncIterator[Reviewer]:
    reviewer = Reviewer(database, live, engine)
    yield reviewer
    await reviewer.close()


def opening(plies: int) -> Game:
    """A game in which both shuffle the first piece that can move."""
    game = Game.start(Options())
    for _ in range(plies):
        game = game.play(route(game, 0))
    return game


async def finished(database: Database, live: Live, game: Game, level: int | None = None) -> Match:
    """The game as Anna played it, White, and Boris or the AI gave up."""
    match = Match(
        id=0,
        phase=Phase.FINISHED,
        setup=Setup(game.options, level=level),
        challenger=ANNA,
        seats=Seats(ANNA, 0 if level else BORIS),
        game=game,
        ending=Ending(Side.WHITE, Decision.RESIGNED),
    )
    async with database.transaction() as transaction:
        number = await insert_game(transaction, record_of(match), 0)
        add_plies(transaction, number, 1, [format_ply(ply) for ply in game.plies], 0)
    return await live.match(number)


async def test_each_position_is_looked_at_once_and_the_doubtful_ones_closely(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(10))
    engine.scores = {7: 200, 8: 200}  # Black to move stands well, then White does
    review = await reviewer.review(match)
    assert engine.looks(FIRST_LOOK) == list(range(10, -1, -1))
    assert sorted(engine.looks(CLOSER_LOOK)) == [6, 7, 8, 9]
    assert [point.ply for point in review.turning_points] == [6, 7, 8]
    assert [look.score for look in review.looks[6:10]] == [0, -200, 200, 0]
    assert review.turning_points[0].better == route(match.game.at(6), -1)


async def test_a_mistake_that_is_none_on_closer_look_is_dropped(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(10))
    engine.scores, engine.closer = {5: 200, 9: 100}, {5: 0}
    review = await reviewer.review(match)
    assert [point.ply for point in review.turning_points] == [8, 9]
    assert review.looks[5].score == 0


async def test_the_closer_looks_come_to_an_end(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(60))
    engine.scores = {ply: 100 + ply for ply in range(61)}
    engine.closer = dict.fromkeys(range(61), 0)
    await reviewer.review(match)
    assert len(engine.looks(CLOSER_LOOK)) <= 16


async def test_a_second_review_asks_nothing_even_after_a_restart(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(10))
    engine.scores = {7: 200, 8: 200}
    first = await reviewer.review(match)
    asked = len(engine.asked)
    again = Reviewer(database, live, engine)
    assert await again.review(match) == first == await again.stored(match)
    assert await again.begin(match, ANNA) is False
    assert len(engine.asked) == asked


async def test_a_review_that_is_made_while_it_is_looked_for_is_found(
    database: Database,
    live: Live,
    engine: Scripted,
    reviewer: Reviewer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = await finished(database, live, opening(4))

    async def slowly(database: Database, game: int) -> list[LookRecord]:
        monkeypatch.undo()
        looks = await load_looks(database, game)
        await reviewer.review(match)
        return looks

    monkeypatch.setattr("bot.play.reviewer.load_looks", slowly)
    await reviewer.review(match)
    assert engine.looks(FIRST_LOOK) == [4, 3, 2, 1, 0]


async def test_many_who_ask_at_once_get_one_analysis(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(4))
    engine.gate.clear()
    for person in (ANNA, BORIS, CARLA):
        assert await reviewer.begin(match, person) is True
    engine.gate.set()
    reviews = await asyncio.gather(*(reviewer.review(match) for _ in range(5)))
    assert all(review == reviews[0] for review in reviews)
    assert engine.looks(FIRST_LOOK) == [4, 3, 2, 1, 0]


async def test_a_person_waits_for_one_review_at_a_time(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    games = [await finished(database, live, opening(number)) for number in (2, 3, 4)]
    engine.gate.clear()
    assert await reviewer.begin(games[0], ANNA)
    assert await reviewer.begin(games[0], ANNA)
    with pytest.raises(Refused) as refused:
        await reviewer.begin(games[1], ANNA)
    assert refused.value.refusal is Refusal.REVIEW_UNDER_WAY
    assert await reviewer.begin(games[1], BORIS)
    # What somebody else has begun can be waited for, too.
    assert await reviewer.begin(games[1], ANNA)
    engine.gate.set()
    await asyncio.gather(*(reviewer.review(match) for match in games[:2]))
    assert await reviewer.begin(games[2], ANNA)
    await reviewer.review(games[2])


async def test_a_review_that_was_cut_off_is_made_anew(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(4))
    engine.gate.clear()
    await reviewer.begin(match, ANNA)
    await asyncio.sleep(0)
    await reviewer.close()
    assert await reviewer.stored(match) is None
    engine.gate.set()
    again = Reviewer(database, live, Scripted())
    assert await again.begin(match, ANNA)
    assert len((await again.review(match)).looks) == 5


async def test_whoever_stops_waiting_stops_nobody_else(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(4))
    engine.gate.clear()
    impatient = asyncio.create_task(reviewer.review(match))
    patient = asyncio.create_task(reviewer.review(match))
    await reviewer.begin(match, ANNA)
    impatient.cancel()
    engine.gate.set()
    assert len((await patient).looks) == 5


async def test_a_whole_game_ends_with_its_result(
    database: Database, live: Live, reviewer: Reviewer
) -> None:
    recorded = next(game for game in recorded_games() if game.winner == "black")
    game = Game.replay(recorded.options, recorded.plies)
    review = await reviewer.review(await finished(database, live, game))
    assert len(review.looks) == len(game.plies) + 1
    assert review.looks[-1].chances < 0.01
    assert review.looks[-1].best is None


async def test_a_game_that_is_erased_meanwhile_leaves_nothing(
    database: Database, live: Live, engine: Scripted, reviewer: Reviewer
) -> None:
    match = await finished(database, live, opening(4), level=3)
    engine.gate.clear()
    waiting = asyncio.create_task(reviewer.review(match))
    await reviewer.begin(match, ANNA)
    await live.erase(Player(ANNA))
    engine.gate.set()
    with pytest.raises(Refused):
        await waiting
    assert await database.rows("SELECT * FROM looks") == []


async def test_erasing_takes_the_looks_at_games_against_the_ai(
    database: Database, live: Live, reviewer: Reviewer
) -> None:
    own = await finished(database, live, opening(4), level=3)
    shared = await finished(database, live, opening(4))
    for match in (own, shared):
        await reviewer.review(match)
    await live.erase(Player(ANNA))
    rows = await database.rows("SELECT DISTINCT game FROM looks")
    assert [row["game"] for row in rows] == [shared.id]
