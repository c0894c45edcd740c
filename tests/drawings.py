"""Positions, turns, sets of squares and paths as people read them."""

from rules import (
    PASS,
    Bitboard,
    Options,
    Route,
    Side,
    State,
    bitboard_of,
    parse_move,
    parse_square,
    square_at,
    square_name,
    squares_of,
)


def drawn(
    drawing: str, options: Options | None = None, side: Side = Side.WHITE, round: int = 1
) -> State:
    """Return the position of a drawing: eight lines of ``w``, ``b`` and ``.``, rank 8 first.

    Blanks are for the eye. Without options, those by default.
    """
    ranks = ["".join(line.split()) for line in drawing.strip().splitlines()]
    if [len(rank) for rank in ranks] != [8] * 8 or set("".join(ranks)) - set("wb."):
        raise ValueError(f"not a drawing of a board:\n{drawing}")
    white, black = (
        bitboard_of(
            square_at(file, 7 - line)
            for line, rank in enumerate(ranks)
            for file, sign in enumerate(rank)
            if sign == piece
        )
        for piece in "wb"
    )
    return State.set_up(options or Options(), white, black, side, round)


def played(state: State, turns: str) -> State:
    """Return the position after turns given as pairs, as in ``"c1 c2, h8 h7, --"``."""
    for text in turns.split(", "):
        state = state.after(PASS if text == PASS.value else parse_move(text))
    return state


def squares(names: str) -> Bitboard:
    """Return the set of the squares named, as in ``"c3 e3"``."""
    return bitboard_of(path(names))


def names(bitboard: Bitboard) -> str:
    """Return the names of the squares of a set, a1 first."""
    return " ".join(square_name(square) for square in squares_of(bitboard))


def path(names: str) -> Route:
    """Return the squares named, in that order."""
    return tuple(parse_square(name) for name in names.split())
