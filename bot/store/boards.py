"""Where each game is shown: one board message per game and chat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from sqlite3 import Row

from bot.store.database import Database, Transaction
from bot.store.silences import GENERAL


class BoardKind(Enum):
    """What a board message holds; the values are stored."""

    PHOTO = "photo"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board: its chat and topic, its message once sent, and what of the game it shows.

    ``shown`` is the game's version, ``stage`` what its reader was told of last, ``reminded`` the
    last turn whose mover was reminded here; ``note`` is a message that calls the mover.
    """

    game: int
    chat: int
    thread: int | None = None
    message: int | None = None
    kind: BoardKind | None = None
    shown: int = 0
    stage: int = -1
    note: int | None = None
    reminded: int = -1


def add_board(transaction: Transaction, game: int, chat: int, thread: int | None) -> None:
    """Gives a game a board in a chat; its message is sent later."""
    transaction.execute(
        "INSERT INTO boards (game, chat, thread) VALUES (?, ?, ?)", (game, chat, thread)
    )


def save_board(transaction: Transaction, board: BoardRecord) -> None:
    """Stores what is known of a board now."""
    transaction.execute(
        "UPDATE boards SET thread = ?, message = ?, kind = ?, shown = ?, stage = ?, note = ?,"
        " reminded = ? WHERE game = ? AND chat = ?",
        (
            board.thread,
            board.message,
            board.kind and board.kind.value,
            board.shown,
            board.stage,
            board.note,
            board.reminded,
            board.game,
            board.chat,
        ),
    )


async def load_board(database: Database, game: int, chat: int) -> BoardRecord | None:
    """Returns a game's board in a chat."""
    row = await database.row("SELECT * FROM boards WHERE game = ? AND chat = ?", (game, chat))
    return None if row is None else _record(row)


async def boards_of(database: Database, game: int) -> list[BoardRecord]:
    """Returns a game's boards."""
    return [
        _record(row) for row in await database.rows("SELECT * FROM boards WHERE game = ?", (game,))
    ]


async def outdated_boards(database: Database, chat: int | None = None) -> list[BoardRecord]:
    """Returns the boards, in one chat or in all, that do not show their game's newest version.

    Those whose mover is still to be reminded are among them.
    """
    outdated = (
        "SELECT boards.* FROM boards JOIN games ON games.id = boards.game"
        " WHERE (boards.shown < games.version"
        " OR games.phase = 'running' AND games.reminded AND boards.reminded <> games.turn)"
    )
    if chat is None:
        rows = await database.rows(outdated)
    else:
        rows = await database.rows(f"{outdated} AND boards.chat = ?", (chat,))
    return [_record(row) for row in rows]


def move_boards(transaction: Transaction, old: int, new: int) -> None:
    """A group became a supergroup: its boards move to the new chat id.

    Messages of the old chat can't be edited any more, so the boards are to be sent anew.
    """
    transaction.execute(
        "UPDATE OR IGNORE boards SET chat = ?, thread = NULL, message = NULL, note = NULL,"
        " shown = 0 WHERE chat = ?",
        (new, old),
    )


async def has_boards(database: Database, chat: int, topic: int) -> bool:
    """Whether a game is shown in a topic of a forum; boards without a thread are in General."""
    row = await database.row(
        "SELECT 1 FROM boards WHERE chat = ? AND coalesce(thread, ?) = ? LIMIT 1",
        (chat, GENERAL, topic),
    )
    return row is not None


def _record(row: Row) -> BoardRecord:
    return BoardRecord(
        game=row["game"],
        chat=row["chat"],
        thread=row["thread"],
        message=row["message"],
        kind=None if row["kind"] is None else BoardKind(row["kind"]),
        shown=row["shown"],
        stage=row["stage"],
        note=row["note"],
        reminded=row["reminded"],
    )
