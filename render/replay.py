"""A game as an animation: move by move, every hop of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import pi, sin
from typing import Final

from render.geometry import cell_of
from render.gif import Frame, gif_of
from render.palette import palette_for
from render.stage import STAGE_SIZE, Flight, Stage
from render.theme import Theme
from render.view import BoardView
from rules import Game, Pass, Ply, Route, Side, Square, file_of, rank_of

# All times in centiseconds, the unit of a GIF.
_TICK: Final = 4
_STEP_TICKS: Final = 5
_HOP_TICKS: Final = 6
_LANDING: Final = 8
_FIRST_PAUSE: Final = 100
_LAST_PAUSE: Final = 300
_LONGEST_REST: Final = 70
_SHORTEST_REST: Final = 20
_AIM: Final = 6000
"""A game's moves should not take much longer than this: the board rests less in a long one."""

_STEP_LIFT: Final = 0.25
_HOP_LIFT: Final = 1.0


def draw_replay(game: Game, final: BoardView, theme: Theme) -> bytes:
    """Return a GIF, 416 pixels wide and high, that shows a game and begins anew for ever.

    It ends with `final`, the last position as a picture of its own would show it, and shows all
    before it from the same side, with the same homes, coordinates and names. It may run in several
    threads at once.
    """
    frames = _frames(game, final, theme)
    return gif_of((STAGE_SIZE, STAGE_SIZE), palette_for(theme).rgb, frames)


def _frames(game: Game, final: BoardView, theme: Theme) -> Iterator[Frame]:
    white, black = (game.options.home(side) for side in Side)
    view = BoardView(
        white,
        black,
        final.white_home,
        final.black_home,
        bottom=final.bottom,
        coordinates=final.coordinates,
        white_name=final.white_name,
        black_name=final.black_name,
    )
    stage = Stage(theme, view)
    yield stage.frame(_FIRST_PAUSE)
    rest = _rest(game.plies)
    for number, ply in enumerate(game.plies):
        if isinstance(ply, Pass):
            view = replace(view, last_move=())
        else:
            side = Side.BLACK if number % 2 else Side.WHITE
            yield from _way(stage, view, side, ply, theme)
            view = replace(_with_turned(view, side, ply[0], ply[-1]), last_move=ply)
        stage.show(view)
        yield stage.frame(rest)
    stage.show(final)
    yield stage.frame(_LAST_PAUSE)


def _way(
    stage: Stage, view: BoardView, side: Side, route: Route, theme: Theme
) -> Iterator[Frame]:
    """Yield how a piece moves along a route, but for its arrival at the end."""
    without = _with_turned(view, side, route[0])
    look = theme.white if side is Side.WHITE else theme.black
    for number, (start, end) in enumerate(pairwise(route), start=1):
        stage.show(replace(without, last_move=route[:number]))
        if number > 1:
            yield stage.frame(_LANDING, Flight(look, *_middle(start, view.bottom), 0.0))
        ticks = _ticks(start, end)
        (start_x, start_y), (end_x, end_y) = (
            _middle(square, view.bottom) for square in (start, end)
        )
        top = _HOP_LIFT if ticks == _HOP_TICKS else _STEP_LIFT
        for tick in range(1, ticks):
            time = tick / ticks
            share = time * time * (3 - 2 * time)
            x, y = start_x + (end_x - start_x) * share, start_y + (end_y - start_y) * share
            yield stage.frame(_TICK, Flight(look, x, y, top * sin(pi * time)))


def _with_turned(view: BoardView, side: Side, *squares: Square) -> BoardView:
    """Return a view in which a side's pieces on some squares come or go."""
    bits = sum(1 << square for square in set(squares))
    if side is Side.WHITE:
        return replace(view, white=view.white ^ bits)
    return replace(view, black=view.black ^ bits)


def _middle(square: Square, bottom: Side) -> tuple[float, float]:
    row, column = divmod(cell_of(square, bottom), 8)
    return column + 0.5, row + 0.5


def _ticks(start: Square, end: Square) -> int:
    distance = max(abs(way(end) - way(start)) for way in (file_of, rank_of))
    return _STEP_TICKS if distance == 1 else _HOP_TICKS


def _rest(plies: Sequence[Ply]) -> int:
    """Return how long the board rests after each ply."""
    moving = 0
    for ply in plies:
        if not isinstance(ply, Pass):
            moving += sum(_TICK * (_ticks(*pair) - 1) for pair in pairwise(ply))
            moving += _LANDING * (len(ply) - 2)
    spare = (_AIM - moving) // max(1, len(plies))
    return min(_LONGEST_REST, max(_SHORTEST_REST, spare))
