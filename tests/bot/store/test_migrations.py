"""Old databases are brought to the newest schema: wholly or not at all."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import schema
from bot.store.database import Database
from bot.store.schema import APPLICATION_ID, MIGRATIONS, SchemaError
from tests.bot.store.released import RELEASED, VERSIONS, make, restore

_BREAKS = ("ALTER TABLE people ADD COLUMN mood TEXT", "INSERT INTO nowhere VALUES (1)")


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()
        return [str(version), *connection.iterdump()]


def schema_of(path: Path) -> dict[str, str]:
    """Every table and index by name, without spaces and quotes, which differ after a renaming."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: re.sub(r"[\s\"]+|--.*", "", sql) for name, sql in rows}


def check(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


async def open_and_close(path: Path) -> None:
    await (await Database.open(path)).close()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return restore(RELEASED[1], tmp_path / "old.db")


@pytest.mark.parametrize("version", VERSIONS)
async def test_an_old_file_becomes_what_a_new_one_is(version: int, tmp_path: Path) -> None:
    old, new = make(version, tmp_path / "old.db"), tmp_path / "new.db"
    await open_and_close(old)
    await open_and_close(new)
    assert schema_of(old) == schema_of(new)
    check(old)


@pytest.mark.parametrize("version", RELEASED)
async def test_a_released_migration_was_not_changed(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", MIGRATIONS[:version])
    await open_and_close(tmp_path / "new.db")
    released = restore(RELEASED[version], tmp_path / "released.db")
    assert schema_of(tmp_path / "new.db") == schema_of(released)


def counts(path: Path) -> dict[str, int]:
    """How many rows each table has."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM pragma_table_list")]
        return {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608
            for name in names
            if not name.startswith("sqlite_")
        }


@pytest.mark.parametrize("version", RELEASED)
def test_there_is_something_to_lose(version: int, tmp_path: Path) -> None:
    rows = counts(restore(RELEASED[version], tmp_path / "released.db"))
    assert [name for name, count in rows.items() if count == 0] == []


@pytest.mark.parametrize("version", VERSIONS)
async def test_nothing_is_lost_on_the_way(version: int, tmp_path: Path) -> None:
    old = make(version, tmp_path / "old.db")
    before = counts(old)
    await open_and_close(old)
    after = counts(old)
    assert {name: after.get(name) for name in before} == before


@pytest.mark.parametrize(
    "last",
    [
        _BREAKS,
        # It leaves plies without a game.
        ("DELETE FROM games WHERE id = 1",),
    ],
    ids=["wrong SQL", "rows that refer to nothing"],
)
async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    last: tuple[str, ...], old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(old)
    works = ("ALTER TABLE people ADD COLUMN whim TEXT",)
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, works, last))
    with pytest.raises(SchemaError, match=r"DATABASE.* It is as it was: start the release"):
        await Database.open(old)
    assert dump(old) == before
    monkeypatch.undo()
    await open_and_close(old)
    check(old)


async def test_migrations_come_in_the_order_of_their_numbers(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = (
        ("CREATE TABLE notes (text TEXT)",),
        ("INSERT INTO notes VALUES ('first')", "ALTER TABLE notes RENAME TO remarks"),
        ("INSERT INTO remarks VALUES ('second')",),
    )
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, *more))
    database = await Database.open(old)
    rows = await database.rows("SELECT text FROM remarks ORDER BY rowid")
    assert [row["text"] for row in rows] == ["first", "second"]
    await database.close()


async def test_a_table_that_others_refer_to_can_be_rebuilt(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With foreign keys enforced, dropping people would be refused, or take the games along."""
    rebuilding = (
        "CREATE TABLE new_people AS SELECT * FROM people",
        "DROP TABLE people",
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
        "INSERT INTO people SELECT id, name FROM new_people",
        "DROP TABLE new_people",
    )
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, rebuilding))
    database = await Database.open(old)
    people = await database.rows("SELECT name FROM people JOIN games ON people.id = games.white")
    assert {row["name"] for row in people} == {"Anna"}
    with pytest.raises(sqlite3.IntegrityError):
        async with database.transaction() as transaction:
            transaction.execute("UPDATE games SET white = 404")
    await database.close()


async def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Anna, " * 1_000)
    with pytest.raises(SchemaError, match=r"DATABASE names \(.*letter.db\) cannot be used"):
        await Database.open(path)
    assert path.read_text().startswith("Dear Anna")
