"""The strips that the pictures of a theme consist of, made as they are asked for and kept."""

from functools import cache, lru_cache
from typing import Final

from PIL import Image

from render.frame import NO_LABELS, Labels, Names, draw_names, paint_frame
from render.geometry import FRAME, SIZE, SQUARE
from render.paint import paint_tile
from render.palette import palette_for
from render.png import FILTER_COLUMN, Strip, deflate_strip, scanlines_of
from render.theme import Theme
from render.tiles import Tile

_DEFLATE_LEVEL: Final = 6
_TILES_KEPT: Final = 2048
_STRIPS_KEPT: Final = 2048
_NAMES_KEPT: Final = 1024


class StripStore:
    """Deflated strips of one theme. May be used by several threads at once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._palette = palette_for(theme)
        self.palette: Final = self._palette.rgb
        self._frame = cache(self._reduced_frame)
        self._sides = cache(self._frame_beside)
        self._tile = lru_cache(_TILES_KEPT)(self._reduced_tile)
        self.upper_edge = lru_cache(_NAMES_KEPT)(self._upper_edge)
        self.lower_edge = cache(self._lower_edge)
        self.row = lru_cache(_STRIPS_KEPT)(self._row)

    def _upper_edge(self, names: Names) -> Strip:
        edge = paint_frame(self._theme, NO_LABELS).crop((0, 0, SIZE, FRAME))
        draw_names(edge, names, self._theme)
        return deflate_strip(scanlines_of(self._palette.reduce(edge)), _DEFLATE_LEVEL)

    def _lower_edge(self, labels: Labels) -> Strip:
        edge = self._frame(labels).crop((0, SIZE - FRAME, SIZE, SIZE))
        return deflate_strip(scanlines_of(edge), _DEFLATE_LEVEL)

    def _row(self, number: int, tiles: tuple[Tile, ...], labels: Labels) -> Strip:
        """Return a row of squares, 0 being the uppermost, between the sides of the frame."""
        scanlines = self._sides(number, labels).copy()
        for column, tile in enumerate(tiles):
            scanlines.paste(self._tile(tile), (FILTER_COLUMN + FRAME + column * SQUARE, 0))
        return deflate_strip(scanlines, _DEFLATE_LEVEL)

    def _frame_beside(self, number: int, labels: Labels) -> Image.Image:
        top = FRAME + number * SQUARE
        return scanlines_of(self._frame(labels).crop((0, top, SIZE, top + SQUARE)))

    def _reduced_frame(self, labels: Labels) -> Image.Image:
        return self._palette.reduce(paint_frame(self._theme, labels))

    def _reduced_tile(self, tile: Tile) -> Image.Image:
        return self._palette.reduce(paint_tile(tile, self._theme))
