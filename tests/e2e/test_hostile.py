"""A bad line: see ``python -m tests.bench.hostile`` for many more games."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.hostile import play_games
from tests.e2e.recorded import cut_short, recorded_games
from tests.swift import run_swiftly


def test_games_end_right_although_every_tenth_request_fails(tmp_path: Path) -> None:
    """Three in groups, one in two private chats."""
    games = [cut_short(recorded, 15) for recorded in recorded_games()]
    figures = run_swiftly(play_games(4, 2, 0.1, 7, tmp_path, games), speed=50)
    assert figures.faults.total() > 20
