"""Names of squares, coordinates and people's names, in the font that travels with the code."""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.marks import toned

FONT_FILE: Final = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"
NAME_SIZE: Final = 36
COORDINATE_SIZE: Final = 25

_ELLIPSIS: Final = "…"
_NO_CHARACTER: Final = "\uffff"
_INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
_NEEDS_SHAPING: Final = {"R", "AL", "AN", "NSM"}
"""Classes of direction: letters from right to left, and signs that sit on other letters."""
_GLYPHS_KEPT: Final = 4096


@cache
def text_mask(
    text: str, font_size: int, area: tuple[int, int], centre: tuple[float, float]
) -> Image.Image:
    """Return an L mask of `area` pixels with `text` around `centre`.

    The middle of a digit's height is what stands at the centre, whatever letters there are: so
    texts side by side share their baseline.
    """
    mask = Image.new("L", area, 0)
    x, y = centre
    baseline = y + digit_height(font_size) / 2
    ImageDraw.Draw(mask).text((x, baseline), text, fill=255, font=font_of(font_size), anchor="ms")
    return toned(mask)


@cache
def font_of(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels; it places one letter after the other, no more."""
    return ImageFont.truetype(FONT_FILE, size, layout_engine=ImageFont.Layout.BASIC)


def digit_height(font_size: int) -> float:
    """Return how high a digit stands over the baseline, in pixels."""
    return -font_of(font_size).getbbox("8", anchor="ls")[1]


def shown_name(name: str, fallback: str) -> str:
    """Return a person's name as pictures can show it, or `fallback` where they cannot.

    What cannot be seen is left out. Pictures lack scripts that run from right to left or need
    shaping, those that the font lacks (Chinese, Japanese, Korean, Indic scripts, Thai) and emoji:
    a name with a letter of them gives `fallback`, which for a player is the side's colour.
    """
    blank_free = " ".join(unicodedata.normalize("NFC", name).split())
    shown = "".join(c for c in blank_free if unicodedata.category(c) not in _INVISIBLE).strip()
    return shown if shown and all(map(_has_glyph, shown)) else fallback


def fitted(text: str, font_size: int, width: float) -> str:
    """Return `text`, or so much of its beginning, with an ellipsis, as `width` pixels can take."""
    font = font_of(font_size)
    if font.getlength(text) <= width:
        return text
    kept = text
    while kept and font.getlength(kept + _ELLIPSIS) > width:
        kept = kept[:-1].rstrip()
    return kept + _ELLIPSIS


@lru_cache(_GLYPHS_KEPT)
def _has_glyph(character: str) -> bool:
    if unicodedata.bidirectional(character) in _NEEDS_SHAPING or unicodedata.combining(character):
        return False
    return character == " " or _glyph(character) not in (_glyph(_NO_CHARACTER), _glyph(" "))


@lru_cache(_GLYPHS_KEPT)
def _glyph(character: str) -> bytes:
    """Return what a character looks like: all that the font lacks look the same."""
    mask = Image.new("L", (2 * NAME_SIZE, 2 * NAME_SIZE), 0)
    ImageDraw.Draw(mask).text((0, 0), character, fill=255, font=font_of(NAME_SIZE))
    return mask.tobytes()
