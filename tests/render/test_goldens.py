"""Pictures of every kind of view, and replays, look as they did when somebody looked at them."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import THEMES, draw_board, draw_replay
from tests.drawings import squares
from tests.render.goldens import FOLDER, golden_picture, golden_replay
from tests.render.pixels import opened, picture
from tests.render.replays import REPLAYS, frames
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
    golden_png = golden_picture(theme, name).read_bytes()
    drawn, golden = opened(png), opened(golden_png)
    assert (drawn.mode, drawn.size) == (golden.mode, golden.size)
    difference = mean_difference(drawn, golden)
    if difference > LARGEST_MEAN_DIFFERENCE:
        (tmp_path / f"{name}-drawn.png").write_bytes(png)
        (tmp_path / f"{name}-golden.png").write_bytes(golden_png)
        pytest.fail(f"mean difference {difference:.3f}; both pictures are in {tmp_path}")


@pytest.mark.parametrize("name", REPLAYS)
@pytest.mark.parametrize("theme", THEMES)
def test_replay_looks_like_its_golden_at_every_time(theme: str, name: str, tmp_path: Path) -> None:
    gif = draw_replay(*REPLAYS[name], THEMES[theme])
    golden_gif = golden_replay(theme, name).read_bytes()
    drawn, golden = list(frames(gif)), list(frames(golden_gif))
    assert [frame.milliseconds for frame in drawn] == [frame.milliseconds for frame in golden]
    for number, (one, other) in enumerate(zip(drawn, golden, strict=True)):
        difference = mean_difference(one.image, other.image)
        if difference > LARGEST_MEAN_DIFFERENCE:
            (tmp_path / f"{name}-drawn.gif").write_bytes(gif)
            (tmp_path / f"{name}-golden.gif").write_bytes(golden_gif)
            pytest.fail(f"mean difference {difference:.3f} in frame {number}; see {tmp_path}")


def test_goldens_are_those_of_the_examples() -> None:
    found = {path.relative_to(FOLDER) for path in FOLDER.rglob("*.*")}
    names = [f"{name}.png" for name in EXAMPLES] + [f"{name}.gif" for name in REPLAYS]
    assert found == {Path(theme, name) for theme, name in product(THEMES, names)}


def test_one_mark_less_would_be_noticed() -> None:
    choose, picked = EXAMPLES["choose-white"], EXAMPLES["picked"]
    for whole, less in (
        (choose, replace(choose, selectable=choose.selectable & ~squares("c1"))),
        (picked, replace(picked, hops=picked.hops & ~squares("f3"))),
    ):
        assert mean_difference(picture(whole), picture(less)) > LARGEST_MEAN_DIFFERENCE


@pytest.mark.parametrize("name", REPLAYS)
def test_piece_elsewhere_in_the_air_would_be_noticed(name: str) -> None:
    shown = list(frames(golden_replay("wood", name).read_bytes()))
    moving = [pair for pair in pairwise(shown) if pair[1].milliseconds == 50]
    for before, after in moving:
        assert mean_difference(before.image, after.image) > LARGEST_MEAN_DIFFERENCE
