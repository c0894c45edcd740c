"""Time and size of pictures and replays: ``python -m tests.bench.render``.

The pictures are those of whole games, tap by tap: each is new when its turn comes, but most of its
tiles and some of its ranks have been drawn before. Where python-chess and CairoSVG are installed,
the usual way of a chess bot is measured beside it. All times are the processor's, which other work
on the machine disturbs least.
"""

import importlib
import io
import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from random import Random
from statistics import median
from time import thread_time
from typing import TypeAlias

from render import THEMES, BoardView, Graph, draw_board, draw_graph, draw_replay, warm_up
from render.frame import labels_for, paint_frame
from render.geometry import FRAME, SIZE, SQUARE
from render.paint import paint_tile
from render.tiles import tiles_of
from rules import PIECE_COUNTS, Game, MoveSet, Options, Side
from tests.render.games import Picture, board_of, hasty_game, pictures_of_game

THEME = THEMES["wood"]
SEED = 1
COMPARED = 20
REPLAYED_PLIES = 120
ALL = "all kinds"
Figure: TypeAlias = tuple[float, int]


def timed(work: Callable[[], bytes]) -> Figure:
    """Return seconds and bytes of one piece of work."""
    began = thread_time()
    size = len(work())
    return thread_time() - began, size


def drawn(pictures: Iterable[Picture]) -> dict[str, list[Figure]]:
    """Return seconds and bytes per kind of picture."""
    figures = defaultdict[str, list[Figure]](list)
    for kind, view in pictures:
        figures[kind].append(timed(lambda view=view: draw_board(view, THEME)))  # type: ignore[misc]
    return figures


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


def compare_with_chess(games: dict[str, list[Figure]]) -> None:
    """Measure python-chess's SVG through CairoSVG at our size, after every move of a game.

    Print how many times as fast the pictures of our games were.
    """
    try:
        chess = importlib.import_module("chess")
        svg = importlib.import_module("chess.svg")
        cairosvg = importlib.import_module("cairosvg")
    except ImportError as error:
        print(f"not compared with the usual way of a chess bot: {error}")
        return
    board = chess.Board()
    random = Random(SEED)
    theirs = []
    for _ in range(COMPARED):
        move = random.choice(list(board.legal_moves))
        board.push(move)
        picture = svg.board(board, size=SIZE, lastmove=move)
        theirs.append(timed(lambda picture=picture: cairosvg.svg2png(picture)))  # type: ignore[misc]
    report("python-chess and CairoSVG", {ALL: theirs})
    usual = median(seconds for seconds, _ in theirs)
    for title, ours in games.items():
        ratio = usual / median(seconds for seconds, _ in ours)
        print(f"  {title:28} {ratio:8.1f} times as fast")


def report_replays(random: Random) -> None:
    """Print what an animation of 60 rounds takes, the first one's sprites and tiles included."""
    print(f"{'replay of 60 rounds':30}    plies  hops and steps  seconds       kB")
    for options in (Options(), Options(16, MoveSet.DIAGONAL)):
        game = hasty_game(options, random, REPLAYED_PLIES)
        final = replace(board_of(game), finished=True, winner=Side.WHITE)
        for theme in THEMES:
            seconds, size = timed(lambda: replayed(game, final, theme))  # noqa: B023 - called at once
            ways = sum(len(ply) - 1 for ply in game.plies if isinstance(ply, tuple))
            title = f"{options.pieces} pieces, {options.moves.value}, {theme}"
            print(f"  {title:28} {len(game.plies):8} {ways:15} {seconds:8.2f} {size / 1000:8.0f}")


def replayed(game: Game, final: BoardView, theme: str) -> bytes:
    """Return the animation as the bot sends it."""
    return draw_replay(game, final, THEMES[theme])


def report_warm_up() -> None:
    """Print what is made once per theme, before the first picture is asked for."""
    for name, theme in THEMES.items():
        began = thread_time()
        warm_up(theme)
        print(f"warm-up, {name}: {thread_time() - began:.2f} s")


def _main() -> None:
    random = Random(SEED)
    report_warm_up()
    games = {}
    for pieces, moves in product(PIECE_COUNTS, MoveSet):
        title = f"{pieces} pieces, {moves.value}"
        figures = drawn(pictures_of_game(Options(pieces, moves), random))
        report(title, figures)
        games[title] = [figure for measured in figures.values() for figure in measured]
    compare_with_chess(games)
    usual = list(pictures_of_game(Options(), random))
    report("a second game", drawn(usual))
    report("the same game again", drawn(usual))
    plain = [
        timed(lambda view=view: drawn_plainly(view))  # type: ignore[misc]
        for _, view in usual[:: len(usual) // COMPARED]
    ]
    report("full colour, nothing kept", {ALL: plain})
    report_replays(random)
    graph = Graph(tuple(random.gauss(0, 1) for _ in range(REPLAYED_PLIES)), middle=0.0)
    report("graph", {"120 values": [timed(lambda: draw_graph(graph, THEME)) for _ in range(5)]})


if __name__ == "__main__":
    _main()
