"""How a game is set up: the options and who plays which colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Any

from rules import PIECE_COUNTS, MoveSet, Options, Side


class Colour(Enum):
    """The challenger's colour; the values are stored and typed."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"

    @property
    def side(self) -> Side | None:
        """The side, None when it is left to chance."""
        return None if self is Colour.RANDOM else Side(self.value)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen before a game.

    ``limit`` is the time for a move in seconds, None without one. ``level`` is the AI's, None
    between people.
    """

    options: Options = field(default_factory=Options)
    colour: Colour = Colour.RANDOM
    limit: int | None = None
    level: int | None = None


LEVELS = range(1, 7)
_DAY = 86_400
LIMITS = (300, 3_600, _DAY, 3 * _DAY, 7 * _DAY)
FIRST_LEVEL = 2


class UnknownWordError(ValueError):
    """A word after /challenge is no option; its only argument is that word."""


def _with_options(setup: Setup, **changes: Any) -> Setup:
    return replace(setup, options=replace(setup.options, **changes))


# Everything that can be chosen, by the code that buttons carry.
CHOICES: Mapping[str, Callable[[Setup], Setup]] = {
    **{str(pieces): partial(_with_options, pieces=pieces) for pieces in PIECE_COUNTS},
    "classic": partial(_with_options, moves=MoveSet.CLASSIC),
    "diagonal": partial(_with_options, moves=MoveSet.DIAGONAL),
    "leave": partial(_with_options, leave_home=True),
    "noleave": partial(_with_options, leave_home=False),
    "mirror": partial(_with_options, anti_mirror=True),
    "nomirror": partial(_with_options, anti_mirror=False),
    "white": partial(replace, colour=Colour.WHITE),
    "black": partial(replace, colour=Colour.BLACK),
    "random": partial(replace, colour=Colour.RANDOM),
    "nolimit": partial(replace, limit=None),
    **{f"limit{limit}": partial(replace, limit=limit) for limit in LIMITS},
    **{f"level{level}": partial(replace, level=level) for level in LEVELS},
}

# What may be chosen in words, the same in every language, by the word.
_NAMED = ("9", "10", "12", "16", "classic", "diagonal", "noleave", "mirror", "white", "black")
_CHOICES_IN_WORDS = {
    **{name: CHOICES[name] for name in _NAMED},
    **{
        word: CHOICES[f"limit{limit}"]
        for word, limit in zip(("5min", "1h", "1d", "3d", "7d"), LIMITS, strict=True)
    },
}
WORDS = tuple(_CHOICES_IN_WORDS)


def setup_from_words(words: Iterable[str]) -> Setup:
    """Returns the defaults with what the words change, in any order.

    :raises UnknownWordError: a word is none of :data:`WORDS`.
    """
    setup = Setup()
    for word in words:
        if word.casefold() not in WORDS:
            raise UnknownWordError(word)
        setup = _CHOICES_IN_WORDS[word.casefold()](setup)
    return setup


def completed(words: Sequence[str]) -> list[str]:
    """Returns words of which the last one is being typed, with that one completed.

    It is left out while it can become several words, and left alone when it can become none.
    """
    if not words or words[-1].casefold() in WORDS:
        return list(words)
    *before, last = words
    possible = [word for word in WORDS if word.startswith(last.casefold())]
    match possible:
        case []:
            return list(words)
        case [word]:
            return [*before, word]
        case _:
            return before
