"""What happens to the chats themselves."""

from __future__ import annotations

from telegram import Update
from telegram.ext import MessageHandler, filters

from bot.handlers.context import Context


async def migrated(update: Update, context: Context) -> None:
    """A group became a supergroup: its games go on under the new id."""
    message = update.effective_message
    assert message is not None
    if message.migrate_to_chat_id is not None:
        await context.services.boards.moved(message.chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await context.services.boards.moved(message.migrate_from_chat_id, message.chat.id)


HANDLERS = [MessageHandler(filters.StatusUpdate.MIGRATE, migrated)]
