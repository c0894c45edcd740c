"""Looking at pictures: parts of them, differences, contrast."""

import io
from functools import lru_cache

from PIL import Image, ImageChops

from render import THEMES, BoardView, Theme, draw_board
from render.geometry import FRAME, SIZE, SQUARE, cell_of
from rules import SQUARES, Bitboard, Side, Square, bitboard_of

Colour = tuple[int, int, int]

WOOD = THEMES["wood"]


@lru_cache(24)
def picture(view: BoardView, theme: Theme = WOOD) -> Image.Image:
    """Return what is drawn of a view, RGB."""
    return opened(draw_board(view, theme)).convert("RGB")


def opened(png: bytes) -> Image.Image:
    """Return the image in a PNG file."""
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def square_of(image: Image.Image, square: Square, bottom: Side = Side.WHITE) -> Image.Image:
    """Return the part of a picture that shows a square."""
    row, column = divmod(cell_of(square, bottom), 8)
    left, top = FRAME + column * SQUARE, FRAME + row * SQUARE
    return image.crop((left, top, left + SQUARE, top + SQUARE))


def changed_squares(before: BoardView, after: BoardView) -> Bitboard:
    """Return the squares that look different; views of the same side."""
    difference = ImageChops.difference(picture(before), picture(after))
    return bitboard_of(
        square for square in SQUARES if square_of(difference, square, after.bottom).getbbox()
    )


def frame_changes(before: BoardView, after: BoardView) -> bool:
    """Return whether the frame looks different."""
    difference = ImageChops.difference(picture(before), picture(after))
    difference.paste(0, (FRAME, FRAME, SIZE - FRAME, SIZE - FRAME))
    return difference.getbbox() is not None


def colours_under(mask: Image.Image, image: Image.Image) -> set[Colour]:
    """Return the colours of an RGB image where a mask is full."""
    masked = image.copy()
    masked.putalpha(mask)
    colours = masked.getcolors(image.width * image.height) or ()
    found = [colour for _, colour in colours if isinstance(colour, tuple)]
    return {(red, green, blue) for red, green, blue, alpha in found if alpha == 255}


def where_equal(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return an L mask, full where two RGB images have the same colour and else empty."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    return most.point([255] + [0] * 255)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio, 1 to 21, of WCAG 2.2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[int, ...]) -> float:
    """Return the relative luminance, 0 to 1, of WCAG 2.2."""
    red, green, blue = (
        band / 12.92 if band <= 0.04045 else ((band + 0.055) / 1.055) ** 2.4
        for band in (level / 255 for level in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
