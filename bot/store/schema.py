"""The tables: numbered migrations, applied at start."""

from __future__ import annotations

import sqlite3
from itertools import chain
from pathlib import Path
from sqlite3 import Error as SqliteError
from sqlite3 import IntegrityError

# "UGOL" in ASCII, so that a foreign SQLite file is recognised and left alone.
APPLICATION_ID = 0x55474F4C


class SchemaError(RuntimeError):
    """The file cannot be used; the sentence says why and what to do."""


def unusable(path: Path, error: SqliteError) -> SchemaError:
    """Returns what to raise when SQLite cannot read or write a file."""
    return SchemaError(
        f"The file that DATABASE names ({path}) cannot be used ({error}): see that the bot may "
        "read and write it and its folder, or restore a backup."
    )


# Migration n is MIGRATIONS[n - 1]. Times are UTC seconds; enums are stored by their codes.
# A migration that has been released is never changed again.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            username TEXT COLLATE NOCASE,
            language_code TEXT,
            language TEXT,
            setup TEXT,
            level INTEGER
        ) STRICT
        """,
        "CREATE INDEX people_by_username ON people (username) WHERE username IS NOT NULL",
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            version INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            phase TEXT NOT NULL CHECK (
                phase IN ('open', 'running', 'finished', 'withdrawn', 'expired')
            ),
            pieces INTEGER NOT NULL,
            moves TEXT NOT NULL,
            leave_home INTEGER NOT NULL,
            anti_mirror INTEGER NOT NULL,
            colour TEXT NOT NULL CHECK (colour IN ('white', 'black', 'random')),
            move_limit INTEGER,
            level INTEGER,
            challenger INTEGER NOT NULL REFERENCES people (id),
            invited INTEGER REFERENCES people (id),
            invited_username TEXT,
            code TEXT UNIQUE,
            white INTEGER REFERENCES people (id),
            black INTEGER REFERENCES people (id),
            draw_offer TEXT CHECK (draw_offer IN ('white', 'black')),
            draw_declined INTEGER NOT NULL DEFAULT 0,
            takeback TEXT CHECK (takeback IN ('white', 'black')),
            since INTEGER NOT NULL,
            reminded INTEGER NOT NULL,
            overdue INTEGER NOT NULL,
            rematch_offer TEXT CHECK (rematch_offer IN ('white', 'black')),
            rematch INTEGER UNIQUE REFERENCES games (id),
            winner TEXT CHECK (winner IN ('white', 'black')),
            reason TEXT,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            CHECK (white <> black),
            -- The AI's seat is NULL.
            CHECK (
                phase IN ('open', 'withdrawn', 'expired')
                OR (white IS NULL) + (black IS NULL) = (level IS NOT NULL)
            ),
            CHECK ((phase = 'finished') = (reason IS NOT NULL))
        ) STRICT
        """,
        "CREATE INDEX games_by_phase ON games (phase) WHERE phase IN ('open', 'running')",
        """
        CREATE TABLE plies (
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            notation TEXT NOT NULL,
            played_at INTEGER NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE boards (
            game INTEGER NOT NULL REFERENCES games (id),
            chat INTEGER NOT NULL,
            thread INTEGER,
            message INTEGER,
            kind TEXT CHECK (kind IN ('photo', 'text')),
            shown INTEGER NOT NULL DEFAULT 0,
            stage INTEGER NOT NULL DEFAULT -1,
            note INTEGER,
            PRIMARY KEY (game, chat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX boards_by_chat ON boards (chat)",
        """
        CREATE TABLE ratings (
            id INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            person INTEGER NOT NULL REFERENCES people (id),
            rating REAL NOT NULL,
            deviation REAL NOT NULL,
            volatility REAL NOT NULL,
            rated_at INTEGER NOT NULL,
            UNIQUE (game, person)
        ) STRICT
        """,
        "CREATE INDEX ratings_by_person ON ratings (person)",
        """
        CREATE TABLE settings (
            chat INTEGER PRIMARY KEY,
            theme TEXT NOT NULL,
            coordinates INTEGER NOT NULL,
            bottom TEXT NOT NULL CHECK (bottom IN ('own', 'white', 'black')),
            quick_taps INTEGER NOT NULL,
            reminders INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE exports (
            game INTEGER NOT NULL REFERENCES games (id),
            chat INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('replay', 'record')),
            message INTEGER NOT NULL,
            PRIMARY KEY (game, chat, kind)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE chats (
            id INTEGER PRIMARY KEY,
            language TEXT
        ) STRICT
        """,
        """
        CREATE TABLE pictures (
            bot INTEGER NOT NULL,
            digest TEXT NOT NULL,
            file_id TEXT NOT NULL,
            PRIMARY KEY (bot, digest)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        """
        CREATE TABLE looks (
            game INTEGER NOT NULL REFERENCES games (id),
            ply INTEGER NOT NULL,
            -- White's, in hundredths.
            score INTEGER NOT NULL,
            -- NULL where there was no choice.
            best TEXT,
            PRIMARY KEY (game, ply)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE exports RENAME TO exports_before",
        """
        CREATE TABLE exports (
            game INTEGER NOT NULL REFERENCES games (id),
            chat INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('replay', 'record', 'review')),
            message INTEGER NOT NULL,
            PRIMARY KEY (game, chat, kind)
        ) STRICT, WITHOUT ROWID
        """,
        "INSERT INTO exports SELECT game, chat, kind, message FROM exports_before",
        "DROP TABLE exports_before",
    ),
    (
        """
        CREATE TABLE ticket_keys (
            person INTEGER PRIMARY KEY REFERENCES people (id),
            key BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE posts (
            code TEXT PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES people (id),
            message TEXT NOT NULL UNIQUE,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        """
        CREATE TABLE silences (
            chat INTEGER NOT NULL,
            -- 0 is the whole chat.
            topic INTEGER NOT NULL,
            why TEXT NOT NULL CHECK (why IN ('gone', 'muted', 'closed')),
            since INTEGER NOT NULL,
            PRIMARY KEY (chat, topic)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        """
        CREATE TABLE leftovers (
            chat INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (chat, message)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE boards ADD COLUMN reminded INTEGER NOT NULL DEFAULT -1",
        """
        UPDATE boards SET reminded = (SELECT turn FROM games WHERE id = game)
        WHERE game IN (SELECT id FROM games WHERE reminded)
        """,
    ),
    (
        # SQLite uses a partial index only where the query has that very condition.
        "DROP INDEX games_by_phase",
        "CREATE INDEX running_by_white ON games (white) WHERE phase = 'running'",
        "CREATE INDEX running_by_black ON games (black) WHERE phase = 'running'",
        "CREATE INDEX open_games ON games (challenger) WHERE phase = 'open'",
    ),
    ("ALTER TABLE settings ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1",),
)


def check(connection: sqlite3.Connection) -> None:
    """Reads whose file it is and of what time; it is left alone.

    :raises SchemaError: the schema is newer than this program, or the file is not the bot's.
    """
    version = _pragma(connection, "user_version")
    application = _pragma(connection, "application_id")
    if application != APPLICATION_ID and (version or _has_tables(connection)):
        raise SchemaError(
            "The file that DATABASE names is not this bot's: name another path, "
            "and a new file is made there."
        )
    if version > len(MIGRATIONS):
        raise SchemaError(
            f"The file that DATABASE names has schema {version}, made by a newer release; this one "
            f"knows schemas up to {len(MIGRATIONS)}. Start the newer release, or restore a backup."
        )


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the file to the newest schema: in one transaction, so wholly or not at all.

    :raises SchemaError: a migration failed.
    """
    version = _pragma(connection, "user_version")
    if version < len(MIGRATIONS):
        _apply(connection, MIGRATIONS[version:])


def _apply(connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...]) -> None:
    # So a table can be rebuilt that others refer to (sqlite.org/lang_altertable.html); the setting
    # has no effect within a transaction.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in chain.from_iterable(migrations):
            connection.execute(statement)
        _check_references(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except SqliteError as error:
        connection.rollback()
        raise SchemaError(
            f"The file that DATABASE names could not be brought to schema {len(MIGRATIONS)} "
            f"({error}). It is as it was: start the release that wrote it, or restore a backup."
        ) from error
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
    connection.execute("PRAGMA foreign_keys = ON")


def _check_references(connection: sqlite3.Connection) -> None:
    if lost := connection.execute("PRAGMA foreign_key_check").fetchall():
        raise IntegrityError(f"{len(lost)} rows refer to others that do not exist")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    row = connection.execute(f"PRAGMA {name}").fetchone()
    return int(row[0]) if row else 0


def _has_tables(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
