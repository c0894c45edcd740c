"""The pictures that drawing must reproduce: ``python -m tests.render.goldens`` draws them anew.

Look at them before they are committed.
"""

from pathlib import Path
from shutil import rmtree
from typing import Final

from render import THEMES, draw_board, draw_replay
from tests.render.replays import REPLAYS
from tests.render.views import EXAMPLES

FOLDER: Final = Path(__file__).parent / "goldens"


def golden_picture(theme: str, name: str) -> Path:
    """Return where the picture of an example is."""
    return FOLDER / theme / f"{name}.png"


def golden_replay(theme: str, name: str) -> Path:
    """Return where the animation of a game is."""
    return FOLDER / theme / f"{name}.gif"


def _main() -> None:
    rmtree(FOLDER, ignore_errors=True)
    for name, theme in THEMES.items():
        (FOLDER / name).mkdir(parents=True)
        for example, view in EXAMPLES.items():
            golden_picture(name, example).write_bytes(draw_board(view, theme))
        for replay, (game, final) in REPLAYS.items():
            golden_replay(name, replay).write_bytes(draw_replay(game, final, theme))


if __name__ == "__main__":
    _main()
