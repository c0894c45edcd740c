"""Random beginnings of games, for matches and for training: armies stay in play."""

import random
from typing import Final

from rules import Move, Options, Side, State, Turn, file_of, rank_of

_ADVANCE: Final = 2 / 3


def random_opening(options: Options, turns: int, source: random.Random) -> State:
    """Return the position after so many random turns."""
    state = State.start(options)
    for _ in range(turns):
        state = state.after(random_turn(state, source))
    return state


def random_turn(state: State, source: random.Random) -> Turn:
    """Return a random legal turn, two times in three one that goes ahead."""
    turns = state.legal_turns
    ahead = [turn for turn in turns if isinstance(turn, Move) and _goes_ahead(turn, state.side)]
    return source.choice(ahead if ahead and source.random() < _ADVANCE else turns)


def _goes_ahead(move: Move, side: Side) -> bool:
    before, after = (file_of(square) + rank_of(square) for square in (move.start, move.end))
    return after > before if side is Side.WHITE else after < before
