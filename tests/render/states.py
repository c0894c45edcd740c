"""What a square can show, each at a place in an example."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from PIL import Image, ImageChops, ImageStat

from render import Theme
from render.geometry import FRAME, SIZE, SQUARE, cell_of
from rules import Square, parse_square
from tests.render.pixels import picture
from tests.render.views import EXAMPLES

STATES: Final[Mapping[str, tuple[str, str]]] = {
    "light square": ("picked", "e8"),
    "dark square": ("picked", "b8"),
    "white piece": ("picked", "c3"),
    "black piece": ("picked", "e7"),
    "white piece to pick": ("choose-white", "a3"),
    "black piece to pick": ("choose-black", "e7"),
    "picked": ("picked", "d4"),
    "step": ("picked", "c4"),
    "hop": ("picked", "d2"),
    "start of the last move": ("picked", "h4"),
    "end of the last move": ("picked", "h5"),
    "landing of the last move": ("last-move-long", "c3"),
    "ghost": ("chain", "c1"),
    "landing of the chain": ("chain", "e3"),
    "start of the hint": ("hint", "c3"),
    "landing of the hint": ("hint", "e3"),
    "end of the hint": ("hint", "e5"),
    "white winner": ("white-won", "f7"),
    "black winner": ("black-won", "b2"),
    "white loser": ("black-won", "e2"),
    "black loser": ("white-won", "e5"),
    "white draw": ("draw", "g7"),
    "black draw": ("draw", "b2"),
}


def examples() -> set[str]:
    """Return the names of the examples that have the states in them."""
    return {example for example, _ in STATES.values()}


def shown(theme: Theme) -> dict[str, Image.Image]:
    """Return every state as it is drawn, RGB."""
    pictures = {name: picture(EXAMPLES[name], theme) for name in examples()}
    return states_in(pictures)


def states_in(pictures: Mapping[str, Image.Image]) -> dict[str, Image.Image]:
    """Return every state as it is in pictures of the examples, which may be smaller."""
    return {
        state: _part(pictures[example], parse_square(name), example)
        for state, (example, name) in STATES.items()
    }


def pairs(states: Mapping[str, Image.Image]) -> Iterator[tuple[str, str, float]]:
    """Yield each two states and how much they differ."""
    for one, other in combinations(states, 2):
        yield one, other, difference(states[one], states[other])


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of the bands of two RGB images."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def _part(image: Image.Image, square: Square, example: str) -> Image.Image:
    row, column = divmod(cell_of(square, EXAMPLES[example].bottom), 8)
    left, top = FRAME + column * SQUARE, FRAME + row * SQUARE
    scale = image.width / SIZE
    # A pixel less all around: squares of one size, whatever the scale.
    side = int(SQUARE * scale) - 1
    left, top = round(left * scale), round(top * scale)
    return image.crop((left, top, left + side, top + side))
