"""``/start``, ``/help``, and what the bot says to what it does not understand."""

from __future__ import annotations

from telegram import InlineKeyboardMarkup, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from bot.chat import sheets
from bot.chat.callbacks import Booklet
from bot.chat.keyboards import add_to_group
from bot.chat.links import code_in
from bot.chat.preferences import open_preferences
from bot.handlers.context import Context, asking
from bot.handlers.new_game import join_by_code
from bot.handlers.reading import open_rules


async def start(update: Update, context: Context) -> None:
    """``/start``: a welcome, or what the link that was followed opens; it touches no game."""
    payload = context.args[0] if context.args else ""
    code = code_in(payload)
    if code is None and payload != Booklet.RULES.value:
        await _say("reply.welcome", update, context)
    elif (ask := await asking(update, context)) is not None:
        if code is None:
            await open_rules(ask, (), context.services)
        else:
            await join_by_code(ask, code, context.services)


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
    if ask.chat.type == ChatType.PRIVATE:
        rows = [
            [sheets.open_game(ask.texts)],
            [sheets.open_rules(ask.texts), sheets.open_languages(ask.texts)],
            [open_preferences(ask.texts)],
            add_to_group(context.bot.username, ask.texts),
        ]
    else:
        # A tap sends nothing into a group: the rules are read in private.
        rows = [[sheets.link_to_rules(context.bot.username, ask.texts)]]
    text = ask.texts.html(text_id)
    context.services.replies.send(ask.place, text, InlineKeyboardMarkup(rows))


_PRIVATE_TALK = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL

HANDLERS = [
    CommandHandler("start", start, filters.UpdateType.MESSAGE),
    CommandHandler("help", help_, filters.UpdateType.MESSAGE),
]
# After all commands.
LAST_HANDLERS = [MessageHandler(_PRIVATE_TALK, not_understood)]
