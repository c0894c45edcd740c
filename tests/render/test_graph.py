"""The line of scores or ratings."""

from dataclasses import replace

import pytest
from PIL import Image, ImageColor

from render import THEMES, Graph, Theme, draw_graph
from render.geometry import SIZE
from render.graph import GRAPH_HEIGHT
from tests.render.pixels import WOOD, opened

WAVE = Graph((0.0, 3.0, -2.0, 1.0), middle=0.0)
RATING = Graph((1500.0, 1512.0, 1498.0))


def drawn(graph: Graph, theme: Theme = WOOD) -> Image.Image:
    return opened(draw_graph(graph, theme)).convert("RGB")


def places(image: Image.Image, colour: str) -> list[tuple[int, int]]:
    """Return the pixels of about a colour, from left to right."""
    wanted = ImageColor.getrgb(colour)
    pixels = image.tobytes()
    found = [
        (place // 3 % image.width, place // 3 // image.width)
        for place in range(0, len(pixels), 3)
        if all(abs(pixels[place + band] - wanted[band]) <= 6 for band in range(3))
    ]
    return sorted(found)


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
def test_under_the_line_is_white_and_over_it_black(theme: str) -> None:
    image = drawn(Graph((0.0, 1.0, 0.0), middle=0.0), THEMES[theme])
    for side, x, y in (("white", SIZE // 2, 380), ("black", 60, 40)):
        wanted = ImageColor.getrgb(getattr(THEMES[theme], side).material.body)
        found = image.getpixel((x, y))
        assert isinstance(found, tuple)
        assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) <= 6


def test_marked_values_carry_dots() -> None:
    dots = places(drawn(replace(WAVE, marked=frozenset({1, 2}))), WOOD.chain.core)
    assert places(drawn(WAVE), WOOD.chain.core) == []
    left = [(x, y) for x, y in dots if x < SIZE / 2]
    right = [(x, y) for x, y in dots if x > SIZE / 2]
    assert max(y for _, y in left) < GRAPH_HEIGHT / 2 < min(y for _, y in right)


def test_levels_and_labels_stand_beside_and_below() -> None:
    graph = replace(RATING, levels=((1500.0, "1500"),), labels=("May", "June"))
    letters = places(drawn(graph), WOOD.coordinate)
    assert any(x < 60 and y < 380 for x, y in letters)
    assert any(x > 760 and y > 380 for x, y in letters)
    assert any(x < 160 and y > 380 for x, y in letters)


@pytest.mark.parametrize("values", [(5.0,), (5.0, 5.0), (-1e9, 1e9)])
def test_any_values_can_be_drawn(values: tuple[float, ...]) -> None:
    assert places(drawn(Graph(values)), WOOD.last_move.core)


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="value"):
        draw_graph(Graph(()), WOOD)
