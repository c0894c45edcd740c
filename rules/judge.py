"""Who has won: the end of a round, judged by the first line of the rules that applies."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from rules.moves import PASS
from rules.options import Side

if TYPE_CHECKING:
    from rules.state import State

_REPETITIONS = 3


class Reason(Enum):
    """Why the rules ended a game."""

    BOTH_FILLED = "both-filled"
    FILLED = "filled"
    LEAVE_HOME = "leave-home"
    BOTH_PASSED = "both-passed"
    COUNT_LIMIT = "count-limit"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rules ended a game; nobody has won a draw."""

    winner: Side | None
    reason: Reason


def judge(state: "State") -> Outcome | None:
    """Return the outcome if the turn just made ended a round and so the game, else ``None``."""
    if state.last_round is None:
        return None
    return (
        _both_filled(state)  # line 1
        or _one_filled(state)  # line 2
        or _left_pieces_at_home(state)  # line 3
        or _nobody_moved(state)  # line 4
        or _reached_count_limit(state)  # line 5
        or _repeated(state)  # line 6
    )


def _both_filled(state: "State") -> Outcome | None:
    if _has_filled(state, Side.WHITE) and _has_filled(state, Side.BLACK):
        return Outcome(None, Reason.BOTH_FILLED)
    return None


def _one_filled(state: "State") -> Outcome | None:
    for side in Side:
        if _has_filled(state, side):
            return Outcome(side, Reason.FILLED)
    return None


def _left_pieces_at_home(state: "State") -> Outcome | None:
    options = state.options
    if not options.leave_home or _ended_round(state) < options.leave_limit:
        return None
    match [side for side in Side if _is_at_home(state, side)]:
        case []:
            return None
        case [offender]:
            return Outcome(offender.other, Reason.LEAVE_HOME)
        case _:
            return Outcome(None, Reason.LEAVE_HOME)


def _nobody_moved(state: "State") -> Outcome | None:
    if state.last_round == (PASS, PASS):
        return Outcome(_ahead_by_count(state), Reason.BOTH_PASSED)
    return None


def _reached_count_limit(state: "State") -> Outcome | None:
    if _ended_round(state) >= state.options.count_limit:
        return Outcome(_ahead_by_count(state), Reason.COUNT_LIMIT)
    return None


def _repeated(state: "State") -> Outcome | None:
    if _is_at_home(state, Side.WHITE) or _is_at_home(state, Side.BLACK):
        return None
    if state.history.count((state.white, state.black)) >= _REPETITIONS:
        return Outcome(None, Reason.REPETITION)
    return None


def _ended_round(state: "State") -> int:
    return state.round - 1


def _has_filled(state: "State", side: Side) -> bool:
    return not state.options.target(side) & ~state.pieces(side)


def _is_at_home(state: "State", side: Side) -> bool:
    return bool(state.options.home(side) & state.pieces(side))


def _ahead_by_count(state: "State") -> Side | None:
    """Return who has more pieces in the target, if anybody."""
    white, black = (
        (state.options.target(side) & state.pieces(side)).bit_count()
        for side in (Side.WHITE, Side.BLACK)
    )
    if white == black:
        return None
    return Side.WHITE if white > black else Side.BLACK
