"""``/settings`` and ``/flip``: how boards look and are tapped, for a person or for a group."""

from __future__ import annotations

from telegram import Chat, MaybeInaccessibleMessage, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, filters

from bot.chat.callbacks import Prefer
from bot.chat.look import PREFERENCES, flipped
from bot.chat.preferences import group_preferences, own_preferences
from bot.chat.sheets import Sheet
from bot.chat.texts import Texts
from bot.handlers.administrators import administers, comes_from_administrator, why_not_allowed
from bot.handlers.context import Context, Services, Tap, asking, is_granted, place_of
from bot.handlers.games import show_again
from bot.store.settings import Settings, load_settings, save_settings


async def settings(update: Update, context: Context) -> None:
    """``/settings``: shows what can be chosen, in a group to its administrators only."""
    message = update.effective_message
    if message is None:
        return
    services, chat = context.services, message.chat
    if chat.type == ChatType.PRIVATE:
        if (ask := await asking(update, context)) is not None:
            services.replies.send_sheet(ask.place, await _sheet(chat, ask.texts, services))
        return
    if not await is_granted(message, context):
        return
    texts = await services.audience.texts(chat.id)
    allowed = await comes_from_administrator(message, context)
    if allowed:
        services.replies.send_sheet(place_of(message), await _sheet(chat, texts, services))
    else:
        why_not = texts.plain(why_not_allowed(allowed))
        services.replies.send(place_of(message), texts.html("reply.refused", why=why_not))


async def flip(update: Update, context: Context) -> None:
    """``/flip``: turns the board round, in private chats."""
    if (ask := await asking(update, context)) is None:
        return
    services, chat = context.services, ask.chat
    if chat.type != ChatType.PRIVATE:
        services.replies.send(ask.place, ask.texts.html("reply.flip-in-group"))
        return
    newest = next(iter(await services.live.in_chat(chat.id)), None)
    before = await load_settings(services.database, chat.id)
    chosen = flipped(before, newest, chat.id)
    await _save(chat.id, before, chosen, services)
    if newest is None:
        text = ask.texts.html(f"reply.flipped-{chosen.bottom.value}")
        services.replies.send(ask.place, text)


async def choose(
    tap: Tap, prefer: Prefer, message: MaybeInaccessibleMessage, context: Context
) -> str | None:
    """Changes one setting; the boards of the chat follow."""
    services, chat = context.services, message.chat
    if chat.type != ChatType.PRIVATE:
        allowed = await administers(context.bot, chat.id, tap.player.id)
        if not allowed:
            return tap.texts.plain(why_not_allowed(allowed))
    before = await load_settings(services.database, chat.id)
    await _save(chat.id, before, PREFERENCES[prefer.choice](before), services)
    texts = await services.audience.texts(chat.id)
    services.replies.turn(message, await _sheet(chat, texts, services))
    return None


async def _save(chat: int, before: Settings, after: Settings, services: Services) -> None:
    async with services.database.transaction() as transaction:
        save_settings(transaction, chat, after)
    boards = services.boards
    other_kind = before.pictures != after.pictures
    await show_again(chat, boards.change_kind if other_kind else boards.show_choice, services)


async def _sheet(chat: Chat, texts: Texts, services: Services) -> Sheet:
    settings = await load_settings(services.database, chat.id)
    if chat.type == ChatType.PRIVATE:
        return own_preferences(settings, texts)
    return group_preferences(settings, texts)


HANDLERS = [
    CommandHandler("settings", settings, filters.UpdateType.MESSAGE),
    CommandHandler("flip", flip, filters.UpdateType.MESSAGE),
]
