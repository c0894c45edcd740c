"""The looks of a set: colours (`#rrggbb`) by what they are for. Shares run from 0 to 1."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PIL import ImageColor


def mixed(colour: str, other: str, share: float) -> str:
    """Return `colour` with a share of `other` in it."""
    pairs = zip(ImageColor.getrgb(colour), ImageColor.getrgb(other), strict=True)
    red, green, blue = (round(one + (two - one) * share) for one, two in pairs)
    return f"#{red:02x}{green:02x}{blue:02x}"


@dataclass(frozen=True, slots=True)
class Stain:
    """A colour that lies on others, and how strongly."""

    colour: str
    share: float

    def on(self, colour: str) -> str:
        """Return the colour that a ground of `colour` takes."""
        return mixed(colour, self.colour, self.share)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with a casing that keeps it legible on light and on dark squares."""

    core: str
    casing: str


@dataclass(frozen=True, slots=True)
class Material:
    """The tones of a lit body, from its shade over the colour of its body to its shine."""

    rim: str
    shade: str
    body: str
    shine: str
    body_light: float
    """Where between shade (0) and shine (1) the body's own colour is."""
    tones: int
    """How many tones there are, the rim's being the first: fewer make smaller files."""


@dataclass(frozen=True, slots=True)
class PieceLook:
    """A side's pieces: what they are made of, and the colour of names on them."""

    material: Material
    name: str
    reeded: bool
    """Domed with a notched edge, not dished: the sides differ in shape as well as in colour."""


@dataclass(frozen=True, slots=True)
class Theme:
    """All that a board, its pieces and its marks are coloured with."""

    light_square: str
    dark_square: str
    grain: float
    white_home: Stain
    black_home: Stain
    frame: str
    frame_lit: str
    frame_shaded: str
    inlay: str
    coordinate: str
    white: PieceLook
    black: PieceLook
    piece_edge: str
    """Between the colours of the squares: what the outlines of pieces fade to on all of them."""
    shadow: Stain
    ghost: float
    """How much of a ghost there is to see."""
    calm: Stain
    """What takes the contrast from the loser's pieces."""
    win_ring: Material
    draw_ring: Material
    last_move: Stroke
    last_move_square: Stain
    chain: Stroke
    selected_square: Stain
    selected_border: str
    hint: Stroke
    hint_square: Stain
    target: str
    target_plate: str
    target_name: str


WOOD: Final = Theme(
    light_square="#e8cea1",
    dark_square="#b07b49",
    grain=0.04,
    white_home=Stain("#ffecb8", 0.38),
    black_home=Stain("#7a3a10", 0.27),
    frame="#5e3820",
    frame_lit="#85583a",
    frame_shaded="#3d2414",
    inlay="#cfa566",
    coordinate="#f0d9ae",
    white=PieceLook(
        Material("#432a13", "#b2946a", "#f3e6cb", "#fffdf5", body_light=0.6, tones=9),
        name="#3b2713",
        reeded=False,
    ),
    black=PieceLook(
        Material("#0d0908", "#0d0908", "#352a24", "#796a5c", body_light=0.45, tones=8),
        name="#fff3dc",
        reeded=True,
    ),
    piece_edge="#94683c",
    shadow=Stain("#2a1508", 0.45),
    ghost=0.4,
    calm=Stain("#c9a677", 0.45),
    win_ring=Material("#5a3806", "#c07d0c", "#ffc62e", "#fff6bd", body_light=0.5, tones=9),
    draw_ring=Material("#2f3a42", "#72858f", "#b9cbd6", "#ffffff", body_light=0.5, tones=9),
    last_move=Stroke("#ffb62e", casing="#3f2000"),
    last_move_square=Stain("#ffc43c", 0.5),
    chain=Stroke("#62cc71", casing="#0b2e14"),
    selected_square=Stain("#4fae5c", 0.62),
    selected_border="#1f6b31",
    hint=Stroke("#7cc4ff", casing="#0a2747"),
    hint_square=Stain("#5aa5e0", 0.55),
    target="#1f7a36",
    target_plate="#e4f4d8",
    target_name="#0f4420",
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType({"wood": WOOD})
