"""What a review of a finished game takes, and what it finds.

    python -m tests.bench.review [--games 5] [--level 3]

The AI plays games against itself at a level and reviews each. Prints the time of each review, the
moves that turned the game, and who stood better when.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from bot.ai.engine import Engine
from bot.ai.levels import LEVELS
from bot.play.live import Live
from bot.play.match import Ending, Match, Phase
from bot.play.records import record_of
from bot.play.review import Review
from bot.play.reviewer import Reviewer
from bot.play.seats import Seats
from bot.play.setup import Setup
from bot.store.database import Database
from bot.store.games import add_plies, insert_game
from bot.store.people import PersonRecord, save_person
from rules import Game, Options, format_ply


async def run(games: int, level: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "games.db")
        async with Engine(seed=1) as engine:
            await engine.until_ready()
            reviewer = Reviewer(database, Live(database, time.time), engine)
            for _ in range(games):
                match = await _store(database, await _played(engine, level))
                began = time.perf_counter()
                review = await reviewer.review(match)
                _print(review, time.perf_counter() - began)
            await reviewer.close()
        await database.close()


async def _played(engine: Engine, level: int) -> Game:
    game = Game.start(Options())
    while game.outcome is None:
        thought = await engine.choose(game, LEVELS[level - 1], "bench")
        game = game.play(thought.ply)
    return game


async def _store(database: Database, game: Game) -> Match:
    assert game.outcome is not None
    match = Match(
        id=0,
        phase=Phase.FINISHED,
        setup=Setup(game.options),
        challenger=1,
        seats=Seats(1, 2),
        game=game,
        ending=Ending(game.outcome.winner, game.outcome.reason),
    )
    async with database.transaction() as transaction:
        for person in (1, 2):
            save_person(transaction, PersonRecord(person, "Somebody"))
        number = await insert_game(transaction, record_of(match), 0)
        add_plies(transaction, number, 1, [format_ply(ply) for ply in game.plies], 0)
    return await Live(database, time.time).match(number)


def _print(review: Review, seconds: float) -> None:
    rounds = (len(review.looks) - 1) // 2
    print(f"{rounds} rounds reviewed in {seconds:.1f} s")
    for point in review.turning_points:
        played, better = format_ply(point.played), format_ply(point.better)
        chances = f"{point.before:.2f} -> {point.after:.2f}"
        print(f"  {point.round:3} {point.side.value} {played}, better {better}: {chances}")
    print("  " + ", ".join(f"{s.first}-{s.last} {s.better}" for s in review.stretches))
    print("  " + " ".join(f"{100 * look.chances:.0f}" for look in review.looks))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--level", type=int, default=3)
    arguments = parser.parse_args()
    asyncio.run(run(arguments.games, arguments.level))
