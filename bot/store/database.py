"""The connection: opening, closing, and the one way to write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from sqlite3 import Error as SqliteError
from sqlite3 import Row
from typing import Any, TypeAlias

import aiosqlite

from bot.store.schema import check, migrate, unusable

# What :meth:`Database.transaction` hands out: writing asks for it.
Transaction: TypeAlias = aiosqlite.Connection

_BUSY_TIMEOUT_MS = 5_000


class Database:
    """One SQLite file in WAL mode: a connection that writes and one that reads.

    aiosqlite queues single statements, not transactions: on a shared connection a statement of
    another task could fall into an open transaction and vanish with its rollback. So writing
    goes through :meth:`transaction` alone, which admits one task at a time.
    """

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        """Use :meth:`open`."""
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Opens the file, creating or migrating it as needed.

        :raises SchemaError: the file was written by a newer program, or by another one, or cannot
            be read or written.
        """
        try:
            writer = await _connect(path)
            try:
                await migrate(writer)
                reader = await _connect(path)
            except BaseException:
                await writer.close()
                raise
        except SqliteError as error:
            raise unusable(path, error) from error
        return cls(writer, reader)

    async def close(self) -> None:
        """Waits for the transaction under way, then closes the file."""
        async with self._writing:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Opens a write transaction; it is committed at the end, or rolled back by an exception."""
        async with self._writing:
            try:
                # Within the block: it is carried out even if whoever waits for it is cancelled.
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
            except BaseException:
                await self._writer.rollback()
                raise
            await self._writer.commit()

    async def row(self, sql: str, parameters: Iterable[Any] = ()) -> Row | None:
        """Returns the first row of a query on committed data."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def rows(self, sql: str, parameters: Iterable[Any] = ()) -> list[Row]:
        """Returns all rows of a query on committed data."""
        return list(await self._reader.execute_fetchall(sql, parameters))


async def _connect(path: Path) -> aiosqlite.Connection:
    # Without implicit transactions: BEGIN and COMMIT are ours alone.
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        await check(connection)
        await _set_up(connection)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _set_up(connection: aiosqlite.Connection) -> None:
    connection.row_factory = Row
    await connection.execute("PRAGMA journal_mode = WAL")
    # FULL: a committed move survives a power cut, not only the end of the process.
    await connection.execute("PRAGMA synchronous = FULL")
    await connection.execute("PRAGMA foreign_keys = ON")
    # What a person has erased is overwritten in the file, too.
    await connection.execute("PRAGMA secure_delete = ON")
    await connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
