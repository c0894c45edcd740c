"""Picking and making moves by taps."""

from __future__ import annotations

from bot.chat.callbacks import Go, Pick, Stop
from bot.handlers.context import Services, Tap
from bot.play.match import Match
from bot.play.picking import chosen_route, picks_whole_move
from rules import Move


async def pick(tap: Tap, pick: Pick, services: Services) -> None:
    """Shows what is picked so far, or makes the move if that was all of it."""
    match = await services.live.match(pick.game)
    if picks_whole_move(match, tap.player, pick.turn, pick.path):
        await services.live.act(
            pick.game, lambda match: match.played(tap.player, pick.turn, pick.path)
        )
    else:
        focus = services.boards.focus_of(pick.game, tap.chat)
        side = match.require_player(tap.player)
        services.boards.focus(pick.game, tap.chat, focus.picking(pick.turn, pick.path, side))


async def go(tap: Tap, go: Go, services: Services) -> None:
    """Makes the move by its ends; the route is a shortest one."""

    def play(match: Match) -> Match:
        route = chosen_route(match, tap.player, go.turn, Move(go.start, go.end))
        return match.played(tap.player, go.turn, route)

    await services.live.act(go.game, play)


async def stop(tap: Tap, stop: Stop, services: Services) -> None:
    """Makes the move that was picked hop by hop."""
    await services.live.act(stop.game, lambda match: match.played(tap.player, stop.turn, stop.path))
