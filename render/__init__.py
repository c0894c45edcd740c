"""Pictures of the board."""

from render.board import draw_board
from render.theme import THEMES, Theme
from render.view import BoardView

__all__ = ["THEMES", "BoardView", "Theme", "draw_board"]
