"""GIF animations: one palette for all frames, and in each frame only what has changed.

Pillow compresses the pixels; what is around them (GIF89a) is put together here, since Pillow would
compare and copy whole pictures.
"""

import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

UNCHANGED: Final = 255
"""The number in a frame that lets the pixel before it stay."""

_TRAILER: Final = b";"
_FULL_TABLE: Final = 0b1111_0111
_TABLE_BYTES: Final = 3 * 256
_LOOP_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP: Final = 1


class Frame(NamedTuple):
    """A change of the picture and how long the result is shown."""

    patch: Image.Image
    """Mode P; it covers what was there, except where it is `UNCHANGED`."""
    corner: tuple[int, int]
    centiseconds: int


def gif_of(size: tuple[int, int], palette: bytes, frames: Iterable[Frame]) -> bytes:
    """Return an animation that begins anew for ever; `palette` is up to 255 RGB triples.

    The first frame covers the whole picture.
    """
    parts = [
        b"GIF89a",
        struct.pack("<HHBBB", *size, _FULL_TABLE, 0, 0),
        palette.ljust(_TABLE_BYTES, b"\0"),
        _LOOP_FOR_EVER,
    ]
    for frame in frames:
        parts += GifImagePlugin.getdata(
            frame.patch,
            frame.corner,
            duration=10 * frame.centiseconds,
            transparency=UNCHANGED,
            disposal=_KEEP,
        )
    return b"".join((*parts, _TRAILER))


def changed_frame(
    before: Image.Image, after: Image.Image, corner: tuple[int, int], centiseconds: int
) -> Frame:
    """Return the smallest patch that turns one P image at `corner` into another of its size."""
    difference = ImageChops.difference(before, after)
    # A frame has one pixel at least.
    box = difference.getbbox() or (0, 0, 1, 1)
    patch = after.crop(box)
    patch.paste(UNCHANGED, (0, 0), difference.crop(box).point([255] + [0] * 255, "L"))
    return Frame(patch, (corner[0] + box[0], corner[1] + box[1]), centiseconds)
