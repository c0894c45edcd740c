"""Imports point one way: bot -> render -> rules. This reads them and fails on any other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Package (or module) -> what it may import besides itself and the standard library.
ALLOWED: dict[str, set[str]] = {
    "rules": set(),
    "render": {"rules", "PIL"},
    "bot.config": set(),
    "bot.log": set(),
    "bot.recent": set(),
    "bot.observer": set(),
    "bot.lifetime": set(),
    "bot.web": {"tornado"},
    "bot.transport": {"telegram", "aiohttp", "certifi"},
    "bot.metrics": {"prometheus_client", "bot.observer", "bot.recent"},
    "bot.store": set(),
    "bot.ai": {"rules", "numba", "numpy", "llvmlite"},
    "bot.play": {"rules", "bot.ai", "bot.recent", "bot.store"},
    "bot.chat": {"rules", "render", "bot.play", "bot.store", "telegram", "babel"},
    "bot.delivery": {
        *("rules", "render", "bot.observer", "bot.recent", "bot.store", "bot.play", "bot.chat"),
        *("bot.transport", "telegram"),
    },
    "bot.handlers": {
        *("rules", "bot.observer", "bot.recent", "bot.receiving", "bot.store", "bot.play"),
        *("bot.chat", "bot.delivery", "telegram"),
    },
    "bot.observing": {"rules", "bot.observer", "bot.ai", "bot.play", "bot.transport", "telegram"},
    "bot.receiving": {"bot.config", "bot.web", "telegram", "tornado"},
    "bot.app": {
        *("bot.config", "bot.observer", "bot.observing", "bot.receiving", "bot.web", "bot.store"),
        *("bot.play", "bot.chat", "bot.delivery", "bot.handlers", "bot.transport", "telegram"),
    },
    "bot.local": {"tornado"},
    "bot.__main__": {
        *("bot.ai", "bot.app", "bot.config", "bot.lifetime", "bot.log", "bot.metrics"),
        *("bot.receiving", "bot.web", "bot.delivery", "bot.handlers", "bot.store", "bot.local"),
        "telegram",
    },
    "bot": set(),
}

FILES = sorted(
    path for folder in ("rules", "render", "bot") for path in (ROOT / folder).rglob("*.py")
)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def owner_of(module: str) -> str:
    """The longest key of ALLOWED that the module belongs to, or else its top-level package."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if (name := ".".join(parts[:length])) in ALLOWED:
            return name
    return parts[0]


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_point_one_way(path: Path) -> None:
    owner = owner_of(module_of(path))
    for imported in imports_of(path):
        target = owner_of(imported)
        if target.split(".", maxsplit=1)[0] in sys.stdlib_module_names or target == owner:
            continue
        assert target in ALLOWED[owner], f"{owner} must not import {imported}"


def test_no_file_has_two_owners() -> None:
    longest = {module_of(path): len(path.read_text().splitlines()) for path in FILES}
    assert {name: lines for name, lines in longest.items() if lines > 450} == {}
