"""What is drawn, and where."""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from PIL import ImageChops

import render.board
from render import BoardView, draw_board
from render.geometry import FRAME, SIZE
from rules import (
    PIECE_COUNTS,
    SQUARES,
    MoveSet,
    Options,
    Side,
    State,
    mirror,
    parse_square,
    squares_of,
)
from tests.drawings import names, path, squares
from tests.render.pixels import WOOD, changed_squares, frame_changes, opened, picture
from tests.render.views import EXAMPLES, MIDDLE, start, views

ROOT = Path(__file__).parents[2]
EMPTY = BoardView(0, 0, 0, 0)
FINISHED = replace(MIDDLE, finished=True, winner=Side.WHITE)


def test_picture_is_832_pixels_wide_and_high_with_a_palette() -> None:
    drawn = opened(draw_board(MIDDLE, WOOD))
    assert (drawn.format, drawn.mode, drawn.size) == ("PNG", "P", (832, 832))
    assert SIZE == 832


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        (EMPTY, replace(EMPTY, white=squares("d4")), "d4"),
        (EMPTY, replace(EMPTY, black=squares("h8 a1")), "a1 h8"),
        (EMPTY, replace(EMPTY, white_home=squares("a1 b1")), "a1 b1"),
        (EMPTY, replace(EMPTY, black_home=squares("h8")), "h8"),
        (MIDDLE, replace(MIDDLE, selectable=squares("a1 d4")), "a1 d4"),
        (MIDDLE, replace(MIDDLE, selected=parse_square("d4")), "d4"),
        (MIDDLE, replace(MIDDLE, steps=squares("d5 c4")), "c4 d5"),
        (MIDDLE, replace(MIDDLE, hops=squares("f3")), "f3"),
        (EMPTY, replace(EMPTY, last_move=path("c3 c4")), "c3 c4"),
        (EMPTY, replace(EMPTY, last_move=path("c1 c3 e3")), "c1 c2 c3 d3 e3"),
        # A diagonal cuts the corners of the squares beside it.
        (EMPTY, replace(EMPTY, last_move=path("c3 d4")), "c3 d3 c4 d4"),
        (EMPTY, replace(EMPTY, hint=path("c1 c3")), "c1 c2 c3"),
        (EMPTY, replace(EMPTY, hint=path("e3 d4")), "d3 e3 d4 e4"),
        (MIDDLE, replace(MIDDLE, chain=path("c1 c3")), "c1 c2 c3"),
        # Landing on the start again leaves no ghost there, and the piece stands on it.
        (MIDDLE, replace(MIDDLE, chain=path("b5 b7 d7 d5 b5")), "b5 c5 d5 b6 d6 b7 c7 d7"),
        (MIDDLE, replace(MIDDLE, finished=True), names(MIDDLE.white | MIDDLE.black)),
        (MIDDLE, FINISHED, names(MIDDLE.white | MIDDLE.black)),
        (FINISHED, replace(FINISHED, winner=Side.BLACK), names(MIDDLE.white | MIDDLE.black)),
    ],
)
def test_mark_changes_its_squares_and_no_other(
    before: BoardView, after: BoardView, where: str
) -> None:
    assert names(changed_squares(before, after)) == where
    assert not frame_changes(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MIDDLE, replace(MIDDLE, winner=Side.WHITE)),
        (MIDDLE, replace(MIDDLE, selectable=squares("h1 e3"))),
        (MIDDLE, replace(MIDDLE, last_move=(), hint=(), chain=())),
    ],
    ids=["winner before the end", "no piece to pick", "no route"],
)
def test_what_does_not_apply_changes_nothing(before: BoardView, after: BoardView) -> None:
    assert draw_board(before, WOOD) == draw_board(after, WOOD)


@pytest.mark.parametrize(
    "marked",
    [
        replace(MIDDLE, steps=squares("d5")),
        replace(MIDDLE, hops=squares("d5")),
        replace(MIDDLE, selected=parse_square("d5")),
        replace(MIDDLE, last_move=path("d5 d6")),
        replace(MIDDLE, hint=path("d5 d6")),
        replace(MIDDLE, white=MIDDLE.white | squares("d5")),
        replace(MIDDLE, black=MIDDLE.black | squares("d5")),
    ],
)
def test_every_mark_is_told_from_every_other(marked: BoardView) -> None:
    for other in (
        replace(MIDDLE, steps=squares("d5")),
        replace(MIDDLE, hops=squares("d5")),
        replace(MIDDLE, chain=path("d5 d6")),
        replace(MIDDLE, last_move=path("d6 d5")),
    ):
        if other != marked:
            assert squares("d5") & changed_squares(marked, other)


