"""Databases with many games in them, made quickly."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import asdict, fields, replace
from pathlib import Path

from bot.local.records import Message, Person
from bot.play.match import Match, Phase
from bot.play.records import record_of
from bot.play.seats import Seats
from bot.play.setup import Colour, Setup
from bot.store.boards import BoardKind, BoardRecord, add_board, save_board
from bot.store.database import Transaction
from bot.store.games import GameRecord, insert_game
from bot.store.people import PersonRecord, save_person
from rules import Game, Options, format_ply
from tests.e2e.recorded import recorded_games

# Far from those of the people and chats of a local world.
_FIRST_PERSON = 5_000_000_000
_FIRST_CHAT = -5_000_000_000
_PEOPLE = 20_000
_CHATS = 5_000
_PLIES_FINISHED = 60
_PLIES_RUNNING = 20
# One in so many running games is against the AI, and it is the person's turn.
_AGAINST_AI = 5


def fresh_match(options: Options, white: int, black: int) -> Match:
    """A game that has just begun."""
    return Match(
        id=0,
        phase=Phase.RUNNING,
        setup=Setup(options, Colour.WHITE),
        challenger=white,
        seats=Seats(white, black),
        game=Game.start(options),
        since=int(time.time()),
    )


async def store_begun(
    transaction: Transaction, options: Options, white: Person, black: Person, board: Message
) -> int:
    """Stores a game with its board, and returns its id."""
    match = fresh_match(options, white.id, black.id)
    for each in (white, black):
        person = PersonRecord(each.id, each.first_name, each.username, each.language_code)
        save_person(transaction, person)
    game = await insert_game(transaction, record_of(match), match.since)
    add_board(transaction, game, board.chat.id, None)
    shown = BoardRecord(game, board.chat.id, None, board.id, BoardKind.PHOTO, match.version, 0)
    save_board(transaction, shown)
    return game


def fill(path: Path, finished: int, running: int) -> None:
    """Puts so many games into a database that has its tables; nobody touches them any more."""
    recorded = next(game for game in recorded_games() if len(game.plies) > _PLIES_FINISHED)
    now = int(time.time())
    match = fresh_match(recorded.options, _FIRST_PERSON, _FIRST_PERSON + 1)
    alive = replace(record_of(match), turn=_PLIES_RUNNING, version=_PLIES_RUNNING + 1)
    over = replace(
        alive,
        turn=_PLIES_FINISHED,
        version=_PLIES_FINISHED + 2,
        phase="finished",
        winner="white",
        reason="resigned",
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMP TABLE numbers (i INTEGER PRIMARY KEY)")
        connection.executemany(
            "INSERT INTO numbers VALUES (?)", ((i,) for i in range(max(finished, running, _PEOPLE)))
        )
        connection.execute("CREATE TEMP TABLE moves (number INTEGER PRIMARY KEY, notation TEXT)")
        connection.executemany(
            "INSERT INTO moves VALUES (?, ?)",
            enumerate((format_ply(ply) for ply in recorded.plies[:_PLIES_FINISHED]), start=1),
        )
        connection.execute(
            "INSERT INTO people (id, name, language_code)"
            " SELECT ? + i, 'Person ' || i, 'en' FROM numbers WHERE i < ?",
            (_FIRST_PERSON, _PEOPLE),
        )
        (others,) = connection.execute("SELECT max(id) FROM games").fetchone()
        _add_games(connection, over, finished, now)
        _add_games(connection, alive, running, now)
        ours = {"others": others, "rest": _AGAINST_AI, "first": _FIRST_CHAT, "chats": _CHATS}
        connection.execute(
            "UPDATE games SET level = 2, black = NULL"
            " WHERE id > :others AND id % :rest = 0 AND phase = 'running'",
            ours,
        )
        connection.execute(
            "INSERT INTO plies SELECT games.id, number, notation, changed_at"
            " FROM games JOIN moves ON number <= turn WHERE games.id > :others",
            ours,
        )
        connection.execute(
            "INSERT INTO boards (game, chat, message, kind, shown, stage)"
            " SELECT id, :first - id % :chats, id, 'photo', version, turn FROM games"
            " WHERE id > :others",
            ours,
        )
        connection.execute(
            "INSERT INTO ratings (game, person, rating, deviation, volatility, rated_at)"
            " SELECT games.id, people.id, 1500, 200, 0.06, changed_at"
            " FROM games JOIN people ON people.id IN (white, black) WHERE phase = 'finished'"
        )
        connection.commit()


def _add_games(connection: sqlite3.Connection, record: GameRecord, count: int, now: int) -> None:
    people = {
        "challenger": f"{_FIRST_PERSON} + i % {_PEOPLE}",
        "white": f"{_FIRST_PERSON} + i % {_PEOPLE}",
        "black": f"{_FIRST_PERSON} + (i + 1) % {_PEOPLE}",
    }
    names = [field.name for field in fields(GameRecord) if field.name != "id"]
    values = [people.get(name, f":{name}") for name in names]
    connection.execute(
        f"INSERT INTO games ({', '.join(names)}, created_at, changed_at)"  # noqa: S608 - our own names
        f" SELECT {', '.join(values)}, :now, :now FROM numbers WHERE i < :count",
        asdict(record) | {"now": now, "count": count},
    )
