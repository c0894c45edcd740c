"""From a view to its 64 tiles: what is to be seen on each square, as plain values."""

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from render.geometry import cell_of
from render.view import BoardView
from rules import (
    SQUARES,
    Bitboard,
    Route,
    Side,
    Square,
    file_of,
    rank_of,
    square_name,
    squares_of,
)

GRAIN_VARIANTS: Final = 8

Direction: TypeAlias = tuple[int, int]
"""A way on the picture: columns to the right and rows down, each -1, 0 or 1."""


class Line(Enum):
    """What a line over the board stands for."""

    LAST_MOVE = auto()
    HINT = auto()
    CHAIN = auto()


class Tint(Enum):
    """The colour that a square is stained in."""

    LAST_MOVE = auto()
    HINT = auto()
    SELECTED = auto()


class Finish(Enum):
    """How a piece is shown."""

    PLAIN = auto()
    GHOST = auto()
    CALM = auto()
    WINNER = auto()
    DRAWN = auto()


class Target(Enum):
    """The mark of a square to go to."""

    STEP = auto()
    HOP = auto()


class Node(Enum):
    """What a route does on a square that it touches."""

    START = auto()
    LANDING = auto()
    END = auto()


class Trace(NamedTuple):
    """The part of a line on one square."""

    line: Line
    node: Node | None
    """None where the line only passes: over a piece, or at a corner."""
    spokes: frozenset[Direction]
    """Ways in which it runs from the centre to the edge."""
    corners: frozenset[Direction]
    """Corners at which a diagonal between neighbours touches the square."""


class Piece(NamedTuple):
    """A piece as it is shown."""

    side: Side
    finish: Finish


class Tile(NamedTuple):
    """All that one square shows, from bottom to top."""

    dark: bool
    home: Side | None
    grain: int
    tint: Tint | None
    traces: tuple[Trace, ...]
    target: Target | None
    piece: Piece | None
    name: str


def tiles_of(view: BoardView) -> tuple[tuple[Tile, ...], ...]:
    """Return the rows of the board from top to bottom, each from left to right."""
    homes = _sides(view.white_home, view.black_home)
    tints = _tints(view)
    traces = _traces(view)
    targets = dict.fromkeys(squares_of(view.steps), Target.STEP)
    targets |= dict.fromkeys(squares_of(view.hops), Target.HOP)
    pieces = _pieces(view)
    named = view.selectable & (view.white | view.black) | view.steps | view.hops
    tiles = [
        Tile(
            dark,
            homes.get(square),
            grain,
            tints.get(square),
            traces.get(square, ()),
            targets.get(square),
            pieces.get(square),
            name if named >> square & 1 else "",
        )
        for square, dark, grain, name in _grounds(view.bottom)
    ]
    return tuple(tuple(tiles[cell : cell + 8]) for cell in SQUARES[::8])


class _Ground(NamedTuple):
    """What a square always is, seen from one side."""

    square: Square
    dark: bool
    grain: int
    name: str


@cache
def _grounds(bottom: Side) -> tuple[_Ground, ...]:
    """Return the squares from top left to bottom right."""
    cells = sorted((cell_of(square, bottom), square) for square in SQUARES)
    return tuple(
        _Ground(
            square,
            dark=(file_of(square) + rank_of(square)) % 2 == 0,
            # Rows differ; in a row the squares of a colour do not, so that a file holds them once.
            grain=cell // 8,
            name=square_name(square),
        )
        for cell, square in cells
    )


def _sides(white: Bitboard, black: Bitboard) -> dict[Square, Side]:
    sides = dict.fromkeys(squares_of(black), Side.BLACK)
    return sides | dict.fromkeys(squares_of(white), Side.WHITE)


def _tints(view: BoardView) -> dict[Square, Tint]:
    """Return the stained squares; what matters more for the next tap covers what matters less."""
    tints: dict[Square, Tint] = {}
    for route, tint in ((view.last_move, Tint.LAST_MOVE), (view.hint, Tint.HINT)):
        if route:
            tints[route[0]] = tints[route[-1]] = tint
    if view.chain:
        tints[view.chain[-1]] = Tint.SELECTED
    if view.selected is not None:
        tints[view.selected] = Tint.SELECTED
    return tints


def _pieces(view: BoardView) -> dict[Square, Piece]:
    pieces: dict[Square, Piece] = {}
    for side, bitboard in ((Side.WHITE, view.white), (Side.BLACK, view.black)):
        piece = Piece(side, _finish(view, side))
        pieces.update(dict.fromkeys(squares_of(bitboard), piece))
    if view.chain and view.chain[-1] in pieces:
        pieces.setdefault(view.chain[0], Piece(pieces[view.chain[-1]].side, Finish.GHOST))
    return pieces


def _finish(view: BoardView, side: Side) -> Finish:
    if not view.finished:
        return Finish.PLAIN
    if view.winner is None:
        return Finish.DRAWN
    return Finish.WINNER if view.winner is side else Finish.CALM


def _traces(view: BoardView) -> dict[Square, tuple[Trace, ...]]:
    traces: dict[Square, tuple[Trace, ...]] = {}
    for line, route in (
        (Line.LAST_MOVE, view.last_move),
        (Line.HINT, view.hint),
        (Line.CHAIN, view.chain),
    ):
        for square, trace in _traces_of(line, route, view.bottom):
            traces[square] = (*traces.get(square, ()), trace)
    return traces


def _traces_of(line: Line, route: Route, bottom: Side) -> Iterator[tuple[Square, Trace]]:
    """Yield every square that a route crosses or touches, with what is to be seen of it there."""
    spokes = defaultdict[Square, set[Direction]](set)
    corners = defaultdict[Square, set[Direction]](set)
    turn = 1 if bottom is Side.WHITE else -1
    for start, end in pairwise(route):
        files, ranks = file_of(end) - file_of(start), rank_of(end) - rank_of(start)
        length = max(abs(files), abs(ranks))
        file_step, rank_step = files // length, ranks // length
        right, down = turn * file_step, turn * -rank_step
        for near in range(start, end, file_step + 8 * rank_step):
            far = near + file_step + 8 * rank_step
            spokes[near].add((right, down))
            spokes[far].add((-right, -down))
            if file_step and rank_step:
                corners[near + file_step].add((-right, down))
                corners[near + 8 * rank_step].add((right, -down))
    nodes = dict.fromkeys(route, Node.LANDING)
    if route:
        nodes |= {route[-1]: Node.END, route[0]: Node.START}
    for square in spokes.keys() | corners.keys():
        yield (
            square,
            Trace(line, nodes.get(square), frozenset(spokes[square]), frozenset(corners[square])),
        )