def test_coordinates_stand_on_the_frame_alone() -> None:
    bare = replace(MIDDLE, coordinates=False)
    assert frame_changes(bare, MIDDLE)
    assert changed_squares(bare, MIDDLE) == 0
    seen_by_black = replace(MIDDLE, bottom=Side.BLACK)
    assert frame_changes(MIDDLE, seen_by_black)
    assert not frame_changes(bare, replace(bare, bottom=Side.BLACK))


def test_names_stand_on_the_upper_edge_alone() -> None:
    white = box_of_change(MIDDLE, replace(MIDDLE, white_name="Владимир"))
    black = box_of_change(MIDDLE, replace(MIDDLE, black_name="Владимир"))
    assert max(white[3], black[3]) < FRAME
    assert white[2] < SIZE / 2 < black[0]


def test_long_names_leave_each_other_room() -> None:
    both = replace(MIDDLE, white_name="W" * 64, black_name="M" * 64)
    one = picture(replace(both, black_name="")).crop((0, 0, SIZE // 2, 32))
    assert picture(both).crop((0, 0, SIZE // 2, 32)).tobytes() == one.tobytes()


def test_home_of_the_side_below_is_nearest_to_the_reader() -> None:
    empty = replace(start(), white=0, black=0, coordinates=False)
    for bottom in Side:
        seen = replace(empty, bottom=bottom)
        home = start().white_home if bottom is Side.WHITE else start().black_home
        lower, upper = (
            (seen, replace(seen, white=home)),
            (seen, replace(seen, white=mirrored(home))),
        )
        assert box_of_change(*lower)[1] > SIZE / 2 > box_of_change(*upper)[3]


def test_squares_are_turned_by_half_a_turn_for_black() -> None:
    bare = replace(EMPTY, coordinates=False)
    seen_by_black = replace(bare, bottom=Side.BLACK)
    for square in SQUARES:
        turned = box_of_change(seen_by_black, replace(seen_by_black, white=1 << square))
        assert turned == box_of_change(bare, replace(bare, white=1 << mirror(square)))


def mirrored(bitboard: int) -> int:
    return sum(1 << mirror(square) for square in squares_of(bitboard))


def box_of_change(before: BoardView, after: BoardView) -> tuple[int, int, int, int]:
    box = ImageChops.difference(picture(before), picture(after)).getbbox()
    assert box is not None
    return box


@settings(deadline=None, max_examples=40)
@given(views())
def test_any_view_can_be_drawn(view: BoardView) -> None:
    assert opened(draw_board(view, WOOD)).size == (SIZE, SIZE)


@pytest.mark.parametrize("bottom", Side)
@pytest.mark.parametrize("moves", MoveSet)
@pytest.mark.parametrize("pieces", PIECE_COUNTS)
def test_warming_up_makes_all_that_a_game_begins_with(
    pieces: int, moves: MoveSet, bottom: Side
) -> None:
    render.warm_up(WOOD)
    state = State.start(Options(pieces, moves))
    made = render.board._store_for(WOOD).row.cache_info().misses
    draw_board(replace(start(pieces), bottom=bottom, selectable=state.movable), WOOD)
    assert render.board._store_for(WOOD).row.cache_info().misses == made


def test_threads_draw_the_same_as_one_alone() -> None:
    one_by_one = [draw_board(view, WOOD) for view in EXAMPLES.values()]
    render.board._store_for.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda view: draw_board(view, WOOD), [*EXAMPLES.values()] * 2))
    assert at_once == one_by_one * 2


def test_same_view_gives_the_same_bytes_in_another_process() -> None:
    program = (
        "import hashlib; from render import draw_board; from tests.render.pixels import WOOD;"
        "from tests.render.views import EXAMPLES;"
        "print(hashlib.sha256(draw_board(EXAMPLES['picked'], WOOD)).hexdigest())"
    )
    there = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "7"},
        text=True,
    )
    here = hashlib.sha256(draw_board(EXAMPLES["picked"], WOOD)).hexdigest()
    assert there.stdout.strip() == here
