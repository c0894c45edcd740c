"""Tickets as text: there and back, and every way to forge one."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.callbacks import Retract, encode
from bot.chat.links import payload_of, ticket_in, ticket_link
from bot.play.setup import LIMITS, Colour, Setup
from bot.play.tickets import (
    KEY_LENGTH,
    TICKET,
    Ticket,
    challenger_of,
    read_ticket,
    sign,
)
from rules import PIECE_COUNTS, MoveSet, Options

KEY, OTHER_KEY = b"k" * KEY_LENGTH, b"o" * KEY_LENGTH
# The largest id that Telegram gives anybody has 52 bits (Bot API: User).
PEOPLE = st.integers(1, 2**52 - 1)

setups = st.builds(
    Setup,
    st.builds(
        Options,
        pieces=st.sampled_from(PIECE_COUNTS),
        moves=st.sampled_from(MoveSet),
        leave_home=st.booleans(),
        anti_mirror=st.booleans(),
    ),
    st.sampled_from(Colour),
    st.sampled_from((None, *LIMITS)),
)
tickets = st.builds(
    Ticket, PEOPLE, setups, st.integers(0, 2**32 - 1), st.binary(min_size=8, max_size=8)
)


@given(tickets)
def test_ticket_to_text_and_back(ticket: Ticket) -> None:
    text = sign(ticket, KEY)
    assert TICKET.fullmatch(text)
    assert challenger_of(text) == ticket.challenger
    assert read_ticket(text, KEY) == ticket
    assert read_ticket(text, OTHER_KEY) is None


@given(tickets)
def test_everything_that_carries_a_ticket_has_room_for_it(ticket: Ticket) -> None:
    text = sign(ticket, KEY)
    link = ticket_link("bot", text)
    payload = payload_of(link)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert ticket_in(payload) == text
    assert len(encode(Retract(text)).encode()) <= 64


def test_one_changed_character_makes_it_void() -> None:
    text = sign(Ticket(42, Setup(), 1_800_000_000), KEY)
    for place, character in enumerate(text):
        for other in string.ascii_letters + string.digits + "-_":
            if other != character:
                assert read_ticket(text[:place] + other + text[place + 1 :], KEY) is None


def test_no_two_tickets_and_no_two_codes_are_alike() -> None:
    made = [Ticket(42, Setup(), 1_800_000_000) for _ in range(100)]
    assert len({ticket.code for ticket in made}) == len({sign(t, KEY) for t in made}) == 100
    for ticket in made:
        assert re.fullmatch(r"I[0-9A-F]{16}", ticket.code)


def test_a_ticket_of_this_release_is_read_by_every_later_one() -> None:
    setup = Setup(Options(16, MoveSet.DIAGONAL, False, True), Colour.BLACK, LIMITS[2])
    ticket = Ticket(7_000_000_001, setup, 1_800_000_000, b"\x00\x01\x02\x03\x04\x05\x06\x07")
    assert read_ticket("AAAAAaE7hgECN2tJ0gAAAQIDBAUGB7MFXbesGVI3FdVAYcoT", KEY) == ticket


@pytest.mark.parametrize(
    "text", ["", "i", "iA", "i" + "A" * 47, "i" + "A" * 49, "jAAAA", "i+" * 24]
)
def test_other_payloads_are_no_tickets(text: str) -> None:
    assert ticket_in(text) is None
