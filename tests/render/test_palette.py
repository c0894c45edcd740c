"""Reducing pictures to the colours of their theme loses nothing that matters."""

import pytest
from PIL import ImageChops, ImageStat

from render.frame import labels_for, paint_frame
from render.geometry import FRAME, SQUARE
from render.paint import paint_tile
from render.tiles import tiles_of
from tests.render.pixels import WOOD, picture
from tests.render.views import EXAMPLES


@pytest.mark.parametrize("name", ["picked", "chain", "last-move-diagonal", "white-won", "draw"])
def test_picture_is_as_it_was_painted(name: str) -> None:
    view = EXAMPLES[name]
    painted = paint_frame(WOOD, labels_for(view.bottom))
    for row, tiles in enumerate(tiles_of(view)):
        for column, tile in enumerate(tiles):
            corner = (FRAME + column * SQUARE, FRAME + row * SQUARE)
            painted.paste(paint_tile(tile, WOOD), corner)
    difference = ImageChops.difference(painted, picture(view))
    assert max(ImageStat.Stat(difference).mean) < 0.5
    far_off = difference.convert("L").point([0] * 40 + [255] * 216)
    assert far_off.getbbox() is None
