"""Telegram's HTML parse mode, with the sentences of Telegram's own parser for what it refuses."""

import re
from dataclasses import dataclass, replace

from bot.local.entities import Entity, Formatted, in_order, utf16_length

_TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
}
_SPECIAL = re.compile(r"[<&]")
_SPACES = re.compile(r"[ \t\r\n\v\x00]*")
_TAG_NAME = re.compile(r"[^ \t\r\n\v\x00>]*")
_ATTRIBUTE_NAME = re.compile(r"[^ \t\r\n\v\x00=>]*")
_NAME_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_CHARACTER = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_USER_LINK = re.compile(r"tg://user/?\?id=(\d+)$", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_HOST = re.compile(r"[^\s/.]+(?:\.[^\s/.]+)+(?:/\S*)?$")
_BARE_HOST = re.compile(r"https?://[^/?#]+$", re.IGNORECASE)
_LAST_CODE_POINT = 0x10FFFF


class MarkupError(ValueError):
    """The text is not what Telegram's parser takes; the message is Telegram's."""


@dataclass(frozen=True, slots=True)
class _OpenTag:
    name: str
    argument: str
    offset: int
    start: int


def parse_html(source: str) -> Formatted:
    """Return the text without its tags, and their entities.

    A link to tg://user?id=N becomes a text_mention with that user_id.
    Raises MarkupError; places in its message are byte offsets in UTF-8.
    """
    return _Parser(source).parse()


class _Parser:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._parts: list[str] = []
        self._characters = 0
        self._units = 0
        self._open: list[_OpenTag] = []
        self._entities: list[Entity] = []

    def parse(self) -> Formatted:
        source = self._source
        while (special := _SPECIAL.search(source, self._at)) is not None:
            self._emit(source[self._at : special.start()])
            self._at = special.start()
            if special.group() == "&":
                self._emit(self._character_reference())
            elif source.startswith("</", self._at):
                self._end_tag()
            else:
                self._start_tag()
        self._emit(source[self._at :])
        if self._open:
            raise MarkupError(
                f'Can\'t find end tag corresponding to start tag "{self._open[-1].name}"'
            )
        entities = [
            replace(entity, language="") if entity.type == "code" else entity
            for entity in self._entities
        ]
        return Formatted("".join(self._parts), in_order(entities))

    def _emit(self, text: str) -> None:
        self._parts.append(text)
        self._characters += len(text)
        self._units += utf16_length(text)

    def _character_reference(self) -> str:
        match = _CHARACTER.match(self._source, self._at)
        character = _character(match) if match else ""
        if match is None or not character:
            self._at += 1
            return "&"
        self._at = match.end()
        return character

    def _start_tag(self) -> None:
        begin = self._at
        tag = self._take(_TAG_NAME, begin + 1)
        if self._at == len(self._source):
            raise self._error("Unclosed start tag", begin)
        name = tag.lower()
        if name not in _TYPES:
            raise self._error(f'Unsupported start tag "{name}"', begin)
        argument = ""
        while True:
            self._take(_SPACES, self._at)
            if self._source.startswith(">", self._at):
                break
            argument = self._attribute(name, begin) or argument
        self._at += 1
        if name == "span" and argument != "spoiler":
            raise self._error('Tag "span" must have class "tg-spoiler"', begin)
        self._open.append(_OpenTag(name, argument, self._units, self._characters))

    def _attribute(self, tag: str, begin: int) -> str:
        """Read one attribute; return what it says about the entity, if anything."""
        attribute = self._take(_ATTRIBUTE_NAME, self._at).lower()
        if not attribute:
            raise self._error(f'Empty attribute name in the tag "{tag}"', begin)
        self._take(_SPACES, self._at)
        if not self._source.startswith("=", self._at):
            if (tag, attribute) == ("blockquote", "expandable"):
                return attribute
            raise self._error(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}"', begin
            )
        self._take(_SPACES, self._at + 1)
        if self._at == len(self._source):
            raise self._error(f'Unclosed start tag "{tag}"', begin)
        value = self._attribute_value()
        if self._at == len(self._source):
            raise self._error("Unclosed start tag", begin)
        if (tag, attribute) == ("a", "href"):
            return value
        if (tag, attribute) == ("code", "class") and value.startswith("language-"):
            return value.removeprefix("language-")
        if (tag, attribute) == ("span", "class") and value.startswith("tg-"):
            return value.removeprefix("tg-")
        return ""

    def _attribute_value(self) -> str:
        begin = self._at
        quote = self._source[begin]
        if quote in "'\"":
            end = self._source.find(quote, begin + 1)
            if end < 0:
                self._at = len(self._source)
                return ""
            self._at = end + 1
            return _CHARACTER.sub(
                lambda match: _character(match) or match.group(), self._source[begin + 1 : end]
            )
        value = self._take(_NAME_TOKEN, begin).lower()
        if self._at < len(self._source) and self._source[self._at] not in " \t\r\n\v\x00>":
            raise self._error("Unexpected end of name token", begin)
        return value

    def _end_tag(self) -> None:
        begin = self._at
        if not self._open:
            raise self._error("Unexpected end tag", begin)
        name = self._take(_TAG_NAME, begin + 2).lower()
        self._take(_SPACES, self._at)
        if not self._source.startswith(">", self._at):
            raise self._error("Unclosed end tag", begin)
        tag = self._open.pop()
        if name not in ("", tag.name):
            place = self._byte_offset(begin)
            raise MarkupError(
                f"Unmatched end tag at byte offset {place}, "
                f'expected "</{tag.name}>", found "</{name}>"'
            )
        self._at += 1
        if self._units > tag.offset:
            self._close(tag)

    def _close(self, tag: _OpenTag) -> None:
        length = self._units - tag.offset
        kind = _TYPES[tag.name]
        if tag.name == "a":
            shown = "".join(self._parts)[tag.start :]
            link = _link(tag.argument or shown, tag.offset, length)
            if link is not None:
                self._entities.append(link)
            return
        if tag.name == "blockquote" and tag.argument:
            kind = "expandable_blockquote"
        language = tag.argument if kind == "code" else ""
        if kind == "pre" and self._entities:
            inner = self._entities[-1]
            if (inner.type, inner.offset, inner.length) == ("code", tag.offset, length):
                self._entities.pop()
                language = inner.language
        self._entities.append(Entity(kind, tag.offset, length, language=language))

    def _take(self, pattern: re.Pattern[str], start: int) -> str:
        """Read what the pattern (which takes the empty text) matches, and stand behind it."""
        match = pattern.match(self._source, start)
        taken = match.group() if match else ""
        self._at = start + len(taken)
        return taken

    def _byte_offset(self, index: int) -> int:
        return len(self._source[:index].encode())

    def _error(self, reason: str, index: int) -> MarkupError:
        return MarkupError(f"{reason} at byte offset {self._byte_offset(index)}")


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, named = match.groups()
    if named:
        return _NAMED[named]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code <= _LAST_CODE_POINT else ""


def _link(target: str, offset: int, length: int) -> Entity | None:
    user = _USER_LINK.match(target)
    if user:
        return Entity("text_mention", offset, length, user_id=int(user[1]))
    if _SCHEME.match(target):
        url = target
    elif _HOST.match(target):
        url = f"http://{target}"
    else:
        return None
    return Entity("text_link", offset, length, url=f"{url}/" if _BARE_HOST.match(url) else url)
