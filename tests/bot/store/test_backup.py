from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot.__main__ import main
from bot.store.backup import BackupError, back_up
from bot.store.database import Database
from bot.store.people import PersonRecord, load_people, save_person


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "bot.db")
    async with database.transaction() as transaction:
        save_person(transaction, PersonRecord(1, "Anna"))
    yield database
    await database.close()


async def test_copies_of_a_busy_database_hold_whole_transactions(
    database: Database, tmp_path: Path
) -> None:
    """Each transaction writes two people; a copy that cut one in two would hold one of them."""
    done = asyncio.Event()

    async def write() -> int:
        number = 0
        while not done.is_set() or number < 10:
            async with database.transaction() as transaction:
                save_person(transaction, PersonRecord(2 * number + 10, "x" * 3_000))
                save_person(transaction, PersonRecord(2 * number + 11, "x" * 3_000))
            number += 1
        return number

    writing = asyncio.create_task(write())
    counts = []
    for number in range(5):
        copy = tmp_path / f"copy-{number}.db"
        await asyncio.to_thread(back_up, tmp_path / "bot.db", copy)
        with closing(sqlite3.connect(copy)) as connection:
            counts += connection.execute("SELECT count(*) FROM people").fetchone()
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    done.set()
    assert await writing >= 10
    assert counts == sorted(counts)
    assert all(count % 2 for count in counts)


@pytest.mark.usefixtures("database")
def test_a_copy_is_one_file(tmp_path: Path) -> None:
    back_up(tmp_path / "bot.db", tmp_path / "copy.db")
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]


@pytest.mark.usefixtures("database")
async def test_a_copy_takes_the_place_of_the_database(tmp_path: Path) -> None:
    back_up(tmp_path / "bot.db", tmp_path / "copy.db")
    restored = await Database.open(tmp_path / "copy.db")
    assert await load_people(restored, [1]) == {1: PersonRecord(1, "Anna")}
    await restored.close()


def refused(database: Path, target: Path) -> str:
    with pytest.raises(BackupError) as caught:
        back_up(database, target)
    return str(caught.value)


@pytest.mark.usefixtures("database")
def test_what_cannot_be_copied_is_said(tmp_path: Path) -> None:
    database, target = tmp_path / "bot.db", tmp_path / "copy.db"
    assert "DATABASE names no file" in refused(tmp_path / "nothing.db", target)
    assert "create it" in refused(database, tmp_path / "nowhere" / "copy.db")
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "is not this bot's" in refused(foreign, target)
    foreign.write_text("Dear Anna, " * 1_000)
    assert "DATABASE names could not be copied" in refused(foreign, target)
    assert list(tmp_path.glob("copy*")) == []
    target.write_text("precious")
    assert "exists already" in refused(database, target)
    assert target.read_text() == "precious"


@pytest.mark.usefixtures("database")
def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy.db"
    monkeypatch.setenv("DATABASE", str(tmp_path / "bot.db"))
    monkeypatch.setattr("sys.argv", ["python -m bot", "backup", str(target)])
    assert main() == 0
    assert target.is_file()
    assert main() == 2
    assert "copy.db exists already: name a file that does not." in capsys.readouterr().err
