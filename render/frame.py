"""The frame around the board, with the coordinates on it."""

import math
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.geometry import FRAME, SIZE, SQUARE
from render.lettering import COORDINATE_SIZE, fitted, font_of, text_mask
from render.pieces import piece_token
from render.theme import Theme
from render.wood import plank
from rules import Side

_GRAIN_SHARE: Final = 2.0
_PLANK: Final = 1
_EDGE_WIDTH: Final = 2
_INLAY_WIDTH: Final = 5
_PLAYER_SIZE: Final = 22
_TOKEN: Final = 20
_GAP: Final = 8


class Names(NamedTuple):
    """The players, as the upper edge tells them; empty for none."""

    white: str
    black: str


class Labels(NamedTuple):
    """The letters of the files from left to right and the numbers of the ranks from the top."""

    files: str
    ranks: str


NO_LABELS: Final = Labels("", "")
_LABELS: Final = {
    Side.WHITE: Labels("abcdefgh", "87654321"),
    Side.BLACK: Labels("hgfedcba", "12345678"),
}


def labels_for(bottom: Side) -> Labels:
    """Return the coordinates as the side nearest to the reader sees them."""
    return _LABELS[bottom]


def paint_frame(theme: Theme, labels: Labels) -> Image.Image:
    """Return the frame in the size of the picture, RGB: four mitred planks and an inlaid line."""
    upright = plank(theme.frame, theme.grain * _GRAIN_SHARE, _PLANK, (FRAME, SIZE))
    lying = upright.transpose(Image.Transpose.ROTATE_90)
    image = Image.new("RGB", (SIZE, SIZE), theme.frame)
    image.paste(lying, (0, 0))
    image.paste(lying, (0, SIZE - FRAME))
    mitre = Image.new("1", (FRAME, SIZE), 0)
    corners = [(0, 0), (FRAME, FRAME), (FRAME, SIZE - FRAME), (0, SIZE)]
    ImageDraw.Draw(mitre).polygon(corners, fill=1)
    image.paste(upright, (0, 0), mitre)
    image.paste(upright, (SIZE - FRAME, 0), mitre.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    _draw_edges(image, theme)
    _draw_labels(image, labels, theme)
    return image


def draw_names(upper_edge: Image.Image, names: Names, theme: Theme) -> None:
    """Write the players' names on the frame's upper edge, RGB, each beside its colour."""
    middle = (FRAME - _INLAY_WIDTH) / 2
    width = SIZE / 2 - FRAME
    for left, name, look in (
        (FRAME, names.white, theme.white),
        (SIZE // 2, names.black, theme.black),
    ):
        if not name:
            continue
        text = fitted(name, _PLAYER_SIZE, width - _TOKEN - 2 * _GAP)
        length = font_of(_PLAYER_SIZE).getlength(text)
        start = round(left + (width - length - _TOKEN - _GAP) / 2)
        token = piece_token(look, _TOKEN)
        upper_edge.paste(token, (start, round(middle - _TOKEN / 2)), token)
        area = (math.ceil(length), FRAME - _INLAY_WIDTH)
        mask = text_mask(text, _PLAYER_SIZE, area, (length / 2, middle))
        upper_edge.paste(theme.coordinate, (start + _TOKEN + _GAP, 0), mask)


def _draw_edges(image: Image.Image, theme: Theme) -> None:
    draw = ImageDraw.Draw(image)
    last = SIZE - 1
    for inset in range(_EDGE_WIDTH):
        far = last - inset
        draw.line([(inset, far), (inset, inset), (far, inset)], fill=theme.frame_lit)
        draw.line([(inset + 1, far), (far, far), (far, inset + 1)], fill=theme.frame_shaded)
    shaded, inlay = theme.frame_shaded, theme.inlay
    for distance, colour in enumerate((shaded, shaded, inlay, inlay, shaded), start=1):
        inset = FRAME - distance
        draw.rectangle([inset, inset, last - inset, last - inset], outline=colour)


def _draw_labels(image: Image.Image, labels: Labels, theme: Theme) -> None:
    outside = FRAME - _INLAY_WIDTH
    for place, letter in enumerate(labels.files):
        _draw_label(
            image, letter, (FRAME + place * SQUARE, SIZE - outside), (SQUARE, outside), theme
        )
    for place, number in enumerate(labels.ranks):
        _draw_label(image, number, (0, FRAME + place * SQUARE), (outside, SQUARE), theme)


def _draw_label(
    image: Image.Image, label: str, corner: tuple[int, int], area: tuple[int, int], theme: Theme
) -> None:
    mask = text_mask(label, COORDINATE_SIZE, area, (area[0] / 2, area[1] / 2))
    image.paste(theme.coordinate, corner, mask)
