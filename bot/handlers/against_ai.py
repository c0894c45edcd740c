"""Playing the AI: the set-up, hints, moves taken back, the next level."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, filters

from bot.chat.callbacks import Press
from bot.handlers import new_game
from bot.handlers.context import Asking, Context, Services, Tap, asking, own_running, say_why
from bot.play.match import Match
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player


async def play(update: Update, context: Context) -> None:
    """``/play``: in private a game against the AI, in a group a challenge."""
    if update.effective_chat is not None and update.effective_chat.type != ChatType.PRIVATE:
        await new_game.challenge(update, context)
        return
    ask = await asking(update, context)
    if ask is None:
        return
    live = context.services.live
    setup = await live.last_ai_setup(ask.player)
    try:
        await live.challenge(ask.player, setup, None, ask.chat.id, ask.place.thread)
    except Refused as refused:
        await say_why(refused, ask, context.services)


async def take_back(tap: Tap, press: Press, services: Services) -> None:
    """Takes the tapper's last move back."""
    await services.live.act(
        press.game, lambda match: match.require_current(press.turn).taken_back(tap.player)
    )


async def hint(tap: Tap, press: Press, services: Services) -> str:
    """Has the AI think of a move for the tapper, and shows it on the board when it is found."""
    match = await services.live.match(press.game)
    _begin_hint(match, tap.player, press.turn, tap.chat, services)
    return tap.texts.plain("toast.hint")


async def next_level(tap: Tap, press: Press, services: Services) -> None:
    """Begins a game against the AI at the level above."""
    match = await services.live.match(press.game)
    await services.live.rematch(press.game, tap.player, match.next_level)


async def undo_command(update: Update, context: Context) -> None:
    """``/undo``: takes the own last move back, or between people asks to."""
    if (ask := await asking(update, context)) is None:
        return
    services = context.services
    own = await own_running(ask, services)
    if not own:
        services.replies.send(ask.place, ask.texts.html("reply.no-game-of-yours"))
        return
    try:
        await services.live.act(own[0].id, lambda match: match.taken_back(ask.player))
    except Refused as refused:
        await say_why(refused, ask, services)


async def hint_command(update: Update, context: Context) -> None:
    """``/hint``: shows a good move on the board."""
    if (ask := await asking(update, context)) is None:
        return
    services = context.services
    if (match := await _running(ask, services)) is not None:
        try:
            _begin_hint(match, ask.player, match.turn, ask.chat.id, services)
        except Refused as refused:
            await say_why(refused, ask, services)


def _begin_hint(match: Match, player: Player, turn: int, chat: int, services: Services) -> None:
    match.require_turn(player, turn)
    if match.level is None:
        raise Refused(Refusal.NOT_AGAINST_AI, match)

    async def show() -> None:
        route = await services.opponent.hint(match)
        # Who has moved without waiting may be choosing the next move by now.
        if route is not None and (await services.live.match(match.id)).turn == turn:
            focus = services.boards.focus_of(match.id, chat)
            services.boards.focus(match.id, chat, focus.hinting(turn, route))

    services.spawn(show())


async def _running(ask: Asking, services: Services) -> Match | None:
    """Returns the newest running game of the chat against the AI; says so if there is none."""
    for match in await services.live.in_chat(ask.chat.id):
        if match.level is not None:
            return match
    services.replies.send(ask.place, ask.texts.html("reply.no-ai-game"))
    return None


HANDLERS = [
    CommandHandler("play", play, filters.UpdateType.MESSAGE),
    CommandHandler("undo", undo_command, filters.UpdateType.MESSAGE),
    CommandHandler("hint", hint_command, filters.UpdateType.MESSAGE),
]
