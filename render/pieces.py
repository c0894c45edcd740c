"""The pieces: turned on a lathe, lit from the upper left, with a soft shadow.

The face is worked out as light on a turned body and then set in few tones. A file holds a piece
once per rank of the board, and the number of tones decides what that costs.
"""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

from render.geometry import SQUARE
from render.marks import disc_mask, faded, ring_mask, toned
from render.theme import Cut, Material, PieceLook, Theme, mixed

FLYING_SIZE: Final = 72
"""Pixels in the square picture of a piece in the air."""

_RADIUS: Final = 37.0
_RING_RADIUS: Final = 46.0
_RING_INNER_RADIUS: Final = 36.5
_INLAY_RADII: Final = (32.5, 29.0)

_OUTLINE_TONES: Final = 3
_OUTLINE_FROM: Final = 60
_SHADOW_TONES: Final = 2
_SHADOW_OFFSET: Final = (4, 6)
_SHADOW_BLUR: Final = 3.5

_FLYING_GROWTH: Final = 0.2
_FLYING_SHADOW: Final = (4, 7)
_FLYING_COLOURS: Final = 6
_FLYING_KEPT: Final = 64
_TONES: Final = range(256)

_TOKEN_FINE: Final = 4
_TOKEN_RIM: Final = 0.1

_LIGHT: Final = (-0.45, -0.58, 0.68)
_GLEAM_SHARE: Final = 0.45
_GLEAM_SHARPNESS: Final = 24
_DARKEST: Final = 0.33
_LIGHTEST: Final = 1.17
_FACE_FROM: Final = 32
"""Levels of light below this are left to the rim."""


class Shape(NamedTuple):
    """What the lathe cut: (distance from the axis, slope outwards), both in radii."""

    profile: tuple[tuple[float, float], ...]
    notched_from: float


_DISHED: Final = Shape(
    ((0.0, 0.0), (0.6, 0.25), (0.66, 0.7), (0.7, 0.7), (0.72, 0.0), (0.86, -0.2), (1.0, -1.2)),
    notched_from=1.0,
)
_DOMED: Final = Shape(
    ((0.0, 0.0), (0.58, -0.25), (0.6, -0.9), (0.66, -0.9), (0.67, 0.0), (0.86, -0.2), (1.0, -1.2)),
    notched_from=0.84,
)
_FLAT: Final = Shape(((0.0, 0.0), (0.88, 0.0), (0.92, -0.6), (1.0, -0.9)), notched_from=1.0)
_SHAPES: Final = {Cut.DISHED: _DISHED, Cut.REEDED: _DOMED, Cut.FLAT: _FLAT}
_RING: Final = Shape(((0.0, 0.8), (0.84, 0.8), (0.9, 0.0), (1.0, -0.9)), notched_from=1.0)
_NOTCHES: Final = 20
_NOTCH_DEPTH: Final = 0.55


@dataclass(frozen=True, slots=True)
class PieceSprite:
    """A piece in the middle of a square: its face (RGB), the rest L masks."""

    face: Image.Image
    outline: Image.Image
    shadow: Image.Image


@cache
def piece_sprite(look: PieceLook, edge: str, shadow_share: float) -> PieceSprite:
    """Draw a piece. Its outline fades to the colour `edge`, so that it looks the same anywhere."""
    soft = toned(disc_mask(_RADIUS), _OUTLINE_TONES)
    face = Image.new("RGB", soft.size, edge)
    face.paste(_lit(_SHAPES[look.cut], _RADIUS, look.material), (0, 0), soft)
    if look.inlay is not None:
        face.paste(look.inlay, (0, 0), ring_mask(*_INLAY_RADII))
    outline = soft.point([0] * _OUTLINE_FROM + [255] * (256 - _OUTLINE_FROM))
    cast = ImageChops.offset(disc_mask(_RADIUS - 1), *_SHADOW_OFFSET)
    shadow = toned(cast.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR)), _SHADOW_TONES)
    return PieceSprite(face, outline, faded(shadow, shadow_share))


