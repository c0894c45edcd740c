"""Values as text and back: turns, routes, positions, and the record of a game."""

import re
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import NamedTuple, TypeVar

from rules.errors import NotationError, RulesError
from rules.game import Game
from rules.moves import PASS, Move, Pass, Ply, Route
from rules.options import PIECE_COUNTS, MoveSet, Options, Side
from rules.squares import (
    SQUARES,
    Square,
    bitboard_of,
    file_of,
    parse_square,
    rank_of,
    square_name,
)
from rules.state import State

# --- turns and routes ----------------------------------------------------------------------------

_STEP = "-"
_HOP = ":"


def format_ply(ply: Ply) -> str:
    """Return ``c3-d3`` for a step, ``c1:c3:e3`` for a chain, ``--`` for a pass."""
    if isinstance(ply, Pass):
        return ply.value
    sign = _STEP if _distance(ply[0], ply[1]) == 1 else _HOP
    return sign.join(square_name(square) for square in ply)


def parse_ply(text: str) -> Ply:
    """Return the route, or the pass, that the text tells; whether it can be played is not asked.

    :raises NotationError: no such notation, a step not to the next square, or a hop that does not
        go two squares along a line.
    """
    if text == PASS.value:
        return PASS
    if _STEP in text:
        route = _parse_route(text, _STEP)
        if len(route) != 2 or _distance(*route) != 1:  # noqa: PLR2004 - from and to
            raise NotationError(f"{text!r} is not a step")
        return route
    route = _parse_route(text, _HOP)
    if len(route) < 2 or any(not _is_hop(*link) for link in pairwise(route)):  # noqa: PLR2004
        raise NotationError(f"{text!r} is not a chain of jumps")
    return route


def parse_move(text: str) -> Move:
    """Return the move of a pair of squares, ``c1 e3`` or ``c1e3``.

    :raises NotationError: the text is not two squares.
    """
    match = re.fullmatch(r"([a-h][1-8]) ?([a-h][1-8])", text)
    if match is None or match[1] == match[2]:
        raise NotationError(f"{text!r} is not a move")
    return Move(parse_square(match[1]), parse_square(match[2]))


def _parse_route(text: str, sign: str) -> Route:
    return tuple(parse_square(name) for name in text.split(sign))


def _distance(start: Square, end: Square) -> int:
    """Return the number of steps from one square to the other, diagonals allowed."""
    return max(abs(file_of(start) - file_of(end)), abs(rank_of(start) - rank_of(end)))


def _is_hop(start: Square, landing: Square) -> bool:
    files = abs(file_of(start) - file_of(landing))
    ranks = abs(rank_of(start) - rank_of(landing))
    return (files, ranks) in {(0, 2), (2, 0), (2, 2)}


# --- positions -----------------------------------------------------------------------------------

_POSITION = re.compile(r"([.wb]{64}) ([wb]) ([1-9][0-9]{0,3})")
_SIDE_BY_LETTER = {"w": Side.WHITE, "b": Side.BLACK}
_LETTER_BY_SIDE = {side: letter for letter, side in _SIDE_BY_LETTER.items()}


def format_position(state: State) -> str:
    """Return what can be seen of a position as ``B S R``.

    ``B`` is 64 characters from a1, b1 to h8: ``w``, ``b`` or ``.``; ``S`` the side to move, ``w``
    or ``b``; ``R`` the round.
    """
    board = "".join(
        "w" if state.white >> square & 1 else "b" if state.black >> square & 1 else "."
        for square in SQUARES
    )
    return f"{board} {_LETTER_BY_SIDE[state.side]} {state.round}"


def parse_position(text: str, options: Options) -> State:
    """Return the position set up as `format_position` writes it (rounds up to 9999).

    :raises NotationError: the text is not of that form.
    """
    match = _POSITION.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not a position")
    board, letter, round_number = match.groups()
    white, black = (
        bitboard_of(square for square in SQUARES if board[square] == piece) for piece in "wb"
    )
    return State.set_up(options, white, black, _SIDE_BY_LETTER[letter], int(round_number))


# --- records -------------------------------------------------------------------------------------

