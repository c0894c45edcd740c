"""The looks of a set: colours (`#rrggbb`) by what they are for. Shares run from 0 to 1."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
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
    rim_width: float = 2.5
    """Pixels."""


class Cut(Enum):
    """What the lathe made of a piece."""

    DISHED = auto()
    REEDED = auto()
    """Domed, with a notched edge."""
    FLAT = auto()


@dataclass(frozen=True, slots=True)
class PieceLook:
    """A side's pieces: what they are made of, and the colour of names on them.

    The sides differ in form, by cut or inlay, as well as in colour.
    """

    material: Material
    name: str
    cut: Cut
    inlay: str | None = None
    """The colour of a ring let into the face."""


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
        Material("#432a13", "#b2946a", "#f3e6cb", "#fffdf5", body_light=0.6, tones=6),
        name="#3b2713",
        cut=Cut.DISHED,
    ),
    black=PieceLook(
        Material("#0d0908", "#0d0908", "#352a24", "#796a5c", body_light=0.45, tones=5),
        name="#fff3dc",
        cut=Cut.REEDED,
    ),
    piece_edge="#94683c",
    shadow=Stain("#2a1508", 0.36),
    ghost=0.4,
    calm=Stain("#c9a677", 0.45),
    win_ring=Material("#5a3806", "#c07d0c", "#ffc62e", "#fff6bd", body_light=0.5, tones=5),
    draw_ring=Material("#2f3a42", "#72858f", "#b9cbd6", "#ffffff", body_light=0.5, tones=5),
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

DARK: Final = Theme(
    light_square="#66707c",
    dark_square="#3c444e",
    grain=0.035,
    white_home=Stain("#b9c8d6", 0.2),
    black_home=Stain("#0c1014", 0.38),
    frame="#1b1f24",
    frame_lit="#3a424b",
    frame_shaded="#0b0d10",
    inlay="#a8885a",
    coordinate="#cfd8e0",
    white=PieceLook(
        Material("#14181c", "#9c917d", "#e9e2d2", "#fffdf6", body_light=0.6, tones=6),
        name="#22262b",
        cut=Cut.DISHED,
    ),
    black=PieceLook(
        Material("#cbd5de", "#07090b", "#15191e", "#56606b", body_light=0.45, tones=5),
        name="#f2f6fa",
        cut=Cut.REEDED,
    ),
    piece_edge="#2a3038",
    shadow=Stain("#05070a", 0.4),
    ghost=0.4,
    calm=Stain("#59636e", 0.5),
    win_ring=Material("#3a2604", "#b5760c", "#ffc93a", "#fff6bd", body_light=0.5, tones=5),
    draw_ring=Material("#1d2731", "#6d8798", "#b4cddd", "#ffffff", body_light=0.5, tones=5),
    last_move=Stroke("#ffb53a", casing="#1e1200"),
    last_move_square=Stain("#d08a16", 0.5),
    chain=Stroke("#6fdc8c", casing="#04210f"),
    selected_square=Stain("#2f9e5c", 0.62),
    selected_border="#8df0ae",
    hint=Stroke("#86cdff", casing="#03182e"),
    hint_square=Stain("#2d7fc4", 0.55),
    target="#6fe096",
    target_plate="#0f2519",
    target_name="#dcfbe6",
)

# Blue, orange and yellow stay apart for all kinds of colour vision; so do light and dark.
CONTRAST: Final = Theme(
    light_square="#ffffff",
    dark_square="#a9b6c4",
    grain=0.0,
    white_home=Stain("#fff2b0", 0.55),
    black_home=Stain("#5f6f80", 0.35),
    frame="#101418",
    frame_lit="#101418",
    frame_shaded="#101418",
    inlay="#ffffff",
    coordinate="#ffffff",
    white=PieceLook(
        Material("#000000", "#e9e9e9", "#ffffff", "#ffffff", 0.5, tones=4, rim_width=5.0),
        name="#000000",
        cut=Cut.FLAT,
    ),
    black=PieceLook(
        Material("#000000", "#000000", "#000000", "#2b2b2b", 0.5, tones=4),
        name="#ffffff",
        cut=Cut.FLAT,
        inlay="#ffffff",
    ),
    piece_edge="#000000",
    shadow=Stain("#000000", 0.0),
    ghost=0.35,
    calm=Stain("#9aa4ae", 0.4),
    win_ring=Material("#000000", "#f5b800", "#ffd21f", "#ffe680", body_light=0.5, tones=4),
    draw_ring=Material("#000000", "#5b8fc7", "#7fb2ea", "#d5e8fb", body_light=0.5, tones=4),
    last_move=Stroke("#ff8a00", casing="#000000"),
    last_move_square=Stain("#ffb347", 0.85),
    chain=Stroke("#ffffff", casing="#0b3d91"),
    selected_square=Stain("#8ec5ff", 0.9),
    selected_border="#0b3d91",
    hint=Stroke("#ffe600", casing="#000000"),
    hint_square=Stain("#fff04d", 0.85),
    target="#0b4fb3",
    target_plate="#ffffff",
    target_name="#001b44",
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {"wood": WOOD, "dark": DARK, "contrast": CONTRAST}
)
