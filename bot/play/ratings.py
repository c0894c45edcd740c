"""What finished games between people make of their ratings."""

from __future__ import annotations

from bot.play.glicko import DRAW, LOSS, WIN, Strength, rated, rested
from bot.play.match import Decision, Match, Phase
from bot.store import ratings
from bot.store.database import Transaction
from bot.store.ratings import RatingRecord
from rules import Side

# The paper wants 10 to 15 games in a rating period; here each game is a period, and between games
# time passes at this pace (UTC seconds).
PERIOD = 7 * 24 * 3600


async def rate(transaction: Transaction, before: Match, after: Match, now: int) -> None:
    """Moves both players' ratings if the game has just ended (now, in UTC seconds).

    Games against the AI are not rated, nor games that were called off.
    """
    if before.phase is Phase.FINISHED or after.phase is not Phase.FINISHED:
        return
    assert after.ending is not None
    assert after.seats is not None
    if after.level is not None or after.ending.reason is Decision.CALLED_OFF:
        return
    white = await _strength(transaction, after.seats.white, now)
    black = await _strength(transaction, after.seats.black, now)
    score = {Side.WHITE: WIN, Side.BLACK: LOSS, None: DRAW}[after.ending.winner]
    ratings.add_ratings(
        transaction,
        [
            _record(after, after.seats.white, rated(white, [(black, score)]), now),
            _record(after, after.seats.black, rated(black, [(white, WIN - score)]), now),
        ],
    )


def strength_of(record: RatingRecord | None, now: int) -> Strength:
    """Returns how strong somebody is now: the rating is less certain the older it is."""
    if record is None:
        return Strength()
    strength = Strength(record.rating, record.deviation, record.volatility)
    return rested(strength, max(0, now - record.rated_at) / PERIOD)


async def _strength(transaction: Transaction, person: int, now: int) -> Strength:
    return strength_of(await ratings.newest_rating(transaction, person), now)


def _record(match: Match, person: int, strength: Strength, now: int) -> RatingRecord:
    return RatingRecord(
        match.id, person, strength.rating, strength.deviation, strength.volatility, now
    )
