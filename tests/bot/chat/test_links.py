"""Every link to the bot carries what Telegram lets through (Bot API: deep linking)."""

from __future__ import annotations

import re

import pytest

from bot.chat.links import INLINE_HELP, code_in, group_link, join_link, ticket_in, ticket_link
from bot.chat.sheets import link_to_rules, private_sheet
from bot.chat.texts import texts_for
from bot.play.live import draw_code
from bot.play.setup import Setup
from bot.play.tickets import KEY_LENGTH, Ticket, sign

TEXTS = texts_for("en")
CODE = draw_code()
SIGNED = sign(Ticket(2**52 - 1, Setup(), 2**32 - 1), bytes(KEY_LENGTH))


@pytest.mark.parametrize(
    "link",
    [
        join_link("ugolki_bot", CODE),
        ticket_link("ugolki_bot", SIGNED),
        group_link("ugolki_bot"),
        str(link_to_rules("ugolki_bot", TEXTS).url),
        f"https://t.me/ugolki_bot?start={INLINE_HELP}",
    ],
    # Codes are random: the names must not be.
    ids=["invitation", "ticket", "group", "rules", "help"],
)
def test_payloads_have_at_most_64_plain_characters(link: str) -> None:
    payload = re.fullmatch(r"https://t\.me/ugolki_bot\?start(?:group)?=(.*)", link)
    assert payload is not None
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload[1])


def test_a_link_without_payload_only_opens_the_chat() -> None:
    keyboard = private_sheet("ugolki_bot", TEXTS).keyboard
    assert keyboard is not None
    assert keyboard.inline_keyboard[0][0].url == "https://t.me/ugolki_bot?start"


def test_payloads_are_read_back() -> None:
    assert code_in(f"j{CODE}") == CODE
    assert ticket_in(f"i{SIGNED}") == SIGNED
    assert code_in(f"i{SIGNED}") is None
    assert ticket_in(f"j{CODE}") is None
