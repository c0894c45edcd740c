import pytest

from bot.local.images import Picture, read_picture
from tests.bot.local.pictures import gif, jpeg, png


@pytest.mark.parametrize(
    ("content", "picture"),
    [
        (png(width=30, height=20), Picture("image/png", 30, 20)),
        (jpeg(640, 480), Picture("image/jpeg", 640, 480)),
        (gif(4, 2), Picture("image/gif", 4, 2)),
        (png()[:-3], None),
        (jpeg(640, 480)[:9], None),
        (gif()[:-1], None),
        (b"", None),
        (b"<svg/>", None),
    ],
)
def test_type_and_size_are_read(content: bytes, picture: Picture | None) -> None:
    assert read_picture(content) == picture
