"""Telegram sends photos as JPEG in several sizes: everything can still be told apart in them."""

import io
from functools import cache
from typing import TypeAlias

import pytest
from PIL import Image

from render import THEMES
from tests.render.pixels import luminance, picture
from tests.render.states import difference, examples, states_in
from tests.render.views import EXAMPLES

# Telegram's is 80 to 87.
QUALITY = 80
PHONE = 360
# The thumbnail, a phone, and the two larger sizes of photos; a picture is never enlarged.
SIDES = (320, PHONE, 800, 1280)
TEXT = 4.5
States: TypeAlias = dict[str, Image.Image]


def reduced(image: Image.Image, side: int) -> Image.Image:
    small = image.copy()
    small.thumbnail((side, side), Image.Resampling.LANCZOS)
    return small


def compressed(image: Image.Image) -> Image.Image:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=QUALITY)
    with Image.open(file) as jpeg:
        return jpeg.convert("RGB")


@cache
def clean_and_sent(theme: str, side: int) -> tuple[States, States]:
    """Return every state of a square as it was before compression, and after."""
    clean = {name: reduced(picture(EXAMPLES[name], THEMES[theme]), side) for name in examples()}
    sent = {name: compressed(image) for name, image in clean.items()}
    return states_in(clean), states_in(sent)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_state_of_a_square_is_known_again(theme: str, side: int) -> None:
    originals, sent = clean_and_sent(theme, side)
    for state, image in sent.items():
        distances = {name: difference(image, other) for name, other in originals.items()}
        own = distances.pop(state)
        nearest = min(distances, key=distances.__getitem__)
        assert own < distances[nearest] / 2, f"{state} looks like {nearest}"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("theme", THEMES)
def test_names_keep_their_contrast(theme: str, side: int) -> None:
    _, states = clean_and_sent(theme, side)
    for state in ("white piece to pick", "black piece to pick", "step", "hop"):
        image = states[state]
        colours = image.crop(middle_of(image)).getcolors(image.width * image.height) or ()
        lights = [luminance(colour) for _, colour in colours if isinstance(colour, tuple)]
        assert (max(lights) + 0.05) / (min(lights) + 0.05) >= TEXT, state


def middle_of(image: Image.Image) -> tuple[int, int, int, int]:
    """Return where a name is: inside of all rings and rims."""
    return (
        round(image.width * 0.25),
        round(image.height * 0.38),
        round(image.width * 0.75),
        round(image.height * 0.62),
    )
