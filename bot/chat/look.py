"""What a chat can choose: how its boards look and are tapped, and whether players are reminded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from bot.play.match import Match
from bot.store.settings import Bottom, Settings
from render import THEMES
from rules import Side

# Everything that can be chosen, by the code that buttons carry.
PREFERENCES: Mapping[str, Callable[[Settings], Settings]] = {
    **{theme: partial(replace, theme=theme) for theme in THEMES},
    "coordinates": partial(replace, coordinates=True),
    "nocoordinates": partial(replace, coordinates=False),
    **{bottom.value: partial(replace, bottom=bottom) for bottom in Bottom},
    "quick": partial(replace, quick_taps=True),
    "hops": partial(replace, quick_taps=False),
    "reminders": partial(replace, reminders=True),
    "noreminders": partial(replace, reminders=False),
    "pictures": partial(replace, pictures=True),
    "text": partial(replace, pictures=False),
}


def theme_of(settings: Settings) -> str:
    """Returns the theme to draw in: another release may have had the one that was chosen."""
    return settings.theme if settings.theme in THEMES else Settings().theme


def bottom_of(match: Match, chat: int, settings: Settings) -> Side:
    """Returns the side at the bottom of a game's board. In groups that is always White."""
    return Side.WHITE if chat < 0 else _bottom(settings.bottom, _own_side(match, chat))


def flipped(settings: Settings, match: Match | None, chat: int) -> Settings:
    """Returns the settings of a private chat with the board turned round, as it shows the match.

    If that puts the own side at the bottom, it will be there in every game.
    """
    own = _own_side(match, chat)
    turned = _bottom(settings.bottom, own).other
    return replace(settings, bottom=Bottom.OWN if turned is own else Bottom(turned.value))


def _bottom(wanted: Bottom, own: Side) -> Side:
    return own if wanted is Bottom.OWN else Side(wanted.value)


def _own_side(match: Match | None, person: int) -> Side:
    side = match.seats.side_of(person) if match is not None and match.seats is not None else None
    return side or Side.WHITE
