"""Painting what one square shows, in full colour."""

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.geometry import SQUARE
from render.lettering import NAME_SIZE, text_mask
from render.marks import CENTRE, Point, equals_mask, faded, line_mask, ring_mask, spot_mask
from render.pieces import PieceSprite, piece_sprite, ring_sprite
from render.theme import Material, PieceLook, Stain, Stroke, Theme
from render.tiles import GRAIN_VARIANTS, Finish, Line, Piece, Target, Tile, Tint
from render.wood import plank
from rules import Side

_AREA: Final = (SQUARE, SQUARE)
_PLATE_RADIUS: Final = 40.0
_RING_OUTER_RADIUS: Final = 41.0
_RING_INNER_RADIUS: Final = 34.0
_DOT: Final[Point] = (SQUARE / 2, 27.0)
_DOT_RADIUS: Final = 9.0
_UNDER_DOT: Final[Point] = (SQUARE / 2, 57.0)
_BORDER_WIDTH: Final = 4
_NAMELESS_KEPT: Final = 256


def paint_tile(tile: Tile, theme: Theme) -> Image.Image:
    """Return a square with all that is on it, RGB."""
    image = _without_name(tile._replace(name=""), theme).copy()
    if tile.name:
        colour, centre = theme.target_name, CENTRE
        if tile.piece is not None:
            colour = _look(tile.piece, theme).name
        elif tile.target is Target.STEP:
            centre = _UNDER_DOT
        image.paste(colour, (0, 0), text_mask(tile.name, NAME_SIZE, _AREA, centre))
    return image


@lru_cache(_NAMELESS_KEPT)
def _without_name(tile: Tile, theme: Theme) -> Image.Image:
    colour = _ground_colour(tile, theme)
    variant = tile.grain + GRAIN_VARIANTS * tile.dark
    image = plank(colour, theme.grain, variant, _AREA).copy()
    if tile.piece is not None:
        # With no grain in its shadow a piece looks the same on all squares of a colour, and a file
        # holds it once per rank.
        image.paste(colour, (0, 0), _sprite(tile.piece, theme).footprint)
    if tile.tint is Tint.SELECTED:
        border = [0, 0, SQUARE - 1, SQUARE - 1]
        ImageDraw.Draw(image).rectangle(border, outline=theme.selected_border, width=_BORDER_WIDTH)
    for trace in tile.traces:
        stroke = _stroke(trace.line, theme)
        mask = line_mask(trace)
        image.paste(stroke.casing, (0, 0), mask.casing)
        image.paste(stroke.core, (0, 0), mask.core)
    if tile.target is not None:
        _paint_target(image, tile.target, theme)
    if tile.piece is not None:
        _paint_piece(image, tile.piece, theme)
    return image


def _ground_colour(tile: Tile, theme: Theme) -> str:
    colour = theme.dark_square if tile.dark else theme.light_square
    if tile.home is not None:
        home = theme.white_home if tile.home is Side.WHITE else theme.black_home
        colour = home.on(colour)
    match tile.tint:
        case Tint.LAST_MOVE:
            return theme.last_move_square.on(colour)
        case Tint.HINT:
            return theme.hint_square.on(colour)
        case Tint.SELECTED:
            return theme.selected_square.on(colour)
        case None:
            return colour


def _stroke(line: Line, theme: Theme) -> Stroke:
    match line:
        case Line.LAST_MOVE:
            return theme.last_move
        case Line.HINT:
            return theme.hint
        case Line.CHAIN:
            return theme.chain


def _paint_target(image: Image.Image, target: Target, theme: Theme) -> None:
    image.paste(theme.target_plate, (0, 0), spot_mask(_PLATE_RADIUS))
    match target:
        case Target.STEP:
            image.paste(theme.target, (0, 0), spot_mask(_DOT_RADIUS, _DOT))
        case Target.HOP:
            image.paste(theme.target, (0, 0), ring_mask(_RING_OUTER_RADIUS, _RING_INNER_RADIUS))


def _paint_piece(image: Image.Image, piece: Piece, theme: Theme) -> None:
    sprite = _sprite(piece, theme)
    if piece.finish is Finish.GHOST:
        image.paste(sprite.face, (0, 0), faded(sprite.outline, theme.ghost))
        return
    image.paste(theme.shadow.colour, (0, 0), sprite.shadow)
    image.paste(sprite.face, (0, 0), sprite.outline)
    match piece.finish:
        case Finish.WINNER:
            _paste_ring(image, theme.win_ring)
        case Finish.DRAWN:
            _paste_ring(image, theme.draw_ring)
            image.paste(_look(piece, theme).name, (0, 0), equals_mask())


def _paste_ring(image: Image.Image, metal: Material) -> None:
    ring = ring_sprite(metal)
    image.paste(ring, (0, 0), ring)


def _sprite(piece: Piece, theme: Theme) -> PieceSprite:
    return piece_sprite(_look(piece, theme), theme.piece_edge, theme.shadow.share)


def _look(piece: Piece, theme: Theme) -> PieceLook:
    look = theme.white if piece.side is Side.WHITE else theme.black
    return _calmed(look, theme.calm) if piece.finish is Finish.CALM else look


@cache
def _calmed(look: PieceLook, calm: Stain) -> PieceLook:
    material = replace(
        look.material,
        rim=calm.on(look.material.rim),
        shade=calm.on(look.material.shade),
        body=calm.on(look.material.body),
        shine=calm.on(look.material.shine),
    )
    return replace(look, material=material)
