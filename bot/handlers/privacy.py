"""``/privacy`` and ``/forget``: what is stored of a person, and how to have it erased."""

from __future__ import annotations

from telegram import MaybeInaccessibleMessage, Update
from telegram.ext import CommandHandler, filters

from bot.chat.sheets import Sheet, erasing_sheet
from bot.handlers.context import Context, Services, Tap, asking
from bot.handlers.limits import Activity, Verdict


async def privacy(update: Update, context: Context) -> None:
    """``/privacy``: says what is stored."""
    if (ask := await asking(update, context)) is not None:
        context.services.replies.send(ask.place, ask.texts.html("privacy.stored"))


async def forget(update: Update, context: Context) -> None:
    """``/forget``: asks whether everything is to be erased."""
    if (ask := await asking(update, context)) is not None:
        context.services.replies.send_sheet(ask.place, erasing_sheet(ask.texts))


async def erase_me(tap: Tap, message: MaybeInaccessibleMessage, services: Services) -> str | None:
    """Erases the tapper, who begins anew as somebody unknown."""
    if tap.chat != tap.player.id:
        return tap.texts.plain("toast.unknown-button")
    # It takes the database for a while.
    if services.limits.ask(Activity.COMMAND, tap.player.id) is not Verdict.GRANTED:
        return tap.texts.plain("toast.too-fast")
    try:
        await services.live.erase(tap.player)
    finally:
        services.people.forget(tap.player)
        services.audience.forget()
        services.boards.forget()
    services.replies.turn(message, Sheet(tap.texts.html("privacy.erased")))
    return None


async def keep_me(tap: Tap, message: MaybeInaccessibleMessage, services: Services) -> str | None:
    """Takes the question away."""
    if tap.chat != tap.player.id:
        return tap.texts.plain("toast.unknown-button")
    services.replies.turn(message, Sheet(tap.texts.html("privacy.kept")))
    return None


_PRIVATELY = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE

HANDLERS = [
    CommandHandler("privacy", privacy, _PRIVATELY),
    CommandHandler("forget", forget, _PRIVATELY),
]
