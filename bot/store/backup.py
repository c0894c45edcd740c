"""A copy of the database, made while the bot goes on writing it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.schema import APPLICATION_ID


class BackupError(RuntimeError):
    """No copy was made; the sentence says why and what to do."""


def back_up(database: Path, target: Path) -> None:
    """Copies the database, as it stands at one moment, to a file that does not exist yet.

    The copy appears under its name when it is complete, and is one file that needs no other.

    :raises BackupError: the database or the target cannot be used.
    """
    if not database.is_file():
        raise BackupError(
            f"DATABASE names no file ({database}): set it to the path that the bot runs with."
        )
    if target.exists():
        raise BackupError(f"{target} exists already: name a file that does not.")
    if not target.absolute().parent.is_dir():
        raise BackupError(f"The folder {target.parent} does not exist: create it.")
    part = target.with_name(f"{target.name}.part")
    try:
        _copy(database, part)
        _publish(part, target)
    except sqlite3.Error as error:
        raise BackupError(f"The file that DATABASE names could not be copied: {error}.") from error
    except OSError as error:
        raise BackupError(f"{target} could not be written: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(database: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    with (
        # It must exist; and whoever closes it last tidies up beside it, which needs writing.
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        if source.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
            raise BackupError("The file that DATABASE names is not this bot's: set the right path.")
        # All pages in one step: it reads one snapshot, and the bot's writing neither waits for it
        # nor makes it begin again.
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if (found := copy.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            raise BackupError(f"The file that DATABASE names is damaged ({found[0]}).")


def _publish(part: Path, target: Path) -> None:
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.rename(target)
