"""Tickets: invitations that are stored nowhere until somebody uses them.

A ticket says who challenges to what, and until when; it has a random nonce and is signed with a key
of the challenger's own. So one can be made at each key stroke of a query, nobody can forge one, and
all are void once the challenger's key is gone.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from itertools import product

from bot.play.setup import LIMITS, Colour, Setup
from rules import PIECE_COUNTS, MoveSet, Options

KEY_LENGTH = 32
# Seconds for which a ticket can be used.
VALIDITY = 7 * 86_400

_NONCE_LENGTH = 8
# Challenger, setup, expiry, nonce. With the signature these are 36 bytes: base64 has no spare bits
# then, so that each ticket is written in one way only.
_BODY = struct.Struct(f">qHI{_NONCE_LENGTH}s")
_SIGNATURE_LENGTH = 14
TICKET = re.compile(r"[A-Za-z0-9_-]{48}")

# All setups between people. A change of these lines changes what the tickets under way mean.
_SETUPS = tuple(
    Setup(Options(pieces, moves, leave_home, anti_mirror), colour, limit)
    for pieces, moves, leave_home, anti_mirror, colour, limit in product(
        PIECE_COUNTS,
        (MoveSet.CLASSIC, MoveSet.DIAGONAL),
        (True, False),
        (False, True),
        (Colour.WHITE, Colour.BLACK, Colour.RANDOM),
        (None, *LIMITS),
    )
)
_NUMBERS = {setup: number for number, setup in enumerate(_SETUPS)}


def _draw_nonce() -> bytes:
    return secrets.token_bytes(_NONCE_LENGTH)


@dataclass(frozen=True, slots=True)
class Ticket:
    """An invitation by ``challenger`` (user id) that ``expires`` at a time (UTC seconds)."""

    challenger: int
    setup: Setup
    expires: int
    nonce: bytes = field(default_factory=_draw_nonce)

    @property
    def code(self) -> str:
        """The code of the game that the ticket begins. Codes that people type have no I."""
        return f"I{self.nonce.hex().upper()}"


def sign(ticket: Ticket, key: bytes) -> str:
    """Returns a ticket as text, which :data:`TICKET` matches."""
    body = _BODY.pack(ticket.challenger, _NUMBERS[ticket.setup], ticket.expires, ticket.nonce)
    return urlsafe_b64encode(body + _signature(body, key)).decode()


def challenger_of(text: str) -> int:
    """Returns who is said to have made a ticket: whose key is to be tried."""
    challenger: int = _BODY.unpack_from(urlsafe_b64decode(text))[0]
    return challenger


def read_ticket(text: str, key: bytes) -> Ticket | None:
    """Returns the ticket that was signed with that key; None for any other text."""
    content = urlsafe_b64decode(text)
    body, signature = content[: _BODY.size], content[_BODY.size :]
    if not hmac.compare_digest(signature, _signature(body, key)):
        return None
    challenger, number, expires, nonce = _BODY.unpack(body)
    return Ticket(challenger, _SETUPS[number], expires, nonce)


def _signature(body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, body, hashlib.sha256)[:_SIGNATURE_LENGTH]
