"""Formatted text: lengths in UTF-16 units, and the entities that Telegram finds in plain text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Entity:
    """A span of a text; offset and length are in UTF-16 code units."""

    type: str
    offset: int
    length: int
    url: str = ""
    user_id: int = 0
    language: str = ""

    @property
    def end(self) -> int:
        """Return the offset just after the span."""
        return self.offset + self.length


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text with its entities, outer ones before the ones inside them."""

    text: str
    entities: tuple[Entity, ...] = ()


_OPAQUE = frozenset({"code", "pre", "text_link", "text_mention"})
_PATTERNS = (
    (
        "bot_command",
        re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"),
    ),
    ("mention", re.compile(r"(?<![\w/`])@[A-Za-z0-9_]{3,32}\b")),
    (
        "url",
        re.compile(
            r"(?:https?://[^\s<>\"]+|(?<![\w@./])(?:[a-z0-9-]+\.)+(?:com|org|net|me|io)\b(?:/[^\s<>\"]*)?)"
            r"(?<![.,:;!?)'])",
            re.IGNORECASE,
        ),
    ),
)
_MARKS = re.compile(r"[/@.]")

# Control characters become blanks; carriage returns, line and paragraph separators, bidirectional
# embeddings and overrides, and three combining lines disappear, as in Telegram's servers.
_BLANKED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\t]")
_DROPPED = re.compile("[\r\u2028-\u202e\u033f\u0333\u030a]")


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 code units of the text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def utf16_slice(text: str, offset: int, length: int) -> str:
    """Return the part of the text that a span of UTF-16 units covers."""
    units = text.encode("utf-16-le")
    return units[2 * offset : 2 * (offset + length)].decode("utf-16-le", "ignore")


def find_entities(formatted: Formatted) -> Formatted:
    """Add the commands, mentions and links that Telegram recognises by itself."""
    text = formatted.text
    if not _MARKS.search(text):
        return formatted
    opaque = [entity for entity in formatted.entities if entity.type in _OPAQUE]
    taken = list(opaque)
    found = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            entity = Entity(kind, utf16_length(text[: match.start()]), utf16_length(match.group()))
            if not any(entity.offset < e.end and e.offset < entity.end for e in taken):
                taken.append(entity)
                found.append(entity)
    if not found:
        return formatted
    return Formatted(text, in_order([*formatted.entities, *found]))


def in_order(entities: list[Entity]) -> tuple[Entity, ...]:
    """Return the entities by offset, outer ones first."""
    return tuple(sorted(entities, key=lambda entity: (entity.offset, -entity.length)))


def tidy(formatted: Formatted) -> Formatted:
    """Clean and trim a text as Telegram does before it stores it.

    Blanks at the end go, blanks at the start go up to the first entity.
    """
    formatted = _without_dropped(formatted)
    text = _BLANKED.sub(" ", formatted.text).rstrip()
    first = formatted.entities[0].offset if formatted.entities else len(text)
    cut = min(len(text) - len(text.lstrip()), first)
    end = utf16_length(text)
    entities = tuple(_moved(formatted.entities, cut, end))
    return Formatted(text[cut:], entities)


def _moved(entities: tuple[Entity, ...], cut: int, end: int) -> Iterator[Entity]:
    for entity in entities:
        length = min(entity.end, end) - entity.offset
        if length > 0:
            yield replace(entity, offset=entity.offset - cut, length=length)


def _without_dropped(formatted: Formatted) -> Formatted:
    places = [
        utf16_length(formatted.text[: match.start()]) for match in _DROPPED.finditer(formatted.text)
    ]
    if not places:
        return formatted
    entities = []
    for entity in formatted.entities:
        before = sum(place < entity.offset for place in places)
        inside = sum(entity.offset <= place < entity.end for place in places)
        if entity.length > inside:
            entities.append(
                replace(entity, offset=entity.offset - before, length=entity.length - inside)
            )
    return Formatted(_DROPPED.sub("", formatted.text), tuple(entities))
