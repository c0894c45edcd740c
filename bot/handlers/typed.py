"""Moves in writing: ``c3 d3``, ``c1:c3:e3``, or just where a chain begins and ends."""

from __future__ import annotations

import re

from telegram import Update
from telegram.constants import ChatType
from telegram.ext import MessageHandler, filters

from bot.handlers.context import Asking, Context, Services, asking, own_running, say_why
from bot.handlers.limits import Activity
from bot.play.match import Match
from bot.play.refusals import Refusal, Refused
from rules import IllegalMoveError, NotationError, Route, parse_move, parse_square

_SQUARE = "[a-hA-H][1-8]"
# A chain lands on 16 squares at most, its start included.
_MOVE = rf"^\s*{_SQUARE}(?:[-:\s]*{_SQUARE}){{1,15}}\s*$"


async def typed_move(update: Update, context: Context) -> None:
    """Makes the move that was written, in the game it was written for."""
    if not _is_for_us(update, context.bot.id):
        return
    if (ask := await asking(update, context, Activity.TAP)) is None:
        return
    services, text = context.services, (ask.message.text or "").strip().lower()
    match = await _game_for(ask, services)
    if match is None:
        # In a group it may be talk that looks like a move.
        if ask.chat.type == ChatType.PRIVATE:
            services.replies.send(ask.place, ask.texts.html("reply.no-game-of-yours"))
        return
    try:
        match.require_turn(ask.player, match.turn)
        route = route_of(text, match)
        await services.live.act(match.id, lambda now: now.played(ask.player, match.turn, route))
    except Refused as refused:
        if refused.refusal is Refusal.ILLEGAL:
            services.replies.send(ask.place, ask.texts.html("reply.typed-illegal", move=text))
        else:
            await say_why(refused, ask, services)


def _is_for_us(update: Update, bot_id: int) -> bool:
    """Whether a move is written to the bot: in private, or in answer to a message of the bot."""
    message = update.effective_message
    assert message is not None
    answered = message.reply_to_message
    return message.chat.type == ChatType.PRIVATE or (
        answered is not None and answered.from_user is not None and answered.from_user.id == bot_id
    )


def route_of(text: str, match: Match) -> Route:
    """Returns the route that was written; a pair of squares is any way between them.

    :raises Refused: the pair is no legal move.
    """
    squares = re.findall(_SQUARE, text)
    if len(squares) > 2:  # noqa: PLR2004 - more than where it begins and ends
        return tuple(parse_square(square) for square in squares)
    try:
        return match.game.state.route_to(parse_move(" ".join(squares)))
    except (IllegalMoveError, NotationError) as error:
        raise Refused(Refusal.ILLEGAL, match) from error


async def _game_for(ask: Asking, services: Services) -> Match | None:
    """Returns the game whose board the message answers; in private else the one that waits."""
    own = await own_running(ask, services)
    if (answered := ask.message.reply_to_message) is not None:
        for match in own:
            if await services.boards.message_of(match.id, ask.chat.id) == answered.message_id:
                return match
    if not own or ask.chat.type != ChatType.PRIVATE:
        return None
    return next((match for match in own if match.mover == ask.player.id), own[0])


HANDLERS = [
    MessageHandler(
        filters.UpdateType.MESSAGE
        & filters.Regex(_MOVE)
        & (filters.ChatType.PRIVATE | filters.REPLY),
        typed_move,
    )
]
