"""Inline mode on the local chat's page, in Chromium, with the real bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.local.records import Chat
from bot.local.server import LocalServer
from bot.local.world import World
from tests.e2e.browser import Pane, chromium
from tests.e2e.conftest import People

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def between(world: World, people: People) -> Chat:
    """Anna's and Boris's own chat."""
    return world.add_private_chat(people.anna, people.boris)


@pytest_asyncio.fixture
async def page(server: LocalServer, between: Chat) -> AsyncIterator[Page]:
    assert not between.bot_standing.present
    async with chromium() as browser:
        context = await browser.new_context(
            viewport={"width": 1700, "height": 1000}, reduced_motion="reduce"
        )
        page = await context.new_page()
        await page.goto(server.url)
        yield page
        await context.close()


async def test_from_the_list_of_offers_to_a_move(page: Page, people: People, between: Chat) -> None:
    anna, boris = Pane(page, people.anna), Pane(page, people.boris)
    await anna.open(people.anna.id)
    await anna.press_start()
    await anna.sees("Welcome to Ugolki")
    await anna.open(between.id)
    await anna.type("@ugolki_local_bot ")
    await expect(anna.offers).to_have_count(3)
    await anna.type("@ugolki_local_bot 16 b")
    await expect(anna.offers).to_have_count(1)
    await expect(anna.offers).to_contain_text("16 pieces in a square · Classic")
    await anna.press("Enter")
    await expect(anna.offers).to_have_count(0)
    await boris.open(between.id)
    await boris.sees("is looking for an opponent")
    await boris.sees("via @ugolki_local_bot")
    await boris.tap("▶️ Play")
    await boris.sees("White to move")
    await boris.tap("d1")
    await boris.tap("• e1")
    await anna.open(people.anna.id)
    await anna.sees("Last move: d1-e1")


async def test_the_welcome_leads_to_offers_in_another_chat(
    page: Page, people: People, between: Chat
) -> None:
    anna = Pane(page, people.anna)
    await anna.open(people.anna.id)
    await anna.press_start()
    await anna.tap("⚔️ Challenge in another chat")
    await anna.share_with(between.id)
    await expect(anna.offers).to_have_count(3)
    await anna.offers.nth(1).click()
    await anna.sees("is looking for an opponent")


async def test_a_word_that_is_no_option_leads_to_an_explanation(page: Page, people: People) -> None:
    anna = Pane(page, people.anna)
    await anna.open(people.group.id)
    await anna.type("@ugolki_local_bot pizza")
    await anna.press_offer_button("I don’t know “pizza”")
    await anna.sees("Challenges in any chat")
