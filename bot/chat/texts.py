"""Texts for one language, from the catalogues in ``locale/``; and the one place that escapes names.

A catalogue is a ``.po`` file whose ids are names like ``refusal.not-your-turn``. It is compiled
when first used, so that no build step can be forgotten.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.dates import format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parent / "locale"
FALLBACK = "en"

_LONGEST_NAME = 32
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
# Unicode's categories of control and formatting characters, and of halves of others.
_UNSEEN = {"Cc", "Cf", "Cs"}
# Fillers and the empty Braille pattern: letters and signs by category, blank to the eye.
_BLANKS = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " ")


class Markup(str):
    """A piece of HTML that is ours: it enters a text as it is."""

    __slots__ = ()


class Texts:
    """The sentences of one language."""

    def __init__(self, language: str, translations: GNUTranslations) -> None:
        """Use :func:`texts_for`."""
        self.language = language
        self.translations = translations

    def html(self, text_id: str, **values: str | int) -> Markup:
        """Returns a text for a message; what enters it is escaped unless it is :class:`Markup`.

        A value named ``count`` chooses the plural form.

        :raises KeyError: the catalogue has no such text.
        """
        return Markup(
            self._find(text_id, values).format(**{name: _escape(v) for name, v in values.items()})
        )

    def plain(self, text_id: str, **values: str | int) -> str:
        """Returns a text for a button or a toast, which Telegram shows as it is."""
        return self._find(text_id, values).format(**values)

    def duration(self, seconds: int) -> str:
        """Returns a length of time in words, such as "3 days"."""
        return format_timedelta(timedelta(seconds=seconds), locale=self.language)

    def short_duration(self, seconds: int) -> str:
        """Returns a length of time for a button, such as "3d"."""
        return format_timedelta(timedelta(seconds=seconds), format="narrow", locale=self.language)

    def _find(self, text_id: str, values: Mapping[str, str | int]) -> str:
        count = values.get("count")
        if isinstance(count, int):
            text = self.translations.ngettext(text_id, text_id, count)
        else:
            text = self.translations.gettext(text_id)
        if text == text_id:
            raise KeyError(f"{self.language}: no text {text_id}")
        return text


@cache
def languages() -> tuple[str, ...]:
    """Returns the languages that have a catalogue, English first."""
    found = {path.stem for path in CATALOGUES.glob("*.po")}
    return (FALLBACK, *sorted(found - {FALLBACK}))


@cache
def language_name(language: str) -> str:
    """Returns what a language is called by those who speak it, as a title."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[0].upper() + name[1:]


def language_named(word: str) -> str | None:
    """Returns the language that somebody means by its code or its own name."""
    wanted = word.casefold()
    return next(
        (each for each in languages() if wanted in (each, language_name(each).casefold())), None
    )


@cache
def texts_for(language: str) -> Texts:
    """Returns the texts of a language, one of :func:`languages`."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    if language != FALLBACK:
        # A catalogue under way lacks some texts.
        translations.add_fallback(texts_for(FALLBACK).translations)
    return Texts(language, translations)


def language_of(code: str | None) -> str:
    """Returns the language to use for an IETF tag as Telegram gives it (``de-AT`` is German)."""
    language = (code or FALLBACK).split("-", maxsplit=1)[0].lower()
    return language if language in languages() else FALLBACK


def mention(person: int, name: str) -> Markup:
    """Returns a name that notifies its bearer, with or without a username (Bot API: HTML style)."""
    return Markup(f'<a href="tg://user?id={person}">{html.escape(name)}</a>')


def shown_name(name: str) -> str:
    """Returns a person's name as texts show it: visible, cut to a sane length, and isolated.

    The isolates (Unicode UAX #9) keep right-to-left names from turning the sentence around them.
    """
    shown = (character for character in name if unicodedata.category(character) not in _UNSEEN)
    visible = " ".join("".join(shown).translate(_BLANKS).split())
    if all(unicodedata.category(character)[0] == "M" for character in visible):
        # Accents without a letter would stand on what is beside the name.
        visible = ""
    if len(visible) > _LONGEST_NAME:
        visible = visible[: _LONGEST_NAME - 1].rstrip() + "…"
    return f"{_ISOLATE}{visible or '?'}{_POP_ISOLATE}"


def _escape(value: str | int) -> str:
    return value if isinstance(value, Markup) else html.escape(str(value), quote=True)
