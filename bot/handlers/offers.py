"""Resigning, draw offers and rematches: by button and by command."""

from __future__ import annotations

from telegram import InlineKeyboardMarkup, Update
from telegram.ext import CommandHandler, filters

from bot.chat.callbacks import ConfirmResign, Deed, KeepPlaying, Press
from bot.chat.captions import with_ai
from bot.chat.keyboards import draw_choice, draw_row, resign_choice, resign_row
from bot.handlers.administrators import administers
from bot.handlers.context import Asking, Context, Services, Tap, asking, own_running, say_why
from bot.play.match import Match
from bot.play.refusals import Refusal, Refused


async def press(tap: Tap, press: Press, services: Services) -> str | None:
    """Does what a button under a game says."""
    live, player, game = services.live, tap.player, press.game
    match press.deed:
        case Deed.RESIGN:
            running = await live.match(game)
            side = running.require_player(player)
            running.require_running()
            focus = services.boards.focus_of(game, tap.chat)
            services.boards.focus(game, tap.chat, focus.asking(running, side))
        case Deed.OFFER_DRAW:
            await live.act(
                game, lambda match: match.require_current(press.turn).draw_offered(player)
            )
            return tap.texts.plain("toast.draw-offered")
        case Deed.ACCEPT_DRAW:
            await live.act(
                game, lambda match: match.require_current(press.turn).draw_accepted(player)
            )
        case Deed.DECLINE_DRAW:
            await live.act(
                game, lambda match: match.require_current(press.turn).draw_declined(player)
            )
        case Deed.CLAIM:
            await live.act(game, lambda match: match.claimed(player))
        case Deed.ALLOW_TAKEBACK:
            await live.act(
                game, lambda match: match.require_current(press.turn).takeback_allowed(player)
            )
        case Deed.REFUSE_TAKEBACK:
            await live.act(
                game, lambda match: match.require_current(press.turn).takeback_refused(player)
            )
        case Deed.REMATCH:
            newest = await live.rematch(game, player)
            if newest.id == game:
                return tap.texts.plain("toast.rematch-offered")
    return None


async def call_off(tap: Tap, press: Press, context: Context) -> None:
    """Ends a game whose time is up: for who waits in it, or for an administrator of its group."""
    live = context.services.live
    try:
        await live.act(press.game, lambda match: match.called_off_by(tap.player))
    except Refused as refused:
        outsider = refused.refusal is Refusal.NOT_A_PLAYER
        if not outsider or not await administers(context.bot, tap.chat, tap.player.id):
            raise
        await live.act(press.game, Match.called_off)


async def confirm_resign(tap: Tap, confirm: ConfirmResign, services: Services) -> None:
    """Gives the game up, if it is the one who was asked that confirms."""
    await services.live.act(
        confirm.game,
        lambda match: match.require_side(tap.player, confirm.side).resigned(tap.player),
    )


async def keep_playing(tap: Tap, keep: KeepPlaying, services: Services) -> None:
    """Takes the question whether to resign away."""
    match = await services.live.match(keep.game)
    match.require_side(tap.player, keep.side)
    focus = services.boards.focus_of(keep.game, tap.chat)
    if focus.resigning is keep.side:
        services.boards.focus(keep.game, tap.chat, focus.playing_on())


async def resign(update: Update, context: Context) -> None:
    """``/resign``: asks whether to, or which game."""
    ask = await asking(update, context)
    if ask is None:
        return
    services, texts = context.services, ask.texts
    matches = await own_running(ask, services)
    if not matches:
        services.replies.send(ask.place, texts.html("reply.no-game-of-yours"))
    elif len(matches) == 1:
        match = matches[0]
        row = resign_row(match, match.require_player(ask.player), texts)
        text = texts.html("reply.resign", name=await opponent_of(match, ask, services))
        services.replies.send(ask.place, text, InlineKeyboardMarkup([row]))
    else:
        opponents = [(match, await opponent_of(match, ask, services)) for match in matches]
        services.replies.send(
            ask.place,
            texts.html("reply.resign-which"),
            resign_choice(opponents, ask.player, texts),
        )


async def draw(update: Update, context: Context) -> None:
    """``/draw``: offers a draw, or asks in which game."""
    ask = await asking(update, context)
    if ask is None:
        return
    services, texts = context.services, ask.texts
    matches = await own_running(ask, services)
    if not matches:
        services.replies.send(ask.place, texts.html("reply.no-game-of-yours"))
    elif len(matches) == 1:
        await _offer_draw(matches[0], ask, services)
    else:
        opponents = [(match, await opponent_of(match, ask, services)) for match in matches]
        services.replies.send(
            ask.place, texts.html("reply.draw-which"), draw_choice(opponents, texts)
        )


async def _offer_draw(match: Match, ask: Asking, services: Services) -> None:
    try:
        after = await services.live.act(match.id, lambda match: match.draw_offered(ask.player))
    except Refused as refused:
        await say_why(refused, ask, services)
        return
    # The AI needs no buttons to answer.
    if after.open_draw_offer is not None and after.level is None:
        names = await services.audience.names(match.people)
        text = ask.texts.html(
            "reply.draw-offered",
            name=names[ask.player.id],
            other=await opponent_of(match, ask, services),
        )
        keyboard = InlineKeyboardMarkup([draw_row(after, ask.texts)])
        services.replies.send(ask.place, text, keyboard)


async def opponent_of(match: Match, ask: Asking, services: Services) -> str:
    """Returns the name of who plays against the asker in a game that has begun."""
    assert match.seats is not None
    names = with_ai(match, await services.audience.names(match.people), ask.texts)
    return names[match.seats[match.require_player(ask.player).other]]


HANDLERS = [
    CommandHandler("resign", resign, filters.UpdateType.MESSAGE),
    CommandHandler("draw", draw, filters.UpdateType.MESSAGE),
]
