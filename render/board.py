"""The board as a picture."""

from dataclasses import replace
from functools import cache
from itertools import product
from threading import Lock
from typing import Final

from render.frame import NO_LABELS, Names, labels_for
from render.geometry import SIZE
from render.png import palette_png
from render.strips import StripStore
from render.theme import Theme
from render.tiles import tiles_of
from render.view import BoardView
from rules import PIECE_COUNTS, MoveSet, Options, Side, State

# The first picture of a theme takes a while: others wait for what it makes.
_opening: Final = Lock()


def draw_board(view: BoardView, theme: Theme) -> bytes:
    """Return a PNG, 832 pixels wide and high.

    Equal views give equal bytes. It may run in several threads at once.
    """
    with _opening:
        store = _store_for(theme)
    labels = labels_for(view.bottom) if view.coordinates else NO_LABELS
    rows = (store.row(number, tiles, labels) for number, tiles in enumerate(tiles_of(view)))
    names = Names(view.white_name, view.black_name)
    strips = (store.upper_edge(names), *rows, store.lower_edge(labels))
    return palette_png(SIZE, store.palette, strips)


def warm_up(theme: Theme) -> None:
    """Make what many pictures of a theme share, so that even the first ones are drawn soon.

    That is the sprites, and what the chats see of games that begin.
    """
    for pieces, moves, bottom in product(PIECE_COUNTS, MoveSet, Side):
        state = State.start(Options(pieces, moves))
        white, black = state.white, state.black
        start = BoardView(white, black, white, black, bottom, selectable=state.movable)
        draw_board(start, theme)
    for winner in (*Side, None):
        draw_board(replace(start, finished=True, winner=winner), theme)


@cache
def _store_for(theme: Theme) -> StripStore:
    return StripStore(theme)
