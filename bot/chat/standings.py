"""Ratings and results in words: a person's own, and a table of people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from babel.dates import format_date
from babel.numbers import format_decimal

from bot.chat.captions import Names, level_name, living, variant
from bot.chat.texts import Markup, Texts
from bot.play.glicko import Strength
from bot.play.results import Results, Standing, Tally
from bot.store.ratings import RatingRecord
from render import Graph

K = TypeVar("K")

# So that all of it mostly fits under a picture.
_OPPONENTS = 5
_VARIANTS = 3
# A screenful.
_PLACES = 20
# As many as the width of the picture shows apart.
_GAMES = 100
# How far apart the lines behind a curve are, so that there are a few.
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_LINES = 5


def statistics(results: Results, strength: Strength | None, names: Names, texts: Texts) -> Markup:
    """Returns a person's rating (None before the first rated game) and results."""
    lines = [texts.html("stats.title")]
    if strength is None:
        lines.append(texts.html("stats.unrated"))
    else:
        lines.append(
            texts.html(
                "stats.rating",
                rating=whole(strength.rating, texts),
                deviation=whole(strength.deviation, texts),
            )
        )
    lines.append(texts.html("stats.total", count=results.total.games, **_counts(results.total)))
    names = living(names, texts)
    opponents = [(names[person], each) for person, each in _first(results.opponents, _OPPONENTS)]
    levels = [(level_name(level, texts), each) for level, each in results.levels.items()]
    variants = [(variant(kind, texts), each) for kind, each in _first(results.variants, _VARIANTS)]
    lines += _section(texts.html("stats.opponents"), opponents, texts)
    lines += _section(texts.html("stats.levels"), levels, texts)
    lines += _section(texts.html("stats.variants"), variants, texts)
    return Markup("\n".join(lines))


def rating_curve(ratings: Sequence[RatingRecord], texts: Texts) -> Graph:
    """Returns a person's rating from game to game, the last ones if there are many."""
    shown = ratings[-_GAMES:]
    values = tuple(each.rating for each in shown)
    low, high = min(values), max(values)
    step = next(each for each in _STEPS if high - low <= _LINES * each)
    lines = range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step)
    return Graph(
        values,
        levels=tuple((value, whole(value, texts)) for value in lines),
        labels=tuple((at, _day(shown[at].rated_at, texts)) for at in (0, len(shown) - 1)),
    )


def table_of(title: Markup, standings: Iterable[Standing], names: Names, texts: Texts) -> Markup:
    """Returns a table of people, as far as it fits a screen."""
    names = living(names, texts)
    lines = [title, Markup("")]
    lines += [
        texts.html(
            "top.line",
            place=place,
            name=names[each.person],
            rating=whole(each.strength.rating, texts),
            deviation=whole(each.strength.deviation, texts),
            count=each.tally.games,
            **_counts(each.tally),
        )
        for place, each in enumerate(list(standings)[:_PLACES], start=1)
    ]
    return Markup("\n".join(lines))


def whole(value: float, texts: Texts) -> str:
    """Returns a rating as people write it: whole, and without grouping."""
    return format_decimal(round(value), locale=texts.language, group_separator=False)


def _day(moment: int, texts: Texts) -> str:
    return format_date(datetime.fromtimestamp(moment, UTC), "short", locale=texts.language)


def _section(heading: Markup, tallies: Iterable[tuple[str, Tally]], texts: Texts) -> list[Markup]:
    lines = [texts.html("stats.line", what=what, **_counts(tally)) for what, tally in tallies]
    return [Markup(""), heading, *lines] if lines else []


def _first(tallies: Mapping[K, Tally], most: int) -> list[tuple[K, Tally]]:
    return list(tallies.items())[:most]


def _counts(tally: Tally) -> dict[str, int]:
    return {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
