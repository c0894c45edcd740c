"""What a view puts on each square."""

from dataclasses import replace
from itertools import product

import pytest

from render import BoardView
from render.geometry import cell_of
from render.tiles import Finish, Line, Node, Piece, Target, Tile, Tint, tiles_of
from rules import SQUARES, Side, parse_square
from tests.drawings import path, squares
from tests.render.views import IN_CHAIN, MIDDLE, start

EMPTY = BoardView(0, 0, 0, 0)


def tile_at(view: BoardView, name: str) -> Tile:
    row, column = divmod(cell_of(parse_square(name), view.bottom), 8)
    return tiles_of(view)[row][column]


def test_a1_is_dark_and_at_the_lower_left_for_white_at_the_upper_right_for_black() -> None:
    a1 = parse_square("a1")
    assert (cell_of(a1, Side.WHITE), cell_of(a1, Side.BLACK)) == (56, 7)
    for bottom in Side:
        assert sorted(cell_of(square, bottom) for square in SQUARES) == list(range(64))
        assert tile_at(replace(EMPTY, bottom=bottom), "a1").dark
        assert not tile_at(replace(EMPTY, bottom=bottom), "b1").dark


def test_neighbours_of_one_colour_differ_in_their_grain() -> None:
    rows = tiles_of(EMPTY)
    for row, column in product(range(7), range(7)):
        assert rows[row][column].grain != rows[row + 1][column + 1].grain
        assert rows[row][column + 1].grain != rows[row + 1][column].grain


def test_names_stand_on_pieces_to_pick_and_on_targets() -> None:
    view = replace(MIDDLE, selectable=squares("d4 h1"), steps=squares("d5"), hops=squares("f3 e6"))
    assert [tile_at(view, name).name for name in ("d4", "d5", "f3")] == ["d4", "d5", "f3"]
    assert tile_at(view, "h1").name == ""
    assert tile_at(view, "e4").name == ""


def test_hop_goes_before_step() -> None:
    view = replace(EMPTY, steps=squares("d5 d6"), hops=squares("d5"))
    assert tile_at(view, "d5").target is Target.HOP
    assert tile_at(view, "d6").target is Target.STEP


def test_ghost_of_a_chain_has_the_colour_of_its_piece() -> None:
    view = replace(IN_CHAIN, chain=path("c1 c3 e3 e5"))
    assert tile_at(view, "c1").piece == Piece(Side.WHITE, Finish.GHOST)
    assert tile_at(view, "e5").piece == Piece(Side.WHITE, Finish.PLAIN)
    black = replace(view, white=IN_CHAIN.black, black=IN_CHAIN.white)
    assert tile_at(black, "c1").piece == Piece(Side.BLACK, Finish.GHOST)


def test_chain_back_on_its_start_has_no_ghost() -> None:
    view = replace(MIDDLE, chain=path("b5 b7 d7 d5 b5"))
    assert tile_at(view, "b5").piece == Piece(Side.WHITE, Finish.PLAIN)


@pytest.mark.parametrize(
    ("finished", "winner", "white", "black"),
    [
        (False, None, Finish.PLAIN, Finish.PLAIN),
        (False, Side.WHITE, Finish.PLAIN, Finish.PLAIN),
        (True, None, Finish.DRAWN, Finish.DRAWN),
        (True, Side.WHITE, Finish.WINNER, Finish.CALM),
        (True, Side.BLACK, Finish.CALM, Finish.WINNER),
    ],
)
def test_result_shows_on_all_pieces(
    finished: bool, winner: Side | None, white: Finish, black: Finish
) -> None:
    view = replace(start(), finished=finished, winner=winner)
    assert tile_at(view, "a1").piece == Piece(Side.WHITE, white)
    assert tile_at(view, "h8").piece == Piece(Side.BLACK, black)


def test_square_picked_stands_out_from_the_last_move_and_the_hint() -> None:
    view = replace(EMPTY, last_move=path("c3 c4"), hint=path("c4 c5"))
    assert [tile_at(view, name).tint for name in ("c3", "c4", "c5")] == [
        Tint.LAST_MOVE,
        Tint.HINT,
        Tint.HINT,
    ]
    assert tile_at(replace(view, selected=parse_square("c4")), "c4").tint is Tint.SELECTED
    assert tile_at(replace(view, chain=path("a3 c3")), "c3").tint is Tint.SELECTED


def test_line_starts_lands_and_ends() -> None:
    view = replace(EMPTY, last_move=path("c1 c3 e3"))
    nodes = {
        name: (trace.node, set(trace.spokes))
        for name in ("c1", "c2", "c3", "d3", "e3")
        for trace in tile_at(view, name).traces
    }
    assert nodes == {
        "c1": (Node.START, {(0, -1)}),
        "c2": (None, {(0, -1), (0, 1)}),
        "c3": (Node.LANDING, {(0, 1), (1, 0)}),
        "d3": (None, {(-1, 0), (1, 0)}),
        "e3": (Node.END, {(-1, 0)}),
    }


def test_line_is_turned_with_the_board() -> None:
    view = replace(EMPTY, last_move=path("c1 c3"), bottom=Side.BLACK)
    (trace,) = tile_at(view, "c1").traces
    assert trace.spokes == {(0, 1)}


def test_diagonal_touches_the_corners_beside_it() -> None:
    view = replace(EMPTY, hint=path("c3 d4"))
    corners = {name: tile_at(view, name).traces[0].corners for name in ("c3", "d3", "c4", "d4")}
    assert corners == {"c3": set(), "d3": {(-1, -1)}, "c4": {(1, 1)}, "d4": set()}


def test_lines_of_different_kinds_lie_one_over_the_other() -> None:
    view = replace(
        EMPTY, last_move=path("c1 c3"), hint=path("c3 c1"), chain=path("b2 d2"), white=squares("d2")
    )
    lines = [trace.line for trace in tile_at(view, "c2").traces]
    assert lines == [Line.LAST_MOVE, Line.HINT, Line.CHAIN]
