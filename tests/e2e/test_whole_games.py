"""Recorded games, played tap by tap by two people in a group, end as they were recorded."""

from __future__ import annotations

import pytest

from bot.config import Config
from rules import Game, Side
from tests.e2e.conftest import People
from tests.e2e.recorded import Recorded, check_end, recorded_games
from tests.e2e.table import Table


@pytest.mark.parametrize("recorded", recorded_games()[:5], ids=lambda each: each.words)
@pytest.mark.usefixtures("bot")
async def test_a_whole_game(
    recorded: Recorded, config: Config, table: Table, people: People
) -> None:
    board = await table.begin(people.anna, people.boris, recorded.words)
    game = Game.start(recorded.options)
    for ply in recorded.plies:
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        await table.play(mover, board, game.state, ply)
        game = game.play(ply)
    await table.button("🔁", board)
    check_end(recorded, game, config.database)
    winner = {"white": "Anna", "black": "Boris", None: None}[recorded.winner]
    assert (f"{winner}\u2069 wins" if winner else "Draw") in board.caption
    assert table.boards == [board]
