"""Random JSON of the Bot API's types, and random changes to JSON that was right.

``data/types.json`` holds, of Bot API 10.1, the types that an update can be made of. A type is the
list of its subtypes, or its fields: ``?`` marks those that may be missing, ``[...]`` an array,
``|`` alternatives, and ``=`` the values that there are, with ``/`` between them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.fuzz import values

Json: TypeAlias = dict[str, Any]

TYPES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "types.json").read_text())
KINDS: tuple[str, ...] = tuple(field for field in TYPES["Update"] if field != "update_id")

_DEEPEST = 4
_NOW = 1_800_000_000


class Shapes:
    """Makes values of types; ``known`` may give one that exists in the world instead."""

    def __init__(self, rng: Random, known: Callable[[str], Json | None]) -> None:
        self._rng = rng
        self._known = known

    def update(self, kind: str) -> Json:
        """The content of an update of that kind."""
        content: Json = self._value(TYPES["Update"][kind].lstrip("?"), kind, 0)
        return content

    def make(self, name: str, depth: int = 0) -> Json:
        """A value of a type that has fields, with some of those that may be missing."""
        if (known := self._known(name)) is not None:
            return known
        made = {}
        for field, type_ in TYPES[name].items():
            optional = type_.startswith("?")
            if optional and self._rng.random() > (0.15 if depth < _DEEPEST else 0):
                continue
            made[field] = self._value(type_.lstrip("?"), field, depth + 1)
        if name == "User" and self._rng.random() < 0.9:
            made["id"] = abs(made["id"]) or 1
        return made

    def _value(self, type_: str, field: str, depth: int) -> Any:
        rng = self._rng
        type_, _, options = type_.partition("=")
        if options:
            option = rng.choice(options.split("/"))
            return int(option) if type_ == "Integer" else option
        type_ = rng.choice(type_.split("|"))
        if type_.startswith("["):
            count = rng.randrange(3) if depth < _DEEPEST else 0
            return [self._value(type_[1:-1], field, depth + 1) for _ in range(count)]
        match type_:
            case "Integer":
                return self._integer(field)
            case "Float":
                return rng.choice((0.0, -1.5, 3.14, 1e300))
            case "Boolean":
                return rng.random() < 0.5
            case "String":
                return values.text(rng)
            case _ if isinstance(subtypes := TYPES[type_], list):
                return self._value(self._rng.choice(subtypes), field, depth + 1)
            case _:
                return self.make(type_, depth)

    def _integer(self, field: str) -> int:
        if field.endswith("date") or field in ("duration", "period"):
            return self._rng.choice((0, 1, _NOW, _NOW, 2**31 - 1))
        return values.integer(self._rng)


def mutate(content: Json, rng: Random) -> Json:
    """A copy with some fields gone or with odd values of the same type."""
    copy: Json = json.loads(json.dumps(content))
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        _change(copy, rng)
    return copy


def _change(content: Json, rng: Random) -> None:
    places: list[tuple[Any, Any]] = []
    _collect(content, places)
    if not places:
        return
    holder, key = rng.choice(places)
    value = holder[key]
    match value:
        case bool():
            holder[key] = not value
        case int():
            holder[key] = values.integer(rng)
        case str() if rng.random() < 0.7:
            holder[key] = values.text(rng)
        case list() if value and rng.random() < 0.5:
            holder[key] = value * rng.randrange(3)
        case _:
            del holder[key]


def _collect(value: Any, places: list[tuple[Any, Any]]) -> None:
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        places.append((value, key))
        if isinstance(inner, dict | list):
            _collect(inner, places)
