"""Keyboards: one button per square, laid out as the squares stand on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.callbacks import (
    Accept,
    Choose,
    ConfirmResign,
    Deed,
    Fetch,
    Go,
    KeepPlaying,
    Meaning,
    Pick,
    Press,
    ReplayFile,
    Stop,
    Withdraw,
    encode,
)
from bot.chat.captions import level_name
from bot.chat.focus import Focus
from bot.chat.links import group_link, share_button
from bot.chat.reader import Reader
from bot.chat.texts import Texts
from bot.play.match import Match, Phase
from bot.play.seats import AI, Player
from bot.play.setup import LEVELS, LIMITS, Colour
from rules import PIECE_COUNTS, MoveSet, Side, Square, rank_of, square_name, squares_of

Row = list[InlineKeyboardButton]

# The signs that the picture's marks have too: a dot to step to, a ring to hop to.
STEP_SIGN, HOP_SIGN = "•", "◯"


def keyboard(match: Match, focus: Focus, reader: Reader) -> InlineKeyboardMarkup | None:
    """Returns the keyboard under a board as its reader sees it, None if it has no buttons."""
    texts = reader.texts
    match match.phase:
        case Phase.OPEN:
            rows = _challenge(match, texts, reader.link)
        case Phase.RUNNING:
            squares = _squares(match, focus, reader) if reader.may_move(match) else ()
            rows = [*squares, *_offers(match, focus, reader)]
        case Phase.FINISHED:
            rows = [*_rematch(match, texts), _exports(match, texts)]
        case _:
            rows = []
    return InlineKeyboardMarkup(rows) if rows else None


def _button(text: str, meaning: Meaning) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=encode(meaning))


# A challenge


def _challenge(match: Match, texts: Texts, link: str | None) -> list[Row]:
    if match.level is not None:
        return [
            [_button(texts.plain("button.start"), Accept(match.id, match.version))],
            [_choice(match, str(n), f"level{n}", match.level == n) for n in LEVELS],
            *_options(match, texts),
            [_button(texts.plain("button.cancel"), Withdraw(match.id))],
        ]
    if link is None:
        begin = _button(texts.plain("button.accept"), Accept(match.id, match.version))
    else:
        begin = share_button(texts.plain("button.share"), link, texts.plain("challenge.share"))
    return [
        [begin],
        *_options(match, texts),
        _limits(match, texts),
        [_button(texts.plain("button.withdraw"), Withdraw(match.id))],
    ]


def _options(match: Match, texts: Texts) -> Iterator[Row]:
    options, colour = match.setup.options, match.setup.colour
    yield [_choice(match, str(n), str(n), options.pieces == n) for n in PIECE_COUNTS]
    yield [
        _choice(match, texts.plain(f"option.{moves.value}"), moves.value, options.moves is moves)
        for moves in MoveSet
    ]
    leave = ("option.leave-on", "noleave") if options.leave_home else ("option.leave-off", "leave")
    mirror = (
        ("option.mirror-on", "nomirror") if options.anti_mirror else ("option.mirror-off", "mirror")
    )
    for text, choice in (leave, mirror):
        yield [_button(texts.plain(text), Choose(match.id, choice))]
    yield [
        _choice(match, texts.plain(f"option.{each.value}"), each.value, colour is each)
        for each in Colour
    ]


def _limits(match: Match, texts: Texts) -> Row:
    chosen = match.setup.limit
    limits = [
        _choice(match, texts.short_duration(limit), f"limit{limit}", chosen == limit)
        for limit in LIMITS
    ]
    return [_choice(match, "⏱ –", "nolimit", chosen is None), *limits]


def _choice(match: Match, text: str, choice: str, chosen: bool) -> InlineKeyboardButton:
    return _button(f"· {text} ·" if chosen else text, Choose(match.id, choice))


# A running game


def _squares(match: Match, focus: Focus, reader: Reader) -> Iterator[Row]:
    state, path, bottom, texts = match.game.state, focus.path, reader.bottom, reader.texts
    if not path:
        pieces = {
            square: _button(square_name(square), Pick(match.id, match.turn, (square,)))
            for square in squares_of(state.movable)
        }
        yield from _by_rank(pieces, bottom)
        return
    quick = reader.quick_taps and len(path) == 1
    steps = state.steps_from(path[0]) if len(path) == 1 else 0
    jumps = state.destinations(path[0]) & ~steps if quick else state.hops_from(path)
    buttons = {}
    for sign, squares in ((STEP_SIGN, steps), (HOP_SIGN, jumps)):
        for square in squares_of(squares):
            meaning: Meaning = Pick(match.id, match.turn, (*path, square))
            if quick:
                meaning = Go(match.id, match.turn, path[0], square)
            buttons[square] = _button(f"{sign} {square_name(square)}", meaning)
    yield from _by_rank(buttons, bottom)
    if len(path) > 1 and state.may_stop(path):
        stop = texts.plain("button.stop", square=square_name(path[-1]))
        yield [_button(stop, Stop(match.id, match.turn, path))]
    back = [_button(texts.plain("button.back"), Pick(match.id, match.turn, path[:-1]))]
    another = [_button(texts.plain("button.another"), Pick(match.id, match.turn, ()))]
    yield (back if len(path) > 1 else []) + another


def _by_rank(buttons: Mapping[Square, InlineKeyboardButton], bottom: Side) -> Iterator[Row]:
    """One row per rank, the top of the picture first: 8 buttons at most."""
    turned = bottom is Side.BLACK
    for rank in sorted({rank_of(square) for square in buttons}, reverse=not turned):
        yield [
            buttons[square] for square in sorted(buttons, reverse=turned) if rank_of(square) == rank
        ]


def _offers(match: Match, focus: Focus, reader: Reader) -> Iterator[Row]:
    texts = reader.texts
    offer, takeback = match.open_draw_offer, match.takeback
    if offer is not None and reader.may_answer(match, offer.other):
        yield draw_row(match, texts)
    if match.overdue and reader.may_answer(match, match.game.state.side.other):
        claim = [_deed(match, "button.claim", Deed.CLAIM, texts)] if match.ply > 1 else []
        yield [*claim, _deed(match, "button.call-off", Deed.CALL_OFF, texts)]
    if takeback is not None and reader.may_answer(match, takeback.other):
        yield [
            _deed(match, "button.allow-takeback", Deed.ALLOW_TAKEBACK, texts),
            _deed(match, "button.refuse-takeback", Deed.REFUSE_TAKEBACK, texts),
        ]
    if focus.resigning is not None:
        yield resign_row(match, focus.resigning, texts)
    elif not focus.path:
        if help_row := _help(match, texts):
            yield help_row
        draw = [_deed(match, "button.draw", Deed.OFFER_DRAW, texts)]
        resign = [_deed(match, "button.resign", Deed.RESIGN, texts)]
        yield resign if match.draw_offer is not None else draw + resign


def _help(match: Match, texts: Texts) -> Row:
    if match.level is None:
        return []
    hint = [_deed(match, "button.hint", Deed.HINT, texts)]
    back = [_deed(match, "button.take-back", Deed.TAKE_BACK, texts)]
    return (hint if match.mover != AI else []) + (back if match.ply > 1 else [])


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
                    Press(match.id, match.turn, Deed.OFFER_DRAW),
                )
            ]
            for match, name in opponents
        ]
    )


def games_column(
    opponents: list[tuple[Match, str | None]], player: Player, texts: Texts
) -> InlineKeyboardMarkup:
    """Returns a button per game, with the opponent's name, that brings its board.

    A challenge that anybody may accept has no opponent.
    """
    rows = []
    for match, name in opponents:
        if name is None:
            label = texts.plain("button.game-offered")
        elif match.seats is None:
            label = texts.plain("button.game-not-begun", name=name)
        else:
            text = "button.game-your-turn" if match.mover == player.id else "button.game"
            label = texts.plain(text, name=name, round=match.game.state.round)
        rows.append([_button(label, Fetch(match.id))])
    return InlineKeyboardMarkup(rows)


def add_to_group(username: str, texts: Texts) -> Row:
    """Returns a button that adds the bot to a group."""
    return [InlineKeyboardButton(texts.plain("button.add-to-group"), url=group_link(username))]


def _rematch(match: Match, texts: Texts) -> Iterator[Row]:
    if match.rematch is not None or match.deserted:
        return
    text = "button.rematch" if match.rematch_offer is None else "button.accept-rematch"
    yield [_deed(match, text, Deed.REMATCH, texts)]
    if (level := match.next_level) is not None:
        label = texts.plain("button.next-level", level=level_name(level, texts))
        yield [_button(label, Press(match.id, match.turn, Deed.NEXT_LEVEL))]


def _exports(match: Match, texts: Texts) -> Row:
    return [
        _deed(match, "button.replay", Deed.REPLAY, texts),
        _deed(match, "button.record", Deed.RECORD, texts),
        *([_deed(match, "button.review", Deed.REVIEW, texts)] if match.ply else []),
    ]


def replay_of_file(texts: Texts) -> InlineKeyboardMarkup:
    """Returns the button that replays the record which the message answers."""
    return InlineKeyboardMarkup([[_button(texts.plain("button.replay"), ReplayFile())]])


def _deed(match: Match, text_id: str, deed: Deed, texts: Texts) -> InlineKeyboardButton:
    return _button(texts.plain(text_id), Press(match.id, match.turn, deed))
