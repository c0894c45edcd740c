"""``/start``, ``/help``, and what the bot says to what it does not understand."""

from __future__ import annotations

from telegram import InlineKeyboardMarkup, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from bot.chat.keyboards import add_to_group
from bot.handlers.context import Context, asking


async def start(update: Update, context: Context) -> None:
    """``/start``: a welcome; it never touches a game."""
    await _say("reply.welcome", update, context)


async def help_(update: Update, context: Context) -> None:
    """``/help``: what the bot can do, and how the game goes."""
    await _say("reply.help", update, context)


async def not_understood(update: Update, context: Context) -> None:
    """Anything else in a private chat: where help is."""
    await _say("reply.not-understood", update, context)


async def _say(text_id: str, update: Update, context: Context) -> None:
    ask = await asking(update, context)
    if ask is None:
        return
    keyboard = None
    if ask.chat.type == ChatType.PRIVATE:
        keyboard = InlineKeyboardMarkup([add_to_group(context.bot.username, ask.texts)])
    context.services.replies.send(ask.place, ask.texts.html(text_id), keyboard)


_PRIVATE_TALK = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL

HANDLERS = [
    CommandHandler("start", start, filters.UpdateType.MESSAGE),
    CommandHandler("help", help_, filters.UpdateType.MESSAGE),
]
# After all commands.
LAST_HANDLERS = [MessageHandler(_PRIVATE_TALK, not_understood)]
