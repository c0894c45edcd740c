"""Reducing pictures to the colours of their theme loses nothing that matters."""

import pytest
from PIL import Image, ImageChops, ImageStat

from render import THEMES
from render.frame import labels_for, paint_frame
from render.geometry import FRAME, SQUARE
from render.gif import UNCHANGED
from render.paint import paint_tile
from render.palette import palette_for
from render.tiles import tiles_of
from tests.render.pixels import picture
from tests.render.views import EXAMPLES


@pytest.mark.parametrize("name", ["picked", "chain", "last-move-diagonal", "white-won", "draw"])
@pytest.mark.parametrize("theme", THEMES)
def test_picture_is_as_it_was_painted(theme: str, name: str) -> None:
    view = EXAMPLES[name]
    painted = paint_frame(THEMES[theme], labels_for(view.bottom))
    for row, tiles in enumerate(tiles_of(view)):
        for column, tile in enumerate(tiles):
            corner = (FRAME + column * SQUARE, FRAME + row * SQUARE)
            painted.paste(paint_tile(tile, THEMES[theme]), corner)
    difference = ImageChops.difference(painted, picture(view, THEMES[theme]))
    assert max(ImageStat.Stat(difference).mean) < 0.5
    far_off = difference.convert("L").point([0] * 40 + [255] * 216)
    assert far_off.getbbox() is None


@pytest.mark.parametrize("theme", THEMES)
def test_one_number_stays_free_for_animations(theme: str) -> None:
    palette = palette_for(THEMES[theme])
    assert len(palette.rgb) // 3 <= UNCHANGED
    all_greys = Image.frombytes("L", (256, 1), bytes(range(256))).convert("RGB")
    for image in (all_greys, picture(EXAMPLES["picked"], THEMES[theme])):
        assert UNCHANGED not in palette.reduce(image).tobytes()
