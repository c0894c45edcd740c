"""Challenges that people posted in other chats, as far as Telegram told how to reach them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class PostRecord:
    """A message by its inline id, and the code of the game that it leads to.

    ``person`` posted it; nobody can use it any more after ``expires`` (UTC seconds).
    """

    code: str
    person: int
    message: str
    expires: int


def save_post(transaction: Transaction, post: PostRecord) -> None:
    """Stores a post, unless its message or its code is known already."""
    transaction.execute(
        "INSERT INTO posts (code, person, message, expires) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (post.code, post.person, post.message, post.expires),
    )


async def load_post(database: Database, code: str) -> PostRecord | None:
    """Returns the post that leads to the game with that code."""
    row = await database.row(
        "SELECT code, person, message, expires FROM posts WHERE code = ?", (code,)
    )
    return None if row is None else PostRecord(*row)


def remove_post(transaction: Transaction, code: str) -> None:
    """Forgets a post: it will not change any more."""
    transaction.execute("DELETE FROM posts WHERE code = ?", (code,))


def remove_unused_posts(transaction: Transaction, now: int) -> None:
    """Forgets the posts that nobody has used and nobody can use any more."""
    transaction.execute(
        "DELETE FROM posts WHERE expires <= ? AND code NOT IN"
        " (SELECT code FROM games WHERE code IS NOT NULL)",
        (now,),
    )


async def games_posted(database: Database) -> list[int]:
    """Returns the ids of the games that posts have led to."""
    rows = await database.rows("SELECT games.id FROM games JOIN posts ON posts.code = games.code")
    return [row["id"] for row in rows]
