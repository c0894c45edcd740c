"""The message in which a chat chooses how its boards look."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.callbacks import Booklet, Open, Prefer, encode
from bot.chat.sheets import Sheet
from bot.chat.texts import Texts
from bot.store.settings import Bottom, Settings
from render import THEMES

Row = list[InlineKeyboardButton]


def own_preferences(settings: Settings, texts: Texts) -> Sheet:
    """Returns the choice for a private chat."""
    bottoms = [
        _choice(f"preference.bottom-{each.value}", each.value, settings.bottom is each, texts)
        for each in Bottom
    ]
    rows = [*_rows(settings, texts)]
    return Sheet(
        texts.html("preference.person"), InlineKeyboardMarkup([*rows[:2], bottoms, *rows[2:]])
    )


def group_preferences(settings: Settings, texts: Texts) -> Sheet:
    """Returns the choice for a group, in which White is always at the bottom."""
    return Sheet(texts.html("preference.chat"), InlineKeyboardMarkup(_rows(settings, texts)))


def open_preferences(texts: Texts) -> InlineKeyboardButton:
    """Returns a button that opens the own choice, for private chats."""
    return _button("button.settings", Open(Booklet.SETTINGS), texts)


def _rows(settings: Settings, texts: Texts) -> list[Row]:
    coordinates = (
        ("preference.coordinates-on", Prefer("nocoordinates"))
        if settings.coordinates
        else ("preference.coordinates-off", Prefer("coordinates"))
    )
    quick_taps = (
        ("preference.quick-on", Prefer("hops"))
        if settings.quick_taps
        else ("preference.quick-off", Prefer("quick"))
    )
    reminders = (
        ("preference.reminders-on", Prefer("noreminders"))
        if settings.reminders
        else ("preference.reminders-off", Prefer("reminders"))
    )
    pictures = (
        ("preference.pictures-on", Prefer("text"))
        if settings.pictures
        else ("preference.pictures-off", Prefer("pictures"))
    )
    return [
        [_choice(f"theme.{each}", each, settings.theme == each, texts) for each in THEMES],
        [_button(*coordinates, texts)],
        [_button(*pictures, texts)],
        [_button(*quick_taps, texts)],
        [_button(*reminders, texts)],
    ]


def _choice(text_id: str, choice: str, chosen: bool, texts: Texts) -> InlineKeyboardButton:
    text = texts.plain(text_id)
    return InlineKeyboardButton(
        f"· {text} ·" if chosen else text, callback_data=encode(Prefer(choice))
    )


def _button(text_id: str, meaning: Prefer | Open, texts: Texts) -> InlineKeyboardButton:
    return InlineKeyboardButton(texts.plain(text_id), callback_data=encode(meaning))
