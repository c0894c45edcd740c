"""Messages that are read, not played on: the rulebook's pages, the choice of a language."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.callbacks import (
    Booklet,
    EraseMe,
    Join,
    KeepMe,
    Meaning,
    Open,
    Read,
    Resume,
    Speak,
    encode,
)
from bot.chat.captions import variant
from bot.chat.diagrams import Picture, diagram_of
from bot.chat.rulebook import CHAPTERS, Page, facts
from bot.chat.texts import Markup, Texts, language_name, languages
from bot.play.match import Match
from rules import Options

Row = list[InlineKeyboardButton]

# As many buttons as a phone shows side by side with their words whole.
_IN_A_ROW = 2
_LANGUAGES_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text with its buttons, under a picture if there is one.

    ``unpictured`` is the text where no picture can be, if that is another one.
    """

    text: Markup
    keyboard: InlineKeyboardMarkup | None = None
    picture: Picture | None = None
    unpictured: Markup | None = None

    def without_picture(self) -> Sheet:
        """Returns the sheet for a chat that takes no pictures."""
        text = self.text if self.unpictured is None else self.unpictured
        return Sheet(text, self.keyboard)


# The rulebook


def rules_sheet(page: Page, match: Match | None, texts: Texts) -> Sheet:
    """Returns a page of the rulebook; with a match it tells that game's limits too."""
    lines = [texts.html(f"rules.{page.value}", **facts())]
    if match is not None:
        lines += _of_this_game(page, match.options, texts)
    return Sheet(
        text=Markup("\n\n".join(lines)),
        keyboard=_turning(page, match.id if match is not None else 0, texts),
        picture=Picture(diagram_of(page, match.options if match is not None else Options())),
    )


def _of_this_game(page: Page, options: Options, texts: Texts) -> list[Markup]:
    leave = texts.html(
        "rules.game-leave" if options.leave_home else "rules.game-no-leave",
        limit=options.leave_limit,
    )
    count = texts.html("rules.game-count", limit=options.count_limit)
    match page:
        case Page.COVER:
            heading = texts.html("rules.game", variant=variant(options, texts))
            return [Markup(f"{heading}\n{leave}\n{count}")]
        case Page.LEAVING:
            return [leave]
        case Page.COUNT:
            return [count]
        case _:
            return []


def _turning(page: Page, game: int, texts: Texts) -> InlineKeyboardMarkup:
    pages = tuple(Page)
    number = pages.index(page)

    def to(target: Page, text: str) -> InlineKeyboardButton:
        return _button(text, Read(game, target, texts.language))

    if page is Page.COVER:
        chapters = [to(first, texts.plain(title)) for first, title in CHAPTERS.items()]
        rows = [*_rows([*chapters, to(pages[1], "➡️")], _IN_A_ROW)]
    else:
        rows = [[to(pages[number - 1], "⬅️"), to(Page.COVER, f"📖 {number}/{len(pages) - 1}")]]
        if number + 1 < len(pages):
            rows[0].append(to(pages[number + 1], "➡️"))
    others = [
        _button(f"🌐 {language_name(each)}", Read(game, page, each))
        for each in languages()
        if each != texts.language
    ]
    return InlineKeyboardMarkup([*rows, *_rows(others, _LANGUAGES_IN_A_ROW)])


def open_game(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that sets up a game against the AI, for private chats."""
    return _button(texts.plain("button.play"), Open(Booklet.GAME))


def open_rules(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that opens the rulebook, for private chats."""
    return _button(texts.plain("button.rules"), Open(Booklet.RULES))


def link_to_rules(username: str, texts: Texts) -> InlineKeyboardButton:
    """Returns a button that opens the rulebook in the private chat (Bot API: deep linking)."""
    url = f"https://t.me/{username}?start={Booklet.RULES.value}"
    return InlineKeyboardButton(texts.plain("button.rules"), url=url)


# The choice of a language


def language_sheet(text_id: str, texts: Texts) -> Sheet:
    """Returns the choice of a language: ``language.person`` for one's own, or ``language.chat``."""
    buttons = [
        _button(f"🌐 {language_name(each)}{' ✓' if each == texts.language else ''}", Speak(each))
        for each in languages()
    ]
    return Sheet(texts.html(text_id), InlineKeyboardMarkup(_rows(buttons, _IN_A_ROW)))


def open_languages(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that opens the choice of one's own language, for private chats."""
    return _button(texts.plain("button.language"), Open(Booklet.LANGUAGES))


# Invitations whose link got lost


def enter_code(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that asks for an invitation's code, for private chats."""
    return _button(texts.plain("button.code"), Open(Booklet.CODE))


def accept_invitation(code: str, challenger: str, texts: Texts) -> InlineKeyboardButton:
    """Returns a button that accepts the invitation with that code."""
    return _button(texts.plain("button.accept-invitation", name=challenger), Join(code))


# Groups


def private_sheet(username: str, texts: Texts) -> Sheet:
    """Returns the answer in a group to what is for private chats, with the way there."""
    label = texts.plain("button.private")
    button = InlineKeyboardButton(label, url=f"https://t.me/{username}?start")
    return Sheet(texts.html("reply.private-only"), InlineKeyboardMarkup([[button]]))


def back_again_sheet(games: int, texts: Texts) -> Sheet:
    """Returns the question whether the games of a group that waited for the bot are to go on."""
    button = _button(texts.plain("button.resume"), Resume())
    return Sheet(texts.html("reply.back-again", count=games), InlineKeyboardMarkup([[button]]))


# The question whether a person is to be erased


def erasing_sheet(texts: Texts) -> Sheet:
    """Returns the question whether everything about a person is to be erased."""
    buttons = [
        [_button(texts.plain("button.keep-me"), KeepMe())],
        [_button(texts.plain("button.erase-me"), EraseMe())],
    ]
    return Sheet(texts.html("privacy.question"), InlineKeyboardMarkup(buttons))


def _button(text: str, meaning: Meaning) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=encode(meaning))


def _rows(buttons: list[InlineKeyboardButton], length: int) -> list[Row]:
    return [buttons[start : start + length] for start in range(0, len(buttons), length)]
