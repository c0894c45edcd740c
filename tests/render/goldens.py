"""The pictures that drawing must reproduce: ``python -m tests.render.goldens`` draws them anew.

Look at them before they are committed.
"""

from pathlib import Path
from typing import Final

from render import draw_board
from tests.render.pixels import WOOD
from tests.render.views import EXAMPLES

FOLDER: Final = Path(__file__).parent / "goldens"


def golden_file(name: str) -> Path:
    """Return where the picture of an example is."""
    return FOLDER / f"{name}.png"


def _main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, view in EXAMPLES.items():
        golden_file(name).write_bytes(draw_board(view, WOOD))


if __name__ == "__main__":
    _main()
