"""Ratings, ``/stats`` and ``/top``, from games that were played to their end."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.config import Config
from bot.local.records import Person
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


def private_of(person: Person, world: World) -> Table:
    return Table(world, world.private_chat(person))


async def win(table: Table, winner: Person, loser: Person, words: str = "") -> None:
    board = await table.begin(winner, loser, words)
    table.say(loser, "/resign")
    question = await table.message("really want to resign your game")
    await table.tap(loser, "Yes", question)
    await table.caption(board, "has resigned")


def ratings(config: Config) -> list[tuple[str, float]]:
    with closing(sqlite3.connect(config.database)) as connection:
        return connection.execute(
            "SELECT people.name, rating FROM ratings JOIN people ON people.id = person"
            " ORDER BY ratings.id"
        ).fetchall()


async def test_a_win_moves_both_ratings_once(table: Table, people: People, config: Config) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.boris, "/resign")
    question, yes = await table.button("Yes")
    await asyncio.gather(*(table.press(people.boris, question, yes) for _ in range(3)))
    await table.caption(board, "has resigned")
    (anna, winner), (boris, loser) = ratings(config)
    assert (anna, boris) == ("Anna", "Boris")
    assert winner - 1500 == pytest.approx(1500 - loser)
    assert winner > 1600


async def test_a_draw_between_equals_changes_no_rating_but_counts(
    table: Table, people: People, config: Config
) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "🤝", board)
    await table.tap(people.boris, "🤝 Agree", board)
    await table.caption(board, "Draw by agreement")
    assert ratings(config) == [("Anna", 1500), ("Boris", 1500)]


async def test_games_against_the_ai_are_not_rated(
    world: World, people: People, config: Config
) -> None:
    private = private_of(people.anna, world)
    private.say(people.anna, "/play")
    await private.tap(people.anna, "▶️")
    await private.message("to move")
    private.say(people.anna, "/resign")
    await private.tap(people.anna, "Yes")
    await private.message("has resigned")
    private.say(people.anna, "/stats")
    answer = await private.message("Your results")
    assert "No rating yet" in answer.text
    assert "1 game: 0 won, 0 drawn, 1 lost" in answer.text
    assert "🤖 Beginner, level 2: 0 won, 0 drawn, 1 lost" in answer.text
    assert ratings(config) == []


async def test_my_results_by_opponent_and_variant(
    table: Table, world: World, people: People
) -> None:
    private = private_of(people.anna, world)
    private.say(people.anna, "/stats")
    await private.message("not finished a game yet")
    world.rename(people.boris, "Bo<b>ris")
    await win(table, people.anna, people.boris)
    await win(table, people.anna, people.boris, "12 diagonal")
    await win(table, people.carla, people.anna)
    private.say(people.anna, "/stats")
    answer = await private.message("Your results")
    assert answer.photo is not None
    assert "3 games: 2 won, 0 drawn, 1 lost" in answer.text
    assert "\u2068Bo<b>ris\u2069: 2 won, 0 drawn, 0 lost" in answer.text
    assert "12 pieces in a rectangle · Diagonal: 1 won" in answer.text
    assert answer.text.index("ris\u2069") < answer.text.index("Carla")


async def test_one_rated_game_is_no_curve_yet(table: Table, world: World, people: People) -> None:
    private = private_of(people.anna, world)
    await win(table, people.anna, people.boris)
    private.say(people.anna, "/stats")
    answer = await private.message("Your results")
    assert "Rating: 1662 ± 290" in answer.text
    assert answer.photo is None


async def test_the_table_of_a_chat(table: Table, world: World, people: People) -> None:
    table.say(people.anna, "/top")
    await table.message("Nobody has finished a game here yet")
    await win(table, people.boris, people.anna)
    elsewhere = Table(world, world.add_group("Elsewhere", [people.anna, people.carla]))
    await win(elsewhere, people.carla, people.anna)
    table.say(people.anna, "/top")
    answer = await table.message("The table of this chat")
    assert "1. \u2068Boris\u2069: 1662 ± 290 – 1 game: 1 won, 0 drawn, 0 lost" in answer.text
    assert "2. \u2068Anna" in answer.text
    assert "Carla" not in answer.text


async def test_in_private_the_table_is_of_my_opponents(
    table: Table, world: World, people: People
) -> None:
    private = private_of(people.boris, world)
    private.say(people.boris, "/top")
    await private.message("not finished a game against a person yet")
    await win(table, people.anna, people.boris)
    await win(table, people.anna, people.carla)
    world.set_language(people.boris, "de")
    private.say(people.boris, "/top")
    answer = await private.message("Du und wer gegen dich gespielt hat")
    assert "1. \u2068Anna" in answer.text
    assert "1 Partie: 0 gewonnen, 0 remis, 1 verloren" in answer.text
    assert "Carla" not in answer.text
