"""PNG files put together from strips that were deflated before.

A picture's rows are one deflate stream, and a full flush makes a part of it independent of what
stands before. So a strip of rows is compressed once and goes into every picture that shows it.
The formats: PNG (W3C, third edition), zlib (RFC 1950), deflate (RFC 1951).
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PIL import Image

FILTER_COLUMN: Final = 1
"""Columns before the pixels in scanlines."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER: Final = b"\x78\xda"
_LAST_BLOCK: Final = b"\x03\x00"
_ADLER_MODULUS: Final = 65521

# In a picture of a board what repeats is near: in the row above or beside. So small tables find
# nearly as much as large ones, and sooner.
_WINDOW_BITS: Final = 12
_MEMORY_LEVEL: Final = 5


@dataclass(frozen=True, slots=True)
class Strip:
    """Some full rows of a picture, deflated."""

    rows: int
    deflated: bytes
    adler: int
    length: int
    """Bytes before compression."""


def scanlines_of(image: Image.Image) -> Image.Image:
    """Return the rows of a palette image as PNG has them, each after the kind of its filter."""
    # Zero: not filtered.
    scanlines = Image.new("P", (FILTER_COLUMN + image.width, image.height), 0)
    scanlines.paste(image, (FILTER_COLUMN, 0))
    return scanlines


def deflate_strip(scanlines: Image.Image, level: int) -> Strip:
    """Compress scanlines as wide as the picture they will be part of."""
    raw = scanlines.tobytes()
    deflater = zlib.compressobj(level, zlib.DEFLATED, -_WINDOW_BITS, _MEMORY_LEVEL)
    deflated = deflater.compress(raw) + deflater.flush(zlib.Z_FULL_FLUSH)
    return Strip(scanlines.height, deflated, zlib.adler32(raw), len(raw))


def palette_png(width: int, palette: bytes, strips: Iterable[Strip]) -> bytes:
    """Return the PNG of strips from top to bottom; `palette` is up to 256 RGB triples."""
    rows = 0
    adler = 1
    data = [_ZLIB_HEADER]
    for strip in strips:
        rows += strip.rows
        adler = _adler_of_both(adler, strip.adler, strip.length)
        data.append(strip.deflated)
    data += [_LAST_BLOCK, struct.pack(">I", adler)]
    header = struct.pack(">IIBBBBB", width, rows, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", b"".join(data)),
            _chunk(b"IEND", b""),
        )
    )


def _adler_of_both(first: int, second: int, second_length: int) -> int:
    """Return the Adler-32 of two strings joined, from the sums of each."""
    low_first, high_first = first & 0xFFFF, first >> 16
    low_second, high_second = second & 0xFFFF, second >> 16
    low = (low_first + low_second - 1) % _ADLER_MODULUS
    high = (high_first + high_second + second_length * (low_first - 1)) % _ADLER_MODULUS
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
