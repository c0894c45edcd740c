"""Small picture files, made by hand: nothing here knows how the stand-in reads them."""

import struct
import zlib


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(seed: int = 0, width: int = 8, height: int = 8) -> bytes:
    """Return a picture; another seed gives other bytes."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + bytes([seed % 256]) * width) * height
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"tEXt", b"seed\0" + str(seed).encode()),
            _chunk(b"IDAT", zlib.compress(rows)),
            _chunk(b"IEND", b""),
        ]
    )


def jpeg(width: int, height: int) -> bytes:
    """Return the head of a JPEG file, with a comment and padding before the frame."""
    comment = b"\xff\xfe" + struct.pack(">H", 4) + b"hi"
    frame = b"\xff\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + comment + frame + b"\xff\xd9"


def gif(width: int = 4, height: int = 2) -> bytes:
    """Return an empty GIF file."""
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0, 0, 0) + b";"
