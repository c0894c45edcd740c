"""Erasing a person, as far as that touches nobody else."""

from __future__ import annotations

from bot.store.database import Database, Transaction

_INVITED_BY_USERNAME = (
    "invited_username = (SELECT username FROM people WHERE id = ?) COLLATE NOCASE"
)


async def games_naming(source: Database | Transaction, person: int) -> list[int]:
    """Returns the ids of all games in which a person appears, in their order."""
    rows = await source.rows(
        "SELECT id FROM games"
        " WHERE ? IN (challenger, coalesce(invited, 0), coalesce(white, 0), coalesce(black, 0))"
        f" OR {_INVITED_BY_USERNAME} ORDER BY id",
        (person, person),
    )
    return [row["id"] for row in rows]


async def erase_person(transaction: Transaction, person: int) -> None:
    """Erases a person, who must not be playing now.

    Games with other people stay theirs: an id below 0, which is nobody's, takes the person's place
    there. The person's private chat has the person's id, so its boards go too.
    """
    _erase_games_against_ai(transaction, person)
    nobody = await _new_nobody(transaction)
    for column in ("challenger", "invited", "white", "black"):
        transaction.execute(f"UPDATE games SET {column} = ? WHERE {column} = ?", (nobody, person))
    transaction.execute(
        f"UPDATE games SET invited = ?, invited_username = NULL WHERE {_INVITED_BY_USERNAME}",
        (nobody, person),
    )
    for table, column in (
        ("boards", "chat"),
        ("exports", "chat"),
        ("settings", "chat"),
        ("silences", "chat"),
        ("ratings", "person"),
        ("posts", "person"),
        ("ticket_keys", "person"),
        ("people", "id"),
    ):
        transaction.execute(f"DELETE FROM {table} WHERE {column} = ?", (person,))


def _erase_games_against_ai(transaction: Transaction, person: int) -> None:
    own = "level IS NOT NULL AND challenger = ?"
    for table in ("plies", "looks", "boards", "exports"):
        transaction.execute(
            f"DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE {own})", (person,)
        )
    transaction.execute(f"UPDATE games SET rematch = NULL WHERE {own}", (person,))
    transaction.execute(f"DELETE FROM games WHERE {own}", (person,))


async def _new_nobody(transaction: Transaction) -> int:
    row = await transaction.row("SELECT min(min(id), 0) - 1 FROM people")
    assert row is not None
    nobody = int(row[0])
    transaction.execute("INSERT INTO people (id, name) VALUES (?, '')", (nobody,))
    return nobody
