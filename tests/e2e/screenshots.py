"""Makes the README's pictures: a game in the local chat, as two people see it.

python -m tests.e2e.screenshots [FOLDER]
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page

from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.records import Chat, ChatKind, Person
from bot.local.server import LocalServer
from bot.local.world import demo_world
from tests.e2e.browser import Pane, chromium
from tests.e2e.test_page import OPENING
from tests.e2e.thinkers import FirstMove

_FOLDER = Path(__file__).parent.parent.parent / ".github" / "pictures"


async def take(folder: Path) -> None:
    world = demo_world()
    anna, boris = world.people.values()
    group = next(chat for chat in world.chats.values() if chat.kind is ChatKind.SUPERGROUP)
    with tempfile.TemporaryDirectory() as data:
        async with LocalServer(world) as server, chromium() as browser:
            config = Config(
                server.token, server.url, Path(data) / "games.db", None, None, logging.WARNING
            )
            engine = FirstMove()
            async with running(config, token=server.token, engine=engine, rates=UNLIMITED):
                await _play(browser, server.url, (anna, boris), group, folder)
                await _on_a_phone(browser, server.url, anna, group, folder)


async def _play(
    browser: Browser, url: str, people: tuple[Person, Person], group: Chat, folder: Path
) -> None:
    context = await browser.new_context(
        viewport={"width": 1500, "height": 1060}, reduced_motion="reduce"
    )
    page = await context.new_page()
    await page.goto(url)
    anna, boris = (Pane(page, person) for person in people)
    await anna.open(people[0].id)
    await anna.press_start()
    await anna.sees("Welcome")
    for pane in (anna, boris):
        await pane.open(group.id)
    await anna.write("Who dares? 🙂")
    await anna.write("/challenge white")
    await boris.sees("is looking for an opponent")
    await _shoot(page, folder / "challenge.png")
    await boris.tap("▶️ Play")
    await anna.sees("White to move")
    for number, (piece, target, notation) in enumerate(OPENING):
        mover = boris if number % 2 else anna
        await mover.tap(piece)
        await mover.tap(target)
        await mover.sees(f"Last move: {notation}")
    await anna.tap("c1")
    await anna.tap("◯ a1")
    await anna.tap("◯ a3")
    await anna.sees("So far c1:a1:a3.")
    await boris.tap("◯ a5")
    await _shoot(page, folder / "chain.png")
    await anna.tap("◯ a5")
    await boris.sees("Last move: c1:a1:a3:a5")
    await boris.tap("🏳️ Resign")
    await boris.tap("🏳️ Yes, resign")
    await anna.sees("wins:")
    await _shoot(page, folder / "result.png")
    await anna.tap("🔁 Rematch")
    await boris.tap("▶️ Accept the rematch")
    await anna.sees("White to move, \u2068Boris")
    await _shoot(page, folder / "rematch.png")
    await context.close()


async def _on_a_phone(
    browser: Browser, url: str, person: Person, group: Chat, folder: Path
) -> None:
    context = await browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, reduced_motion="reduce"
    )
    page = await context.new_page()
    await page.goto(url)
    await Pane(page, person).open(group.id)
    await _shoot(page, folder / "phone.png")
    await context.close()


async def _shoot(page: Page, path: Path) -> None:
    # The newest picture may still be loading.
    await page.wait_for_timeout(600)
    await page.screenshot(path=path)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER))
