"""A player who looks one move ahead, in plain Python: what is left while the kernel is loading."""

from typing import Final

from rules import Move, Side, Square, State, Turn, file_of, rank_of

_FURTHEST: Final = 14


def greedy_turn(state: State) -> Turn:
    """Return the move that gains most ground, ground far behind counting for more."""
    return max(state.legal_turns, key=lambda turn: _gain(turn, state.side))


def _gain(turn: Turn, side: Side) -> int:
    if not isinstance(turn, Move):
        return 0
    return _worth(turn.end, side) - _worth(turn.start, side)


def _worth(square: Square, side: Side) -> int:
    """Return less the farther the square is from the far corner, and ever less."""
    away = file_of(square) + rank_of(square)
    if side is Side.WHITE:
        away = _FURTHEST - away
    return -(16 * away + away * away)
