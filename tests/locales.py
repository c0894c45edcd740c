"""A language for tests: Esperanto, in which every text is the English one in brackets."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages.catalog import Message

from bot.chat import texts
from bot.chat.texts import FALLBACK
from tests.catalogues import entry, forms, messages

_LANGUAGE = "eo"
# A sign that stands before the words stays there.
_SIGN = re.compile(r"[^\w{<]+ ")


@contextmanager
def pseudo_locale(folder: Path) -> Iterator[str]:
    """Adds the language, by one more catalogue and nothing else, while the block lasts."""
    catalogues = texts.CATALOGUES
    shutil.copytree(catalogues, folder / "locale")
    header = (catalogues / f"{FALLBACK}.po").read_text().split("\n\n")[0] + "\n"
    entries = [
        entry(text_id, Message(message.id, [*map(bracketed, forms(message))]), None, 2)
        for text_id, message in messages(FALLBACK).items()
    ]
    catalogue = "\n".join([header.replace("Language: en", f"Language: {_LANGUAGE}"), *entries])
    (folder / "locale" / f"{_LANGUAGE}.po").write_text(catalogue)
    texts.CATALOGUES = folder / "locale"
    _forget()
    try:
        yield _LANGUAGE
    finally:
        texts.CATALOGUES = catalogues
        _forget()


def bracketed(text: str) -> str:
    """What the language makes of an English text."""
    found = _SIGN.match(text)
    sign = found[0] if found else ""
    return f"{sign}⟦{text[len(sign) :]}⟧"


def _forget() -> None:
    texts.languages.cache_clear()
    texts.texts_for.cache_clear()
