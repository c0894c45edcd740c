"""Records of games as text files: those written here, and those that people send."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.chat.captions import Names, caption, with_ai
from bot.chat.focus import NOTHING
from bot.chat.reader import Reader
from bot.chat.texts import Markup, Texts, shown_name
from bot.play.match import Decision, Ending, Match, Phase
from bot.play.seats import Seats
from bot.play.setup import Setup
from rules import Game, Side, format_record, parse_record, record_tags

# Whoever wrote a record that was sent to the bot need not be known: these are places at the board.
_SEATS = Seats(white=1, black=2)
_DECISIONS = {
    Decision.RESIGNED.value: Decision.RESIGNED,
    Decision.TIME.value: Decision.TIME,
    Decision.AGREED.value: Decision.AGREED,
}
_WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that was read: a match of two people of whom only the names are known.

    It has no ending if the record does not tell one.
    """

    match: Match
    names: Names


def record_of(match: Match, names: Names, day: date, texts: Texts) -> str:
    """Returns the record of a game that has begun; ``names`` are those to show."""
    assert match.seats is not None
    names = with_ai(match, names, texts)
    ending = match.ending
    called_off = ending is None or ending.reason is Decision.CALLED_OFF
    return format_record(
        match.game,
        white=_bare(names[match.seats.white]),
        black=_bare(names[match.seats.black]),
        day=day,
        winner=ending.winner if ending is not None else None,
        reason="" if ending is None or called_off else ending.reason.value,
    )


def read_record(text: str) -> Imported:
    """Returns the game that a record tells.

    :raises NotationError: it is no record, or not one of a legal game.
    """
    game, tags = parse_record(text), record_tags(text)
    names = {
        _SEATS.white: shown_name(tags.get("White", "")),
        _SEATS.black: shown_name(tags.get("Black", "")),
    }
    ending = _ending(game, tags.get("Reason", ""), tags.get("Result", ""))
    match = Match(
        id=0,
        phase=Phase.WITHDRAWN if ending is None else Phase.FINISHED,
        setup=Setup(game.options),
        challenger=_SEATS.white,
        seats=_SEATS,
        game=game,
        ending=ending,
    )
    return Imported(match, names)


def imported_caption(imported: Imported, reader: Reader) -> Markup:
    """Returns what stands under the last position of a record that was sent."""
    match = imported.match
    shown = caption(match, NOTHING, imported.names, reader)
    if match.ending is not None:
        return shown
    end = reader.texts.html("import.unfinished", round=match.game.state.round)
    return Markup(f"{shown}\n\n{end}")


def _ending(game: Game, reason: str, result: str) -> Ending | None:
    if game.outcome is not None:
        return Ending(game.outcome.winner, game.outcome.reason)
    decision = _DECISIONS.get(reason)
    if decision is None or result not in _WINNERS:
        return None
    winner = _WINNERS[result]
    drawn = decision is Decision.AGREED
    return Ending(winner, decision) if drawn is (winner is None) else None


def _bare(name: str) -> str:
    """A name without the signs that keep its direction from turning a sentence around it."""
    return name.strip("\u2068\u2069")
