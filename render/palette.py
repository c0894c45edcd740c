"""The colours of a theme, chosen once for all its pictures."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from threading import Lock
from typing import Final, TypeAlias

from PIL import Image

from render.frame import labels_for, paint_frame
from render.paint import paint_tile
from render.theme import Theme
from render.tiles import Finish, Line, Node, Piece, Target, Tile, Tint, Trace
from rules import Side

Colour: TypeAlias = tuple[int, ...]

_COLOURS: Final = 192
"""Fewer make smaller files; and an animation needs a number for what does not change."""
_EXACT_COLOURS: Final = 128
_FRAME_WEIGHT: Final = 20
_LOOKUP_STEP: Final = 4
_choosing: Final = Lock()


class Palette:
    """Colours, and the reduction of pictures to them. May be used by several threads at once."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.rgb: Final = bytes(band for colour in colours for band in colour)
        # Pillow looks colours up in steps: what lies on a step is sure to be found.
        self._lookup = Image.new("P", (1, 1))
        self._lookup.putpalette([band - band % _LOOKUP_STEP for band in self.rgb])
        self._looking_up = Lock()

    def reduce(self, image: Image.Image) -> Image.Image:
        """Return an RGB image in mode P: each pixel the number of the nearest colour."""
        # Pillow fills a table inside the palette as it goes.
        with self._looking_up:
            return image.quantize(palette=self._lookup, dither=Image.Dither.NONE)


def palette_for(theme: Theme) -> Palette:
    """Return the colours of a theme; choosing them takes a while the first time."""
    with _choosing:
        return _chosen(theme)


@cache
def _chosen(theme: Theme) -> Palette:
    """Choose the colours of large areas as they are, and for all others what serves best."""
    areas = Counter[Colour]()
    _add_colours(areas, paint_frame(theme, labels_for(Side.WHITE)), _FRAME_WEIGHT)
    for tile in _sample_tiles():
        _add_colours(areas, paint_tile(tile, theme), 1)
    by_area = areas.most_common()
    pixels = bytearray()
    for colour, area in by_area[_EXACT_COLOURS:]:
        # By the root of the area, so that small marks have their share.
        pixels += bytes(colour) * math.ceil(math.sqrt(area))
    others = Image.frombytes("RGB", (len(pixels) // 3, 1), bytes(pixels)).quantize(
        _COLOURS - _EXACT_COLOURS, Image.Quantize.MEDIANCUT, kmeans=2
    )
    bands = others.getpalette() or []
    chosen = [tuple(bands[place : place + 3]) for place in range(0, len(bands), 3)]
    return Palette([colour for colour, _ in by_area[:_EXACT_COLOURS]] + chosen)


def _add_colours(areas: Counter[Colour], image: Image.Image, weight: int) -> None:
    for area, colour in image.getcolors(image.width * image.height) or ():
        if isinstance(colour, tuple):
            areas[colour] += area * weight


def _sample_tiles() -> Iterator[Tile]:
    """Yield tiles with about every colour that occurs."""
    across = frozenset({(1, 0), (-1, 0)})
    lines = [(Trace(line, Node.LANDING, across, frozenset()),) for line in Line]
    bare = Tile(False, None, 0, None, (), None, None, "")
    for dark, home, tint in product((False, True), (None, *Side), (None, *Tint)):
        ground = bare._replace(dark=dark, home=home, tint=tint)
        yield ground
        yield ground._replace(piece=Piece(Side.WHITE, Finish.PLAIN))
        for line in lines:
            yield ground._replace(traces=line)
        for target in Target:
            yield ground._replace(target=target, name="e3")
    for dark, home, side, finish in product((False, True), (None, *Side), Side, Finish):
        yield bare._replace(dark=dark, home=home, piece=Piece(side, finish), name="e3")
    for dark, side, line in product((False, True), Side, lines):
        yield bare._replace(dark=dark, piece=Piece(side, Finish.GHOST), traces=line)
