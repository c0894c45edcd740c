"""Matches as the store keeps them: facts in, facts out; the position comes from the moves."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.play.match import Decision, DrawOffer, Ending, Match, Phase
from bot.play.seats import AI, Invited, Seats
from bot.play.setup import Colour, Setup
from bot.store.games import GameRecord
from rules import Game, MoveSet, Options, Reason, Side, parse_ply


def record_of(match: Match) -> GameRecord:
    """Returns the row for a match."""
    return GameRecord(
        id=match.id,
        version=match.version,
        turn=match.turn,
        phase=match.phase.value,
        pieces=match.options.pieces,
        moves=match.options.moves.value,
        leave_home=match.options.leave_home,
        anti_mirror=match.options.anti_mirror,
        colour=match.setup.colour.value,
        move_limit=match.setup.limit,
        level=match.level,
        challenger=match.challenger,
        invited=match.invited.id if match.invited else None,
        invited_username=match.invited.username if match.invited else None,
        code=match.code,
        white=(match.seats.white or None) if match.seats else None,
        black=(match.seats.black or None) if match.seats else None,
        draw_offer=match.draw_offer.by.value if match.draw_offer else None,
        draw_declined=match.draw_offer is not None and match.draw_offer.declined,
        takeback=match.takeback.value if match.takeback else None,
        since=match.since,
        reminded=match.reminded,
        overdue=match.overdue,
        rematch_offer=match.rematch_offer.value if match.rematch_offer else None,
        rematch=match.rematch,
        winner=match.ending.winner.value if match.ending and match.ending.winner else None,
        reason=match.ending.reason.value if match.ending else None,
    )


def match_of(record: GameRecord, plies: Iterable[str]) -> Match:
    """Returns the match of a row and its plies, which are checked by the rules once more.

    :raises RulesError: the stored moves are not legal.
    """
    options = Options(
        pieces=record.pieces,
        moves=MoveSet(record.moves),
        leave_home=record.leave_home,
        anti_mirror=record.anti_mirror,
    )
    invited = Invited(record.invited, record.invited_username)
    return Match(
        id=record.id,
        version=record.version,
        turn=record.turn,
        phase=Phase(record.phase),
        setup=Setup(options, Colour(record.colour), record.move_limit, record.level),
        challenger=record.challenger,
        invited=None if invited == Invited() else invited,
        code=record.code,
        seats=_seats(record),
        game=Game.replay(options, [parse_ply(ply) for ply in plies]),
        draw_offer=(
            DrawOffer(Side(record.draw_offer), record.draw_declined) if record.draw_offer else None
        ),
        takeback=Side(record.takeback) if record.takeback else None,
        since=record.since,
        reminded=record.reminded,
        overdue=record.overdue,
        rematch_offer=Side(record.rematch_offer) if record.rematch_offer else None,
        rematch=record.rematch,
        ending=_ending(record),
    )


def _seats(record: GameRecord) -> Seats | None:
    if record.white is None and record.black is None:
        return None
    return Seats(record.white or AI, record.black or AI)


def _ending(record: GameRecord) -> Ending | None:
    if record.reason is None:
        return None
    decisions = {decision.value: decision for decision in Decision}
    return Ending(
        Side(record.winner) if record.winner else None,
        decisions.get(record.reason) or Reason(record.reason),
    )


def dump_setup(setup: Setup) -> str:
    """Returns a setup as text for the store; the level is stored beside it."""
    options = setup.options
    return json.dumps(
        {
            "pieces": options.pieces,
            "moves": options.moves.value,
            "leave_home": options.leave_home,
            "anti_mirror": options.anti_mirror,
            "colour": setup.colour.value,
            "limit": setup.limit,
        }
    )


def parse_setup(text: str) -> Setup:
    """Reads what :func:`dump_setup` wrote."""
    values = json.loads(text)
    return Setup(
        Options(
            pieces=values["pieces"],
            moves=MoveSet(values["moves"]),
            leave_home=values["leave_home"],
            anti_mirror=values["anti_mirror"],
        ),
        Colour(values["colour"]),
        values["limit"],
    )
