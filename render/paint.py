"""Painting what one square shows, in full colour."""

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.geometry import SQUARE
from render.lettering import NAME_SIZE, text_mask
from render.marks import CENTRE, Point, equals_mask, faded, line_mask, ring_mask, spot_mask
from render.pieces import piece_sprite, ring_sprite
from render.stamps import Stamp, layer_of, stamp_of
from render.theme import PieceLook, Stain, Stroke, Theme
from render.tiles import GRAIN_VARIANTS, Finish, Line, Piece, Target, Tile, Tint, Trace
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
_LINES_KEPT: Final = 256


def paint_tile(tile: Tile, theme: Theme) -> Image.Image:
    """Return a square with all that is on it, RGB."""
    image = _without_name(tile._replace(name=""), theme).copy()
    if tile.name:
        colour, centre = theme.target_name, CENTRE
        if tile.piece is not None:
            colour = _look(tile.piece, theme).name
        elif tile.target is Target.STEP:
            centre = _UNDER_DOT
        _name_stamp(tile.name, colour, centre).set_on(image)
    return image


@lru_cache(_NAMELESS_KEPT)
def _without_name(tile: Tile, theme: Theme) -> Image.Image:
    variant = tile.grain + GRAIN_VARIANTS * tile.dark
    image = plank(_ground_colour(tile, theme), theme.grain, variant, _AREA).copy()
    if tile.tint is Tint.SELECTED:
        border = [0, 0, SQUARE - 1, SQUARE - 1]
        ImageDraw.Draw(image).rectangle(border, outline=theme.selected_border, width=_BORDER_WIDTH)
    for trace in tile.traces:
        _line_stamp(trace, _stroke(trace.line, theme)).set_on(image)
    if tile.target is not None:
        _target_stamp(tile.target, theme.target_plate, theme.target).set_on(image)
    if tile.piece is not None:
        _piece_stamp(tile.piece, theme).set_on(image)
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


@lru_cache(_LINES_KEPT)
def _line_stamp(trace: Trace, stroke: Stroke) -> Stamp:
    mask = line_mask(trace)
    return stamp_of(layer_of(stroke.casing, mask.casing), layer_of(stroke.core, mask.core))


@cache
def _target_stamp(target: Target, plate: str, colour: str) -> Stamp:
    match target:
        case Target.STEP:
            mark = spot_mask(_DOT_RADIUS, _DOT)
        case Target.HOP:
            mark = ring_mask(_RING_OUTER_RADIUS, _RING_INNER_RADIUS)
    return stamp_of(layer_of(plate, spot_mask(_PLATE_RADIUS)), layer_of(colour, mark))


@cache
def _name_stamp(name: str, colour: str, centre: Point) -> Stamp:
    return stamp_of(layer_of(colour, text_mask(name, NAME_SIZE, _AREA, centre)))


@cache
def _piece_stamp(piece: Piece, theme: Theme) -> Stamp:
    look = _look(piece, theme)
    sprite = piece_sprite(look, theme.piece_edge, theme.shadow.share)
    if piece.finish is Finish.GHOST:
        return stamp_of(layer_of(sprite.face, faded(sprite.outline, theme.ghost)))
    layers = [layer_of(theme.shadow.colour, sprite.shadow), layer_of(sprite.face, sprite.outline)]
    match piece.finish:
        case Finish.WINNER:
            layers.append(ring_sprite(theme.win_ring))
        case Finish.DRAWN:
            layers += [ring_sprite(theme.draw_ring), layer_of(look.name, equals_mask())]
    return stamp_of(*layers)


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
