from __future__ import annotations

import asyncio
from pathlib import Path

from bot.play.live import Live
from bot.play.match import Match
from bot.play.seats import Player
from bot.play.setup import Setup
from bot.store.backup import back_up
from bot.store.database import Database
from bot.store.people import PersonRecord, save_person
from rules import Move, Side

GAMES = 200


async def accept(live: Live, match: Match, player: Player) -> Match:
    return await live.act(
        match.id, lambda now: now.accepted(player, now.version, lambda: Side.WHITE)
    )


async def test_two_hundred_moves_at_once_and_no_lock_error(tmp_path: Path) -> None:
    """While others read, and a backup is made."""
    database = await Database.open(tmp_path / "bot.db")
    live = Live(database, lambda: 1_800_000_000)
    async with database.transaction() as transaction:
        for person in range(1, 2 * GAMES + 1):
            save_person(transaction, PersonRecord(person, "Anna"))

    async def begin(white: int) -> Match:
        match = await live.challenge(Player(white), Setup(), None, -100, None)
        return await accept(live, match, Player(white + 1))

    async def play(match: Match) -> Match:
        move = match.game.state.legal_turns[0]
        assert isinstance(move, Move)
        route = match.game.state.route_to(move)
        white = Player(match.challenger)
        return await live.act(match.id, lambda now: now.played(white, match.turn, route))

    matches = await asyncio.gather(*(begin(white) for white in range(1, 2 * GAMES, 2)))
    reading = asyncio.gather(*(live.in_chat(-100) for _ in range(20)))
    copying = asyncio.to_thread(back_up, tmp_path / "bot.db", tmp_path / "copy.db")
    played = asyncio.gather(*(play(match) for match in matches))
    _, _, after = await asyncio.gather(reading, copying, played)
    assert [match.ply for match in after] == [1] * GAMES
    rows = await database.rows("SELECT count(*) AS count FROM plies")
    assert rows[0]["count"] == GAMES
    await database.close()
