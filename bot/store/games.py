"""Games and their moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from sqlite3 import Row

from bot.store.database import Database, Transaction
from bot.store.silences import GENERAL, WHOLE_CHAT


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A row of ``games`` without its times. ``id`` is 0 until it is stored."""

    id: int = 0
    version: int
    turn: int
    phase: str
    pieces: int
    moves: str
    leave_home: bool
    anti_mirror: bool
    colour: str
    move_limit: int | None
    level: int | None
    challenger: int
    invited: int | None
    invited_username: str | None
    code: str | None
    white: int | None
    black: int | None
    draw_offer: str | None
    draw_declined: bool
    takeback: str | None
    since: int
    reminded: bool
    overdue: bool
    rematch_offer: str | None
    rematch: int | None
    winner: str | None
    reason: str | None


_COLUMNS = tuple(field.name for field in fields(GameRecord) if field.name != "id")
_SELECT = f"SELECT games.id, {', '.join(_COLUMNS)} FROM games"
_INSERT = (
    f"INSERT INTO games ({', '.join(_COLUMNS)}, created_at, changed_at)"
    f" VALUES ({', '.join(f':{column}' for column in _COLUMNS)}, :now, :now)"
)
_UPDATE = (
    f"UPDATE games SET {', '.join(f'{column} = :{column}' for column in _COLUMNS)},"
    " changed_at = :now WHERE id = :id"
)


# Each half has an index of its own.
_RUNNING_OF = (
    "SELECT id FROM games WHERE phase = 'running' AND white = ?"
    " UNION ALL SELECT id FROM games WHERE phase = 'running' AND black = ?"
)


async def insert_game(transaction: Transaction, record: GameRecord, now: int) -> int:
    """Stores a new game, made now (UTC seconds), and returns its id."""
    row = await transaction.row(f"{_INSERT} RETURNING id", asdict(record) | {"now": now})
    assert row is not None
    return int(row["id"])


def update_game(transaction: Transaction, record: GameRecord, now: int) -> None:
    """Stores what changed of a game, now (UTC seconds)."""
    transaction.execute(_UPDATE, asdict(record) | {"now": now})


def call_off(transaction: Transaction, game: int, now: int) -> None:
    """Ends a game that cannot be read any more without a result, now (UTC seconds)."""
    transaction.execute(
        "UPDATE games SET phase = 'finished', reason = 'called-off', changed_at = ?"
        " WHERE id = ? AND phase = 'running'",
        (now, game),
    )
    transaction.execute(
        "UPDATE games SET phase = 'withdrawn', changed_at = ? WHERE id = ? AND phase = 'open'",
        (now, game),
    )


def add_plies(
    transaction: Transaction, game: int, first: int, plies: Sequence[str], played_at: int
) -> None:
    """Appends plies in notation, the first of them with that number (the game's first ply is 1)."""
    transaction.execute_each(
        "INSERT INTO plies (game, number, notation, played_at) VALUES (?, ?, ?, ?)",
        [(game, number, ply, played_at) for number, ply in enumerate(plies, start=first)],
    )


def cut_plies(transaction: Transaction, game: int, kept: int) -> None:
    """Removes all plies but the first ones: moves were taken back."""
    transaction.execute("DELETE FROM plies WHERE game = ? AND number > ?", (game, kept))


async def load_game(database: Database, game: int) -> GameRecord | None:
    """Returns a game, None if there is none with this id."""
    row = await database.row(f"{_SELECT} WHERE id = ?", (game,))
    return None if row is None else _record(row)


async def game_by_code(database: Database, code: str) -> int | None:
    """Returns the id of the game that a code invites to."""
    row = await database.row("SELECT id FROM games WHERE code = ?", (code,))
    return None if row is None else int(row["id"])


async def invitations_for(database: Database, person: int, username: str | None) -> list[int]:
    """Returns the ids of the open invitations by code for one person, the newest first."""
    rows = await database.rows(
        "SELECT id FROM games INDEXED BY open_games WHERE phase = 'open' AND code IS NOT NULL"
        " AND (invited = ? OR invited_username = ? COLLATE NOCASE) ORDER BY id DESC",
        (person, username),
    )
    return [row["id"] for row in rows]


async def load_plies(database: Database, game: int) -> list[str]:
    """Returns a game's plies in notation, in their order."""
    rows = await database.rows("SELECT notation FROM plies WHERE game = ? ORDER BY number", (game,))
    return [row["notation"] for row in rows]


