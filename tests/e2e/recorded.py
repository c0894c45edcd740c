"""Recorded games: who made which moves, and how each ended."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.play.match import Decision
from rules import (
    PASS,
    Game,
    Move,
    MoveSet,
    Options,
    Ply,
    State,
    format_ply,
    format_position,
    parse_ply,
)

_FILE = Path(__file__).parent / "data" / "games.jsonl"


@dataclass(frozen=True)
class Recorded:
    """A game as recorded: the words that set it up, its plies, its end."""

    words: str
    options: Options
    plies: tuple[Ply, ...]
    winner: str | None
    reason: str
    round: int
    board: str


def recorded_games() -> list[Recorded]:
    return [_recorded(json.loads(line)) for line in _FILE.read_text().splitlines()]


def _recorded(game: dict[str, Any]) -> Recorded:
    words = [str(game["pieces"]), game["moves_kind"]]
    words += [] if game["leave_home"] else ["noleave"]
    words += ["mirror"] if game["anti_mirror"] else []
    return Recorded(
        words=" ".join(words),
        options=Options(
            pieces=game["pieces"],
            moves=MoveSet(game["moves_kind"]),
            leave_home=game["leave_home"],
            anti_mirror=game["anti_mirror"],
        ),
        plies=tuple(parse_ply(move) for move in game["moves"]),
        winner=None if game["result"] == "draw" else game["result"],
        reason=game["reason"],
        round=game["round"],
        board=game["board"],
    )


def cut_short(recorded: Recorded, plies: int) -> Recorded:
    """A game that goes so far as recorded; then whoever is to move resigns."""
    winner = "white" if plies % 2 else "black"
    return replace(
        recorded, plies=recorded.plies[:plies], winner=winner, reason=Decision.RESIGNED.value
    )


def by_shortest_routes(recorded: Recorded) -> Recorded:
    """The same game, with each move on the way that is taken when only its ends are said."""
    plies: list[Ply] = []
    state = State.start(recorded.options)
    for ply in recorded.plies:
        turn = PASS if ply is PASS else Move(ply[0], ply[-1])
        plies.append(PASS if turn is PASS else state.route_to(turn))
        state = state.after(turn)
    return replace(recorded, plies=tuple(plies))


def check_end(recorded: Recorded, game: Game, database: Path) -> None:
    """Checks that the game, and the newest one in the file, ended as recorded."""
    assert game.outcome is not None
    winner = game.outcome.winner.value if game.outcome.winner else None
    assert (winner, game.outcome.reason.value) == (recorded.winner, recorded.reason)
    assert (len(game.plies) // 2, board_of(game)) == (recorded.round, recorded.board)
    with closing(sqlite3.connect(database)) as connection:
        number, *end = connection.execute(
            "SELECT id, phase, winner, reason FROM games ORDER BY id DESC"
        ).fetchone()
        plies = connection.execute(
            "SELECT notation FROM plies WHERE game = ? ORDER BY number", (number,)
        ).fetchall()
    assert end == ["finished", recorded.winner, recorded.reason]
    assert [notation for (notation,) in plies] == [format_ply(ply) for ply in recorded.plies]


def board_of(game: Game) -> str:
    """A position as the recordings write it, a1 first."""
    return format_position(game.state).split()[0]
