"""``/board``: the games of a chat, fresh, at its bottom."""

from __future__ import annotations

from telegram import Update
from telegram.ext import CommandHandler, filters

from bot.handlers.context import Context, asking
from bot.play.match import Phase

# More boards at once would fill the chat, and take a group's messages for a while.
_MOST = 5


async def board(update: Update, context: Context) -> None:
    """Sends the boards of the games here: one's own ones, or else all."""
    ask = await asking(update, context)
    if ask is None:
        return
    live, player = context.services.live, ask.player.id
    running = await live.in_chat(ask.chat.id, Phase.RUNNING)
    challenges = await live.in_chat(ask.chat.id, Phase.OPEN)
    own = [match for match in running if match.seats is not None and match.seats.side_of(player)]
    own += [match for match in challenges if match.challenger == player]
    shown = (own or running or challenges)[:_MOST]
    for match in shown:
        context.services.boards.show_afresh(match.id, ask.chat.id)
    if not shown:
        context.services.replies.send(ask.place, ask.texts.html("reply.no-game"))


HANDLERS = [CommandHandler("board", board, filters.UpdateType.MESSAGE)]
