"""Run in a copy of the project: draws, speaks, thinks and serves the page with what is there.

PYTHONPATH=. python .../tests/shipped.py
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import httpx

import render
import rules
from bot.ai.networks import network_for
from bot.chat.texts import languages, texts_for
from bot.local.server import LocalServer
from bot.local.world import World


def draw() -> None:
    """Draws a board with names in each theme."""
    options = rules.Options()
    state = rules.State.start(options)
    homes = (options.home(rules.Side.WHITE), options.home(rules.Side.BLACK))
    view = render.BoardView(state.white, state.black, *homes, white_name="Anna", black_name="Борис")
    for theme in render.THEMES.values():
        assert render.draw_board(view, theme).startswith(b"\x89PNG")


def load() -> None:
    """Loads each catalogue and each network."""
    assert len({texts_for(language).plain("button.rules") for language in languages()}) > 1
    for pieces in rules.PIECE_COUNTS:
        for moves in rules.MoveSet:
            for leave_home in (True, False):
                network_for(pieces, moves, leave_home)


def read_page(root: str) -> set[str]:
    """Follows links and imports from the page on. Returns the paths, all of which are there."""
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        text = httpx.get(root + path).raise_for_status().text
        waiting += re.findall(r'"(/page/[\w./-]+)"', text)
        waiting += [f"/page/{name}" for name in re.findall(r'"\./([\w-]+\.js)"', text)]
    return seen


async def serve() -> set[str]:
    """Serves the page."""
    async with LocalServer(World()) as server:
        return await asyncio.to_thread(read_page, server.url)


if __name__ == "__main__":
    assert Path(rules.__file__).is_relative_to(Path.cwd())
    draw()
    load()
    sys.stdout.write(f"{len(asyncio.run(serve()))} files of the page\n")
