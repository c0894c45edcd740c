"""Read the type and the size of a picture from its bytes."""

import struct
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PADDING = 0xFF


@dataclass(frozen=True, slots=True)
class Picture:
    """What the head of a picture file says; width and height are in pixels."""

    mime_type: str
    width: int
    height: int


def read_picture(content: bytes) -> Picture | None:
    """Return the type and size of a whole PNG, JPEG or GIF file; None for anything else."""
    if content.startswith(_PNG):
        return _png(content)
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content[:6] in (b"GIF87a", b"GIF89a") and content.endswith(b";"):
        return Picture("image/gif", *struct.unpack_from("<HH", content, 6))
    return None


def is_mp4(content: bytes) -> bool:
    """Tell whether the bytes begin like an MP4 file."""
    return content[4:8] == b"ftyp"


def _png(content: bytes) -> Picture | None:
    whole = content[12:16] == b"IHDR" and content[-8:-4] == b"IEND"
    return Picture("image/png", *struct.unpack_from(">II", content, 16)) if whole else None


def _jpeg(content: bytes) -> Picture | None:
    at = 2
    while at + 9 <= len(content) and content[at] == _JPEG_PADDING:
        marker = content[at + 1]
        if marker == _JPEG_PADDING:
            at += 1
        elif marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return Picture("image/jpeg", width, height)
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None
