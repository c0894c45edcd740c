"""The strips that the pictures of a theme consist of, made as they are asked for and kept."""

from functools import cache, lru_cache
from typing import Final

from PIL import Image

from render.frame import Labels, paint_frame
from render.geometry import FRAME, SIZE, SQUARE
from render.paint import paint_tile
from render.palette import palette_for
from render.png import Strip, deflate_strip
from render.theme import Theme
from render.tiles import Tile

_DEFLATE_LEVEL: Final = 6
_TILES_KEPT: Final = 1024
_STRIPS_KEPT: Final = 2048


class StripStore:
    """Deflated strips of one theme. May be used by several threads at once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._palette = palette_for(theme)
        self.palette: Final = self._palette.rgb
        self._frame = cache(self._reduced_frame)
        self._tile = lru_cache(_TILES_KEPT)(self._reduced_tile)
        self.edge = cache(self._edge)
        self.row = lru_cache(_STRIPS_KEPT)(self._row)

    def _edge(self, top: int, labels: Labels) -> Strip:
        """Return the frame's upper or lower edge, from the row of pixels `top`."""
        edge = self._frame(labels).crop((0, top, SIZE, top + FRAME))
        return deflate_strip(edge, _DEFLATE_LEVEL)

    def _row(self, number: int, tiles: tuple[Tile, ...], labels: Labels) -> Strip:
        """Return a row of squares, 0 being the uppermost, between the sides of the frame."""
        top = FRAME + number * SQUARE
        image = self._frame(labels).crop((0, top, SIZE, top + SQUARE))
        for column, tile in enumerate(tiles):
            image.paste(self._tile(tile), (FRAME + column * SQUARE, 0))
        return deflate_strip(image, _DEFLATE_LEVEL)

    def _reduced_frame(self, labels: Labels) -> Image.Image:
        return self._palette.reduce(paint_frame(self._theme, labels))

    def _reduced_tile(self, tile: Tile) -> Image.Image:
        return self._palette.reduce(paint_tile(tile, self._theme))
