"""Opening and closing the file, reading it, and the one way to write."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from sqlite3 import Row
from typing import TypeAlias, TypeVar

from bot.store.schema import check, migrate, unusable

T = TypeVar("T")

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]
Statement: TypeAlias = tuple[str, Parameters]

_BUSY_TIMEOUT_MS = 5_000


class Database:
    """One SQLite file in WAL mode: a connection that writes and one that reads.

    Each has a thread of its own, so that no disk holds the event loop up. Writing goes through
    :meth:`transaction` alone.
    """

    def __init__(self, writer: _Connection, reader: _Connection) -> None:
        """Use :meth:`open`."""
        self._writer = _Writer(writer)
        self._reader = reader

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
        """Waits for the transactions under way, then closes the file."""
        await self._writer.close()
        await self._reader.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Opens a write transaction; it is committed at the end, or rolled back by an exception.

        :raises sqlite3.Error: at the end, if a statement failed; nothing has changed then.
        """
        async with AsyncExitStack() as alone:
            transaction = Transaction(self._writer, alone)
            yield transaction
            await transaction.commit()

    async def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """Returns the first row of a query on committed data."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Returns all rows of a query on committed data."""
        return await self._reader.run(
            lambda connection: connection.execute(sql, parameters).fetchall()
        )


class Transaction:
    """Statements that are carried out together; get one from :meth:`Database.transaction`.

    Nobody else writes from its first query on. Without a query it is carried out at the end.
    """

    def __init__(self, writer: _Writer, alone: AsyncExitStack) -> None:
        """Takes where it enters the writer, once it must be alone there."""
        self._writer = writer
        self._alone = alone
        self._connection: _Connection | None = None
        self._waiting: list[Statement] = []

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
        if self._connection is None:
            self._connection = await self._alone.enter_async_context(self._writer.alone())
        self.execute(sql, parameters)
        return await self._connection.run(partial(_carry_out, self._take()))

    async def commit(self) -> None:
        """Carries out what has been added, and makes all of it last."""
        if self._connection is None:
            await self._writer.commit(self._take())
        else:
            await self._connection.run(partial(_carry_out, [*self._take(), ("COMMIT", ())]))

    def _take(self) -> list[Statement]:
        statements, self._waiting = self._waiting, []
        return statements


@dataclass(eq=False, slots=True)
class _Work:
    """Statements to commit, and what became of them."""

    statements: Sequence[Statement]
    done: bool = False
    error: Exception | None = None


class _Writer:
    """The connection that writes.

    To go to its thread and back costs more than most statements, and a commit waits for the disk.
    So all that has come together meanwhile is committed at once.
    """

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._turn = asyncio.Lock()
        self._waiting: list[_Work] = []

    async def commit(self, statements: Sequence[Statement]) -> None:
        work = _Work(statements)
        self._waiting.append(work)
        try:
            async with self._turn:
                if not work.done:
                    together, self._waiting = self._waiting, []
                    await self._connection.run(partial(_commit, together))
        except asyncio.CancelledError:
            if work in self._waiting:
                self._waiting.remove(work)
            raise
        if work.error is not None:
            raise work.error

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[_Connection]:
        """Lets nobody else write until the end; what is not committed by then is undone."""
        async with self._turn:
            try:
                yield self._connection
            finally:
                self._connection.run_unwatched(sqlite3.Connection.rollback)

    async def close(self) -> None:
        async with self._turn:
            await self._connection.close()


def _carry_out(statements: Iterable[Statement], connection: sqlite3.Connection) -> list[Row]:
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    rows: list[Row] = []
    for sql, parameters in statements:
        rows = connection.execute(sql, parameters).fetchall()
    return rows


def _commit(together: Sequence[_Work], connection: sqlite3.Connection) -> None:
    """Commits works together; if that fails, each by itself, since others are not to blame."""
    statements = chain.from_iterable(work.statements for work in together)
    try:
        _carry_out([*statements, ("COMMIT", ())], connection)
    except Exception as error:
        connection.rollback()
        if len(together) == 1:
            together[0].error = error
        else:
            for work in together:
                _commit([work], connection)
    for work in together:
        work.done = True


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
        """Has something done, which is not given up even if whoever waits for it is cancelled."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, work, self._connection))

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
