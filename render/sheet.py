"""Several boards on one picture."""

from collections.abc import Sequence
from io import BytesIO
from itertools import product
from typing import Final

from PIL import Image

from render.board import draw_board
from render.geometry import SIZE
from render.theme import Theme
from render.view import BoardView

_A_ROW: Final = 2
_COLOURS: Final = 128


def draw_boards(views: Sequence[BoardView], theme: Theme) -> bytes:
    """Return a PNG, 832 pixels wide and high, of one board, or of four at half their size.

    Four stand two by two, the first at the top left.
    """
    if len(views) == 1:
        return draw_board(views[0], theme)
    sheet = Image.new("RGB", (SIZE, SIZE))
    for view, (row, column) in zip(views, product(range(_A_ROW), repeat=2), strict=True):
        with Image.open(BytesIO(draw_board(view, theme))) as board:
            small = board.convert("RGB").reduce(_A_ROW)
        sheet.paste(small, (column * small.width, row * small.height))
    file = BytesIO()
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
