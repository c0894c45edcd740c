"""The theme of high contrast is for people who see colours otherwise, or none.

The matrices are those of Machado, Oliveira and Fernandes (2009) for full severity, over linear RGB.
"""

from collections.abc import Mapping

import pytest
from PIL import Image

from render import THEMES
from tests.render.states import pairs, shown

CONTRAST = THEMES["contrast"]
Matrix = tuple[float, ...]
NO_RED: Matrix = (
    *(0.152286, 1.052583, -0.204868, 0),
    *(0.114503, 0.786281, 0.099216, 0),
    *(-0.003882, -0.048116, 1.051998, 0),
)
NO_GREEN: Matrix = (
    *(0.367322, 0.860646, -0.227968, 0),
    *(0.280085, 0.672501, 0.047413, 0),
    *(-0.011820, 0.042940, 0.968881, 0),
)
NO_BLUE: Matrix = (
    *(1.255528, -0.076749, -0.178779, 0),
    *(-0.078411, 0.930809, 0.147602, 0),
    *(0.004733, 0.691367, 0.303900, 0),
)
NO_COLOUR: Matrix = (0.2126, 0.7152, 0.0722, 0) * 3
KINDS: Mapping[str, Matrix] = {
    "no red": NO_RED,
    "no green": NO_GREEN,
    "no blue": NO_BLUE,
    "no colour": NO_COLOUR,
}
# JPEG at Telegram's quality changes squares by 3 to 7 levels.
TELLING = 8.0


def linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def curved(share: float) -> float:
    return 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055


TO_LINEAR = [round(255 * linear(level)) for level in range(256)] * 3
FROM_LINEAR = [round(255 * curved(level / 255)) for level in range(256)] * 3


def as_seen(image: Image.Image, matrix: Matrix) -> Image.Image:
    return image.point(TO_LINEAR).convert("RGB", matrix).point(FROM_LINEAR)


@pytest.mark.parametrize("kind", KINDS)
def test_every_two_states_of_a_square_differ(kind: str) -> None:
    seen = {state: as_seen(image, KINDS[kind]) for state, image in shown(CONTRAST).items()}
    one, other, least = min(pairs(seen), key=lambda pair: pair[2])
    assert least >= TELLING, f"{one} and {other}"
