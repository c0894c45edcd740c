"""Databases of every released schema, as SQL: with people, games in every phase, and the rest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_DATA = Path(__file__).parent / "data"

# Number of the schema -> a database that a release with it has written.
RELEASED = {
    int(path.stem.removeprefix("version-")): path for path in sorted(_DATA.glob("version-*.sql"))
}


def restore(script: Path, path: Path) -> Path:
    """Makes the file anew and returns its path."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(script.read_text())
    return path