@lru_cache(_FLYING_KEPT)
def flying_piece(look: PieceLook, theme: Theme, lift: float) -> Image.Image:
    """Draw a piece over the board, RGBA, half as large as the others; `lift` runs from 0 to 1.

    The higher it is, the larger it looks and the farther off its shadow falls.
    """
    size = round(SQUARE / 2 * (1 + lift * _FLYING_GROWTH))
    corner = ((FLYING_SIZE - size) // 2, (FLYING_SIZE - size) // 2)
    sprite = piece_sprite(look, theme.piece_edge, theme.shadow.share)
    tones = sprite.face.quantize(_FLYING_COLOURS, kmeans=_FLYING_COLOURS)
    face = sprite.face.resize((size, size)).quantize(palette=tones, dither=Image.Dither.NONE)
    outline = toned(disc_mask(_RADIUS).resize((size, size)), _OUTLINE_TONES)
    deepest = theme.shadow.share * 255
    shadow = Image.new("L", (FLYING_SIZE, FLYING_SIZE), 0)
    cast = sprite.shadow.reduce(2).point([deepest if 2 * tone > deepest else 0 for tone in _TONES])
    right, down = (round(FLYING_SIZE / 2 - SQUARE / 4 + lift * shift) for shift in _FLYING_SHADOW)
    shadow.paste(cast, (right, down))
    flying = Image.new("RGBA", (FLYING_SIZE, FLYING_SIZE), theme.shadow.colour)
    flying.paste(face.convert("RGB"), corner, outline)
    opaque = Image.new("L", (FLYING_SIZE, FLYING_SIZE), 0)
    opaque.paste(outline, corner)
    flying.putalpha(ImageChops.lighter(opaque, shadow))
    return flying


@cache
def piece_token(look: PieceLook, size: int) -> Image.Image:
    """Draw a plain small disc that stands for a piece, RGBA, `size` pixels wide and high."""
    large = _TOKEN_FINE * size
    token = Image.new("RGBA", (large, large))
    rim = round(large * _TOKEN_RIM)
    ImageDraw.Draw(token).ellipse(
        [0, 0, large - 1, large - 1], look.material.body, look.material.rim, rim
    )
    return token.reduce(_TOKEN_FINE)


@cache
def ring_sprite(material: Material) -> Image.Image:
    """Draw a metal ring that lies on a piece's edge, RGBA."""
    ring = _lit(_RING, _RING_RADIUS, material)
    ring.paste(material.rim, (0, 0), disc_mask(_RING_INNER_RADIUS + material.rim_width / 2))
    hole = disc_mask(_RING_INNER_RADIUS)
    ring.putalpha(toned(ImageChops.subtract(disc_mask(_RING_RADIUS), hole)))
    return ring


def _lit(shape: Shape, radius: float, material: Material) -> Image.Image:
    """Return a turned body in its material's tones, RGB, with its rim along the edge."""
    light = _light_on(shape, radius).copy()
    light.paste(0, (0, 0), ImageChops.invert(disc_mask(radius - material.rim_width)))
    tones = [_tone(material, level) for level in range(256)]
    return Image.merge("RGB", [light.point([tone[band] for tone in tones]) for band in range(3)])


def _tone(material: Material, level: int) -> tuple[int, ...]:
    if level < _FACE_FROM:
        return ImageColor.getrgb(material.rim)
    number = (level - _FACE_FROM) * (material.tones - 1) // (256 - _FACE_FROM)
    share = number / (material.tones - 2)
    if share < material.body_light:
        colour = mixed(material.shade, material.body, share / material.body_light)
    else:
        above = (share - material.body_light) / (1 - material.body_light)
        colour = mixed(material.body, material.shine, above)
    return ImageColor.getrgb(colour)


@cache
def _light_on(shape: Shape, radius: float) -> Image.Image:
    """Return an L image of the light (diffuse and gleam) that a turned body sends back."""
    middle = (SQUARE - 1) / 2
    slopes = [_slope(shape, step / 255) for step in range(256)]
    light_x, light_y, light_z = _LIGHT
    half_length = math.hypot(light_x, light_y, light_z + 1)
    half_x, half_y, half_z = (part / half_length for part in (light_x, light_y, light_z + 1))
    levels = bytearray(SQUARE * SQUARE)
    for row in range(SQUARE):
        y = (row - middle) / radius
        for column in range(SQUARE):
            x = (column - middle) / radius
            distance = math.hypot(x, y)
            if distance >= 1:
                continue
            slope = slopes[int(distance * 255)]
            normal_x, normal_y = -slope * x / distance, -slope * y / distance
            if distance > shape.notched_from:
                tilt = _NOTCH_DEPTH * math.sin(_NOTCHES * math.atan2(y, x))
                normal_x -= tilt * y / distance
                normal_y += tilt * x / distance
            length = math.hypot(normal_x, normal_y, 1)
            diffuse = (normal_x * light_x + normal_y * light_y + light_z) / length
            gleam = (normal_x * half_x + normal_y * half_y + half_z) / length
            light = max(0.0, diffuse) + _GLEAM_SHARE * max(0.0, gleam) ** _GLEAM_SHARPNESS
            share = min(1.0, max(0.0, (light - _DARKEST) / (_LIGHTEST - _DARKEST)))
            levels[row * SQUARE + column] = round(_FACE_FROM + (255 - _FACE_FROM) * share)
    return Image.frombytes("L", (SQUARE, SQUARE), bytes(levels))


def _slope(shape: Shape, distance: float) -> float:
    for (near, near_slope), (far, far_slope) in pairwise(shape.profile):
        if distance <= far:
            return near_slope + (far_slope - near_slope) * (distance - near) / (far - near)
    return shape.profile[-1][1]
