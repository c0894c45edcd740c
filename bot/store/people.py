"""People: whom the bot has met, and what they chose last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """What Telegram tells of a person, as last seen; ``name`` is first and last name."""

    id: int
    name: str
    username: str | None = None
    language_code: str | None = None


_COLUMNS = "id, name, username, language_code"


def save_person(transaction: Transaction, person: PersonRecord) -> None:
    """Stores a person as now seen. A username belongs to one person at a time."""
    if person.username is not None:
        transaction.execute(
            "UPDATE people SET username = NULL WHERE username = ? AND id <> ?",
            (person.username, person.id),
        )
    transaction.execute(
        f"INSERT INTO people ({_COLUMNS}) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, username = excluded.username,"
        " language_code = excluded.language_code",
        (person.id, person.name, person.username, person.language_code),
    )


async def load_people(database: Database, ids: Iterable[int]) -> dict[int, PersonRecord]:
    """Returns the known ones among these people, by id."""
    wanted = sorted(set(ids))
    marks = ", ".join("?" * len(wanted))
    rows = await database.rows(f"SELECT {_COLUMNS} FROM people WHERE id IN ({marks})", wanted)
    return {row["id"]: PersonRecord(*row) for row in rows}


async def person_by_username(database: Database, username: str) -> PersonRecord | None:
    """Returns who was last seen with a username (case does not matter)."""
    row = await database.row(f"SELECT {_COLUMNS} FROM people WHERE username = ?", (username,))
    return None if row is None else PersonRecord(*row)


async def load_setup(database: Database, person: int) -> tuple[str | None, int | None]:
    """Returns the setup that a person chose last, as it was saved, and the AI's level."""
    row = await database.row("SELECT setup, level FROM people WHERE id = ?", (person,))
    return (None, None) if row is None else (row["setup"], row["level"])


def save_setup(transaction: Transaction, person: int, setup: str, level: int | None) -> None:
    """Remembers the setup that a person chose, and the AI's level if one was chosen."""
    transaction.execute(
        "UPDATE people SET setup = ?, level = coalesce(?, level) WHERE id = ?",
        (setup, level, person),
    )
