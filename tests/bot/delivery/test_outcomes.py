from __future__ import annotations

from datetime import timedelta

import pytest
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

from bot.delivery.outcomes import Outcome, Trouble, classify, pause_after
from bot.transport import UnsentError


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (
            BadRequest("Message is not modified: specified new message content ..."),
            Outcome.AS_WANTED,
        ),
        (BadRequest("Message to delete not found"), Outcome.AS_WANTED),
        (BadRequest("Message to edit not found"), Outcome.GONE),
        (BadRequest("Message can't be edited"), Outcome.GONE),
        (BadRequest("There is no text in the message to edit"), Outcome.GONE),
        (BadRequest("MESSAGE_ID_INVALID"), Outcome.GONE),
        (BadRequest("Not enough rights to send photos to the chat"), Outcome.NO_PHOTOS),
        (BadRequest("CHAT_SEND_PHOTOS_FORBIDDEN"), Outcome.NO_PHOTOS),
        (BadRequest("Not enough rights to send text messages to the chat"), Outcome.SILENCED),
        (BadRequest("CHAT_WRITE_FORBIDDEN"), Outcome.SILENCED),
        (BadRequest("TOPIC_CLOSED"), Outcome.CLOSED),
        (BadRequest("Message thread not found"), Outcome.NO_TOPIC),
        (BadRequest("Chat not found"), Outcome.UNREACHABLE),
        (Forbidden("Forbidden: bot was blocked by the user"), Outcome.UNREACHABLE),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), Outcome.UNREACHABLE),
        (BadRequest("Query is too old and response timeout expired"), Outcome.TOO_OLD),
        (UnsentError("No connection in time"), Outcome.UNSENT),
        (TimedOut("No answer in time"), Outcome.UNKNOWN),
        (NetworkError("Bad Gateway"), Outcome.UNKNOWN),
        (BadRequest("Wrong file identifier/HTTP URL specified"), Outcome.NO_FILE),
        (BadRequest("Wrong remote file identifier specified: ..."), Outcome.NO_FILE),
        (BadRequest("Photo_invalid_dimensions"), Outcome.FAULT),
        (InvalidToken(), Outcome.FAULT),
        (EndPointNotFound("Not Found"), Outcome.FAULT),
        (Conflict("terminated by other getUpdates request"), Outcome.FAULT),
    ],
)
def test_every_error_means_something(error: TelegramError, outcome: Outcome) -> None:
    assert classify(error) == Trouble(outcome)


def test_numbers_that_come_with_an_error() -> None:
    assert classify(ChatMigrated(-1001)) == Trouble(Outcome.MOVED, new_chat=-1001)
    assert classify(RetryAfter(timedelta(seconds=7))) == Trouble(Outcome.WAIT, seconds=7)


def all_errors(base: type[TelegramError] = TelegramError) -> set[type[TelegramError]]:
    return {base}.union(*(all_errors(kind) for kind in base.__subclasses__()))


def test_no_kind_of_error_of_the_library_is_new_to_us() -> None:
    assert {kind.__name__ for kind in all_errors() if kind.__module__ == "telegram.error"} == {
        *("TelegramError", "BadRequest", "ChatMigrated", "Conflict", "EndPointNotFound"),
        *("Forbidden", "InvalidToken", "NetworkError", "PassportDecryptionError"),
        *("RetryAfter", "TimedOut"),
    }


def test_pauses_grow_to_the_longest_and_not_beyond_what_a_number_holds() -> None:
    assert [pause_after(failures, 5) for failures in range(5)] == [1, 2, 4, 5, 5]
    assert pause_after(100_000, 60) == 60
