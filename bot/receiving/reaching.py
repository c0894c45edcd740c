"""Waiting for Telegram when it cannot be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from telegram.error import (
    BadRequest,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

_log = logging.getLogger(__name__)

_LONGEST_WAIT = 60.0

# Telegram was reached, and meant what it said.
_ANSWERS = (InvalidToken, EndPointNotFound, BadRequest, Forbidden, Conflict)

Sleep = Callable[[float], Awaitable[None]]


async def until_reached(ask: Callable[[], Awaitable[object]], sleep: Sleep = asyncio.sleep) -> None:
    """Makes a request again and again, after longer and longer waits, until Telegram answers it.

    :raises TelegramError: it was answered by a refusal.
    """
    failures = 0
    while True:
        try:
            await ask()
        except _ANSWERS:
            raise
        except TelegramError as error:
            wait = wait_after(error, failures, _LONGEST_WAIT)
            failures += 1
            _log.warning(
                "Telegram cannot be reached (%s): the bot waits, and tries again in %.0f s",
                error,
                wait,
            )
            await sleep(wait)
        else:
            return


def wait_after(error: TelegramError, failures: int, longest: float) -> float:
    """Returns how many seconds to wait after an error that followed so many others."""
    if isinstance(error, RetryAfter):
        wait = error.retry_after
        return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
    # The exponent is bounded, for the failures are not.
    return min(2.0 ** min(failures, 16), longest)
