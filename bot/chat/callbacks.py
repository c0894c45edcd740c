"""What a button means, and its callback data (at most 64 bytes, Bot API: InlineKeyboardButton).

The data is ``<version><kind><game>.<field>[.<field>]``; a path has one character per square, so
that the longest jump chain (16 squares) with the largest ids leaves room.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from enum import Enum

from bot.play.setup import CHOICES
from rules import Route, Side, Square

_VERSION = "1"
_SQUARES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
_LARGEST = 2**63 - 1
_DATA = re.compile(rf"{_VERSION}([a-z])([0-9]+)\.([0-9A-Za-z_-]*)(?:\.([0-9A-Za-z_-]*))?")


class CallbackDataError(ValueError):
    """The data is not ours, or of another release."""


class Deed(Enum):
    """What a button under a running or finished game does; the values stand in callback data."""

    RESIGN = "resign"
    OFFER_DRAW = "offer"
    ACCEPT_DRAW = "agree"
    DECLINE_DRAW = "decline"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Pick:
    """A piece, or a piece and where it goes so far; an empty path puts the piece back."""

    game: int
    ply: int
    path: Route


@dataclass(frozen=True, slots=True)
class Stop:
    """The chain ends here."""

    game: int
    ply: int
    path: Route


@dataclass(frozen=True, slots=True)
class Press:
    """A button for the game as it stands after that many plies."""

    game: int
    ply: int
    deed: Deed


@dataclass(frozen=True, slots=True)
class ConfirmResign:
    """The player of that side, who was asked, gives up."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """The player of that side, who was asked whether to give up, does not."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class Choose:
    """An option of an open challenge, a key of :data:`bot.play.setup.CHOICES`."""

    game: int
    choice: str


@dataclass(frozen=True, slots=True)
class Accept:
    """The challenge, as it was in that version."""

    game: int
    version: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The challenge is taken back."""

    game: int


Meaning = Pick | Stop | Press | ConfirmResign | KeepPlaying | Choose | Accept | Withdraw

_SIDES = {side.value: side for side in Side}
_DEEDS = {deed.value: deed for deed in Deed}


def encode(meaning: Meaning) -> str:
    """Returns the callback data of a button."""
    match meaning:
        case Pick(game, ply, path):
            return f"{_VERSION}p{game}.{ply}.{_encode_path(path)}"
        case Stop(game, ply, path):
            return f"{_VERSION}s{game}.{ply}.{_encode_path(path)}"
        case Press(game, ply, deed):
            return f"{_VERSION}d{game}.{ply}.{deed.value}"
        case ConfirmResign(game, side):
            return f"{_VERSION}r{game}.{side.value}"
        case KeepPlaying(game, side):
            return f"{_VERSION}k{game}.{side.value}"
        case Choose(game, choice):
            return f"{_VERSION}c{game}.{choice}"
        case Accept(game, version):
            return f"{_VERSION}a{game}.{version}"
        case Withdraw(game):
            return f"{_VERSION}w{game}."


def decode(data: str) -> Meaning:
    """Reads callback data, which anybody can forge.

    :raises CallbackDataError: no button of this release has such data.
    """
    parts = _DATA.fullmatch(data)
    if parts is None:
        raise CallbackDataError(data)
    kind, game_text, first, second = parts.groups()
    game = _number(game_text)
    match kind, first, second:
        case "p", ply, str(path):
            return Pick(game, _number(ply), _decode_path(path))
        case "s", ply, str(path):
            return Stop(game, _number(ply), _decode_path(path))
        case "d", ply, str(deed) if deed in _DEEDS:
            return Press(game, _number(ply), _DEEDS[deed])
        case "r", side, None if side in _SIDES:
            return ConfirmResign(game, _SIDES[side])
        case "k", side, None if side in _SIDES:
            return KeepPlaying(game, _SIDES[side])
        case "c", choice, None if choice in CHOICES:
            return Choose(game, choice)
        case "a", version, None:
            return Accept(game, _number(version))
        case "w", "", None:
            return Withdraw(game)
    raise CallbackDataError(data)


def _encode_path(path: Route) -> str:
    return "".join(_SQUARES[square] for square in path)


def _decode_path(text: str) -> tuple[Square, ...]:
    return tuple(_SQUARES.index(character) for character in text)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > _LARGEST:
        raise CallbackDataError(text)
    return int(text)
