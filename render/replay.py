"""A game as an animation: move by move, every hop of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import pi, sin
from typing import Final, NamedTuple

from render.geometry import cell_of
from render.gif import Frame, gif_of
from render.palette import palette_for
from render.stage import STAGE_SIZE, Flight, Stage
from render.theme import PieceLook, Theme
from render.view import BoardView
from rules import Game, Pass, Ply, Route, Side, Square, file_of, rank_of

# All times in centiseconds, the unit of a GIF.
_TICK: Final = 5
_LANDING: Final = 10
_FIRST_PAUSE: Final = 100
_LAST_PAUSE: Final = 300
_LONGEST_REST: Final = 70
_SHORTEST_REST: Final = 20
_AIM: Final = 6000
"""A game's moves should not take much longer than this: the board rests less in a long one."""
_FEWEST_TICKS: Final = 3
_MOST_TICKS: Final = 5
_TICKS_OF_ALL: Final = 672
"""About as many frames stay below a megabyte: hops take fewer of them in a long game."""

_STEP_LIFT: Final = 0.25
_HOP_LIFT: Final = 1.0


class _Pace(NamedTuple):
    hop_ticks: int
    """Frames from square to square; a step takes one fewer."""
    rest: int
    """How long the board is left alone after each ply."""

    def ticks(self, start: Square, end: Square) -> int:
        return self.hop_ticks if _is_hop(start, end) else self.hop_ticks - 1


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
    pace = _pace_of(game.plies)
    for number, ply in enumerate(game.plies):
        if isinstance(ply, Pass):
            view = replace(view, last_move=())
        else:
            side = Side.BLACK if number % 2 else Side.WHITE
            look = theme.white if side is Side.WHITE else theme.black
            yield from _way(stage, view, side, ply, look, pace)
            view = replace(_with_turned(view, side, ply[0], ply[-1]), last_move=ply)
        stage.show(view)
        yield stage.frame(pace.rest)
    stage.show(final)
    yield stage.frame(_LAST_PAUSE)


def _way(
    stage: Stage, view: BoardView, side: Side, route: Route, look: PieceLook, pace: _Pace
) -> Iterator[Frame]:
    """Yield how a piece moves along a route, but for its arrival at the end."""
    without = _with_turned(view, side, route[0])
    for number, (start, end) in enumerate(pairwise(route), start=1):
        stage.show(replace(without, last_move=route[:number]))
        (x, y), (end_x, end_y) = (_middle(square, view.bottom) for square in (start, end))
        if number > 1:
            yield stage.frame(_LANDING, Flight(look, x, y, 0.0))
        lift = _HOP_LIFT if _is_hop(start, end) else _STEP_LIFT
        ticks = pace.ticks(start, end)
        for tick in range(1, ticks):
            time = tick / ticks
            # Slow at both ends.
            share = time * time * (3 - 2 * time)
            at_x, at_y = x + (end_x - x) * share, y + (end_y - y) * share
            yield stage.frame(_TICK, Flight(look, at_x, at_y, lift * sin(pi * time)))


def _with_turned(view: BoardView, side: Side, *squares: Square) -> BoardView:
    """Return a view in which a side's pieces on some squares come or go."""
    bits = sum(1 << square for square in set(squares))
    if side is Side.WHITE:
        return replace(view, white=view.white ^ bits)
    return replace(view, black=view.black ^ bits)


def _middle(square: Square, bottom: Side) -> tuple[float, float]:
    row, column = divmod(cell_of(square, bottom), 8)
    return column + 0.5, row + 0.5


def _is_hop(start: Square, end: Square) -> bool:
    return max(abs(way(end) - way(start)) for way in (file_of, rank_of)) > 1


def _pace_of(plies: Sequence[Ply]) -> _Pace:
    routes = [ply for ply in plies if not isinstance(ply, Pass)]
    ways = [way for route in routes for way in pairwise(route)]
    hop_ticks = min(_MOST_TICKS, max(_FEWEST_TICKS, _TICKS_OF_ALL // max(1, len(ways))))
    pace = _Pace(hop_ticks, 0)
    moving = sum(_TICK * (pace.ticks(*way) - 1) for way in ways)
    moving += sum(_LANDING * (len(route) - 2) for route in routes)
    spare = (_AIM - moving) // max(1, len(plies))
    return pace._replace(rest=min(_LONGEST_REST, max(_SHORTEST_REST, spare)))
