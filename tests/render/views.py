"""Views of every kind, and strategies for any."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from render import BoardView
from rules import PIECE_COUNTS, Options, Route, Side, file_of, parse_square, rank_of, square_at
from tests import strategies
from tests.drawings import drawn, path, squares


def start(pieces: int = 9) -> BoardView:
    """Return the position in which a game begins."""
    white_home, black_home = (Options(pieces).home(side) for side in Side)
    return BoardView(white_home, black_home, white_home, black_home)


def position(drawing: str) -> BoardView:
    """Return a drawing's position with the homes of nine pieces."""
    state = drawn(drawing)
    return replace(start(), white=state.white, black=state.black)


MIDDLE: Final = position("""
    . . . . . . . b
    . . . . b . b .
    . . . b . b . .
    . w w . b . b b
    . . . w w b . .
    . . w w . . . .
    w w . . . . . .
    w . . . . . . .
""")
IN_CHAIN: Final = position("""
    . . . . . . . b
    . . . . . b b b
    . . . . b . b b
    . . . b w . . .
    . . . . b . . .
    w w w . . . . .
    w w w . . . . .
    w w . . . . . .
""")
AFTER_CHAIN: Final = position("""
    . . . . b . b b
    . . . . . w b b
    . . . . b . w b
    . . . b . . . .
    . . . w . b . .
    w w . . . . . .
    w w w . . . . .
    . w . . . . . .
""")
WHITE_HAS_WON: Final = position("""
    . . . . . w w w
    . . . . b w w w
    . . . b . w w w
    . . . . b . b b
    . . . . . b . .
    . . . . . . . .
    . . . . . . . .
    b b b . . . . .
""")
BLACK_HAS_WON: Final = position("""
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . w w . . . . .
    . . . w w . . .
    b b b w w . . .
    b b b . w . . .
    b b b . w . . .
""")
BOTH_HAVE_FILLED: Final = position("""
    . . . . . w w w
    . . . . . w w w
    . . . . . w w w
    . . . . . . . .
    . . . . . . . .
    b b b . . . . .
    b b b . . . . .
    b b b . . . . .
""")

EXAMPLES: Final[Mapping[str, BoardView]] = {
    **{f"start-{pieces}": start(pieces) for pieces in PIECE_COUNTS},
    "choose-white": replace(start(), selectable=squares("a3 b3 c3 c2 c1")),
    "choose-black": replace(
        MIDDLE, bottom=Side.BLACK, selectable=MIDDLE.black, last_move=path("d2 d3")
    ),
    "picked": replace(
        MIDDLE,
        selected=parse_square("d4"),
        steps=squares("d5 c4"),
        hops=squares("b4 d2 f3"),
        last_move=path("h4 h5"),
    ),
    "chain": replace(
        IN_CHAIN,
        chain=path("c1 e1 e3 e5"),
        selected=parse_square("e5"),
        hops=squares("c5 e7"),
        last_move=path("f6 e6"),
    ),
    "chain-black": replace(
        IN_CHAIN, bottom=Side.BLACK, chain=path("c1 c3 e3 e5"), hops=squares("c5 e7")
    ),
    "last-move-long": replace(
        AFTER_CHAIN, last_move=path("a1 c1 c3 e3 e5 c5 c7 e7 g7 g5"), selectable=squares("d5 f4")
    ),
    "last-move-diagonal": replace(
        AFTER_CHAIN, last_move=path("a1 c3 e5 g3 e1"), hint=path("h6 g5")
    ),
    "hint": replace(
        MIDDLE, hint=path("c3 e3 e5"), selectable=MIDDLE.white, last_move=path("e8 e7")
    ),
    "white-won": replace(WHITE_HAS_WON, finished=True, winner=Side.WHITE, last_move=path("e8 f8")),
    "black-won": replace(
        BLACK_HAS_WON, finished=True, winner=Side.BLACK, bottom=Side.BLACK, last_move=path("e1 c1")
    ),
    "draw": replace(BOTH_HAVE_FILLED, finished=True, last_move=path("e1 c1")),
    "no-coordinates": replace(MIDDLE, coordinates=False),
}


@st.composite
def routes(draw: st.DrawFn) -> Route:
    """Walks by steps and hops, diagonal ones too, on any squares; often none."""
    if draw(st.booleans()):
        return ()
    route: Route = (draw(strategies.squares()),)
    for _ in range(draw(st.integers(0, 8))):
        file, rank = file_of(route[-1]), rank_of(route[-1])
        onward = [
            square_at(file + files * length, rank + ranks * length)
            for files in (-1, 0, 1)
            for ranks in (-1, 0, 1)
            for length in (1, 2)
            if (files or ranks)
            and 0 <= file + files * length < 8
            and 0 <= rank + ranks * length < 8
        ]
        route = (*route, draw(st.sampled_from(onward)))
    return route


@st.composite
def views(draw: st.DrawFn) -> BoardView:
    """Views that make sense or not, but have one piece on a square at most."""
    white, selectable, steps, hops = (draw(strategies.bitboards()) for _ in range(4))
    sides = st.sampled_from(Side)
    return replace(
        start(draw(st.sampled_from(PIECE_COUNTS))),
        white=white,
        black=draw(strategies.bitboards()) & ~white,
        bottom=draw(sides),
        last_move=draw(routes()),
        selectable=selectable,
        selected=draw(st.none() | strategies.squares()),
        steps=steps,
        hops=hops,
        chain=draw(routes()),
        hint=draw(routes()),
        winner=draw(st.none() | sides),
        finished=draw(st.booleans()),
        coordinates=draw(st.booleans()),
    )
