"""Pictures of what is read: the rulebook's positions, and what each of them is to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.chat.rulebook import Page
from bot.store.settings import Settings
from render import BoardView, Graph
from rules import (
    PIECE_COUNTS,
    Bitboard,
    MoveSet,
    Options,
    Route,
    Side,
    Square,
    State,
    bitboard_of,
    parse_ply,
    parse_square,
    square_at,
)

Diagram: TypeAlias = tuple[BoardView, ...]
"""One board, or four on one picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows, and in which theme."""

    shown: Diagram | Graph
    theme: str = Settings().theme


def _drawn(
    drawing: str, *, side: Side = Side.WHITE, round_: int = 12, moves: MoveSet = MoveSet.CLASSIC
) -> State:
    """Returns a position from a drawing: ``w``, ``b`` and ``.``, rank 8 first."""
    ranks = ["".join(line.split()) for line in drawing.split("\n") if line.strip()]

    def pieces(sign: str) -> Bitboard:
        return bitboard_of(
            square_at(file, 7 - row)
            for row, rank in enumerate(ranks)
            for file, each in enumerate(rank)
            if each == sign
        )

    return State.set_up(Options(moves=moves), pieces("w"), pieces("b"), side, round_)


def _route(notation: str) -> Route:
    ply = parse_ply(notation)
    assert isinstance(ply, tuple)
    return ply


# The positions. Where one has a move, it is legal there and leads to what the page says.

STEP = _drawn("""
    . . . . . b b b
    . . . . . . b b
    . . . . . b . b
    . . . . . . . .
    . . . w b b . .
    w w . . . . . .
    w w w . . . . .
    w . w w . . . .
""")
STEPPING = parse_square("d4")

JUMP = _drawn("""
    . . . . . b b b
    . . . . . . b b
    . . . . b . . b
    . . . b . . . .
    . . . . b . . .
    w w . . . . . .
    w w w . w . . .
    w . w w . . . .
""")
JUMPING = _route("c1:e1:e3:e5")

BLOCKED = _drawn("""
    . . . . . w w b
    . . . . w w w w
    . . . . . w w w
    . . . . . . . .
    . . . . . . . .
    b b . . . . . .
    b b b . . . . .
    b b b . . . . .
""")
BLOCKING = parse_square("h8")

FILLED_BY_WHITE = _drawn(
    """
    . . . . . w w w
    . . . . . w w w
    . . . . . w w w
    . . . . . . . .
    . . . . . . . .
    b . b b . . . .
    b b b . . . . .
    b b b . . . . .
    """,
    side=Side.BLACK,
    round_=38,
)
FILLING = _route("d3:b3")

LATE = _drawn(
    """
    . . . . . w w .
    . . . . b w w w
    . . . . w . w .
    . . . w b . . .
    . . . . . . . .
    b . . b . . . .
    b b . . . . . .
    b w b b . . . .
    """,
    side=Side.BLACK,
    round_=40,
)
LEFT_BEHIND = parse_square("b1")

COUNTED = _drawn(
    """
    . . . . . w w w
    . . . . . w w .
    . . . . w w w .
    . . . . w . . .
    . . . . . . . .
    b . . b . . . .
    b b . . b . . .
    b b b b . . . .
    """,
    side=Side.BLACK,
    round_=80,
)
LAST_COUNTED = _route("e2-e3")

REPEATED = _drawn("""
    . . . . w w w .
    . . . . . w w w
    . . . . b w . w
    . . . . . . . .
    . . . w . . . .
    b b . . . . . .
    b b b . . b . .
    . b b . . . . .
""")
TO_AND_FRO = _route("d4-d5")

DIAGONAL = _drawn(
    """
    . . . . . b b b
    . . . . . b b b
    . . . . . . b b
    . . . . b . . .
    . . . w . . . .
    w w . . . . . .
    w w w . . . . .
    w w w . . . . .
    """,
    moves=MoveSet.DIAGONAL,
)

COPIED = State.start(Options(anti_mirror=True))
ORIGINAL, COPY = _route("c2:c4"), _route("f7:f5")

ROAD = _drawn("""
    . . . . . . b b
    . . . . b . b b
    . . . w . . b b
    . . w . . b . .
    . w . . . b . .
    . . . . . . . .
    w w w . . . . .
    w w w . . . . .
""")
ALONG_THE_ROAD = _route("b1:b3:b5:d5:d7:f7")

TOGETHER = _drawn("""
    . . . . . . . .
    . . . . . w w .
    . . . . w w w .
    . . . . w w w .
    . . . . . . . .
    b b b . . . . .
    b b . b . . . .
    b b . . w . . b
""")
STRAGGLER = parse_square("e1")


def _view(state: State) -> BoardView:
    options = state.options
    return BoardView(state.white, state.black, options.home(Side.WHITE), options.home(Side.BLACK))


def _moved(state: State, route: Route) -> BoardView:
    """Returns the view after a move, whether or not it ends the turn."""
    change = 1 << route[0] | 1 << route[-1]
    view = replace(_view(state), last_move=route)
    if state.white >> route[0] & 1:
        return replace(view, white=state.white ^ change)
    return replace(view, black=state.black ^ change)


def _picked(state: State, square: Square) -> BoardView:
    """Returns the view with a piece picked, and where it can go."""
    return replace(
        _view(state),
        selected=square,
        steps=state.steps_from(square),
        hops=state.hops_from((square,)),
    )


def _in_chain(state: State, path: Route) -> BoardView:
    """Returns the view in the middle of a chain, and where it can go on."""
    return replace(
        _moved(state, path),
        last_move=(),
        chain=path,
        selected=path[-1],
        hops=state.hops_from(path),
    )


_VIEWS: Mapping[Page, BoardView] = {
    Page.GOAL: _view(State.start(Options())),
    Page.STEP: _picked(STEP, STEPPING),
    Page.JUMP: _in_chain(JUMP, JUMPING),
    Page.WINNING: replace(_view(BLOCKED), selected=BLOCKING),
    Page.LAST_MOVE: replace(_view(FILLED_BY_WHITE), hint=FILLING),
    Page.LEAVING: replace(_view(LATE), selected=LEFT_BEHIND),
    Page.COUNT: replace(_moved(COUNTED, LAST_COUNTED), finished=True, winner=Side.WHITE),
    Page.REPETITION: _moved(REPEATED, TO_AND_FRO),
    Page.DIAGONAL: _picked(DIAGONAL, STEPPING),
    Page.MIRROR: replace(_moved(COPIED, ORIGINAL), hint=COPY),
    Page.ROAD: _moved(ROAD, ALONG_THE_ROAD),
    Page.TOGETHER: replace(_view(TOGETHER), selected=STRAGGLER),
}


def diagram_of(page: Page, options: Options) -> Diagram:
    """Returns a page's picture; the cover shows how a game with these options begins."""
    match page:
        case Page.COVER:
            return (_view(State.start(options)),)
        case Page.HOMES:
            starts = (_view(State.start(Options(pieces))) for pieces in PIECE_COUNTS)
            return tuple(replace(start, coordinates=False) for start in starts)
        case _:
            return (_VIEWS[page],)
