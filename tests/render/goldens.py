"""The pictures that drawing must reproduce: ``python -m tests.render.goldens`` draws them anew.

Look at them before they are committed.
"""

from pathlib import Path
from shutil import rmtree
from typing import Final

from render import THEMES, draw_board
from tests.render.views import EXAMPLES

FOLDER: Final = Path(__file__).parent / "goldens"


def golden_file(theme: str, name: str) -> Path:
    """Return where the picture of an example is."""
    return FOLDER / theme / f"{name}.png"


def _main() -> None:
    rmtree(FOLDER, ignore_errors=True)
    for theme in THEMES:
        (FOLDER / theme).mkdir(parents=True)
        for name, view in EXAMPLES.items():
            golden_file(theme, name).write_bytes(draw_board(view, THEMES[theme]))


if __name__ == "__main__":
    _main()
