"""``/board``, the games of a chat, fresh; ``/games``, a person's games in all chats."""

from __future__ import annotations

from collections.abc import Callable

from telegram import Update
from telegram.ext import CommandHandler, filters

from bot.chat.callbacks import Fetch
from bot.chat.captions import with_ai
from bot.chat.keyboards import games_column
from bot.handlers.context import Asking, Context, Services, Tap, asking
from bot.handlers.offers import opponent_of
from bot.play.live import MOST_GAMES
from bot.play.match import Match, Phase
from bot.play.seats import AI
from bot.store.silences import GENERAL

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
    if await _try_closed_topics(shown, ask, context.services):
        context.services.replies.send(ask.place, ask.texts.html("refusal.topic-closed"))
    for match in shown:
        context.services.boards.show_afresh(match.id, ask.chat.id)
    if not shown:
        context.services.replies.send(ask.place, ask.texts.html("reply.no-game"))


async def _try_closed_topics(matches: list[Match], ask: Asking, services: Services) -> bool:
    """Has the boards tried in topics that were closed: nobody may have told that they are not.

    Returns whether there are such topics beside the one where that is asked for.
    """
    elsewhere = False
    for match in matches:
        thread = (await services.boards.place_of(match.id, ask.chat.id)).thread
        if await services.reach.regained(ask.chat.id, thread or GENERAL) is not None:
            elsewhere |= thread != ask.place.thread
    return elsewhere


async def games(update: Update, context: Context) -> None:
    """``/games``: the own games that are not over, with a way to each."""
    if (ask := await asking(update, context)) is not None:
        await list_games(ask, context.services)


async def list_games(ask: Asking, services: Services) -> None:
    """Sends a way to each of the asker's running games and open challenges."""
    matches = await services.live.running_of(ask.player)
    matches += await services.live.offered_by(ask.player)
    rows = [(match, await _opponent(match, ask, services)) for match in matches[:MOST_GAMES]]
    if rows:
        keyboard = games_column(rows, ask.player, ask.texts)
        services.replies.send(ask.place, ask.texts.html("reply.games"), keyboard)
    else:
        services.replies.send(ask.place, ask.texts.html("reply.no-games"))


async def _opponent(match: Match, ask: Asking, services: Services) -> str | None:
    """Returns the name of who plays against the asker, or is to; None if anybody may."""
    if match.seats is not None:
        return await opponent_of(match, ask, services)
    names = with_ai(match, await services.audience.names(match.people), ask.texts)
    if match.level is not None:
        return names[AI]
    if match.invited is None:
        return None
    return names[match.invited.id] if match.invited.id is not None else f"@{match.invited.username}"


async def fetch(tap: Tap, fetch: Fetch, services: Services) -> None:
    """Brings the board of one of the own games into this chat, fresh."""
    await services.live.show_in(fetch.game, tap.player, tap.chat)
    services.boards.show_afresh(fetch.game, tap.chat)


async def show_again(chat: int, show: Callable[[int, int], None], services: Services) -> None:
    """Shows the boards of a chat otherwise, which has chosen how they are to be."""
    for phase in (Phase.RUNNING, Phase.OPEN):
        for match in await services.live.in_chat(chat, phase):
            show(match.id, chat)


HANDLERS = [
    CommandHandler("board", board, filters.UpdateType.MESSAGE),
    CommandHandler("games", games, filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE),
]
