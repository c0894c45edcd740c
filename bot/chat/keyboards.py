"""Keyboards: one button per square, laid out as the squares stand on the board."""

from __future__ import annotations

from collections.abc import Iterator

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.callbacks import (
    Accept,
    Choose,
    ConfirmResign,
    Deed,
    KeepPlaying,
    Meaning,
    Pick,
    Press,
    Stop,
    Withdraw,
    encode,
)
from bot.chat.focus import Focus
from bot.chat.texts import Texts
from bot.play.match import Match, Phase, Player
from bot.play.setup import Colour
from rules import PIECE_COUNTS, MoveSet, Route, Side, Square, rank_of, square_name, squares_of

Row = list[InlineKeyboardButton]

# The signs that the picture's marks have too: a dot to step to, a ring to hop to.
STEP_SIGN, HOP_SIGN = "•", "◯"


def keyboard(match: Match, focus: Focus, bottom: Side, texts: Texts) -> InlineKeyboardMarkup | None:
    """Returns the keyboard under a board seen from the bottom side, None if it has no buttons."""
    match match.phase:
        case Phase.OPEN:
            rows = _challenge(match, texts)
        case Phase.RUNNING:
            rows = [*_squares(match, focus, bottom, texts), *_offers(match, focus, texts)]
        case Phase.FINISHED if match.rematch is None:
            rows = [_rematch(match, texts)]
        case _:
            rows = []
    return InlineKeyboardMarkup(rows) if rows else None


def _button(text: str, meaning: Meaning) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=encode(meaning))


# A challenge


def _challenge(match: Match, texts: Texts) -> list[Row]:
    options, colour = match.setup.options, match.setup.colour
    leave = ("option.leave-on", "noleave") if options.leave_home else ("option.leave-off", "leave")
    mirror = (
        ("option.mirror-on", "nomirror") if options.anti_mirror else ("option.mirror-off", "mirror")
    )
    return [
        [_button(texts.plain("button.accept"), Accept(match.id, match.version))],
        [_choice(match, str(n), str(n), options.pieces == n) for n in PIECE_COUNTS],
        [
            _choice(
                match, texts.plain(f"option.{moves.value}"), moves.value, options.moves is moves
            )
            for moves in MoveSet
        ],
        [_button(texts.plain(text), Choose(match.id, choice)) for text, choice in (leave, mirror)],
        [
            _choice(match, texts.plain(f"option.{each.value}"), each.value, colour is each)
            for each in Colour
        ],
        [_button(texts.plain("button.withdraw"), Withdraw(match.id))],
    ]


def _choice(match: Match, text: str, choice: str, chosen: bool) -> InlineKeyboardButton:
    return _button(f"· {text} ·" if chosen else text, Choose(match.id, choice))


# A running game


def _squares(match: Match, focus: Focus, bottom: Side, texts: Texts) -> Iterator[Row]:
    state, path = match.game.state, focus.path
    if not path:
        yield from _by_rank(
            [(square, square_name(square)) for square in squares_of(state.movable)],
            match,
            (),
            bottom,
        )
        return
    steps = state.steps_from(path[0]) if len(path) == 1 else 0
    labels = [(square, f"{STEP_SIGN} {square_name(square)}") for square in squares_of(steps)]
    labels += [
        (square, f"{HOP_SIGN} {square_name(square)}")
        for square in squares_of(state.hops_from(path))
    ]
    yield from _by_rank(labels, match, path, bottom)
    if len(path) > 1 and state.may_stop(path):
        stop = texts.plain("button.stop", square=square_name(path[-1]))
        yield [_button(stop, Stop(match.id, match.ply, path))]
    back = [_button(texts.plain("button.back"), Pick(match.id, match.ply, path[:-1]))]
    another = [_button(texts.plain("button.another"), Pick(match.id, match.ply, ()))]
    yield (back if len(path) > 1 else []) + another


def _by_rank(
    labels: list[tuple[Square, str]], match: Match, path: Route, bottom: Side
) -> Iterator[Row]:
    """One row per rank, the top of the picture first: 8 buttons at most."""
    turned = bottom is Side.BLACK
    labels = sorted(labels, reverse=turned)
    for rank in sorted({rank_of(square) for square, _ in labels}, reverse=not turned):
        yield [
            _button(label, Pick(match.id, match.ply, (*path, square)))
            for square, label in labels
            if rank_of(square) == rank
        ]


def _offers(match: Match, focus: Focus, texts: Texts) -> Iterator[Row]:
    if match.open_draw_offer is not None:
        yield draw_row(match, texts)
    if focus.resigning is not None:
        yield resign_row(match, focus.resigning, texts)
    elif not focus.path:
        draw = [_deed(match, "button.draw", Deed.OFFER_DRAW, texts)]
        resign = [_deed(match, "button.resign", Deed.RESIGN, texts)]
        yield resign if match.draw_offer is not None else draw + resign


def draw_row(match: Match, texts: Texts) -> Row:
    """Returns the answers to a draw offer."""
    return [
        _deed(match, "button.accept-draw", Deed.ACCEPT_DRAW, texts),
        _deed(match, "button.decline-draw", Deed.DECLINE_DRAW, texts),
    ]


def resign_row(match: Match, side: Side, texts: Texts) -> Row:
    """Returns the answers to the question whether that side gives up."""
    return [
        _button(texts.plain("button.confirm-resign"), ConfirmResign(match.id, side)),
        _button(texts.plain("button.keep-playing"), KeepPlaying(match.id, side)),
    ]


def resign_choice(
    opponents: list[tuple[Match, str]], player: Player, texts: Texts
) -> InlineKeyboardMarkup:
    """Returns a button per game, with the opponent's name, that gives it up."""
    return InlineKeyboardMarkup(
        [
            [
                _button(
                    texts.plain("button.resign-game", name=name, round=match.game.state.round),
                    ConfirmResign(match.id, match.require_player(player)),
                )
            ]
            for match, name in opponents
        ]
    )


def draw_choice(opponents: list[tuple[Match, str]], texts: Texts) -> InlineKeyboardMarkup:
    """Returns a button per game, with the opponent's name, that offers a draw there."""
    return InlineKeyboardMarkup(
        [
            [
                _button(
                    texts.plain("button.draw-game", name=name, round=match.game.state.round),
                    Press(match.id, match.ply, Deed.OFFER_DRAW),
                )
            ]
            for match, name in opponents
        ]
    )


def add_to_group(username: str, texts: Texts) -> Row:
    """Returns a button that adds the bot to a group (Bot API: deep linking)."""
    url = f"https://t.me/{username}?startgroup=play"
    return [InlineKeyboardButton(texts.plain("button.add-to-group"), url=url)]


def _rematch(match: Match, texts: Texts) -> Row:
    text = "button.rematch" if match.rematch_offer is None else "button.accept-rematch"
    return [_deed(match, text, Deed.REMATCH, texts)]


def _deed(match: Match, text_id: str, deed: Deed, texts: Texts) -> InlineKeyboardButton:
    return _button(texts.plain(text_id), Press(match.id, match.ply, deed))
