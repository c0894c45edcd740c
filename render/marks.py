"""Masks (mode L) of the marks on a square, antialiased: drawn large, then reduced."""

import math
from functools import cache, reduce
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from render.geometry import SQUARE
from render.tiles import Direction, Line, Node, Trace

Point: TypeAlias = tuple[float, float]

_FINE: Final = 4
_HALF: Final = SQUARE / 2
CENTRE: Final[Point] = (_HALF, _HALF)
_EDGE_TONES: Final = 3

_LINE_WIDTH: Final = 8.0
_CASING: Final = 2.0
_NODE_RADIUS: Final = 9.0
_HOLE_RADIUS: Final = 4.0
_BEAD_RADIUS: Final = 4.5
_BEADS_PER_SPOKE: Final = 3
_BAR: Final = (11.0, 2.5)
_BAR_DISTANCE: Final = 7.0


class LineMask(NamedTuple):
    """A line; the casing lies under the core."""

    casing: Image.Image
    core: Image.Image


def toned(mask: Image.Image, tones: int = _EDGE_TONES) -> Image.Image:
    """Return a mask reduced to so many tones from 0 to 255: fewer make smaller files."""
    top = tones - 1
    return mask.point([round(round(level / 255 * top) * 255 / top) for level in range(256)])


def faded(mask: Image.Image, share: float) -> Image.Image:
    """Return a mask that lets only a share (0 to 1) of the colour through."""
    return mask.point([round(level * share) for level in range(256)])


@cache
def disc_mask(radius: float, centre: Point = CENTRE) -> Image.Image:
    """Return a disc in all tones; pixels."""
    image, draw = _canvas()
    _disc(draw, centre, radius)
    return image.reduce(_FINE)


@cache
def spot_mask(radius: float, centre: Point = CENTRE) -> Image.Image:
    """Return a disc in the tones of a mark; pixels."""
    return toned(disc_mask(radius, centre))


@cache
def diamond_mask(radius: float) -> Image.Image:
    """Return a square on its corner in the middle; it is as large as a disc of that radius."""
    image, draw = _canvas()
    reach = radius * math.sqrt(math.pi / 2)
    _quad(draw, [(_HALF + x * reach, _HALF + y * reach) for x, y in _POINTS])
    return toned(image.reduce(_FINE))


@cache
def ring_mask(outer: float, inner: float) -> Image.Image:
    """Return a ring around the middle of the square; radii in pixels."""
    return toned(ImageChops.subtract(disc_mask(outer), disc_mask(inner)))


@cache
def equals_mask() -> Image.Image:
    """Return two bars, the sign of a draw."""
    image, draw = _canvas()
    width, height = _BAR
    for middle in (_HALF - _BAR_DISTANCE, _HALF + _BAR_DISTANCE):
        _quad(draw, [(_HALF + x * width, middle + y * height) for x, y in _CORNERS])
    return toned(image.reduce(_FINE))


def line_mask(trace: Trace) -> LineMask:
    """Return a line's part on one square: a stroke, or beads for a hint."""
    return LineMask(_joined(trace, _CASING), _joined(trace, 0))


def _joined(trace: Trace, casing: float) -> Image.Image:
    beads = trace.line is Line.HINT
    spoke, corner = (_beads, _corner_bead) if beads else (_stroke, _corner_stroke)
    parts = [spoke(way, casing) for way in trace.spokes]
    parts += [corner(way, casing) for way in trace.corners]
    if trace.node is not None:
        # Lines differ in form as well as in colour.
        node = diamond_mask if trace.line is Line.CHAIN else spot_mask
        parts.append(node(_NODE_RADIUS + casing))
    elif beads and trace.spokes:
        parts.append(spot_mask(_BEAD_RADIUS + casing))
    mask = reduce(ImageChops.lighter, parts)
    if trace.node is Node.START and not casing:
        return ImageChops.subtract(mask, spot_mask(_HOLE_RADIUS))
    return mask


@cache
def _stroke(way: Direction, casing: float) -> Image.Image:
    image, draw = _canvas()
    right, down = way
    # On beyond the edge, so that the stroke's square end stays out of sight.
    end = (_HALF + right * SQUARE, _HALF + down * SQUARE)
    _line(draw, CENTRE, end, _LINE_WIDTH + 2 * casing)
    return toned(image.reduce(_FINE))


@cache
def _corner_stroke(way: Direction, casing: float) -> Image.Image:
    image, draw = _canvas()
    right, down = way
    x, y = _corner(way)
    across = _HALF * right * down
    start, end = (x - across, y + _HALF), (x + across, y - _HALF)
    _line(draw, start, end, _LINE_WIDTH + 2 * casing)
    return toned(image.reduce(_FINE))


@cache
def _beads(way: Direction, casing: float) -> Image.Image:
    image, draw = _canvas()
    right, down = way
    for bead in range(1, _BEADS_PER_SPOKE + 1):
        reach = _HALF * bead / _BEADS_PER_SPOKE
        _disc(draw, (_HALF + right * reach, _HALF + down * reach), _BEAD_RADIUS + casing)
    return toned(image.reduce(_FINE))


def _corner_bead(way: Direction, casing: float) -> Image.Image:
    return spot_mask(_BEAD_RADIUS + casing, _corner(way))


def _canvas() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (SQUARE * _FINE, SQUARE * _FINE), 0)
    return image, ImageDraw.Draw(image)


def _corner(way: Direction) -> Point:
    right, down = way
    return _HALF + right * _HALF, _HALF + down * _HALF


def _line(draw: ImageDraw.ImageDraw, start: Point, end: Point, width: float) -> None:
    (start_x, start_y), (end_x, end_y) = start, end
    length = math.dist(start, end)
    aside_x = (end_y - start_y) / length * width / 2
    aside_y = (start_x - end_x) / length * width / 2
    _quad(
        draw,
        [
            (start_x + aside_x, start_y + aside_y),
            (end_x + aside_x, end_y + aside_y),
            (end_x - aside_x, end_y - aside_y),
            (start_x - aside_x, start_y - aside_y),
        ],
    )


_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_POINTS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _quad(draw: ImageDraw.ImageDraw, corners: list[Point]) -> None:
    # Pillow counts from the middle of a pixel.
    draw.polygon([(x * _FINE - 0.5, y * _FINE - 0.5) for x, y in corners], fill=255)


def _disc(draw: ImageDraw.ImageDraw, centre: Point, radius: float, fill: int = 255) -> None:
    left, top = (_FINE * (middle - radius) for middle in centre)
    right, bottom = (_FINE * (middle + radius) - 1 for middle in centre)
    draw.ellipse([left, top, right, bottom], fill=fill)
