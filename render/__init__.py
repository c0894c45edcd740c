"""Pictures of the board."""

from render.board import draw_board
from render.sheet import draw_boards
from render.theme import THEMES, Theme
from render.view import BoardView

__all__ = ["THEMES", "BoardView", "Theme", "draw_board", "draw_boards"]
