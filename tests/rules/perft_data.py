"""The numbers of positions in data/perft.json, agreed on by two programs (its note says more)."""

import json
from dataclasses import dataclass
from pathlib import Path

from rules import PASS, MoveSet, Options, State, Turn, parse_move

_DATA = json.loads((Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class StartCounts:
    """Counts by depth, from 1, of the position in which a game begins."""

    options: Options
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PositionCounts:
    """Counts by depth, from 1, of a position reached by turns, and of the same set up bare."""

    options: Options
    turns: tuple[Turn, ...]
    position: str
    copies: int
    counts: tuple[int, ...]
    bare_counts: tuple[int, ...]

    def reached(self) -> State:
        """Return the position with its past."""
        state = State.start(self.options)
        for turn in self.turns:
            state = state.after(turn)
        return state


START = tuple(
    StartCounts(Options(entry["pieces"], MoveSet(entry["moves"])), tuple(entry["perft"]))
    for entry in _DATA["start"]
)

POSITIONS = tuple(
    PositionCounts(
        options=Options(
            pieces=entry["options"]["pieces"],
            moves=MoveSet(entry["options"]["moves"]),
            leave_home=entry["options"]["leave"] == "on",
            anti_mirror=entry["options"]["mirror"] == "on",
        ),
        turns=tuple(PASS if text == "--" else parse_move(text) for text in entry["moves"]),
        position=f"{entry['board']} {entry['turn']} {entry['round']}",
        copies=entry["copies"],
        counts=tuple(entry["perft"]),
        bare_counts=tuple(entry["perft_bare"]),
    )
    for entry in _DATA["positions"]
)
