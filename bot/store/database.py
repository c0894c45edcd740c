"""Opening and closing the file, reading it, and the one way to write."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
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
        """Commits what waits for that, then closes the file."""
        try:
            await self._writer.close()
        finally:
            await self._reader.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Opens a write transaction; it is committed at the end, or rolled back by an exception.

        Whoever is cancelled while waiting at the end may find it committed or not.

        :raises sqlite3.Error: at the end, if a statement failed; nothing has changed then.
        """
        async with AsyncExitStack() as until_end:
            transaction = Transaction(self._writer, until_end)
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

    def __init__(self, writer: _Writer, until_end: AsyncExitStack) -> None:
        """Takes what the transaction closes when it ends."""
        self._writer = writer
        self._until_end = until_end
        self._connection: _Connection | None = None
        self._statements: list[Statement] = []

    def execute(self, sql: str, parameters: Parameters = ()) -> None:
        """Adds a statement. It is carried out, and fails, at the next query or at the end."""
        self._statements.append((sql, parameters))

    def execute_each(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Adds a statement for each row of parameters."""
        self._statements.extend((sql, parameters) for parameters in rows)

    async def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """Returns the first row of what :meth:`rows` does."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Returns the rows of a query, or of a statement that returns what it has written.

        :raises sqlite3.Error: this statement failed, or one that was added before.
        """
        if self._connection is None:
            self._connection = await self._until_end.enter_async_context(self._writer.alone())
        self.execute(sql, parameters)
        return await self._connection.run(partial(_carry_out, self._take()))

    async def commit(self) -> None:
        """Carries out what has been added, and makes all of it last."""
        if self._connection is None:
            await self._writer.commit(self._take())
        else:
            self.execute("COMMIT")
            await self._connection.run(partial(_carry_out, self._take()))

    def _take(self) -> list[Statement]:
        statements, self._statements = self._statements, []
        return statements


class _Writer:
    """The connection that writes.

    To go to its thread and back costs more than most statements, and a commit waits for the disk.
    So all that has come together meanwhile is committed at once.
    """

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._turn = asyncio.Lock()
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Makes a transaction of the statements. Who gives up before its turn withdraws them."""
        committed = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, committed))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        await committed

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[_Connection]:
        """Begins a transaction, and lets nobody else write until the end."""
        async with self._turn:
            try:
                await self._connection.run(_begin)
                yield self._connection
            except BaseException:
                await self._connection.run(sqlite3.Connection.rollback)
                raise

    async def close(self) -> None:
        if self._committing is not None:
            await self._committing
        async with self._turn:
            await self._connection.close()

    async def _commit_waiting(self) -> None:
        while self._waiting:
            async with self._turn:
                together = [each for each in self._waiting if not each[1].cancelled()]
                self._waiting.clear()
                errors = await self._commit([statements for statements, _ in together])
            for (_, committed), error in zip(together, errors, strict=True):
                if committed.cancelled():
                    continue
                if error is None:
                    committed.set_result(None)
                else:
                    committed.set_exception(error)
        self._committing = None

    async def _commit(self, batches: Sequence[Sequence[Statement]]) -> Sequence[Exception | None]:
        try:
            return await self._connection.run(partial(_commit, batches))
        except Exception as error:
            # Of the thread itself, or of a transaction that could not be undone.
            return [error] * len(batches)


def _begin(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        # It could not be rolled back before; its half is nobody's.
        connection.rollback()
    connection.execute("BEGIN IMMEDIATE")


def _carry_out(statements: Iterable[Statement], connection: sqlite3.Connection) -> list[Row]:
    rows: list[Row] = []
    for sql, parameters in statements:
        rows = connection.execute(sql, parameters).fetchall()
    return rows


def _commit(
    batches: Sequence[Sequence[Statement]], connection: sqlite3.Connection
) -> Sequence[Exception | None]:
    """Returns what went wrong with each; one that fails does not keep the others away."""
    error = _commit_one(chain.from_iterable(batches), connection)
    if error is None or len(batches) == 1:
        return [error] * len(batches)
    return [_commit_one(batch, connection) for batch in batches]


def _commit_one(
    statements: Iterable[Statement], connection: sqlite3.Connection
) -> Exception | None:
    try:
        _begin(connection)
        _carry_out(statements, connection)
        connection.commit()
    except Exception as error:
        connection.rollback()
        return error
    return None


class _Connection:
    """A SQLite connection with its thread, which does one thing after the other.

    aiosqlite, which has such a thread too, sends each statement there by itself.
    """

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

    async def close(self) -> None:
        try:
            await self.run(sqlite3.Connection.close)
        finally:
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
