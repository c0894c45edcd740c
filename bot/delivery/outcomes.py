"""What each error of the Bot API means for us.

Telegram tells most cases apart by the words of the description alone; these words are stable and
public (github.com/TelegramBotAPI/errors, github.com/tdlib/telegram-bot-api).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.transport import UnsentError


class Outcome(Enum):
    """What became of a request that raised an error."""

    AS_WANTED = auto()
    """Nothing to do: the message is already so, or gone as it should be."""
    GONE = auto()
    """The message does not exist any more, or is not one that can be edited so."""
    NO_PHOTOS = auto()
    """Text may be sent here, photos may not."""
    NO_FILE = auto()
    """Telegram does not know the file id (any more): the file is to be uploaded."""
    SILENCED = auto()
    """The bot has no right to write here now."""
    CLOSED = auto()
    """The topic is closed."""
    UNREACHABLE = auto()
    """The person blocked the bot, or the bot was removed from the chat."""
    NO_TOPIC = auto()
    """The topic was deleted."""
    MOVED = auto()
    """The group became a supergroup with another id."""
    WAIT = auto()
    """Flood control: this chat must wait for the time given."""
    TOO_OLD = auto()
    """The callback query can't be answered any more, or was answered."""
    UNSENT = auto()
    """The request did not reach Telegram; it can be repeated."""
    UNKNOWN = auto()
    """The request may have taken effect: the connection or the server failed on the way."""
    FAULT = auto()
    """Telegram refuses what should be right: a fault of ours, or of the settings."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """An error, understood. ``seconds`` belongs to WAIT, ``new_chat`` to MOVED."""

    outcome: Outcome
    seconds: float = 0
    new_chat: int | None = None


# The first phrase that the lower-cased description contains decides.
_BAD_REQUESTS: tuple[tuple[str, Outcome], ...] = (
    ("message is not modified", Outcome.AS_WANTED),
    ("message to delete not found", Outcome.AS_WANTED),
    ("message to edit not found", Outcome.GONE),
    ("message_id_invalid", Outcome.GONE),
    ("message can't be edited", Outcome.GONE),
    ("there is no text in the message to edit", Outcome.GONE),
    ("there is no caption in the message to edit", Outcome.GONE),
    ("there is no media in the message to edit", Outcome.GONE),
    ("not enough rights to send photos", Outcome.NO_PHOTOS),
    ("chat_send_photos_forbidden", Outcome.NO_PHOTOS),
    ("chat_send_media_forbidden", Outcome.NO_PHOTOS),
    ("wrong file identifier", Outcome.NO_FILE),
    ("wrong remote file identifier", Outcome.NO_FILE),
    ("file reference has expired", Outcome.NO_FILE),
    ("message thread not found", Outcome.NO_TOPIC),
    ("topic_deleted", Outcome.NO_TOPIC),
    ("topic_id_invalid", Outcome.NO_TOPIC),
    ("topic_closed", Outcome.CLOSED),
    ("not enough rights", Outcome.SILENCED),
    ("have no rights to send a message", Outcome.SILENCED),
    ("chat_write_forbidden", Outcome.SILENCED),
    ("chat_restricted", Outcome.SILENCED),
    ("chat_send_plain_forbidden", Outcome.SILENCED),
    ("need administrator rights", Outcome.SILENCED),
    ("chat not found", Outcome.UNREACHABLE),
    ("user not found", Outcome.UNREACHABLE),
    ("peer_id_invalid", Outcome.UNREACHABLE),
    ("query is too old", Outcome.TOO_OLD),
    ("query_id_invalid", Outcome.TOO_OLD),
)


def classify(error: TelegramError) -> Trouble:
    """Returns what an error means."""
    match error:
        case RetryAfter():
            wait = error.retry_after
            seconds = wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
            return Trouble(Outcome.WAIT, seconds=seconds)
        case ChatMigrated():
            return Trouble(Outcome.MOVED, new_chat=error.new_chat_id)
        case Forbidden():
            return Trouble(Outcome.UNREACHABLE)
        case BadRequest():
            return Trouble(_bad_request(error.message))
        case UnsentError():
            return Trouble(Outcome.UNSENT)
        case TimedOut() | NetworkError():
            return Trouble(Outcome.UNKNOWN)
        case InvalidToken() | EndPointNotFound() | Conflict():
            return Trouble(Outcome.FAULT)
        case _:
            return Trouble(Outcome.FAULT)


def pause_after(failures: int, longest: float) -> float:
    """Returns for how many seconds to wait after one more failure than that: each time longer."""
    # A float cannot be doubled without end, and trouble may last for days.
    return min(2.0 ** min(failures, 16), longest)


def _bad_request(description: str) -> Outcome:
    lowered = description.lower()
    return next((outcome for words, outcome in _BAD_REQUESTS if words in lowered), Outcome.FAULT)
