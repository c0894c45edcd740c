"""Pictures of every kind of view look as they did when somebody looked at them."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import THEMES, draw_board
from tests.drawings import squares
from tests.render.goldens import FOLDER, golden_file
from tests.render.pixels import opened, picture
from tests.render.views import EXAMPLES

# Other versions of Pillow and FreeType may round differently; a mark more or less is above this.
LARGEST_MEAN_DIFFERENCE = 0.05


def mean_difference(one: Image.Image, other: Image.Image) -> float:
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(ImageStat.Stat(difference).mean)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("theme", THEMES)
def test_picture_looks_like_its_golden(theme: str, name: str, tmp_path: Path) -> None:
    png = draw_board(EXAMPLES[name], THEMES[theme])
    golden_png = golden_file(theme, name).read_bytes()
    drawn, golden = opened(png), opened(golden_png)
    assert (drawn.mode, drawn.size) == (golden.mode, golden.size)
    difference = mean_difference(drawn, golden)
    if difference > LARGEST_MEAN_DIFFERENCE:
        (tmp_path / f"{name}-drawn.png").write_bytes(png)
        (tmp_path / f"{name}-golden.png").write_bytes(golden_png)
        pytest.fail(f"mean difference {difference:.3f}; both pictures are in {tmp_path}")


def test_goldens_are_those_of_the_examples() -> None:
    found = {(path.parent.name, path.stem) for path in FOLDER.rglob("*.png")}
    assert found == set(product(THEMES, EXAMPLES))


def test_one_mark_less_would_be_noticed() -> None:
    choose, picked = EXAMPLES["choose-white"], EXAMPLES["picked"]
    for whole, less in (
        (choose, replace(choose, selectable=choose.selectable & ~squares("c1"))),
        (picked, replace(picked, hops=picked.hops & ~squares("f3"))),
    ):
        assert mean_difference(picture(whole), picture(less)) > LARGEST_MEAN_DIFFERENCE
