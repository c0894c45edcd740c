"""Databases of every schema, as SQL: with people, games in every phase, and the rest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

from bot.store.schema import MIGRATIONS

_DATA = Path(__file__).parent / "data"

# Number of the schema -> a database that a release with it has written.
RELEASED = {
    int(path.stem.removeprefix("version-")): path for path in sorted(_DATA.glob("version-*.sql"))
}
# Between those of releases there are schemas that somebody may have run from a checkout.
VERSIONS = range(1, len(MIGRATIONS) + 1)


def restore(script: Path, path: Path) -> Path:
    """Makes the file anew and returns its path."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(script.read_text())
    return path


def make(version: int, path: Path) -> Path:
    """Makes a file with that schema, from the newest release before it, and returns its path."""
    release = max(released for released in RELEASED if released <= version)
    restore(RELEASED[release], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in chain.from_iterable(MIGRATIONS[release:version]):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
    return path
