"""Links that lead to the bot (Bot API: deep linking), and what their payloads mean."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from telegram import InlineKeyboardButton

from bot.play.tickets import TICKET

_JOIN = re.compile(r"j([A-Z0-9]{1,63})")
_TICKET = re.compile(rf"i({TICKET.pattern})")
# Explains how to challenge in other chats.
INLINE_HELP = "inline"
# Lists the own unfinished games.
GAMES = "games"


def join_link(username: str, code: str) -> str:
    """Returns the link that accepts the invitation with that code."""
    return f"https://t.me/{username}?start=j{code}"


def code_in(payload: str) -> str | None:
    """Returns the invitation's code in a start payload, None if it is another one."""
    parts = _JOIN.fullmatch(payload)
    return parts[1] if parts else None


def ticket_link(username: str, ticket: str) -> str:
    """Returns the link that begins the game of a ticket."""
    return f"https://t.me/{username}?start=i{ticket}"


def ticket_in(payload: str) -> str | None:
    """Returns the ticket in a start payload, None if it is another one."""
    parts = _TICKET.fullmatch(payload)
    return parts[1] if parts else None


def payload_of(text: str) -> str:
    """Returns the start payload of a link to the bot; of any other text, the text."""
    found = re.search(r"[?&]start=([A-Za-z0-9_-]+)", text)
    return found[1] if found else text


def group_link(username: str) -> str:
    """Returns the link that adds the bot to a group."""
    return f"https://t.me/{username}?startgroup=play"


def share_button(label: str, link: str, words: str) -> InlineKeyboardButton:
    """Returns a button that sends a link with words to a chat that its presser chooses."""
    query = urlencode({"url": link, "text": words})
    return InlineKeyboardButton(label, url=f"https://t.me/share/url?{query}")
