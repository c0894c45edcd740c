"""Planks: surfaces with a grain."""

import random
from functools import lru_cache
from typing import Final

from PIL import Image, ImageColor

from render.theme import mixed

_TONES: Final = 3
_PLANKS_KEPT: Final = 256
_FIBRE_WIDTHS: Final = (2, 3, 5, 7, 11, 16, 23)


@lru_cache(_PLANKS_KEPT)
def plank(colour: str, grain: float, variant: int, size: tuple[int, int]) -> Image.Image:
    """Return a piece of wood, RGB, `size` pixels wide and high; do not paint on it.

    `grain` is the share by which fibres are lighter or darker than `colour`. They run straight from
    top to bottom, since rows that repeat cost a file next to nothing.
    """
    width, height = size
    chance = random.Random(variant)  # noqa: S311 - a pattern, not a secret
    fibres: list[int] = []
    while len(fibres) < width:
        tone = round(chance.gauss((_TONES - 1) / 2, 0.8))
        fibres += [min(_TONES - 1, max(0, tone))] * chance.choice(_FIBRE_WIDTHS)
    tones = [mixed(colour, "#000000", grain), colour, mixed(colour, "#ffffff", grain)]
    palette = [ImageColor.getrgb(tone) for tone in tones]
    row = bytes(band for tone in fibres[:width] for band in palette[tone])
    return Image.frombytes("RGB", size, row * height)
