"""What nobody expected: logged first, then said to whoever waits for an answer."""

from __future__ import annotations

import logging

from telegram import Update
from telegram.ext import CallbackContext

from bot.handlers.context import Context, place_of

_log = logging.getLogger(__name__)


async def on_error(update: object, context: CallbackContext) -> None:  # type: ignore[type-arg]
    """Logs an exception of a handler; a command gets a sentence (taps are answered already)."""
    _log.error("An update could not be handled", exc_info=context.error)
    if not isinstance(context, Context) or not isinstance(update, Update):
        return
    if (message := update.message) is not None:
        texts = await context.services.audience.texts(message.chat.id)
        context.services.replies.send(place_of(message), texts.html("reply.failed"))
