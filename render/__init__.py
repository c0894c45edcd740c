"""Pictures of the board, of games and of figures."""

from render.board import draw_board, warm_up
from render.graph import Graph, draw_graph
from render.lettering import shown_name
from render.replay import draw_replay
from render.sheet import draw_boards
from render.theme import THEMES, Theme
from render.view import BoardView

__all__ = [
    "THEMES",
    "BoardView",
    "Graph",
    "Theme",
    "draw_board",
    "draw_boards",
    "draw_graph",
    "draw_replay",
    "shown_name",
    "warm_up",
]
