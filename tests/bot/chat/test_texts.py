"""The catalogues, and how names enter texts."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS
from bot.chat import texts as texts_module
from bot.chat.texts import CATALOGUES, FALLBACK, language_of, languages, shown_name, texts_for
from bot.play.match import Decision, Refusal
from bot.play.setup import Colour
from rules import MoveSet, Reason

BOT = Path(texts_module.__file__).parent.parent
ALLOWED_TAGS = {"b", "i", "u", "s", "code", "pre", "a", "blockquote"}
LONGEST_NAME = shown_name("W" * 64)


def catalogue(language: str) -> Catalog:
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> dict[str, Message]:
    found = {}
    for message in catalogue(language):
        text_id = message.id if isinstance(message.id, str) else message.id[0]
        if text_id:
            found[text_id] = message
    return found


def forms(message: Message) -> list[str]:
    text = message.string or ""
    return [text] if isinstance(text, str) else list(text)


ALL = [
    pytest.param(language, text_id, message, id=f"{language}-{text_id}")
    for language in languages()
    for text_id, message in messages(language).items()
]


def constants(path: Path) -> Iterator[str]:
    """The whole strings in a source file, not the parts of formatted ones."""
    tree = ast.parse(path.read_text())
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.value


def ids_in_code() -> set[str]:
    """The ids that the code names, those put together from an enum's values spelt out."""
    kinds = {text_id.split(".", maxsplit=1)[0] for text_id in messages(FALLBACK)}
    text_id = re.compile(rf"({'|'.join(kinds)})\.[a-z-]+")
    sources = [path for path in BOT.rglob("*.py") if "local" not in path.parts]
    named = {text for path in sources for text in constants(path) if text_id.fullmatch(text)}
    named -= {"board.png"}
    named |= {f"refusal.{refusal.value}" for refusal in Refusal}
    named |= {f"option.{value.value}" for value in (*MoveSet, *Colour)}
    named |= {f"option.pieces-{shape}" for shape in ("square", "triangle", "rectangle")}
    named |= {f"challenge.colour-{colour.value}" for colour in Colour}
    named |= {"board.turn-white", "board.turn-black"}
    named |= {f"command.{name}" for name in (*PRIVATE_COMMANDS, *GROUP_COMMANDS)}
    won = {Reason.FILLED, Reason.LEAVE_HOME, Reason.COUNT_LIMIT, Reason.BOTH_PASSED}
    drawn = {*Reason, Decision.AGREED} - {Reason.FILLED}
    named |= {f"result.{reason.value}-won" for reason in (*won, Decision.RESIGNED)}
    named |= {f"result.{reason.value}-draw" for reason in drawn}
    return named


def test_english_has_every_text_that_is_used_and_no_other() -> None:
    assert set(messages(FALLBACK)) == ids_in_code()


@pytest.mark.parametrize("language", languages())
def test_catalogues_are_complete_and_reviewed(language: str) -> None:
    assert set(messages(language)) == set(messages(FALLBACK))
    for text_id, message in messages(language).items():
        assert all(forms(message)), f"{language}: {text_id} is empty"
        assert not message.fuzzy, f"{language}: {text_id} is fuzzy"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's
        assert tag in ALLOWED_TAGS
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# What is no name: numbers and notation.
SAMPLES: dict[str, str | int] = {
    **dict.fromkeys(("round", "limit", "count", "leave", "moves"), 142),
    "square": "e3",
    "move": ":".join(["a1"] * 16),
    "chain": ":".join(["a1"] * 16),
    "word": "x" * 64,
}
LIMITS = {"toast": 200, "refusal": 200, "command": 256, "button": 64, "board": 400, "bot": 120}


@pytest.mark.parametrize(("language", "text_id", "message"), ALL)
def test_every_text_can_be_shown(language: str, text_id: str, message: Message) -> None:
    english = {name for form in forms(messages(FALLBACK)[text_id]) for name in placeholders(form)}
    kind = text_id.split(".", maxsplit=1)[0]
    for form in forms(message):
        assert placeholders(form) <= english, f"{language}: placeholders of {text_id}"
        shown = form.format(**{name: SAMPLES.get(name, LONGEST_NAME) for name in english})
        tags = Tags()
        tags.feed(shown)
        assert not tags.open
        limit = 512 if text_id == "bot.description" else LIMITS.get(kind, 4096)
        assert len(shown) <= limit, f"{language}: {text_id} is too long"


def test_a_missing_text_is_an_error() -> None:
    with pytest.raises(KeyError):
        texts_for(FALLBACK).plain("no.such-text")


def test_values_are_escaped_in_messages_only() -> None:
    texts = texts_for(FALLBACK)
    assert "&lt;b&gt;" in texts.html("board.draw-offer", name="<b>")
    assert "<b>" in texts.plain("refusal.not-your-turn", mover="<b>")


def test_plurals_are_chosen_by_the_catalogue() -> None:
    texts = texts_for(FALLBACK)
    assert "1 round " in texts.html("board.leave-limit", count=1, limit=40)
    assert "2 rounds " in texts.html("board.leave-limit", count=2, limit=40)


@pytest.mark.parametrize(
    "code", ["en", "en-GB", "EN", "", None, "xx", "zz-ZZ", "-", "tlh", "a" * 50]
)
def test_unknown_languages_are_spoken_to_in_english(code: str | None) -> None:
    assert language_of(code) == FALLBACK


@given(st.text(max_size=64))
def test_names_are_visible_isolated_and_short(name: str) -> None:
    shown = shown_name(name)
    inner = shown[1:-1]
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    assert 1 <= len(inner) <= 32
    assert not any(unicodedata.category(character) in {"Cc", "Cf"} for character in inner)
    assert "<" not in texts_for(FALLBACK).html("board.draw-offer", name=shown)
