"""The catalogues, and how names enter texts."""

from __future__ import annotations

import re
import shutil
import string
import unicodedata
from collections.abc import Iterator
from gettext import c2py
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from bot.chat import texts as texts_module
from bot.chat.texts import (
    FALLBACK,
    language_name,
    language_named,
    language_of,
    languages,
    shown_name,
    texts_for,
)
from tests.catalogues import catalogue, forms, ids_in_code, messages, update
from tests.locales import pseudo_locale

ALLOWED_TAGS = {"b", "i", "u", "s", "code", "pre", "a", "blockquote"}
LONGEST_NAME = shown_name("W" * 64)
ENGLISH = messages(FALLBACK)
OTHERS = [language for language in languages() if language != FALLBACK]

# Texts that are the English ones, and rightly so: in every language, and in some.
ALIKE = {"board.players", "export.record", "export.replay", "reply.refused", "review.title"}
ALIKE_IN = {"de": {"option.diagonal"}, "it": {"button.keep-me", "button.replay"}}


def test_english_has_every_text_that_is_used_and_no_other() -> None:
    assert set(messages(FALLBACK)) == ids_in_code()


@pytest.mark.parametrize("language", languages())
def test_catalogues_are_complete_and_reviewed(language: str) -> None:
    assert set(messages(language)) == set(messages(FALLBACK))
    for text_id, message in messages(language).items():
        assert all(forms(message)), f"{language}: {text_id} is empty"
        assert not message.fuzzy, f"{language}: {text_id} is fuzzy"
        plural = ENGLISH[text_id].pluralizable
        assert len(forms(message)) == (catalogue(language).num_plurals if plural else 1), text_id


@pytest.mark.parametrize("language", languages())
def test_the_forms_for_numbers_are_those_of_the_language(language: str) -> None:
    """Numbers of one kind (CLDR: plural rules) have one form; ours stay far below a million."""
    choose = c2py(catalogue(language).plural_expr)
    kind = Locale.parse(language).plural_form
    assert len({(kind(number), choose(number)) for number in range(1_000)}) == len(
        {kind(number) for number in range(1_000)}
    )


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class Shown(HTMLParser):
    """What a text looks like in Telegram; tags that it does not know are refused."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's
        assert tag in ALLOWED_TAGS
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


# What is no name: numbers and notation.
SAMPLES: dict[str, str | int] = {
    **dict.fromkeys(("round", "limit", "leave", "moves", "white", "black", "place"), 142),
    **dict.fromkeys(("first", "last", "number", "total"), 142),
    **dict.fromkeys(("won", "drawn", "lost", "rating", "deviation", "most"), 1500),
    "square": "e3",
    "move": ":".join(["a1"] * 16),
    "chain": ":".join(["a1"] * 16),
    "word": "x" * 64,
}
# Bot API: answerCallbackQuery, BotCommand, setMyName and so on. A board's caption has many lines.
LIMITS = {
    "toast": 200,
    "refusal": 200,
    "command": 256,
    "button": 64,
    "option": 64,
    "board": 400,
    "rules": 850,
    "bot.name": 64,
    "bot.description": 512,
    "bot.short-description": 120,
}


def arguments(names: set[str], count: int) -> dict[str, str | int]:
    """The longest arguments that a text can get."""
    known = SAMPLES | {"count": count}
    facts = {name: 142 for name in names if re.fullmatch(r"(leave|diagonal|count)\d+", name)}
    return {name: known.get(name, facts.get(name, LONGEST_NAME)) for name in names}


@pytest.mark.parametrize("language", languages())
def test_every_text_can_be_shown(language: str) -> None:
    texts = texts_for(language)
    for text_id, message in messages(language).items():
        english = {name for form in forms(ENGLISH[text_id]) for name in placeholders(form)}
        assert {name for form in forms(message) for name in placeholders(form)} == english, text_id
        kind = text_id.split(".", maxsplit=1)[0]
        limit = LIMITS.get(text_id, LIMITS.get(kind, 4096))
        for count in (0, 1, 2, 5, 21, 142):
            values = arguments(english, count)
            shown = Shown(texts.html(text_id, **values))
            assert not shown.open, text_id
            assert 1 <= len(shown.words.encode("utf-16-le")) // 2 <= limit, text_id
            assert texts.plain(text_id, **values), text_id


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    same = {
        text_id
        for text_id, message in messages(language).items()
        if forms(message) == forms(ENGLISH[text_id])
    }
    assert same <= ALIKE | ALIKE_IN.get(language, set())


def sign(text: str) -> str:
    """What stands before the first letter, digit, placeholder or tag."""
    return re.split(r"[^\W_]|[{<]", text, maxsplit=1)[0].strip()


@pytest.mark.parametrize("language", OTHERS)
def test_signs_are_the_same_in_every_language(language: str) -> None:
    for text_id, message in messages(language).items():
        signs = {sign(form) for form in forms(ENGLISH[text_id])}
        assert {sign(form) for form in forms(message)} == signs, text_id


def test_a_missing_text_is_an_error() -> None:
    with pytest.raises(KeyError):
        texts_for(FALLBACK).plain("no.such-text")


def test_values_are_escaped_in_messages_only() -> None:
    texts = texts_for(FALLBACK)
    assert "&lt;b&gt;" in texts.html("board.draw-offer", name="<b>")
    assert "<b>" in texts.plain("refusal.not-your-turn", mover="<b>")


@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [
        ("en", 1, "1 round "),
        ("en", 2, "2 rounds "),
        ("de", 1, "1 Runde,"),
        ("de", 10, "10 Runden,"),
        ("it", 1, "1 turno "),
        ("it", 10, "10 turni "),
        ("fr", 0, "0 tour "),
        ("fr", 1, "1 tour "),
        ("fr", 2, "2 tours "),
    ],
)
def test_plurals_are_chosen_by_the_catalogue(language: str, count: int, expected: str) -> None:
    assert expected in texts_for(language).html("board.leave-limit", count=count, limit=40)


@pytest.mark.parametrize(
    "code", ["en", "en-GB", "EN", "", None, "xx", "zz-ZZ", "-", "tlh", "pt-BR", "a" * 50]
)
def test_unknown_languages_are_spoken_to_in_english(code: str | None) -> None:
    assert language_of(code) == FALLBACK


@pytest.mark.parametrize(
    ("code", "language"), [("de-AT", "de"), ("de", "de"), ("FR-ca", "fr"), ("it-CH", "it")]
)
def test_regions_speak_their_language(code: str, language: str) -> None:
    assert language_of(code) == language


def test_languages_are_called_by_their_own_names() -> None:
    assert [language_name(language) for language in languages()] == [
        *("English", "Deutsch", "Français", "Italiano")
    ]
    assert language_named("DE") == language_named("deutsch") == "de"
    assert language_named("français") == "fr"
    assert language_named("klingon") is None


@given(st.text(max_size=64))
def test_names_are_visible_isolated_and_short(name: str) -> None:
    shown = shown_name(name)
    inner = shown[1:-1]
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    assert 1 <= len(inner) <= 32
    assert not any(unicodedata.category(character) in {"Cc", "Cf"} for character in inner)
    assert "<" not in texts_for(FALLBACK).html("board.draw-offer", name=shown)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u200b\u2060", "?"),
        ("\u3164\u2800\uffa0", "?"),
        ("\u0301\u0302", "?"),
        (" \u00a0 ", "?"),
        ("Anna\u2028Maria  B.", "Anna Maria B."),
        ("e\u0301", "e\u0301"),
        ("\u202eAnna", "Anna"),
        ("❤️", "❤️"),
    ],
)
def test_names_that_cannot_be_seen_are_a_question_mark(name: str, shown: str) -> None:
    assert shown_name(name) == f"\u2068{shown}\u2069"


# The command that updates the catalogues


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalogues somewhere else, to be changed."""
    folder = tmp_path / "locale"
    shutil.copytree(texts_module.CATALOGUES, folder)
    monkeypatch.setattr(texts_module, "CATALOGUES", folder)
    return folder


