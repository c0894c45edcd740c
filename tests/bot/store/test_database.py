from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.boards import add_board
from bot.store.database import Database
from bot.store.people import PersonRecord, load_people, person_by_username, save_person
from bot.store.schema import APPLICATION_ID, MIGRATIONS, SchemaError


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "test.db")
    yield database
    await database.close()


def pragma(path: Path, name: str) -> object:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]
    finally:
        connection.close()


async def test_a_new_file_has_the_newest_schema_in_wal_mode(
    database: Database, tmp_path: Path
) -> None:
    assert pragma(tmp_path / "test.db", "user_version") == len(MIGRATIONS)
    assert pragma(tmp_path / "test.db", "application_id") == APPLICATION_ID
    assert pragma(tmp_path / "test.db", "journal_mode") == "wal"
    tables = await database.rows("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    own = {row["name"]: row["strict"] for row in tables if not row["name"].startswith("sqlite_")}
    assert {"people", "games", "plies", "boards", "ratings", "settings"} <= set(own)
    assert set(own.values()) == {1}


async def test_opening_again_changes_nothing(database: Database, tmp_path: Path) -> None:
    async with database.transaction() as transaction:
        save_person(transaction, PersonRecord(1, "Anna"))
    second = await Database.open(tmp_path / "test.db")
    assert await load_people(second, [1]) == {1: PersonRecord(1, "Anna")}
    await second.close()


async def test_a_newer_schema_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    await (await Database.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SchemaError, match="schema 99, made by a newer release"):
        await Database.open(path)


async def test_a_foreign_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "foreign.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(SchemaError, match="DATABASE"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(1, "Anna"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await load_people(database, [1]) == {}


async def test_two_hundred_writers_at_once_neither_fail_nor_mix(database: Database) -> None:
    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, f"Person {number}"))
            await asyncio.sleep(0)
            if number % 2:
                raise ZeroDivisionError

    results = await asyncio.gather(*(write(n) for n in range(200)), return_exceptions=True)
    assert sum(isinstance(result, ZeroDivisionError) for result in results) == 100
    assert sorted(await load_people(database, range(200))) == list(range(0, 200, 2))


async def test_a_transaction_that_fails_at_the_end_takes_none_down_with_it(
    database: Database,
) -> None:
    """All wait for the same commit."""

    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, f"Person {number}"))
            if number % 3 == 0:
                add_board(transaction, 404, number, None)

    results = await asyncio.gather(*(write(n) for n in range(1, 61)), return_exceptions=True)
    failed = {n for n, result in enumerate(results, start=1) if result is not None}
    assert failed == set(range(3, 61, 3))
    assert all(isinstance(each, sqlite3.IntegrityError) for each in results if each is not None)
    assert set(await load_people(database, range(1, 61))) == set(range(1, 61)) - failed


async def test_when_committing_fails_nobody_is_told_that_it_worked(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, "Anna"))

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.database._commit", fail)
        results = await asyncio.gather(*map(write, range(1, 4)), return_exceptions=True)
    assert [type(each) for each in results] == [MemoryError] * 3
    await write(4)
    assert set(await load_people(database, range(1, 5))) == {4}


async def test_what_is_committed_waits_for_nobody_else(database: Database) -> None:
    """Between two that come together there is one that takes its time."""
    first, second = asyncio.Event(), asyncio.Event()

    async def hold(until: asyncio.Event) -> None:
        async with database.transaction() as transaction:
            await transaction.row("SELECT 1")
            await until.wait()

    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, "Anna"))

    holding = asyncio.create_task(hold(first))
    await asyncio.sleep(0)
    writing = [asyncio.create_task(write(1))]
    await asyncio.sleep(0)
    slow = asyncio.create_task(hold(second))
    await asyncio.sleep(0)
    writing.append(asyncio.create_task(write(2)))
    await asyncio.sleep(0)
    first.set()
    async with asyncio.timeout(10):
        await asyncio.gather(holding, *writing)
    assert not slow.done()
    second.set()
    await slow


async def test_nobody_writes_between_a_query_and_its_commit(database: Database) -> None:
    """Each counts the people and adds as many as that."""

    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            row = await transaction.row("SELECT count(*) FROM people")
            assert row is not None
            await asyncio.sleep(0)
            save_person(transaction, PersonRecord(number, str(row[0])))

    async def write_blindly(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, ""))

    await asyncio.gather(*(write(n) if n % 2 else write_blindly(n) for n in range(1, 41)))
    rows = await database.rows("SELECT name FROM people ORDER BY rowid")
    counts = [int(row["name"]) for row in rows if row["name"]]
    assert len(counts) == len(set(counts)) == 20


async def test_a_statement_that_sqlite_does_not_take_fails_alone(database: Database) -> None:
    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, "Anna"))

    results = await asyncio.gather(write(1), write(2**64), write(2), return_exceptions=True)
    assert [type(each) for each in results] == [type(None), OverflowError, type(None)]
    assert set(await load_people(database, [1, 2])) == {1, 2}


async def test_whoever_is_cancelled_leaves_no_transaction_open(database: Database) -> None:
    async def write(number: int) -> None:
        async with database.transaction() as transaction:
            save_person(transaction, PersonRecord(number, "Anna"))

    for steps in range(30):
        task = asyncio.create_task(write(steps))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await write(1_000 + steps)
    assert len(await load_people(database, range(1_000, 1_030))) == 30


async def test_a_username_belongs_to_whoever_had_it_last(database: Database) -> None:
    async with database.transaction() as transaction:
        save_person(transaction, PersonRecord(1, "Anna", "Queen"))
        save_person(transaction, PersonRecord(2, "Berta", "queen"))
    assert await person_by_username(database, "QUEEN") == PersonRecord(2, "Berta", "queen")
    assert (await load_people(database, [1]))[1].username is None
