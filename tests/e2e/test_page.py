"""The whole thing as a newcomer meets it: the real bot, the local chat's page, Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page

from bot.local.server import LocalServer
from tests.e2e.browser import Pane, chromium
from tests.e2e.conftest import People

pytestmark = pytest.mark.usefixtures("bot")


@pytest_asyncio.fixture
async def page(server: LocalServer) -> AsyncIterator[Page]:
    async with chromium() as browser:
        context = await browser.new_context(
            viewport={"width": 1700, "height": 1000}, reduced_motion="reduce"
        )
        page = await context.new_page()
        await page.goto(server.url)
        yield page
        await context.close()


# After these, c1 can jump over b1, a2 and a4.
OPENING = (
    ("b1", "◯ d1", "b1:d1"),
    ("h6", "• h5", "h6-h5"),
    ("a1", "• b1", "a1-b1"),
    ("h5", "• h4", "h5-h4"),
    ("a3", "• a4", "a3-a4"),
    ("h4", "• h3", "h4-h3"),
)


async def test_a_game_from_the_challenge_to_the_rematch(page: Page, people: People) -> None:
    anna, boris = Pane(page, people.anna), Pane(page, people.boris)
    for person in (anna, boris):
        await person.open(people.group.id)
    await anna.write("/challenge white")
    await boris.sees("is looking for an opponent")
    await boris.tap("▶️ Play")
    await anna.sees("White to move")

    await boris.tap("c1")
    await boris.sees_toast("It is")
    for number, (piece, target, notation) in enumerate(OPENING):
        mover = boris if number % 2 else anna
        await mover.tap(piece)
        await mover.tap(target)
        await mover.sees(f"Last move: {notation}")

    await anna.tap("c1")
    await anna.tap("◯ a1")
    await anna.sees("So far c1:a1.")
    await anna.tap("◯ a3")
    await anna.sees("So far c1:a1:a3.")
    await anna.tap("◯ a5")
    await boris.sees("Last move: c1:a1:a3:a5")

    await boris.tap("🏳️ Resign")
    await boris.sees("really want to resign")
    await boris.tap("🏳️ Yes, resign")
    await anna.sees("wins:")
    await anna.tap("🔁 Rematch")
    await boris.tap("▶️ Accept the rematch")
    await anna.sees("White to move, \u2068Boris")
