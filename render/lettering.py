"""Names of squares and coordinates, in the font that travels with the code."""

from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.marks import toned

FONT_FILE: Final = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
NAME_SIZE: Final = 36
COORDINATE_SIZE: Final = 25


@cache
def text_mask(
    text: str, font_size: int, area: tuple[int, int], centre: tuple[float, float]
) -> Image.Image:
    """Return an L mask of `area` pixels with `text` around `centre`.

    The middle of a digit's height is what stands at the centre, whatever letters there are: so
    texts side by side share their baseline.
    """
    font = ImageFont.truetype(FONT_FILE, font_size, layout_engine=ImageFont.Layout.BASIC)
    _, digit_top, _, _ = font.getbbox("8", anchor="ls")
    x, y = centre
    mask = Image.new("L", area, 0)
    ImageDraw.Draw(mask).text((x, y - digit_top / 2), text, fill=255, font=font, anchor="ms")
    return toned(mask)
