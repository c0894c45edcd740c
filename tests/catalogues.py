"""The catalogues: which texts the code asks for, and a command that brings all of them up to date.

    python -m tests.catalogues [LANGUAGE]

It adds the texts that are missing, empty and with the English text as a comment, removes those
that nothing asks for any more, and puts all catalogues into the order of the English one. Naming a
new language (``eo``) begins its catalogue.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import normalize, read_po

import bot
from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS
from bot.chat import texts
from bot.chat.rulebook import CHAPTERS, Page
from bot.chat.texts import FALLBACK
from bot.play.match import Decision
from bot.play.refusals import Refusal
from bot.play.setup import LEVELS, Colour
from rules import MoveSet, Reason

_BOT = Path(bot.__file__).parent
_ID = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")
_KIND = re.compile(r"[a-z]+\.")
_ANY = "[a-z0-9-]+"
# Files and loggers look like ids.
_NO_TEXT = re.compile(r".*\.(png|gif|mp4|txt|db)|tornado\..*")

_HEADER = """\
# {name}
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"
"""


def catalogue(language: str) -> Catalog:
    """A catalogue as it is written."""
    with (texts.CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> dict[str, Message]:
    """The entries of a catalogue by their ids."""
    found = {}
    for message in catalogue(language):
        text_id = message.id if isinstance(message.id, str) else message.id[0]
        if text_id:
            found[text_id] = message
    return found


def forms(message: Message) -> list[str]:
    """The texts of an entry: one, or one for each plural form."""
    text = message.string or ""
    return [text] if isinstance(text, str) else list(text)


# What the code asks for


def ids_in_code() -> set[str]:
    """The ids of all texts that the code names, or puts together from what it knows."""
    sources = [path for path in _BOT.rglob("*.py") if not {"local", "ai"} & {*path.parts}]
    trees = [ast.parse(path.read_text()) for path in sources]
    named = {text for tree in trees for text in _constants(tree)}
    found = {text for text in named if _ID.fullmatch(text) and not _NO_TEXT.fullmatch(text)}
    pattern = re.compile("|".join(each for tree in trees for each in _patterns(tree)))
    formed = {text_id for text_id in messages(FALLBACK) if pattern.fullmatch(text_id)}
    return found | formed | {*_computed_ids()}


def _constants(tree: ast.AST) -> Iterator[str]:
    """The whole strings in a source, not the parts of formatted ones."""
    parts = {id(part) for text in _formatted(tree) for part in text.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.value


def _patterns(tree: ast.AST) -> Iterator[str]:
    """What the ids look like that a source puts together, such as ``f"level.{level}"``."""
    for text in _formatted(tree):
        parts = [part.value if isinstance(part, ast.Constant) else None for part in text.values]
        if isinstance(parts[0], str) and _KIND.match(parts[0]):
            yield "".join(_ANY if part is None else re.escape(str(part)) for part in parts)


def _formatted(tree: ast.AST) -> list[ast.JoinedStr]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]


def _computed_ids() -> Iterator[str]:
    yield from (f"refusal.{refusal.value}" for refusal in Refusal)
    yield from (f"option.{value.value}" for value in (*MoveSet, *Colour))
    yield from (f"option.pieces-{shape}" for shape in ("square", "triangle", "rectangle"))
    yield from (f"challenge.colour-{colour.value}" for colour in Colour)
    yield from ("board.turn-white", "board.turn-black")
    yield from (f"command.{name}" for name in {*PRIVATE_COMMANDS, *GROUP_COMMANDS})
    yield from (f"level.{level}" for level in LEVELS)
    yield from (f"rules.{page.value}" for page in Page)
    yield from CHAPTERS.values()
    won = {Reason.FILLED, Reason.LEAVE_HOME, Reason.COUNT_LIMIT, Reason.BOTH_PASSED}
    drawn = {*Reason, Decision.AGREED} - {Reason.FILLED}
    yield from (f"result.{reason.value}-won" for reason in (*won, Decision.RESIGNED))
    yield from (f"result.{reason.value}-draw" for reason in drawn)


# The command


def update(language: str, wanted: set[str]) -> None:
    """Brings a catalogue up to date, or begins it."""
    path = texts.CATALOGUES / f"{language}.po"
    english, known = messages(FALLBACK), messages(language) if path.exists() else {}
    order = [text_id for text_id in english if text_id in wanted]
    order += sorted(wanted - english.keys())
    if known:
        header, count = path.read_text().split("\n\n")[0] + "\n", catalogue(language).num_plurals
    else:
        plural = get_plural(language)
        name = texts.language_name(language)
        header = _HEADER.format(name=name, language=language, plural=plural.plural_forms)
        count = plural.num_plurals
    entries = [entry(each, known.get(each), english.get(each), count) for each in order]
    path.write_text("\n".join([header, *entries]))


def entry(text_id: str, known: Message | None, english: Message | None, count: int) -> str:
    """An entry as it is written; without a text it is empty, with the English one beside it."""
    lines = []
    if (known is None or not all(forms(known))) and english is not None:
        lines += [f"#. {line}" for text in forms(english) for line in text.split("\n")]
    if known is not None and known.fuzzy:
        lines.append("#, fuzzy")
    lines.append(f"msgid {normalize(text_id)}")
    example = known or english
    if example is not None and example.pluralizable:
        written = [*(forms(known) if known is not None else []), *[""] * count]
        lines.append(f"msgid_plural {normalize(text_id)}")
        lines += [f"msgstr[{number}] {_quoted(written[number])}" for number in range(count)]
    else:
        lines.append(f"msgstr {_quoted(forms(known)[0] if known is not None else '')}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return normalize(text, width=0)


def main() -> None:
    wanted = ids_in_code()
    for language in sorted({*texts.languages(), *sys.argv[1:]}):
        update(language, wanted)


if __name__ == "__main__":
    main()
