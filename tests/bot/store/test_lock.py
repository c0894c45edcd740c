from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.backup import back_up
from bot.store.database import Database
from bot.store.lock import InUseError, sole_user
from bot.store.schema import SchemaError


def test_only_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with sole_user(path):
        with (
            pytest.raises(InUseError, match=r"DATABASE names .*bot\.db\): stop it"),
            sole_user(path),
        ):
            pass
        with sole_user(tmp_path / "other.db"):
            pass
    with sole_user(path):
        pass


async def test_it_hinders_neither_reading_nor_backing_up(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with sole_user(path):
        database = await Database.open(path)
        back_up(path, tmp_path / "copy.db")
        await database.close()


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "bot.db.lock").mkdir()
    with pytest.raises(SchemaError, match="DATABASE"), sole_user(tmp_path / "bot.db"):
        pass