_UNFINISHED = "*"
_DRAWN = "1/2-1/2"
_WON = {Side.WHITE: "1-0", Side.BLACK: "0-1"}
_RESULTS = {_UNFINISHED, _DRAWN, *_WON.values()}

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_PIECES_BY_TEXT = {str(pieces): pieces for pieces in PIECE_COUNTS}
_MOVES_BY_TEXT = {moves.value: moves for moves in MoveSet}
_SWITCH_BY_TEXT = {"on": True, "off": False}
_TEXT_BY_SWITCH = {on: text for text, on in _SWITCH_BY_TEXT.items()}


class _Placed(NamedTuple):
    """A piece of a record's text, and the number of its line."""

    line: int
    text: str


_Choice = TypeVar("_Choice")


def format_record(
    game: Game,
    *,
    white: str = "",
    black: str = "",
    day: date | None = None,
    winner: Side | None = None,
    reason: str = "",
) -> str:
    """Return the game as a text: tags, a line for each round, the result.

    ``white`` and ``black`` are the players' names; line breaks in them become blanks. ``reason``
    says why a game ended that the rules did not end (``resigned``, say), and ``winner`` who won
    it, ``None`` meaning a draw. What is empty gets no tag.
    """
    options = game.options
    if game.outcome is not None:
        winner, reason = game.outcome.winner, game.outcome.reason.value
    result = _format_result(winner) if reason else _UNFINISHED
    tags = {
        "Pieces": str(options.pieces),
        "Moves": options.moves.value,
        "LeaveHome": _TEXT_BY_SWITCH[options.leave_home],
        "AntiMirror": _TEXT_BY_SWITCH[options.anti_mirror],
        "White": white,
        "Black": black,
        "Date": "" if day is None else f"{day:%Y.%m.%d}",
        "Result": result,
        "Reason": reason,
    }
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items() if value]
    lines.append("")
    texts = [format_ply(ply) for ply in game.plies]
    for number, first in enumerate(range(0, len(texts), 2), start=1):
        lines.append(f"{number}. {' '.join(texts[first : first + 2])}")
    lines.append(result)
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Game:
    """Return the game that a record tells; of its tags only the four options are looked at.

    :raises NotationError: the text is no record, or its turns cannot be played; says the line.
    """
    game = Game.start(_record_options(_read_tags(text)))
    words = [
        _Placed(number, word)
        for number, line in enumerate(text.splitlines(), start=1)
        if not _is_tag(line)
        for word in line.split()
    ]
    if words and words[-1].text in _RESULTS:
        words.pop()
    for number, word in words:
        try:
            game = _after_word(game, word)
        except RulesError as error:
            raise NotationError(f"line {number}: {error}") from error
    return game


def record_tags(text: str) -> dict[str, str]:
    """Return all tags of a record, their values by their names.

    :raises NotationError: a tag is malformed or comes twice; says the line.
    """
    return {name: value.text for name, value in _read_tags(text).items()}


def _after_word(game: Game, word: str) -> Game:
    """Return the game after a word of its record: a ply, or the number of the round to come."""
    if not word.endswith("."):
        return game.play(parse_ply(word))
    expected = f"{game.state.round}."
    if word != expected:
        raise NotationError(f"{word!r} where {expected!r} should be")
    return game


def _record_options(tags: Mapping[str, _Placed]) -> Options:
    return Options(
        pieces=_chosen(tags, "Pieces", _PIECES_BY_TEXT),
        moves=_chosen(tags, "Moves", _MOVES_BY_TEXT),
        leave_home=_chosen(tags, "LeaveHome", _SWITCH_BY_TEXT),
        anti_mirror=_chosen(tags, "AntiMirror", _SWITCH_BY_TEXT),
    )


def _chosen(tags: Mapping[str, _Placed], name: str, choices: Mapping[str, _Choice]) -> _Choice:
    if name not in tags:
        raise NotationError(f"no tag {name}")
    number, text = tags[name]
    if text not in choices:
        raise NotationError(f"line {number}: {name} must be one of {', '.join(choices)}")
    return choices[text]


def _read_tags(text: str) -> dict[str, _Placed]:
    tags: dict[str, _Placed] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not _is_tag(line):
            continue
        match = _TAG.fullmatch(line.strip())
        if match is None:
            raise NotationError(f"line {number}: not a tag")
        name, value = match.groups()
        if name in tags:
            raise NotationError(f"line {number}: a second tag {name}")
        tags[name] = _Placed(number, _unescape(value))
    return tags


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _format_result(winner: Side | None) -> str:
    return _DRAWN if winner is None else _WON[winner]


def _escape(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", r"\\").replace('"', r"\"")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
