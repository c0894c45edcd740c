"""What a button means, and its callback data (at most 64 bytes, Bot API: InlineKeyboardButton).

The data is ``<version><kind>[<game>].<field>[.<field>]``; a path has one character per square, so
that the longest jump chain (16 squares) with the largest ids leaves room.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from enum import Enum

from bot.chat.look import PREFERENCES
from bot.chat.rulebook import Page
from bot.chat.texts import languages
from bot.play.setup import CHOICES
from bot.play.tickets import TICKET
from rules import Route, Side, Square

_VERSION = "1"
_SQUARES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
_CODE = re.compile(r"[A-Z0-9]{1,32}")
_LARGEST = 2**63 - 1
_DATA = re.compile(rf"{_VERSION}([a-z])([0-9]*)\.([0-9A-Za-z_-]*)(?:\.([0-9A-Za-z_-]*))?")


class CallbackDataError(ValueError):
    """The data is not ours, or of another release."""


class Deed(Enum):
    """What a button under a running or finished game does; the values stand in callback data."""

    RESIGN = "resign"
    OFFER_DRAW = "offer"
    ACCEPT_DRAW = "agree"
    DECLINE_DRAW = "decline"
    REMATCH = "rematch"
    TAKE_BACK = "back"
    CLAIM = "claim"
    CALL_OFF = "off"
    ALLOW_TAKEBACK = "allow"
    REFUSE_TAKEBACK = "refuse"
    HINT = "hint"
    NEXT_LEVEL = "next"
    REPLAY = "replay"
    RECORD = "record"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Pick:
    """A piece, or a piece and where it goes so far; an empty path puts the piece back."""

    game: int
    turn: int
    path: Route


@dataclass(frozen=True, slots=True)
class Go:
    """A piece and where it ends: the route is chosen for the player."""

    game: int
    turn: int
    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class Stop:
    """The chain ends here."""

    game: int
    turn: int
    path: Route


@dataclass(frozen=True, slots=True)
class Press:
    """A button for the game as it stands at that turn."""

    game: int
    turn: int
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
class Fetch:
    """A board of the game, in the chat where the button is."""

    game: int


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


@dataclass(frozen=True, slots=True)
class Retract:
    """A ticket is taken back."""

    ticket: str


class Booklet(Enum):
    """What a button opens in a message of its own; the values stand in callback data and links."""

    RULES = "rules"
    LANGUAGES = "languages"
    SETTINGS = "settings"
    GAME = "play"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Open:
    """Something to read."""

    booklet: Booklet


@dataclass(frozen=True, slots=True)
class Read:
    """A page of the rulebook in a language; the game whose limits it tells, or 0."""

    game: int
    page: Page
    language: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a game's review, the first being 0."""

    game: int
    page: int


@dataclass(frozen=True, slots=True)
class Speak:
    """The language to speak in the chat from now on."""

    language: str


@dataclass(frozen=True, slots=True)
class Prefer:
    """How the chat's boards are to look, a key of :data:`bot.chat.look.PREFERENCES`."""

    choice: str


@dataclass(frozen=True, slots=True)
class ReplayFile:
    """The replay of the record in the message that this one answers."""


@dataclass(frozen=True, slots=True)
class EraseMe:
    """Whoever taps, in the own private chat, is erased."""


@dataclass(frozen=True, slots=True)
class KeepMe:
    """Whoever was asked about erasing does not want it."""


@dataclass(frozen=True, slots=True)
class Join:
    """The invitation with that code is accepted."""

    code: str


@dataclass(frozen=True, slots=True)
class Resume:
    """The games of a group go on that have waited for the bot."""


GameMeaning = Pick | Go | Stop | Press | ConfirmResign | KeepPlaying | Choose | Accept | Withdraw
Meaning = (
    GameMeaning
    | Fetch
    | Open
    | Read
    | Leaf
    | Speak
    | Prefer
    | ReplayFile
    | EraseMe
    | KeepMe
    | Retract
    | Join
    | Resume
)

_SIDES = {side.value: side for side in Side}
_DEEDS = {deed.value: deed for deed in Deed}
_PAGES = {page.value: page for page in Page}
_BOOKLETS = {booklet.value: booklet for booklet in Booklet}


