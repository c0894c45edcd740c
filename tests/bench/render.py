"""Time and size of board pictures: ``python -m tests.bench.render``.

The pictures are those of whole games, tap by tap: each is new when its turn comes, but most of its
tiles and some of its ranks have been drawn before.
"""

import io
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import repeat
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeAlias

from render import THEMES, BoardView, draw_board
from render.frame import labels_for, paint_frame
from render.geometry import FRAME, SQUARE
from render.paint import paint_tile
from render.tiles import tiles_of
from rules import (
    PIECE_COUNTS,
    Game,
    Move,
    MoveSet,
    Options,
    Pass,
    Route,
    Side,
    Turn,
    bitboard_of,
    file_of,
    rank_of,
)

THEME = THEMES["wood"]
SEED = 1
COMPARED = 20
ALL = "all kinds"
Picture: TypeAlias = tuple[str, BoardView]
Figure: TypeAlias = tuple[float, int]


def pictures_of_game(options: Options, random: Random) -> Iterator[Picture]:
    """Yield what a chat sees of a game in which both sides mostly go forward."""
    game = Game.start(options)
    last_move: Route = ()
    while game.outcome is None:
        state = game.state
        board = board_of(game, last_move)
        yield "choose", replace(board, selectable=state.movable)
        turn = max(state.legal_turns, key=lambda turn: worth(turn, state.side, random))
        if isinstance(turn, Pass):
            game, last_move = game.play(turn), ()
            continue
        steps, hops = state.steps_from(turn.start), state.hops_from((turn.start,))
        yield "picked", replace(board, selected=turn.start, steps=steps, hops=hops)
        route = state.route_to(turn)
        for taken in range(2, len(route)):
            yield "chain", board_in_chain(game, last_move, route[:taken])
        game, last_move = game.play(route), route
    winner = game.outcome.winner
    yield "result", replace(board_of(game, last_move), finished=True, winner=winner)


def board_of(game: Game, last_move: Route) -> BoardView:
    """Return the position and the last move."""
    state = game.state
    white_home, black_home = (game.options.home(side) for side in Side)
    return BoardView(state.white, state.black, white_home, black_home, last_move=last_move)


def board_in_chain(game: Game, last_move: Route, chain: Route) -> BoardView:
    """Return the position while a piece is hopping."""
    board = board_of(game, last_move)
    change = bitboard_of((chain[0], chain[-1]))
    if game.state.side is Side.WHITE:
        board = replace(board, white=board.white ^ change)
    else:
        board = replace(board, black=board.black ^ change)
    return replace(board, chain=chain, selected=chain[-1], hops=game.state.hops_from(chain))


def worth(turn: Turn, side: Side, random: Random) -> tuple[float, float]:
    """Return how good a turn looks to somebody who is in a hurry, but not always."""
    if not isinstance(turn, Move) or random.random() < 0.3:
        return 0, random.random()
    ahead = sum(way(turn.end) - way(turn.start) for way in (file_of, rank_of))
    return (ahead if side is Side.WHITE else -ahead), random.random()


def drawn(pictures: Iterable[Picture]) -> dict[str, list[Figure]]:
    """Return seconds and bytes per kind of picture."""
    figures = defaultdict[str, list[Figure]](list)
    for kind, view in pictures:
        figures[kind].append(timed(draw, view))
    return figures


def timed(draw: Callable[[BoardView], bytes], view: BoardView) -> Figure:
    """Return seconds and bytes of one picture."""
    began = perf_counter()
    size = len(draw(view))
    return perf_counter() - began, size


def draw(view: BoardView) -> bytes:
    """Return the picture as the bot sends it."""
    return draw_board(view, THEME)


def report(title: str, figures: dict[str, list[Figure]]) -> None:
    """Print median and 99th percentile per kind of picture."""
    print(f"{title:30} pictures  median ms  p99 ms  median kB  p99 kB")
    for kind, measured in figures.items():
        seconds, sizes = zip(*measured, strict=True)
        print(
            f"  {kind:28} {len(measured):8} {1000 * median(seconds):10.2f}"
            f" {1000 * percentile_99(seconds):7.2f} {median(sizes) / 1000:10.1f}"
            f" {percentile_99(sizes) / 1000:7.1f}"
        )


def percentile_99(values: Iterable[float]) -> float:
    """Return the 99th percentile, the largest of few."""
    ordered = sorted(values)
    return ordered[math.ceil(0.99 * len(ordered)) - 1]


def drawn_plainly(view: BoardView) -> bytes:
    """Return the same picture in full colour with nothing kept, by Pillow's own encoder."""
    image = paint_frame(THEME, labels_for(view.bottom))
    for row, tiles in enumerate(tiles_of(view)):
        for column, tile in enumerate(tiles):
            corner = (FRAME + column * SQUARE, FRAME + row * SQUARE)
            image.paste(paint_tile(tile, THEME), corner)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _main() -> None:
    random = Random(SEED)  # noqa: S311 - for play, not for secrets
    standard = list(pictures_of_game(Options(), random))
    began = perf_counter()
    draw_board(standard[0][1], THEME)
    print(f"first picture of all, sprites and palette included: {perf_counter() - began:.2f} s")
    report("9 pieces, classic, tap by tap", drawn(standard))
    report("the same game again", drawn(standard))
    for options in map(Options, PIECE_COUNTS, repeat(MoveSet.DIAGONAL)):
        pictures = list(pictures_of_game(options, random))
        report(
            f"{options.pieces} pieces, diagonal", {ALL: [timed(draw, view) for _, view in pictures]}
        )
    plain = [timed(drawn_plainly, view) for _, view in standard[:: len(standard) // COMPARED]]
    report("full colour, nothing kept", {ALL: plain})


if __name__ == "__main__":
    _main()