async def games_in_chat(database: Database, chat: int, phase: str) -> list[GameRecord]:
    """Returns the games of one phase that have a board in the chat, the newest first."""
    rows = await database.rows(
        f"{_SELECT} WHERE id IN (SELECT game FROM boards WHERE chat = ?) AND phase = ?"
        " ORDER BY id DESC",
        (chat, phase),
    )
    return [_record(row) for row in rows]


async def running_at(database: Database, chat: int, topic: int) -> list[int]:
    """Returns the ids of the running games with a board in a chat, or in that topic of it."""
    rows = await database.rows(
        "SELECT games.id FROM games JOIN boards ON boards.game = games.id"
        " WHERE phase = 'running' AND chat = ?"
        f" AND ? IN ({WHOLE_CHAT}, coalesce(thread, {GENERAL}))",
        (chat, topic),
    )
    return [row["id"] for row in rows]


# In a group where nothing can be sent the games are paused.
_PAUSED = (
    "EXISTS (SELECT 1 FROM boards JOIN silences USING (chat) WHERE boards.game = games.id"
    f" AND chat < 0 AND topic IN ({WHOLE_CHAT}, coalesce(boards.thread, {GENERAL})))"
)


async def out_of_time(database: Database, now: int, silence: int) -> list[int]:
    """Returns the ids of the games between people whose turn has taken its time, or silence."""
    rows = await database.rows(
        "SELECT id FROM games WHERE phase = 'running' AND level IS NULL AND NOT overdue"
        f" AND since + coalesce(move_limit, ?) <= ? AND NOT {_PAUSED}",
        (silence, now),
    )
    return [row["id"] for row in rows]


async def to_remind(database: Database, now: int, share: float) -> list[int]:
    """Returns the ids of the games whose turn has taken that share of its time, unreminded."""
    rows = await database.rows(
        "SELECT id FROM games WHERE phase = 'running' AND level IS NULL AND NOT overdue"
        " AND NOT reminded AND move_limit IS NOT NULL AND since + move_limit * ? <= ?"
        f" AND NOT {_PAUSED}",
        (share, now),
    )
    return [row["id"] for row in rows]


async def made_before(database: Database, moment: int, *, by_link: bool) -> list[int]:
    """Returns the ids of the challenges, in groups or by link, that are open since then."""
    rows = await database.rows(
        "SELECT id FROM games WHERE phase = 'open' AND changed_at <= ? AND (code IS NOT NULL) = ?",
        (moment, by_link),
    )
    return [row["id"] for row in rows]


async def running_of(database: Database, person: int) -> list[int]:
    """Returns the ids of a person's running games, the one changed last first."""
    rows = await database.rows(
        f"SELECT id FROM games WHERE id IN ({_RUNNING_OF}) ORDER BY changed_at DESC, id DESC",
        (person, person),
    )
    return [row["id"] for row in rows]


_UNFINISHED = (
    f"{_RUNNING_OF} UNION ALL SELECT id FROM games WHERE phase = 'open' AND challenger = ?"
)


async def offered_by(database: Database, person: int) -> list[int]:
    """Returns the ids of a person's open challenges, the newest first."""
    rows = await database.rows(
        "SELECT id FROM games WHERE phase = 'open' AND challenger = ? ORDER BY id DESC", (person,)
    )
    return [row["id"] for row in rows]


async def unfinished_games(source: Database | Transaction, person: int) -> list[int]:
    """Returns the ids of the games that a person plays, and of the own open challenges."""
    rows = await source.rows(_UNFINISHED, (person, person, person))
    return [row["id"] for row in rows]


async def waiting_for_ai(database: Database) -> list[int]:
    """Returns the ids of the running games in which the AI is to move, or is offered a draw.

    The oldest come first.
    """
    # White moves first, and passes are plies as well.
    rows = await database.rows(
        "SELECT id FROM games INDEXED BY running_by_white"
        " WHERE phase = 'running' AND level IS NOT NULL AND ("
        " (SELECT count(*) FROM plies WHERE game = games.id) % 2 = (black IS NULL)"
        " OR draw_offer IS NOT NULL) ORDER BY id"
    )
    return [row["id"] for row in rows]


def _record(row: Row) -> GameRecord:
    values = dict(row)
    for flag in ("leave_home", "anti_mirror", "draw_declined", "reminded", "overdue"):
        values[flag] = bool(values[flag])
    return GameRecord(**values)
