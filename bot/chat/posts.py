"""Challenges that people post in other chats: the offers, and what becomes of them."""

from __future__ import annotations

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.constants import ParseMode

from bot.chat.callbacks import Retract, encode
from bot.chat.captions import Names, caption, living, terms, variant
from bot.chat.focus import NOTHING
from bot.chat.links import GAMES, INLINE_HELP, ticket_link
from bot.chat.reader import Reader
from bot.chat.sheets import Sheet
from bot.chat.texts import Markup, Texts
from bot.play.live import MOST_GAMES
from bot.play.match import Match, Phase
from bot.play.setup import WORDS, Setup
from bot.play.tickets import VALIDITY

_LONGEST_WORD = 20


def offer(
    ticket: str, setup: Setup, challenger: str, username: str, texts: Texts
) -> InlineQueryResultArticle:
    """Returns an offer for the list above the asker's input; its id is the ticket.

    :param challenger: the asker's name as shown
    :param username: the bot's
    """
    # No names are in there, so as HTML it is the same.
    description = str(variant(setup.options, texts))
    if setup.limit is not None:
        description += f" · ⏱ {texts.duration(setup.limit)}"
    return InlineQueryResultArticle(
        id=ticket,
        title=texts.plain(f"inline.offer-{setup.colour.value}"),
        description=description,
        input_message_content=InputTextMessageContent(
            _open_post(setup, challenger, texts), parse_mode=ParseMode.HTML
        ),
        reply_markup=InlineKeyboardMarkup(
            [
                [
                    InlineKeyboardButton(
                        texts.plain("button.accept"), url=ticket_link(username, ticket)
                    )
                ],
                *_withdrawing(ticket, texts),
            ]
        ),
    )


def help_button(unknown: str | None, texts: Texts) -> InlineQueryResultsButton:
    """Returns the button above the offers; it says so if a word is none that is known."""
    if unknown is None:
        label = texts.plain("inline.help")
    else:
        shown = unknown if len(unknown) <= _LONGEST_WORD else f"{unknown[: _LONGEST_WORD - 1]}…"
        label = texts.plain("inline.unknown", word=shown)
    return InlineQueryResultsButton(label, start_parameter=INLINE_HELP)


def too_fast_button(texts: Texts) -> InlineQueryResultsButton:
    """Returns the button that stands in place of offers for whoever asks too often."""
    return InlineQueryResultsButton(texts.plain("toast.too-fast"), start_parameter=INLINE_HELP)


def too_many_games_button(texts: Texts) -> InlineQueryResultsButton:
    """Returns the button that stands in place of offers for whoever has too many games."""
    label = texts.plain("inline.too-many-games", most=MOST_GAMES)
    return InlineQueryResultsButton(label, start_parameter=GAMES)


def help_sheet(username: str, supported: bool, texts: Texts) -> Sheet:
    """Returns what inline mode is and which words it knows, with a button to try it if it is on."""
    text = texts.html("inline.explained", bot=f"@{username}", words=" ".join(WORDS))
    return Sheet(text, InlineKeyboardMarkup([[elsewhere(texts)]]) if supported else None)


def elsewhere(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that asks for a chat and shows the offers there."""
    return InlineKeyboardButton(texts.plain("button.elsewhere"), switch_inline_query="")


def own_ticket_sheet(ticket: str, texts: Texts) -> Sheet:
    """Returns what somebody reads who followed the own link, with a button to withdraw."""
    return Sheet(texts.html("inline.own"), InlineKeyboardMarkup(_withdrawing(ticket, texts)))


def _withdrawing(ticket: str, texts: Texts) -> list[list[InlineKeyboardButton]]:
    label, data = texts.plain("button.withdraw"), encode(Retract(ticket))
    return [[InlineKeyboardButton(label, callback_data=data)]]


def _open_post(setup: Setup, challenger: str, texts: Texts) -> Markup:
    return _join(
        texts.html("challenge.open", name=challenger),
        *terms(setup, challenger, texts),
        Markup(""),
        texts.html("inline.how", name=challenger, time=texts.duration(VALIDITY)),
    )


def post(match: Match, names: Names, texts: Texts) -> Markup:
    """Returns what a posted challenge says once somebody has accepted it or it was withdrawn."""
    names = living(names, texts)
    if match.phase is Phase.FINISHED:
        return caption(match, NOTHING, names, Reader(texts))
    if match.seats is None:
        what = texts.html("challenge.open", name=names[match.challenger])
        end = texts.html("challenge.withdrawn", name=names[match.challenger])
    else:
        white, black = names[match.seats.white], names[match.seats.black]
        what = texts.html("board.players", white=white, black=black)
        end = texts.html("inline.begun")
    return _join(what, variant(match.options, texts), Markup(""), end)


def _join(*lines: Markup) -> Markup:
    return Markup("\n".join(lines))
