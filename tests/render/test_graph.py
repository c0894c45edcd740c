"""The line of scores or ratings."""

import re
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageColor

from render import THEMES, Graph, Theme, draw_graph
from render.geometry import SIZE
from render.graph import GRAPH_HEIGHT
from rules import Side
from tests.render.pixels import WOOD, opened

WAVE = Graph((0.0, 3.0, -2.0, 1.0), middle=0.0)
RATING = Graph((1500.0, 1512.0, 1498.0))


def drawn(graph: Graph, theme: Theme = WOOD) -> Image.Image:
    return opened(draw_graph(graph, theme)).convert("RGB")


def places(image: Image.Image, colour: str) -> list[tuple[int, int]]:
    """Return the pixels of about a colour, from left to right."""
    wanted = Image.new("RGB", image.size, colour)
    red, green, blue = ImageChops.difference(image, wanted).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    near = most.point([255] * 7 + [0] * 249).tobytes()
    found = [divmod(match.start(), image.width) for match in re.finditer(b"\xff", near)]
    return sorted((x, y) for y, x in found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("graph", [WAVE, RATING])
def test_graph_is_half_as_high_as_a_board_and_small(graph: Graph, theme: str) -> None:
    png = draw_graph(graph, THEMES[theme])
    assert opened(png).size == (SIZE, GRAPH_HEIGHT) == (832, 416)
    assert len(png) < 15_000


def test_line_goes_through_the_values_from_left_to_right() -> None:
    line = places(drawn(RATING), WOOD.last_move.core)
    heights = [
        sum(y for x, y in line if x == column) / sum(1 for x, _ in line if x == column)
        for column in (140, 416, 690)
    ]
    assert heights[1] < heights[0] < heights[2]
    assert min(line)[0] < 20
    assert max(line)[0] > SIZE - 20


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lower", Side)
def test_each_side_has_its_colour_under_or_over_the_line(theme: str, lower: Side) -> None:
    image = drawn(Graph((0.0, 1.0, 0.0), middle=0.0, lower=lower), THEMES[theme])
    for side, x, y in ((lower, SIZE // 2, 380), (lower.other, 60, 40)):
        wanted = ImageColor.getrgb(getattr(THEMES[theme], side.value).material.body)
        found = image.getpixel((x, y))
        assert isinstance(found, tuple)
        assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) <= 6


def test_marked_values_carry_dots() -> None:
    dots = places(drawn(replace(WAVE, marked=((1, "1"), (2, "2")))), WOOD.chain.core)
    assert places(drawn(WAVE), WOOD.chain.core) == []
    left = [(x, y) for x, y in dots if x < SIZE / 2]
    right = [(x, y) for x, y in dots if x > SIZE / 2]
    assert max(y for _, y in left) < GRAPH_HEIGHT / 2 < min(y for _, y in right)


def test_levels_and_labels_stand_beside_and_below() -> None:
    graph = replace(RATING, levels=((1500.0, "1500"),), labels=((0, "May"), (2, "June")))
    letters = places(drawn(graph), WOOD.coordinate)
    assert any(x < 60 and y < 380 for x, y in letters)
    below = [x for x, y in letters if y > 380]
    assert any(170 < x < 230 for x in below)
    assert any(660 < x < 720 for x in below)
    assert not any(260 < x < 630 for x in below)


def test_labels_stay_within_the_plot() -> None:
    values = tuple(range(200))
    letters = places(drawn(Graph(values, labels=((0, "first"), (199, "last")))), WOOD.coordinate)
    assert min(x for x, _ in letters) >= 14
    assert max(x for x, _ in letters) <= SIZE - 14


def width_of_dots(graph: Graph, theme: Theme) -> int:
    """Return how far the dots reach, in pixels."""
    plain = drawn(replace(graph, marked=()), theme)
    change = ImageChops.difference(plain, drawn(graph, theme)).convert("L")
    # A palette of its own makes small changes everywhere.
    box = change.point([0] * 32 + [255] * 224).getbbox()
    assert box is not None
    return box[2] - box[0]


@pytest.mark.parametrize("theme", THEMES)
def test_neighbouring_dots_do_not_hide_each_other(theme: str) -> None:
    alone = Graph((0.5,) * 200, marked=((100, "1"),), middle=0.5)
    both = replace(alone, marked=((100, "1"), (101, "2")))
    one, two = (width_of_dots(graph, THEMES[theme]) for graph in (alone, both))
    assert one > 25
    assert two > 1.8 * one


@pytest.mark.parametrize("at", [0, 199])
def test_dots_at_the_edges_are_whole(at: int) -> None:
    middle, edge = (width_of_dots(Graph((0.5,) * 200, ((n, "1"),)), WOOD) for n in (100, at))
    assert edge > 0.9 * middle


@pytest.mark.parametrize("values", [(5.0,), (5.0, 5.0), (-1e9, 1e9)])
def test_any_values_can_be_drawn(values: tuple[float, ...]) -> None:
    assert places(drawn(Graph(values)), WOOD.last_move.core)


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="value"):
        draw_graph(Graph(()), WOOD)
