"""Whole games of all variants, written down by another program, end as they ended there."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import Game, MoveSet, Options, format_ply, format_position, parse_ply

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "games.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_game(number: int) -> None:
    recorded: dict[str, Any] = GAMES[number]
    options = Options(
        pieces=recorded["pieces"],
        moves=MoveSet(recorded["moves_kind"]),
        leave_home=recorded["leave_home"],
        anti_mirror=recorded["anti_mirror"],
    )
    game = Game.replay(options, map(parse_ply, recorded["moves"]))
    assert game.outcome is not None
    winner = game.outcome.winner
    board, _, next_round = format_position(game.state).split()
    assert {
        "result": "draw" if winner is None else winner.value,
        "reason": game.outcome.reason.value,
        "round": int(next_round) - 1,
        "board": board,
        "moves": [format_ply(ply) for ply in game.plies],
    } == {name: recorded[name] for name in ("result", "reason", "round", "board", "moves")}


def test_the_games_are_all_there() -> None:
    assert len(GAMES) == 240
