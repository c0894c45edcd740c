"""A line over time: the score of a game from ply to ply, a rating from game to game."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from render.geometry import SIZE
from render.lettering import COORDINATE_SIZE, digit_height, font_of
from render.theme import Stroke, Theme, mixed
from rules import Side

Point: TypeAlias = tuple[float, float]

GRAPH_HEIGHT: Final = 416

_FINE: Final = 3
_EDGE: Final = 14
_GAP: Final = 10
_LINE_WIDTH: Final = 5
_CASING: Final = 2
_DOT_RADIUS: Final = 15
_DOT_SIZE: Final = 23
_LEVEL_WIDTH: Final = 2
_COLOURS: Final = 64


@dataclass(frozen=True, slots=True)
class Graph:
    """What a graph is to show; from left to right at even distances."""

    values: tuple[float, ...]
    """One at least."""
    marked: tuple[tuple[int, str], ...] = ()
    """Which of the values, counted from 0 and ascending, carry a dot, and the digit on it."""
    middle: float | None = None
    """A level between two sides, each with its colour under or over the line."""
    lower: Side = Side.WHITE
    """Whose is what is under the line, where there is a middle."""
    levels: tuple[tuple[float, str], ...] = ()
    """Values with a thin line across, and what is written at its left."""
    labels: tuple[tuple[int, str], ...] = ()
    """Which of the values, counted from 0, have something written below them."""


class _Area(NamedTuple):
    """Where the line is, in pixels, and which values that stands for."""

    left: float
    top: float
    right: float
    bottom: float
    low: float
    high: float

    def height_of(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)

    def box(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right, self.bottom


def draw_graph(graph: Graph, theme: Theme) -> bytes:
    """Return a PNG, 832 pixels wide and 416 high.

    Values, levels and middle decide the scale. Raises ValueError without values.
    """
    if not graph.values:
        raise ValueError("a graph needs a value")
    area = _area_of(graph)
    image = _plot(graph, _finer(area), theme).reduce(_FINE)
    _write(image, graph, area, theme)
    file = io.BytesIO()
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _area_of(graph: Graph) -> _Area:
    font = font_of(COORDINATE_SIZE)
    beside = max((font.getlength(text) + _GAP for _, text in graph.levels), default=0)
    below = COORDINATE_SIZE + _GAP if graph.labels else 0
    scale = [*graph.values, *(value for value, _ in graph.levels)]
    if graph.middle is not None:
        scale.append(graph.middle)
    low, high = min(scale), max(scale)
    room = (high - low) / 12 or 1.0
    return _Area(
        _EDGE + beside, _EDGE, SIZE - _EDGE, GRAPH_HEIGHT - _EDGE - below, low - room, high + room
    )


def _finer(area: _Area) -> _Area:
    left, top, right, bottom = (_FINE * edge for edge in area.box())
    return area._replace(left=left, top=top, right=right, bottom=bottom)


def _plot(graph: Graph, area: _Area, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (_FINE * SIZE, _FINE * GRAPH_HEIGHT), theme.frame)
    draw = ImageDraw.Draw(image)
    points = _points(graph.values, area)
    if graph.middle is None:
        draw.rectangle(area.box(), theme.light_square)
    else:
        under, over = theme.white.material.body, theme.black.material.body
        if graph.lower is Side.BLACK:
            under, over = over, under
        draw.rectangle(area.box(), over)
        draw.polygon([(area.left, area.bottom), *points, (area.right, area.bottom)], under)
    lines = [value for value, _ in graph.levels]
    colour = theme.piece_edge
    if graph.middle is not None:
        lines.append(graph.middle)
        colour = mixed(theme.white.material.body, theme.black.material.body, 0.5)
    for value in lines:
        across = [(area.left, area.height_of(value)), (area.right, area.height_of(value))]
        draw.line(across, colour, _FINE * _LEVEL_WIDTH)
    _draw_line(draw, points, theme.last_move)
    for centre in _dots(graph, area, _FINE * _DOT_RADIUS):
        _draw_dot(draw, centre, theme.chain)
    draw.rectangle(area.box(), outline=theme.inlay, width=_FINE * _LEVEL_WIDTH)
    return image


def _points(values: Sequence[float], area: _Area) -> list[Point]:
    """Return the middles of the values' shares of the width, and the line's ends at the edges."""
    width = (area.right - area.left) / len(values)
    inner = [
        (area.left + (number + 0.5) * width, area.height_of(value))
        for number, value in enumerate(values)
    ]
    return [(area.left, inner[0][1]), *inner, (area.right, inner[-1][1])]


def _dots(graph: Graph, area: _Area, radius: float) -> list[Point]:
    """Return where the dots are: on their values, or beside a dot that would be hidden."""
    points = _points(graph.values, area)
    dots: list[Point] = []
    for number, _ in graph.marked:
        x, y = points[number + 1]
        x = min(max(x, area.left + radius), area.right - radius)
        if dots and dist(dots[-1], (x, y)) < 2 * radius:
            x = dots[-1][0] + 2 * radius
        dots.append((x, y))
    return dots


def _draw_line(draw: ImageDraw.ImageDraw, points: Sequence[Point], stroke: Stroke) -> None:
    for colour, width in (
        (stroke.casing, _LINE_WIDTH + 2 * _CASING),
        (stroke.core, _LINE_WIDTH),
    ):
        for start, end in pairwise(points):
            draw.line([start, end], colour, _FINE * width)
        for point in points[1:-1]:
            draw.circle(point, _FINE * width / 2, colour)


def _draw_dot(draw: ImageDraw.ImageDraw, centre: Point, stroke: Stroke) -> None:
    draw.circle(centre, _FINE * (_DOT_RADIUS + _CASING), stroke.casing)
    draw.circle(centre, _FINE * _DOT_RADIUS, stroke.core)


def _write(image: Image.Image, graph: Graph, area: _Area, theme: Theme) -> None:
    draw = ImageDraw.Draw(image)
    font = font_of(COORDINATE_SIZE)
    half_digit = digit_height(COORDINATE_SIZE) / 2
    for value, text in graph.levels:
        at = (area.left - _GAP, area.height_of(value) + half_digit)
        draw.text(at, text, theme.coordinate, font, anchor="rs")
    baseline = GRAPH_HEIGHT - _EDGE
    points = _points(graph.values, area)
    for number, text in graph.labels:
        half = font.getlength(text) / 2
        x = min(max(points[number + 1][0], area.left + half), area.right - half)
        draw.text((x, baseline), text, theme.coordinate, font, anchor="ms")
    half_digit = digit_height(_DOT_SIZE) / 2
    for (x, y), (_, text) in zip(_dots(graph, area, _DOT_RADIUS), graph.marked, strict=True):
        digit = font_of(_DOT_SIZE)
        draw.text((x, y + half_digit), text, theme.chain.casing, digit, anchor="ms")
