"""One process for one database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.schema import unusable


class InUseError(RuntimeError):
    """Another process works with the database; the sentence says so."""


@contextmanager
def sole_user(database: Path) -> Iterator[None]:
    """Keeps other bots away from the database for as long as the block lasts.

    A lock on a file beside it does that, so that reading and backing up are not hindered. It goes
    with the process, however that ends.

    :raises InUseError: another bot is at work with it.
    :raises SchemaError: nothing can be written there.
    """
    # SQLite knows how to lock a file on every system; this one stays empty.
    beside = database.with_name(f"{database.name}.lock")
    try:
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise unusable(database, error) from error
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise unusable(database, error) from error
            raise InUseError(
                f"Another bot is running with the file that DATABASE names ({database}): "
                "stop it, or set another path."
            ) from error
        yield
