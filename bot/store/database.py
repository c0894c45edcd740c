"""Opening and closing the file, reading it, and the one way to write."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from sqlite3 import Row
from typing import TypeAlias, TypeVar

from bot.store.schema import check, migrate, unusable

T = TypeVar("T")

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]

_BUSY_TIMEOUT_MS = 5_000


class Database:
    """One SQLite file in WAL mode: a connection that writes and one that reads.

    Each has a thread of its own, so that no disk holds the event loop up. Going there and back
    costs more than most statements, so those of a transaction go together. Writing goes through
    :meth:`transaction` alone, which admits one task at a time.
    """

    def __init__(self, writer: _Connection, reader: _Connection) -> None:
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
            writer = await _Connection.open(path)
            try:
                await writer.run(migrate)
                reader = await _Connection.open(path)
            except BaseException:
                await writer.close()
                raise
        except sqlite3.Error as error:
            raise unusable(path, error) from error
        return cls(writer, reader)

    async def close(self) -> None:
        """Waits for the transaction under way, then closes the file."""
        async with self._writing:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Opens a write transaction; it is committed at the end, or rolled back by an exception.

        :raises sqlite3.Error: at the end, if a statement failed; nothing has changed then.
        """
        async with self._writing:
            transaction = Transaction(self._writer)
            try:
                yield transaction
                await transaction.commit()
            except BaseException:
                transaction.roll_back()
                raise

    async def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """Returns the first row of a query on committed data."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Returns all rows of a query on committed data."""
        return await self._reader.run(
            lambda connection: connection.execute(sql, parameters).fetchall()
        )


class Transaction:
    """Statements that are carried out together; get one from :meth:`Database.transaction`."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._waiting: list[tuple[str, Parameters]] = []

    def execute(self, sql: str, parameters: Parameters = ()) -> None:
        """Adds a statement. It is carried out before the next query, or at the end."""
        self._waiting.append((sql, parameters))

    def execute_each(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Adds a statement for each row of parameters."""
        self._waiting.extend((sql, parameters) for parameters in rows)

    async def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """Returns the first row of what :meth:`rows` does."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Returns the rows of a query, or of a statement that returns what it has written.

        :raises sqlite3.Error: this statement failed, or one that was added before.
        """
        self.execute(sql, parameters)
        statements, self._waiting = self._waiting, []
        return await self._connection.run(partial(_carry_out, statements))

    async def commit(self) -> None:
        """Carries out what has been added, and makes all of it last."""
        statements, self._waiting = self._waiting, []

        def carry_out(connection: sqlite3.Connection) -> None:
            _carry_out(statements, connection)
            connection.commit()

        await self._connection.run(carry_out)

    def roll_back(self) -> None:
        """Undoes what has been carried out: before anything that comes later, whoever waits."""
        self._connection.run_unwatched(sqlite3.Connection.rollback)


def _carry_out(
    statements: Iterable[tuple[str, Parameters]], connection: sqlite3.Connection
) -> list[Row]:
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    rows: list[Row] = []
    for sql, parameters in statements:
        rows = connection.execute(sql, parameters).fetchall()
    return rows


class _Connection:
    """A SQLite connection with its thread, which does one thing after the other."""

    def __init__(self, thread: ThreadPoolExecutor, connection: sqlite3.Connection) -> None:
        self._thread = thread
        self._connection = connection

    @classmethod
    async def open(cls, path: Path) -> _Connection:
        thread = ThreadPoolExecutor(1, "sqlite")
        try:
            loop = asyncio.get_running_loop()
            return cls(thread, await loop.run_in_executor(thread, _connect, path))
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, self._connection)

    def run_unwatched(self, work: Callable[[sqlite3.Connection], object]) -> None:
        self._thread.submit(work, self._connection)

    async def close(self) -> None:
        await self.run(sqlite3.Connection.close)
        self._thread.shutdown()


def _connect(path: Path) -> sqlite3.Connection:
    # Without implicit transactions: BEGIN and COMMIT are ours alone.
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        check(connection)
        _set_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.row_factory = Row
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL: a committed move survives a power cut, not only the end of the process.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # What a person has erased is overwritten in the file, too.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
