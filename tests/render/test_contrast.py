"""What has to be told apart can be, by people with weak sight too (WCAG 2.2: 1.4.3 and 1.4.11)."""

from itertools import product

import pytest
from PIL import Image, ImageChops, ImageColor

from render import THEMES, Theme
from render.frame import NO_LABELS, labels_for, paint_frame
from render.geometry import SQUARE
from render.marks import equals_mask, ring_mask, spot_mask
from render.paint import paint_tile
from render.tiles import Finish, Piece, Target, Tile, Tint
from rules import Side
from tests.render.pixels import Colour, colours_under, contrast, where_equal

TEXT = 4.5
GRAPHICS = 3.0
NAMES = ("a1", "d4", "g8")
AREA = (SQUARE, SQUARE)
INSIDE = spot_mask(38.0)
BARE = Tile(False, None, 0, None, (), None, None, "")
GROUNDS = [
    BARE._replace(dark=dark, home=home, tint=tint)
    for dark, home, tint in product((False, True), (None, *Side), (None, *Tint))
]
KINDS_OF_LINE = ("last_move", "chain", "hint")


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


def rgb(colour: str) -> Colour:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def weakest(mask: Image.Image, ground: Image.Image, colour: Colour) -> float:
    """Return the lowest contrast between a colour and what it covers."""
    return min(contrast(colour, covered) for covered in colours_under(mask, ground))


def name_contrast(theme: Theme, tile: Tile, colour: str) -> float:
    """Return the lowest contrast between names and what they cover."""
    bare = paint_tile(tile, theme)
    weakest_of_all = []
    for name in NAMES:
        named = paint_tile(tile._replace(name=name), theme)
        coloured = where_equal(named, Image.new("RGB", AREA, colour))
        # What has the colour already is no letter.
        letters = ImageChops.subtract(coloured, where_equal(named, bare))
        assert letters.getbbox()
        weakest_of_all.append(weakest(letters, bare, rgb(colour)))
    return min(weakest_of_all)


@pytest.mark.parametrize("side", Side)
def test_names_on_pieces(theme: Theme, side: Side) -> None:
    colour = (theme.white if side is Side.WHITE else theme.black).name
    assert name_contrast(theme, BARE._replace(piece=Piece(side, Finish.PLAIN)), colour) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("target", Target)
def test_names_on_targets(theme: Theme, target: Target, ground: Tile) -> None:
    assert name_contrast(theme, ground._replace(target=target), theme.target_name) >= TEXT


@pytest.mark.parametrize("side", Side)
def test_sign_of_a_draw(theme: Theme, side: Side) -> None:
    colour = rgb((theme.white if side is Side.WHITE else theme.black).name)
    plain = paint_tile(BARE._replace(piece=Piece(side, Finish.PLAIN)), theme)
    assert weakest(equals_mask(), plain, colour) >= GRAPHICS


def test_coordinates_on_the_frame(theme: Theme) -> None:
    bare, labelled = (paint_frame(theme, labels) for labels in (NO_LABELS, labels_for(Side.WHITE)))
    difference = ImageChops.difference(bare, labelled).convert("L")
    letters = difference.point([0] * 100 + [255] * 156)
    assert letters.getbbox()
    assert weakest(letters, bare, rgb(theme.coordinate)) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("side", Side)
def test_pieces_on_squares_by_face_or_rim(theme: Theme, side: Side, ground: Tile) -> None:
    square = paint_tile(ground, theme)
    look = theme.white if side is Side.WHITE else theme.black
    painted = paint_tile(ground._replace(piece=Piece(side, Finish.PLAIN)), theme)
    rim = ring_mask(36.0, 35.0)
    assert rgb(look.material.rim) in colours_under(rim, painted)
    by_rim = weakest(INSIDE, square, rgb(look.material.rim))
    by_face = weakest(INSIDE, square, rgb(look.material.body))
    assert max(by_rim, by_face) >= GRAPHICS


def test_white_pieces_from_black_ones(theme: Theme) -> None:
    assert contrast(rgb(theme.white.material.body), rgb(theme.black.material.body)) >= 7
    assert (theme.white.cut, theme.white.inlay) != (theme.black.cut, theme.black.inlay)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", KINDS_OF_LINE)
def test_lines_on_squares_by_core_or_casing(theme: Theme, kind: str, ground: Tile) -> None:
    stroke = getattr(theme, kind)
    core, casing = rgb(stroke.core), rgb(stroke.casing)
    assert contrast(core, casing) >= GRAPHICS
    square = paint_tile(ground, theme)
    assert max(weakest(INSIDE, square, colour) for colour in (core, casing)) >= GRAPHICS


def test_dots_and_rings_on_their_plates(theme: Theme) -> None:
    assert contrast(rgb(theme.target), rgb(theme.target_plate)) >= GRAPHICS
