"""The PNG files that strips make up."""

import struct
import zlib
from random import Random

import pytest
from PIL import Image

from render.png import Strip, deflate_strip, palette_png, scanlines_of
from tests.render.pixels import opened

PALETTE = bytes(range(256)) * 3
WIDTH = 300


def noise(height: int, seed: int) -> Image.Image:
    """Long and varied enough for the checksum to go around more than once."""
    return Image.frombytes("P", (WIDTH, height), Random(seed).randbytes(WIDTH * height))


def strip(image: Image.Image) -> Strip:
    return deflate_strip(scanlines_of(image), 6)


def chunks(png: bytes) -> dict[bytes, bytes]:
    found, place = {}, 8
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack_from(">I", png, place + 8 + length)
        assert checksum == zlib.crc32(kind + data)
        found[kind] = data
        place += 12 + length
    return found


@pytest.mark.parametrize("heights", [[1], [7, 5], [30, 1, 200, 30]])
def test_strips_read_back_as_one_picture(heights: list[int]) -> None:
    parts = [noise(height, seed) for seed, height in enumerate(heights)]
    whole = Image.new("P", (WIDTH, sum(heights)))
    for number, part in enumerate(parts):
        whole.paste(part, (0, sum(heights[:number])))
    png = palette_png(WIDTH, PALETTE, map(strip, parts))
    read = opened(png)
    assert (read.mode, read.size) == ("P", whole.size)
    assert read.tobytes() == whole.tobytes()
    assert bytes(read.getpalette() or ()) == PALETTE


def test_chunks_and_the_stream_in_them_are_sound() -> None:
    """Some readers check what Pillow lets pass."""
    found = chunks(palette_png(WIDTH, PALETTE, [strip(noise(40, 1)), strip(noise(60, 2))]))
    assert list(found) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert len(zlib.decompress(found[b"IDAT"])) == 100 * (WIDTH + 1)


def test_strip_may_stand_in_several_pictures_and_twice_in_one() -> None:
    part, other = noise(20, 1), noise(20, 2)
    kept = strip(part)
    twice = opened(palette_png(WIDTH, PALETTE, [kept, kept]))
    assert twice.tobytes() == part.tobytes() * 2
    mixed = opened(palette_png(WIDTH, PALETTE, [strip(other), kept]))
    assert mixed.tobytes() == other.tobytes() + part.tobytes()
