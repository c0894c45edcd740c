"""A game as an animation."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from render import THEMES, BoardView, draw_replay
from render.frame import labels_for, paint_frame
from render.geometry import FRAME, SQUARE, cell_of
from render.paint import paint_tile
from render.palette import palette_for
from render.tiles import tiles_of
from rules import PASS, Game, MoveSet, Options, Side, parse_square
from tests.render.games import board_of, hasty_game
from tests.render.pixels import WOOD
from tests.render.replays import SHORT, Shown, frames, game_of

SIZE = 416
BOX = tuple[int, int, int, int]


@lru_cache(4)
def replay(game: Game, final: BoardView) -> list[Shown]:
    return list(frames(draw_replay(game, final, WOOD)))


def painted(view: BoardView, theme: str = "wood") -> Image.Image:
    """Return a view at the size of a replay in all colours; no grain, no names."""
    plain = replace(THEMES[theme], grain=0.0)
    image = paint_frame(plain, labels_for(view.bottom))
    for row, tiles in enumerate(tiles_of(view)):
        for column, tile in enumerate(tiles):
            corner = (FRAME + column * SQUARE, FRAME + row * SQUARE)
            image.paste(paint_tile(tile, plain), corner)
    return image.reduce(2)


def box_of(name: str, bottom: Side = Side.WHITE) -> BOX:
    row, column = divmod(cell_of(parse_square(name), bottom), 8)
    return (16 + 48 * column, 16 + 48 * row, 64 + 48 * column, 64 + 48 * row)


def same(one: Image.Image, other: Image.Image) -> bool:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 0.8


def test_it_is_one_gif_that_begins_anew_for_ever() -> None:
    gif = draw_replay(SHORT, board_of(SHORT), WOOD)
    assert gif.startswith(b"GIF89a")
    assert gif.endswith(b";")
    with Image.open(io.BytesIO(gif)) as animation:
        assert (animation.format, animation.size) == ("GIF", (SIZE, SIZE))
        assert animation.info["loop"] == 0


def test_it_begins_with_the_start_and_ends_with_the_last_view_for_three_seconds() -> None:
    final = replace(board_of(SHORT), finished=True, winner=Side.BLACK)
    first, *_, last = replay(SHORT, final)
    assert same(first.image, painted(board_of(Game.start(Options()))))
    assert first.milliseconds == 1000
    assert same(last.image, painted(final))
    assert last.milliseconds == 3000


def test_every_position_stands_still_with_its_last_move() -> None:
    resting = [shown.image for shown in replay(SHORT, board_of(SHORT)) if shown.milliseconds == 700]
    assert len(resting) == len(SHORT.plies)
    for number, image in enumerate(resting, start=1):
        assert same(image, painted(board_of(SHORT.at(number))))


@pytest.mark.parametrize("bottom", Side)
def test_piece_goes_slowly_fast_and_slowly_from_square_to_square(bottom: Side) -> None:
    game = game_of("c2:c4")
    shown = replay(game, replace(board_of(game), bottom=bottom))
    in_air = [frame.image for frame in shown if frame.milliseconds == 50]
    home = shown[0].image
    heights = []
    for image in in_air:
        # What is there and was not, but for the square that it left.
        difference = ImageChops.difference(image, home).convert("L").point([0] * 60 + [255] * 196)
        difference.paste(0, box_of("c2", bottom))
        box = difference.getbbox()
        assert box is not None
        heights.append(box[1] if bottom is Side.WHITE else -box[3])
    assert len(in_air) == 4
    assert heights == sorted(heights, reverse=True)
    ways = [one - other for one, other in pairwise(heights)]
    assert ways[1] > ways[0]
    assert ways[1] > ways[2]


def test_every_hop_lands() -> None:
    game = SHORT.at(4)
    landed = [shown for shown in replay(game, board_of(game)) if shown.milliseconds == 100]
    assert len(landed) == 1
    before = painted(board_of(game.at(3)))
    changed = ImageChops.difference(landed[0].image, before)
    assert ImageStat.Stat(changed.crop(box_of("g5"))).sum[0] > 0
    assert ImageStat.Stat(changed.crop(box_of("g7"))).sum[0] > 0


def test_durations_add_up() -> None:
    """One second at first, five rests, the motions, three seconds at last."""
    hops, steps, landings = 5, 1, 1
    motions = 50 * (4 * hops + 3 * steps) + 100 * landings
    whole = sum(shown.milliseconds for shown in replay(SHORT, board_of(SHORT)))
    assert whole == 1000 + 5 * 700 + motions + 3000


def test_pass_only_rests() -> None:
    passed = replace(SHORT, plies=(SHORT.plies[0], PASS))
    final = board_of(SHORT.at(1))
    shown = replay(passed, final)
    assert [frame.milliseconds for frame in shown[-3:]] == [700, 700, 3000]
    assert same(shown[-2].image, painted(replace(final, last_move=())))


def test_game_without_a_move_can_be_replayed() -> None:
    game = Game.start(Options())
    assert [shown.milliseconds for shown in replay(game, board_of(game))] == [1000, 3000]


@pytest.mark.parametrize("theme", THEMES)
def test_colours_stay_those_of_the_theme(theme: str) -> None:
    """One table of colours for all frames, and the right ones in it."""
    gif = draw_replay(SHORT, board_of(SHORT), THEMES[theme])
    table = palette_for(THEMES[theme]).rgb
    assert gif[13 : 13 + len(table)] == table
    shown = list(frames(gif))
    known = {tuple(table[place : place + 3]) for place in range(0, len(table), 3)}
    for frame in shown:
        assert {colour for _, colour in frame.image.getcolors(SIZE * SIZE) or ()} <= known
    difference = ImageChops.difference(shown[-1].image, painted(board_of(SHORT), theme))
    far_off = difference.convert("L").point([0] * 40 + [255] * 216)
    assert far_off.getbbox() is None


def test_names_are_on_all_frames() -> None:
    final = replace(board_of(SHORT), white_name="Anna", black_name="Борис")
    edge = (0, 0, SIZE, 14)
    named, nameless = replay(SHORT, final), replay(SHORT, board_of(SHORT))
    told = named[0].image.crop(edge)
    assert not same(told, nameless[0].image.crop(edge))
    assert all(frame.image.crop(edge).tobytes() == told.tobytes() for frame in named)


@pytest.mark.parametrize("options", [Options(), Options(16, MoveSet.DIAGONAL)])
def test_sixty_rounds_are_less_than_a_megabyte_and_last_about_a_minute(options: Options) -> None:
    game = hasty_game(options, Random(1), plies=120)
    gif = draw_replay(game, replace(board_of(game), finished=True, winner=Side.WHITE), WOOD)
    assert len(gif) < 1_000_000
    with Image.open(io.BytesIO(gif)) as animation:
        assert 50_000 < duration_of(animation) < 75_000


def duration_of(animation: Image.Image) -> int:
    whole = 0
    for number in range(getattr(animation, "n_frames", 1)):
        animation.seek(number)
        whole += animation.info["duration"]
    return whole


def test_two_at_once_do_not_clash() -> None:
    other = game_of("b3-b4 g6-g5")
    games = [SHORT, other] * 3
    alone = [draw_replay(game, board_of(game), WOOD) for game in games]
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda game: draw_replay(game, board_of(game), WOOD), games))
    assert at_once == alone
