"""Every look on one picture: ``python -m tests.render.sheet`` draws it anew for the README.

A row for each theme and number of pieces; in it every state, as White sees it and as Black does.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

from render import THEMES, BoardView, Theme
from render.geometry import SIZE
from rules import PIECE_COUNTS, Options, Side
from tests.render.games import pictures_of_game
from tests.render.pixels import picture
from tests.render.views import start

FILE: Final = Path(__file__).parents[2] / ".github" / "pictures" / "boards.png"
REDUCTION: Final = 5
BOARD: Final = -(-SIZE // REDUCTION)
GAP: Final = 4
COLOURS: Final = 256
SEED: Final = 5


def states(pieces: int) -> list[BoardView]:
    """Return a telling view of every kind from a game with so many pieces."""
    random = Random(SEED)
    pictures = list(pictures_of_game(Options(pieces), random))
    choose, picked, chain = (
        [view for kind, view in pictures if kind == wanted]
        for wanted in ("choose", "picked", "chain")
    )
    _, last = pictures[-1]
    hinted = [replace(view, hint=later.last_move) for view, later in pairwise(choose)]
    return [
        start(pieces),
        max(choose, key=lambda view: len(view.last_move)),
        max(picked, key=lambda view: (view.steps.bit_count() > 0, view.hops.bit_count())),
        max(chain, key=lambda view: len(view.chain)),
        max(hinted, key=lambda view: len(view.hint)),
        replace(last, winner=Side.WHITE),
        replace(last, winner=None),
    ]


def sheet() -> Image.Image:
    """Return all boards, RGB."""
    rows = [(theme, states(pieces)) for theme in THEMES.values() for pieces in PIECE_COUNTS]
    strips = [strip(theme, views) for theme, views in rows]
    step = BOARD + GAP
    whole = Image.new("RGB", (strips[0].width, len(strips) * step + GAP), "white")
    for row, part in enumerate(strips):
        whole.paste(part, (0, GAP + row * step))
    return whole


def strip(theme: Theme, views: Iterable[BoardView]) -> Image.Image:
    """Return views side by side, each from both sides."""
    seen = [replace(view, bottom=side) for view, side in product(views, Side)]
    step = BOARD + GAP
    row = Image.new("RGB", (len(seen) * step + GAP, BOARD), "white")
    for column, view in enumerate(seen):
        small = picture(view, theme).reduce(REDUCTION)
        row.paste(small, (GAP + column * step, 0))
    return row


def _main() -> None:
    sheet().quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(
        FILE, optimize=True
    )


if __name__ == "__main__":
    _main()
