"""Whole messages: a picture, a caption and a keyboard for what a game is now."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.chat.captions import Names, caption, with_ai
from bot.chat.focus import Focus
from bot.chat.keyboards import keyboard
from bot.chat.reader import Reader
from bot.chat.texts import Markup
from bot.play.match import Decision, Match
from render import BoardView
from rules import PASS, Bitboard, Route, Side, State, square_at, squares_of


@dataclass(frozen=True, slots=True)
class Screen:
    """What a board message shows, as a picture unless text is wanted."""

    view: BoardView
    theme: str
    pictures: bool
    caption: Markup
    keyboard: InlineKeyboardMarkup | None


def board_screen(match: Match, focus: Focus, names: Names, reader: Reader) -> Screen:
    """Returns what a game's board shows to its reader.

    What of the focus is not true any more is ignored.
    """
    focus = focus.at(match)
    names = with_ai(match, names, reader.texts)
    return Screen(
        view=_view(match, focus, reader),
        theme=reader.theme,
        pictures=reader.pictures,
        caption=caption(match, focus, names, reader),
        keyboard=keyboard(match, focus, reader),
    )


def _view(match: Match, focus: Focus, reader: Reader) -> BoardView:
    state, options, path = match.game.state, match.options, focus.path
    white, black = state.white, state.black
    if len(path) > 1:
        white, black = (_moved(pieces, path) for pieces in (white, black))
    return BoardView(
        white=white,
        black=black,
        white_home=options.home(Side.WHITE),
        black_home=options.home(Side.BLACK),
        bottom=reader.bottom,
        last_move=_last_route(match),
        selectable=state.movable if reader.may_move(match) and not path else 0,
        selected=path[-1] if path else None,
        steps=state.steps_from(path[0]) if len(path) == 1 else 0,
        hops=_hops(state, path, reader),
        chain=path if len(path) > 1 else (),
        hint=focus.hint,
        finished=match.ending is not None and match.ending.reason is not Decision.CALLED_OFF,
        winner=match.ending.winner if match.ending else None,
        coordinates=reader.coordinates,
    )


def _hops(state: State, path: Route, reader: Reader) -> Bitboard:
    if not path:
        return 0
    if reader.quick_taps and len(path) == 1:
        return state.destinations(path[0]) & ~state.steps_from(path[0])
    return state.hops_from(path)


def _moved(pieces: Bitboard, path: Route) -> Bitboard:
    start = 1 << path[0]
    return pieces ^ start | 1 << path[-1] if pieces & start else pieces


def _last_route(match: Match) -> Route:
    return next((ply for ply in reversed(match.game.plies) if ply is not PASS), ())


def text_board(view: BoardView) -> Markup:
    """Returns a board in monospaced text: 8 ranks with names, narrow enough for any phone.

    Letters differ in every font, which signs for pieces do not: ``w`` and ``b`` for the pieces,
    capitals for what may be picked or is picked, ``+`` for a step, ``o`` for a hop.
    """
    picked = view.selectable | (1 << view.selected if view.selected is not None else 0)
    signs = dict.fromkeys(range(64), "·")
    for squares, sign in (
        (view.white, "w"),
        (view.black, "b"),
        (view.white & picked, "W"),
        (view.black & picked, "B"),
        (view.steps, "+"),
        (view.hops, "o"),
    ):
        signs |= dict.fromkeys(squares_of(squares), sign)
    turned = view.bottom is Side.BLACK
    files = range(7, -1, -1) if turned else range(8)
    ranks = range(8) if turned else range(7, -1, -1)
    lines = [
        f"{rank + 1} {' '.join(signs[square_at(file, rank)] for file in files)}" for rank in ranks
    ]
    names = "  " + " ".join("abcdefgh"[file] for file in files)
    return Markup("<pre>" + "\n".join([*lines, names]) + "</pre>")
