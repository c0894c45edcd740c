"""Counting what can be played: ``python -m rules.perft --help``."""

import argparse
import sys

from rules.errors import NotationError
from rules.moves import Turn
from rules.notation import parse_position
from rules.options import PIECE_COUNTS, MoveSet, Options
from rules.state import State


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of ``depth`` turns; a forced pass is one turn."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_turns)
    return sum(perft(state.after(turn), depth - 1) for turn in state.legal_turns)


def divide(state: State, depth: int) -> dict[Turn, int]:
    """Return the part of ``perft(state, depth)`` that begins with each turn; depth is 1 or more."""
    return {turn: perft(state.after(turn), depth - 1) for turn in state.legal_turns}


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m rules.perft", description="Count positions.")
    parser.add_argument("depth", type=int, choices=range(1, 20), metavar="DEPTH")
    parser.add_argument("--pieces", type=int, choices=PIECE_COUNTS, default=9)
    parser.add_argument("--moves", choices=[kind.value for kind in MoveSet], default="classic")
    parser.add_argument("--no-leave-home", action="store_true", help="leave-home rule off")
    parser.add_argument("--anti-mirror", action="store_true", help="anti-mirror rule on")
    parser.add_argument("--position", help="board, side and round, as in '...w...b... w 12'")
    parser.add_argument("--divide", action="store_true", help="count each first turn")
    arguments = parser.parse_args()

    options = Options(
        arguments.pieces,
        MoveSet(arguments.moves),
        leave_home=not arguments.no_leave_home,
        anti_mirror=arguments.anti_mirror,
    )
    state = State.start(options)
    if arguments.position is not None:
        try:
            state = parse_position(arguments.position, options)
        except NotationError as error:
            parser.error(str(error))
    if arguments.divide:
        counts = divide(state, arguments.depth)
        for turn, count in counts.items():
            sys.stdout.write(f"{str(turn).replace(' ', '')} {count}\n")
        total = sum(counts.values())
    else:
        total = perft(state, arguments.depth)
    sys.stdout.write(f"perft {arguments.depth} {total}\n")


if __name__ == "__main__":
    _main()