def encode(meaning: Meaning) -> str:
    """Returns the callback data of a button."""
    match meaning:
        case Pick(game, turn, path):
            return f"{_VERSION}p{game}.{turn}.{_encode_path(path)}"
        case Go(game, turn, start, end):
            return f"{_VERSION}g{game}.{turn}.{_encode_path((start, end))}"
        case Stop(game, turn, path):
            return f"{_VERSION}s{game}.{turn}.{_encode_path(path)}"
        case Press(game, turn, deed):
            return f"{_VERSION}d{game}.{turn}.{deed.value}"
        case ConfirmResign(game, side):
            return f"{_VERSION}r{game}.{side.value}"
        case KeepPlaying(game, side):
            return f"{_VERSION}k{game}.{side.value}"
        case Choose(game, choice):
            return f"{_VERSION}c{game}.{choice}"
        case Accept(game, version):
            return f"{_VERSION}a{game}.{version}"
        case Fetch(game):
            return f"{_VERSION}f{game}."
        case Withdraw(game):
            return f"{_VERSION}w{game}."
        case Retract(ticket):
            return f"{_VERSION}q.{ticket}"
        case Join(code):
            return f"{_VERSION}j.{code}"
        case Resume():
            return f"{_VERSION}u."
        case Open(booklet):
            return f"{_VERSION}o.{booklet.value}"
        case Read(game, page, language):
            return f"{_VERSION}b{game}.{page.value}.{language}"
        case Leaf(game, page):
            return f"{_VERSION}v{game}.{page}"
        case Speak(language):
            return f"{_VERSION}l.{language}"
        case Prefer(choice):
            return f"{_VERSION}t.{choice}"
        case ReplayFile():
            return f"{_VERSION}i."
        case EraseMe():
            return f"{_VERSION}e.erase"
        case KeepMe():
            return f"{_VERSION}e.keep"


def decode(data: str) -> Meaning:
    """Reads callback data, which anybody can forge.

    :raises CallbackDataError: no button of this release has such data.
    """
    parts = _DATA.fullmatch(data)
    if parts is None:
        raise CallbackDataError(data)
    kind, game_text, first, second = parts.groups()
    if not game_text:
        return _decode_without_game(kind, first, second)
    game = _number(game_text)
    match kind, first, second:
        case "b", page, language if page in _PAGES and language in languages():
            return Read(game, _PAGES[page], language)
        case "p", turn, str(path):
            return Pick(game, _number(turn), _decode_path(path))
        case "g", turn, str(path) if len(path) == len(("start", "end")):
            return Go(game, _number(turn), *_decode_path(path))
        case "s", turn, str(path):
            return Stop(game, _number(turn), _decode_path(path))
        case "d", turn, str(deed) if deed in _DEEDS:
            return Press(game, _number(turn), _DEEDS[deed])
        case "r", side, None if side in _SIDES:
            return ConfirmResign(game, _SIDES[side])
        case "k", side, None if side in _SIDES:
            return KeepPlaying(game, _SIDES[side])
        case "c", choice, None if choice in CHOICES:
            return Choose(game, choice)
        case "a", version, None:
            return Accept(game, _number(version))
        case "f", "", None:
            return Fetch(game)
        case "w", "", None:
            return Withdraw(game)
        case "v", page, None:
            return Leaf(game, _number(page))
    raise CallbackDataError(data)


def _decode_without_game(kind: str, first: str, second: str | None) -> Meaning:
    match kind, first, second:
        case "q", ticket, None if TICKET.fullmatch(ticket):
            return Retract(ticket)
        case "j", code, None if _CODE.fullmatch(code):
            return Join(code)
        case "u", "", None:
            return Resume()
        case "o", booklet, None if booklet in _BOOKLETS:
            return Open(_BOOKLETS[booklet])
        case "l", language, None if language in languages():
            return Speak(language)
        case "t", choice, None if choice in PREFERENCES:
            return Prefer(choice)
        case "i", "", None:
            return ReplayFile()
        case "e", "erase", None:
            return EraseMe()
        case "e", "keep", None:
            return KeepMe()
    raise CallbackDataError(first)


def _encode_path(path: Route) -> str:
    return "".join(_SQUARES[square] for square in path)


def _decode_path(text: str) -> tuple[Square, ...]:
    return tuple(_SQUARES.index(character) for character in text)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > _LARGEST:
        raise CallbackDataError(text)
    return int(text)
