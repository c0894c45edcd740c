"""Drawing takes a processor for a while, and nobody waits for it who does not need the picture."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from bot.delivery import exports, films, frames, pictures
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.test_ratings import win
from tests.e2e.test_review import Critic, finished, review_of

pytestmark = pytest.mark.usefixtures("bot")

_PATIENCE = 60.0


@pytest.fixture
def engine() -> Critic:
    return Critic()


class HeldDrawing:
    """A function that draws, but not before it is let go, and never in the event loop's thread."""

    def __init__(self, draw: Callable[..., object]) -> None:
        self._draw = draw
        self._begun = threading.Event()
        self._gone = threading.Event()

    def __call__(self, *args: Any) -> object:
        assert threading.current_thread() is not threading.main_thread()
        self._begun.set()
        self._gone.wait(_PATIENCE)
        return self._draw(*args)

    async def begun(self) -> None:
        assert await asyncio.to_thread(self._begun.wait, _PATIENCE)

    def let_go(self) -> None:
        self._gone.set()


Hold = Callable[[ModuleType, str], HeldDrawing]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hold]:
    """Holds what a module draws by the function of that name."""
    held = []

    def hold_one(module: ModuleType, name: str) -> HeldDrawing:
        drawing = HeldDrawing(getattr(module, name))
        monkeypatch.setattr(module, name, drawing)
        held.append(drawing)
        return drawing

    yield hold_one
    for drawing in held:
        drawing.let_go()


async def test_while_a_board_is_drawn(table: Table, people: People, hold: Hold) -> None:
    board = await table.begin(people.anna, people.boris)
    drawing = hold(frames, "draw_board")
    assert await table.tap(people.anna, "c1", board) == ""
    await drawing.begun()
    drawing.let_go()
    await table.caption(board, "Where to?")


async def test_while_a_replay_is_drawn(table: Table, people: People, hold: Hold) -> None:
    board = await finished(table, people)
    drawing = hold(films, "draw_replay")
    assert "One moment" in await table.tap(people.anna, "🎞", board)
    await drawing.begun()
    drawing.let_go()
    await table.message("🎞")


async def test_while_the_page_of_a_book_or_a_review_is_drawn(
    table: Table, people: People, hold: Hold
) -> None:
    board = await finished(table, people)
    page, graph = hold(pictures, "draw_boards"), hold(pictures, "draw_graph")
    table.say(people.anna, "/rules")
    await page.begun()
    page.let_go()
    await table.message("Ugolki, the game of corners")
    await table.tap(people.anna, "📈", board)
    await graph.begun()
    graph.let_go()
    await review_of(table)


async def test_while_the_curve_of_a_rating_is_drawn(
    table: Table, people: People, hold: Hold
) -> None:
    for _ in range(3):
        await win(table, people.anna, people.boris)
    drawing = hold(exports, "draw_graph")
    table.say(people.anna, "/stats")
    await drawing.begun()
    drawing.let_go()
    await table.until(lambda: table.messages[-1].photo, "the curve")
