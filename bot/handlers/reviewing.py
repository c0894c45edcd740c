"""Reviews of finished games, which anybody may ask for who sees the game's board."""

from __future__ import annotations

from telegram import MaybeInaccessibleMessage

from bot.chat.callbacks import Leaf
from bot.chat.reviews import review_sheet
from bot.delivery.exports import Posting
from bot.handlers.context import Services, Tap
from bot.play.match import Phase
from bot.play.refusals import Refusal, Refused
from bot.store.exports import ExportKind


async def press(tap: Tap, game: int, services: Services) -> str | None:
    """Has the AI review a finished game, once, and posts that, once in a chat."""
    finished = await services.live.match(game)
    if finished.phase is not Phase.FINISHED:
        raise Refused(Refusal.NOT_OVER, finished)
    takes_a_while = await services.reviewer.begin(finished, tap.player.id)
    place = await services.boards.place_of(game, tap.chat)
    posting = await services.exports.offer(finished, ExportKind.REVIEW, place)
    match posting:
        case Posting.ABOVE:
            return tap.texts.plain("toast.export-above")
        case Posting.BEGUN if not takes_a_while:
            return None
        case _:
            return tap.texts.plain("toast.review-begun")


async def turn_page(
    tap: Tap, leaf: Leaf, message: MaybeInaccessibleMessage, services: Services
) -> str | None:
    """Turns a review to a page."""
    if not await services.boards.has(leaf.game, tap.chat):
        raise Refused(Refusal.NO_SUCH_GAME)
    review = await services.reviewer.stored(await services.live.match(leaf.game))
    if review is None:
        return tap.texts.plain("toast.unknown-button")
    names = await services.audience.names(review.match.people)
    reader = await services.audience.reader(review.match, tap.chat)
    services.replies.turn(message, review_sheet(review, leaf.page, names, reader))
    return None
