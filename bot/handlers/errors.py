"""What nobody expected: logged first, then said to whoever waits for an answer."""

from __future__ import annotations

import logging

from telegram import Update
from telegram.ext import CallbackContext

from bot.delivery.replies import Place
from bot.handlers.context import Context

_log = logging.getLogger(__name__)


async def on_error(update: object, context: CallbackContext) -> None:  # type: ignore[type-arg]
    """Logs an exception of a handler; a command gets a sentence (taps are answered already)."""
    _log.error("An update could not be handled", exc_info=context.error)
    if not isinstance(context, Context) or not isinstance(update, Update):
        return
    if update.message is not None and update.effective_chat is not None:
        chat = update.effective_chat.id
        texts = await context.services.audience.texts(chat)
        context.services.replies.send(Place(chat), texts.html("reply.failed"))
