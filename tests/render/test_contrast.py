"""What has to be told apart can be, by people with weak sight too (WCAG 2.2: 1.4.3 and 1.4.11)."""

from itertools import product

import pytest
from PIL import Image, ImageChops, ImageColor

from render.frame import NO_LABELS, labels_for, paint_frame
from render.geometry import SQUARE
from render.marks import equals_mask, ring_mask, spot_mask
from render.paint import paint_tile
from render.tiles import Finish, Piece, Target, Tile, Tint
from rules import Side
from tests.render.pixels import WOOD, Colour, colours_under, contrast

TEXT = 4.5
GRAPHICS = 3.0
NAMES = ("a1", "d4", "g8")
AREA = (SQUARE, SQUARE)
INSIDE = spot_mask(40.0)
BARE = Tile(False, None, 0, None, (), None, None, "")
GROUNDS = [
    BARE._replace(dark=dark, home=home, tint=tint)
    for dark, home, tint in product((False, True), (None, *Side), (None, *Tint))
]
STROKES = {"last move": WOOD.last_move, "chain": WOOD.chain, "hint": WOOD.hint}


def rgb(colour: str) -> Colour:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def weakest(mask: Image.Image, ground: Image.Image, colour: Colour) -> float:
    """Return the lowest contrast between a colour and what it covers."""
    return min(contrast(colour, covered) for covered in colours_under(mask, ground))


def name_contrast(tile: Tile, colour: str) -> float:
    """Return the lowest contrast between names and what they cover."""
    bare = paint_tile(tile, WOOD)
    pixel_places = range(0, 3 * SQUARE * SQUARE, 3)
    weakest_of_all = []
    for name in NAMES:
        named = paint_tile(tile._replace(name=name), WOOD)
        pixels = named.tobytes()
        full = [pixels[place : place + 3] == bytes(rgb(colour)) for place in pixel_places]
        letters = Image.frombytes("L", AREA, bytes(255 * is_full for is_full in full))
        assert letters.getbbox()
        weakest_of_all.append(weakest(letters, bare, rgb(colour)))
    return min(weakest_of_all)


@pytest.mark.parametrize("side", Side)
def test_names_on_pieces(side: Side) -> None:
    colour = (WOOD.white if side is Side.WHITE else WOOD.black).name
    assert name_contrast(BARE._replace(piece=Piece(side, Finish.PLAIN)), colour) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("target", Target)
def test_names_on_targets(target: Target, ground: Tile) -> None:
    assert name_contrast(ground._replace(target=target), WOOD.target_name) >= TEXT


@pytest.mark.parametrize("side", Side)
def test_sign_of_a_draw(side: Side) -> None:
    colour = rgb((WOOD.white if side is Side.WHITE else WOOD.black).name)
    plain = paint_tile(BARE._replace(piece=Piece(side, Finish.PLAIN)), WOOD)
    assert weakest(equals_mask(), plain, colour) >= GRAPHICS


def test_coordinates_on_the_frame() -> None:
    bare, labelled = (paint_frame(WOOD, labels) for labels in (NO_LABELS, labels_for(Side.WHITE)))
    difference = ImageChops.difference(bare, labelled).convert("L")
    letters = difference.point([0] * 100 + [255] * 156)
    assert letters.getbbox()
    assert weakest(letters, bare, rgb(WOOD.coordinate)) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("side", Side)
def test_pieces_on_squares_by_face_or_rim(side: Side, ground: Tile) -> None:
    square = paint_tile(ground, WOOD)
    look = WOOD.white if side is Side.WHITE else WOOD.black
    painted = paint_tile(ground._replace(piece=Piece(side, Finish.PLAIN)), WOOD)
    rim = ring_mask(38.0, 37.0)
    assert rgb(look.material.rim) in colours_under(rim, painted)
    by_rim = weakest(INSIDE, square, rgb(look.material.rim))
    by_face = weakest(INSIDE, square, rgb(look.material.body))
    assert max(by_rim, by_face) >= GRAPHICS


def test_white_pieces_from_black_ones() -> None:
    assert contrast(rgb(WOOD.white.material.body), rgb(WOOD.black.material.body)) >= 7
    assert WOOD.white.reeded != WOOD.black.reeded


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", STROKES)
def test_lines_on_squares_by_core_or_casing(kind: str, ground: Tile) -> None:
    core, casing = rgb(STROKES[kind].core), rgb(STROKES[kind].casing)
    assert contrast(core, casing) >= GRAPHICS
    square = paint_tile(ground, WOOD)
    assert max(weakest(INSIDE, square, colour) for colour in (core, casing)) >= GRAPHICS


def test_dots_and_rings_on_their_plates() -> None:
    assert contrast(rgb(WOOD.target), rgb(WOOD.target_plate)) >= GRAPHICS
