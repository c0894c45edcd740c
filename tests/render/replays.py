"""Games to be replayed, and the frames of their animations."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from PIL import Image

from render import BoardView
from rules import Game, MoveSet, Options, Side, parse_ply
from tests.render.games import board_of


class Shown(NamedTuple):
    """A whole picture (RGB) of an animation and how long it is to be seen."""

    image: Image.Image
    milliseconds: int


def frames(gif: bytes) -> Iterator[Shown]:
    """Yield what an animation shows, one picture after the other."""
    with Image.open(io.BytesIO(gif)) as animation:
        for number in range(getattr(animation, "n_frames", 1)):
            animation.seek(number)
            yield Shown(animation.convert("RGB"), animation.info["duration"])


def game_of(plies: str, options: Options = Options()) -> Game:  # noqa: B008 - it is frozen
    """Return the game with these plies from the start."""
    game = Game.start(options)
    for ply in plies.split():
        game = game.play(parse_ply(ply))
    return game


SHORT: Final = game_of("c2:c4 f7:f5 c3-d3 g7:g5:e5 a2:c2")
DIAGONAL: Final = game_of("c3-d4 f6-e5 a1:c3:e3:c5", Options(12, MoveSet.DIAGONAL))

REPLAYS: Final[Mapping[str, tuple[Game, BoardView]]] = {
    "replay": (
        SHORT,
        replace(
            board_of(SHORT),
            finished=True,
            winner=Side.BLACK,
            white_name="Anna",
            black_name="Борис",
        ),
    ),
    "replay-diagonal": (
        DIAGONAL,
        replace(board_of(DIAGONAL), bottom=Side.BLACK, coordinates=False),
    ),
}
