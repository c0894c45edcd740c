"""The tables: numbered migrations, applied at start."""

from __future__ import annotations

import aiosqlite

# "UGOL" in ASCII, so that a foreign SQLite file is recognised and left alone.
APPLICATION_ID = 0x55474F4C


class SchemaError(RuntimeError):
    """The file cannot be used; the sentence says why and what to do."""


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
)


async def migrate(connection: aiosqlite.Connection) -> None:
    """Brings the file to the newest schema, each migration in a transaction of its own.

    :raises SchemaError: the schema is newer than this program, or the file is not the bot's.
    """
    version = await _pragma(connection, "user_version")
    application = await _pragma(connection, "application_id")
    if application != APPLICATION_ID and (version or await _has_tables(connection)):
        raise SchemaError(
            "The file that DATABASE names is not this bot's: name another path, "
            "and a new file is made there."
        )
    if version > len(MIGRATIONS):
        raise SchemaError(
            f"The file that DATABASE names has schema {version}, made by a newer release; this one "
            f"knows schemas up to {len(MIGRATIONS)}. Start the newer release, or restore a backup."
        )
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        await connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                await connection.execute(statement)
            await connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            await connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            await connection.rollback()
            raise
        await connection.commit()


async def _pragma(connection: aiosqlite.Connection, name: str) -> int:
    async with connection.execute(f"PRAGMA {name}") as cursor:
        row = await cursor.fetchone()
    return int(row[0]) if row else 0


async def _has_tables(connection: aiosqlite.Connection) -> bool:
    async with connection.execute("SELECT count(*) FROM sqlite_schema") as cursor:
        row = await cursor.fetchone()
    return bool(row and row[0])
