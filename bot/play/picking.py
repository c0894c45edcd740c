"""Picking a move square by square: piece, hop, hop, stop."""

from __future__ import annotations

from bot.play.match import Match
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player
from rules import IllegalMoveError, Move, Route


def picks_whole_move(match: Match, player: Player, turn: int, path: Route) -> bool:
    """Checks what a player has picked so far: a piece and where it goes.

    Returns whether that is a whole move: a step, or a chain that cannot go on.

    :raises Refused: it is not the player's turn, or no move begins like this.
    """
    match.require_turn(player, turn)
    if not path:
        return False
    state, start = match.game.state, path[0]
    if not state.movable >> start & 1:
        raise Refused(Refusal.NOT_YOUR_PIECE, match)
    if len(path) == 2 and state.steps_from(start) >> path[1] & 1:  # noqa: PLR2004 - a step's squares
        return True
    for length in range(1, len(path)):
        if not state.hops_from(path[:length]) >> path[length] & 1:
            raise Refused(Refusal.ILLEGAL, match)
    return len(path) > 1 and not state.hops_from(path)


def chosen_route(match: Match, player: Player, turn: int, move: Move) -> Route:
    """Returns a shortest route for a player who says only where the move begins and ends.

    :raises Refused: it is not the player's turn, or the move is not legal.
    """
    match.require_turn(player, turn)
    try:
        return match.game.state.route_to(move)
    except IllegalMoveError as error:
        raise Refused(Refusal.ILLEGAL, match) from error
