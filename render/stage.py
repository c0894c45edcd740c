"""The picture of an animation from frame to frame: a board, and over it one piece in the air."""

from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from render.frame import NO_LABELS, Labels, Names, draw_names, labels_for, paint_frame
from render.geometry import FRAME, SIZE, SQUARE
from render.gif import UNCHANGED, Frame, changed_frame
from render.paint import paint_tile
from render.palette import Palette, palette_for
from render.pieces import FLYING_SIZE, flying_piece
from render.theme import PieceLook, Theme
from render.tiles import Tile, tiles_of
from render.view import BoardView

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom; pixels."""

REDUCTION: Final = 2
"""How much smaller than a picture of a board the stage is, which saves most of the bytes."""
STAGE_SIZE: Final = SIZE // REDUCTION
STAGE_SQUARE: Final = SQUARE // REDUCTION
STAGE_FRAME: Final = FRAME // REDUCTION

_WHOLE: Final[Box] = (0, 0, STAGE_SIZE, STAGE_SIZE)
_TILES_KEPT: Final = 1024
_FRAMES_KEPT: Final = 16


class Flight(NamedTuple):
    """A piece in the air."""

    look: PieceLook
    x: float
    """Its middle in squares from the left edge of the board, and from the upper one."""
    y: float
    lift: float
    """How high it is: 0 on the board, 1 at most."""


class _Reduced(NamedTuple):
    painted: Image.Image
    """RGB."""
    settled: Image.Image
    """The same in the colours of the palette."""


class Stage:
    """Gives out the frames of one animation, each as what differs from the one before."""

    def __init__(self, theme: Theme, view: BoardView) -> None:
        # Videos smear a fine grain and pay dearly for it.
        self._theme = replace(theme, grain=0.0)
        self._palette = palette_for(theme)
        labels = labels_for(view.bottom) if view.coordinates else NO_LABELS
        names = Names(view.white_name, view.black_name)
        surround = _surround(self._theme, self._palette, labels, names)
        self._painted = surround.painted.copy()
        self._settled = surround.settled.copy()
        self._seen = Image.new("P", self._settled.size, UNCHANGED)
        self._tiles: tuple[Tile | None, ...] = (None,) * 64
        self._in_air: Box | None = None
        self._stale: list[Box] = [_WHOLE]
        self.show(view)

    def show(self, view: BoardView) -> None:
        """Put a view on the board; the next frame will have it. Its frame stays as it was."""
        tiles = tuple(chain.from_iterable(tiles_of(view)))
        for cell, (tile, before) in enumerate(zip(tiles, self._tiles, strict=True)):
            if tile == before:
                continue
            row, column = divmod(cell, 8)
            left, top = STAGE_FRAME + column * STAGE_SQUARE, STAGE_FRAME + row * STAGE_SQUARE
            reduced = _tile(self._theme, self._palette, tile)
            self._painted.paste(reduced.painted, (left, top))
            self._settled.paste(reduced.settled, (left, top))
            self._stale.append((left, top, left + STAGE_SQUARE, top + STAGE_SQUARE))
        self._tiles = tiles

    def frame(self, centiseconds: int, flight: Flight | None = None) -> Frame:
        """Return what changes, to be seen for so long, with a piece in the air or none."""
        if self._in_air is not None:
            self._stale.append(self._in_air)
        self._in_air = None if flight is None else _box_of(flight)
        if self._in_air is not None:
            self._stale.append(self._in_air)
        box = _around(self._stale)
        after = self._settled.crop(box)
        if flight is not None and self._in_air is not None:
            scene = self._painted.crop(self._in_air)
            piece = flying_piece(flight.look, self._theme, flight.lift)
            scene.paste(piece, (0, 0), piece)
            left, top, _, _ = self._in_air
            after.paste(self._palette.reduce(scene), (left - box[0], top - box[1]))
        frame = changed_frame(self._seen.crop(box), after, box[:2], centiseconds)
        self._seen.paste(after, box)
        self._stale.clear()
        return frame


@lru_cache(_FRAMES_KEPT)
def _surround(theme: Theme, palette: Palette, labels: Labels, names: Names) -> _Reduced:
    painted = paint_frame(theme, labels)
    draw_names(painted, names, theme)
    return _reduced(painted, palette)


@lru_cache(_TILES_KEPT)
def _tile(theme: Theme, palette: Palette, tile: Tile) -> _Reduced:
    return _reduced(paint_tile(tile, theme), palette)


def _reduced(image: Image.Image, palette: Palette) -> _Reduced:
    painted = image.reduce(REDUCTION)
    return _Reduced(painted, palette.reduce(painted))


def _box_of(flight: Flight) -> Box:
    left = round(STAGE_FRAME + flight.x * STAGE_SQUARE - FLYING_SIZE / 2)
    top = round(STAGE_FRAME + flight.y * STAGE_SQUARE - FLYING_SIZE / 2)
    return left, top, left + FLYING_SIZE, top + FLYING_SIZE


def _around(boxes: list[Box]) -> Box:
    """Return the smallest box that holds them all, within the picture; a pixel if there is none."""
    lefts, tops, rights, bottoms = zip(*boxes or [(0, 0, 1, 1)], strict=True)
    return (
        max(0, min(lefts)),
        max(0, min(tops)),
        min(STAGE_SIZE, max(rights)),
        min(STAGE_SIZE, max(bottoms)),
    )
