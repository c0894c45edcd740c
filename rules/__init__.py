"""Ugolki: the rules of the Russian corners game, exactly; pure values and functions."""

from rules.errors import (
    GameOverError,
    IllegalMoveError,
    NotationError,
    OptionsError,
    RulesError,
)
from rules.game import Game
from rules.judge import Outcome, Reason, judge
from rules.moves import PASS, Move, Pass, Ply, Route, Turn
from rules.notation import (
    format_ply,
    format_position,
    format_record,
    parse_move,
    parse_ply,
    parse_position,
    parse_record,
    record_tags,
)
from rules.options import PIECE_COUNTS, MoveSet, Options, Side
from rules.squares import (
    SQUARES,
    Bitboard,
    Square,
    bitboard_of,
    file_of,
    mirror,
    mirror_bitboard,
    parse_square,
    rank_of,
    square_at,
    square_name,
    squares_of,
)
from rules.state import State

__all__ = [
    "PASS",
    "PIECE_COUNTS",
    "SQUARES",
    "Bitboard",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Move",
    "MoveSet",
    "NotationError",
    "Options",
    "OptionsError",
    "Outcome",
    "Pass",
    "Ply",
    "Reason",
    "Route",
    "RulesError",
    "Side",
    "Square",
    "State",
    "Turn",
    "bitboard_of",
    "file_of",
    "format_ply",
    "format_position",
    "format_record",
    "judge",
    "mirror",
    "mirror_bitboard",
    "parse_move",
    "parse_ply",
    "parse_position",
    "parse_record",
    "parse_square",
    "rank_of",
    "record_tags",
    "square_at",
    "square_name",
    "squares_of",
]