@pytest.mark.parametrize("language", languages())
def test_catalogues_that_are_up_to_date_stay_as_they_are(copies: Path, language: str) -> None:
    path = copies / f"{language}.po"
    before = path.read_text()
    update(language, ids_in_code())
    assert path.read_text() == before


def test_an_update_adds_what_is_missing_and_drops_what_is_not_used(copies: Path) -> None:
    update("de", ids_in_code() - {"button.rules"} | {"button.new"})
    german = messages("de")
    assert "button.rules" not in german
    assert forms(german["button.new"]) == [""]
    assert forms(german["button.resign"]) == ["🏳️ Aufgeben"]
    assert copies.exists()


def test_a_new_catalogue_begins_with_every_text(copies: Path) -> None:
    update("pl", ids_in_code())
    assert set(messages("pl")) == ids_in_code()
    assert catalogue("pl").num_plurals == len(forms(messages("pl")["board.leave-limit"]))
    assert "#. 🏳️ Resign" in (copies / "pl.po").read_text()


@pytest.fixture
def esperanto(tmp_path: Path) -> Iterator[str]:
    with pseudo_locale(tmp_path) as language:
        yield language


def test_one_more_catalogue_is_one_more_language(esperanto: str) -> None:
    assert languages() == ("en", "de", esperanto, "fr", "it")
    assert language_of("eo") == esperanto
    assert language_name(esperanto) == "Esperanto"
    assert texts_for(esperanto).plain("button.resign") == "🏳️ ⟦Resign⟧"
    assert "⟦3 rounds" in texts_for(esperanto).html("board.leave-limit", count=3, limit=40)


def test_a_catalogue_under_way_is_completed_by_english(copies: Path) -> None:
    texts_for.cache_clear()
    update("de", ids_in_code() | {"button.new"})
    path = copies / "en.po"
    path.write_text(path.read_text() + '\nmsgid "button.new"\nmsgstr "New"\n')
    try:
        assert texts_for("de").plain("button.new") == "New"
    finally:
        texts_for.cache_clear()
