"""``/language``: a person's own, or that of a group, which its administrators choose."""

from __future__ import annotations

from telegram import Chat, MaybeInaccessibleMessage, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, filters

from bot.chat.sheets import Sheet, language_sheet
from bot.chat.texts import Texts
from bot.handlers.administrators import administers, comes_from_administrator, why_not_allowed
from bot.handlers.context import Context, Tap, asking, is_granted, place_of
from bot.handlers.games import show_again


async def language(update: Update, context: Context) -> None:
    """``/language``: shows the languages, in a group to its administrators only."""
    message = update.effective_message
    if message is None:
        return
    if message.chat.type == ChatType.PRIVATE:
        if (ask := await asking(update, context)) is not None:
            context.services.replies.send_sheet(ask.place, _choice(message.chat, ask.texts))
        return
    if not await is_granted(message, context):
        return
    services, texts = context.services, await context.services.audience.texts(message.chat.id)
    allowed = await comes_from_administrator(message, context)
    if allowed:
        services.replies.send_sheet(place_of(message), _choice(message.chat, texts))
    else:
        why_not = texts.plain(why_not_allowed(allowed))
        services.replies.send(place_of(message), texts.html("reply.refused", why=why_not))


async def choose(
    tap: Tap, language: str, message: MaybeInaccessibleMessage, context: Context
) -> str | None:
    """Speaks that language from now on, on the boards of the chat too."""
    services, chat = context.services, message.chat
    if chat.type != ChatType.PRIVATE:
        allowed = await administers(context.bot, chat.id, tap.player.id)
        if not allowed:
            return tap.texts.plain(why_not_allowed(allowed))
    await services.audience.choose(chat.id, language)
    texts = await services.audience.texts(chat.id)
    services.replies.turn(message, _choice(chat, texts))
    await show_again(chat.id, services.boards.show_choice, services)
    return None


def _choice(chat: Chat, texts: Texts) -> Sheet:
    private = chat.type == ChatType.PRIVATE
    return language_sheet("language.person" if private else "language.chat", texts)


HANDLERS = [CommandHandler("language", language, filters.UpdateType.MESSAGE)]
