"""Telegram's limits for what a bot sends, each refused with Telegram's words."""

import json
from typing import Any

from bot.local.entities import Formatted, utf16_length
from bot.local.errors import ApiError, bad_request
from bot.local.images import Picture, read_picture
from bot.local.records import Button, Keyboard

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_TOAST = 200
MAX_CALLBACK_DATA = 64
MAX_BUTTONS = 100
MAX_ROW = 8
MAX_MARKUP_BYTES = 10_000
MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_FILE_BYTES = 50 * 1024 * 1024
MAX_PHOTO_SIDES = 10_000
MAX_PHOTO_RATIO = 20

_BUTTON_KINDS = (
    "url",
    "callback_data",
    "switch_inline_query",
    "switch_inline_query_chosen_chat",
    "switch_inline_query_current_chat",
    "copy_text",
    "login_url",
    "web_app",
)
_MAY_BE_EMPTY = frozenset({"switch_inline_query", "switch_inline_query_current_chat"})


def check_text(text: Formatted, *, too_long: str) -> None:
    """Refuse a message text that is empty or has more than 4096 UTF-16 units."""
    if not text.text:
        raise bad_request("text must be non-empty")
    if utf16_length(text.text) > MAX_TEXT:
        raise bad_request(too_long)


def check_caption(caption: Formatted, *, too_long: str) -> None:
    """Refuse a caption of more than 1024 UTF-16 units."""
    if utf16_length(caption.text) > MAX_CAPTION:
        raise bad_request(too_long)


def check_toast(text: str) -> None:
    """Refuse an answer to a tap of more than 200 UTF-16 units."""
    if utf16_length(text) > MAX_TOAST:
        raise bad_request("MESSAGE_TOO_LONG")


def check_photo(content: bytes) -> Picture:
    """Return the picture's type and size; refuse what Telegram does not take as a photo."""
    if not content:
        raise bad_request("file must be non-empty")
    if len(content) > MAX_PHOTO_BYTES:
        raise bad_request(
            f"file of size {len(content)} bytes is too big for a photo; "
            f"the maximum size is {MAX_PHOTO_BYTES} bytes"
        )
    picture = read_picture(content)
    if picture is None or not picture.width or not picture.height:
        raise bad_request("IMAGE_PROCESS_FAILED")
    short, long = sorted((picture.width, picture.height))
    if short + long > MAX_PHOTO_SIDES or long > MAX_PHOTO_RATIO * short:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return picture


def check_file(content: bytes) -> None:
    """Refuse an empty file, and one of more than 50 MB."""
    if not content:
        raise bad_request("file must be non-empty")
    if len(content) > MAX_FILE_BYTES:
        raise ApiError(413, "Request Entity Too Large")


def read_keyboard(rows: Any) -> Keyboard:
    """Return the inline keyboard that the JSON value describes; empty rows are left out."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request(
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays'
        )
    return tuple(tuple(_button(button) for button in row) for row in rows if row)


def check_keyboard(keyboard: Keyboard) -> None:
    """Refuse data that is too long, more than 100 buttons or 8 in a row, and more than 10 kB."""
    buttons = [button for row in keyboard for button in row]
    for button in buttons:
        if button.kind == "callback_data" and len(button.data.encode()) > MAX_CALLBACK_DATA:
            raise bad_request("BUTTON_DATA_INVALID")
    wide = any(len(row) > MAX_ROW for row in keyboard)
    if wide or len(buttons) > MAX_BUTTONS or _size(keyboard) > MAX_MARKUP_BYTES:
        raise bad_request("reply markup is too long")


def _button(value: Any) -> Button:
    if not isinstance(value, dict):
        raise _unreadable_button("InlineKeyboardButton must be an Object")
    text = value.get("text")
    if not isinstance(text, str):
        raise _unreadable_button('Can\'t find field "text"')
    if not text.strip():
        raise bad_request("inline keyboard button text must be non-empty")
    for kind in _BUTTON_KINDS:
        if kind in value and (value[kind] or kind in _MAY_BE_EMPTY):
            return Button(text, kind, _button_value(kind, value[kind]))
    raise _unreadable_button("Text buttons are unallowed in the inline keyboard")


def _button_value(kind: str, value: Any) -> Any:
    if kind == "callback_data" and not isinstance(value, str):
        raise _unreadable_button('Field "callback_data" must be of type String')
    if kind == "url" and not str(value).startswith(("http://", "https://", "tg://", "t.me/")):
        raise bad_request(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    return value


def _unreadable_button(reason: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {reason}")


def _size(keyboard: Keyboard) -> int:
    rows = [[{"text": b.text, b.kind: b.value} for b in row] for row in keyboard]
    return len(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode())
