"""Drawing takes a processor for a while, and nobody waits for it who does not need the picture."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import ModuleType

import pytest

from bot.delivery import exports, films, frames, pictures
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.test_ratings import win
from tests.e2e.test_review import Critic, finished, review_of

pytestmark = pytest.mark.usefixtures("bot")

_DRAWING_SECONDS = 0.5
_LATE_SECONDS = 0.2


@pytest.fixture
def engine() -> Critic:
    return Critic()


Slow = Callable[[ModuleType, str], list[float]]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Has a module draw slowly, and note when it has drawn."""

    def slow_down(module: ModuleType, name: str) -> list[float]:
        draw, drawn = getattr(module, name), list[float]()

        def draw_slowly(*args: object) -> object:
            time.sleep(_DRAWING_SECONDS)
            drawn.append(time.monotonic())
            return draw(*args)

        monkeypatch.setattr(module, name, draw_slowly)
        return drawn

    return slow_down


@asynccontextmanager
async def never_late() -> AsyncIterator[None]:
    """The event loop attends to everything in time as long as the block lasts."""
    latest = 0.0

    async def watch() -> None:
        nonlocal latest
        while True:
            due = time.monotonic() + 0.01
            await asyncio.sleep(0.01)
            latest = max(latest, time.monotonic() - due)

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
    assert latest < _LATE_SECONDS


async def test_while_a_board_is_drawn(table: Table, people: People, slow: Slow) -> None:
    board = await table.begin(people.anna, people.boris)
    drawn = slow(frames, "draw_board")
    async with never_late():
        assert await table.tap(people.anna, "c1", board) == ""
        assert not drawn, "the tap is answered before"
        await table.caption(board, "Where to?")
    assert drawn


async def test_while_a_replay_is_drawn(table: Table, people: People, slow: Slow) -> None:
    board = await finished(table, people)
    drawn = slow(films, "draw_replay")
    async with never_late():
        assert "One moment" in await table.tap(people.anna, "🎞", board)
        await table.message("🎞")
    assert drawn


async def test_while_the_page_of_a_book_or_a_review_is_drawn(
    table: Table, people: People, slow: Slow
) -> None:
    board = await finished(table, people)
    drawn = [slow(pictures, "draw_boards"), slow(pictures, "draw_graph")]
    async with never_late():
        table.say(people.anna, "/rules")
        await table.message("Ugolki, the game of corners")
        await table.tap(people.anna, "📈", board)
        await review_of(table)
    assert all(drawn)


async def test_while_the_curve_of_a_rating_is_drawn(
    table: Table, people: People, slow: Slow
) -> None:
    for _ in range(3):
        await win(table, people.anna, people.boris)
    drawn = slow(exports, "draw_graph")
    async with never_late():
        table.say(people.anna, "/stats")
        await table.until(lambda: table.messages[-1].photo and drawn, "the curve")
    assert drawn
