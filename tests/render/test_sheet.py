"""Several boards on one picture."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from render import THEMES, BoardView, draw_board, draw_boards
from rules import PIECE_COUNTS
from tests.render.views import start

WOOD = THEMES["wood"]
FOUR = tuple(start(pieces) for pieces in PIECE_COUNTS)


def opened(picture: bytes) -> Image.Image:
    with Image.open(BytesIO(picture)) as image:
        return image.convert("RGB")


def test_one_board_is_that_board() -> None:
    assert draw_boards((start(),), WOOD) == draw_board(start(), WOOD)


@pytest.mark.parametrize(("number", "view"), [*enumerate(FOUR)])
def test_four_boards_stand_two_by_two(number: int, view: BoardView) -> None:
    sheet = opened(draw_boards(FOUR, WOOD))
    assert sheet.size == (832, 832)
    left, top = number % 2 * 416, number // 2 * 416
    quarter = sheet.crop((left, top, left + 416, top + 416))
    difference = ImageChops.difference(quarter, opened(draw_board(view, WOOD)).reduce(2))
    # Fewer colours change a pixel a little; another board would change many a lot.
    assert max(high for _, high in ImageStat.Stat(difference).extrema) < 40


def test_equal_boards_give_equal_bytes() -> None:
    assert draw_boards(FOUR, WOOD) == draw_boards(FOUR, WOOD)


@pytest.mark.parametrize("count", [0, 2, 3])
def test_any_other_number_of_boards_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="zip"):
        draw_boards(FOUR[:count], WOOD)
