"""Toasts: short answers to a tap, in the language of who tapped."""

from __future__ import annotations

from bot.chat.captions import Names, with_ai
from bot.chat.texts import Texts
from bot.play.live import MOST_GAMES
from bot.play.match import Match
from bot.play.refusals import Refused


def refusal_toast(refused: Refused, names: Names, texts: Texts) -> str:
    """Returns why an action was refused; ``names`` are those to show of all in the match."""
    match = refused.match
    names = with_ai(match, names, texts) if match else names
    return texts.plain(
        f"refusal.{refused.refusal.value}",
        mover=names.get(match.mover, "?") if match and match.mover is not None else "?",
        challenger=names.get(match.challenger, "?") if match else "?",
        invited=_invited(match, names),
        most=MOST_GAMES,
    )


def _invited(match: Match | None, names: Names) -> str:
    if match is None or match.invited is None:
        return "?"
    if match.invited.id is not None:
        return names.get(match.invited.id, "?")
    return f"@{match.invited.username}"
