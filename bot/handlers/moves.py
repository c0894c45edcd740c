"""Picking and making moves by taps."""

from __future__ import annotations

from bot.chat.callbacks import Pick, Stop
from bot.chat.focus import Focus
from bot.handlers.context import Services, Tap
from bot.play.picking import picks_whole_move


async def pick(tap: Tap, pick: Pick, services: Services) -> None:
    """Shows what is picked so far, or makes the move if that was all of it."""
    match = await services.live.match(pick.game)
    if picks_whole_move(match, tap.player, pick.ply, pick.path):
        await services.live.act(
            pick.game, lambda match: match.played(tap.player, pick.ply, pick.path)
        )
    else:
        services.boards.focus(pick.game, tap.chat, Focus(pick.ply, pick.path))


async def stop(tap: Tap, stop: Stop, services: Services) -> None:
    """Makes the move that was picked hop by hop."""
    await services.live.act(stop.game, lambda match: match.played(tap.player, stop.ply, stop.path))
