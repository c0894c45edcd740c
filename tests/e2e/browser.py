"""Chromium, and the local chat's page as one person sees it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from bot.local.records import Person


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium, or else the one that Playwright has installed."""
    system = shutil.which("chromium") or shutil.which("google-chrome")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=system,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        try:
            yield browser
        finally:
            await browser.close()


class Pane:
    """One person's client on the page."""

    def __init__(self, page: Page, person: Person) -> None:
        self._pane = page.locator(f'[data-testid="pane"][data-person="{person.id}"]')

    async def open(self, chat: int) -> None:
        back = self._pane.get_by_test_id("back")
        if await back.is_visible():
            await back.click()
        await self._pane.locator(f'[data-testid="chat-entry"][data-chat="{chat}"]').click()

    async def press_start(self) -> None:
        """Begins the private chat with the bot."""
        await self._pane.get_by_test_id("start-button").click()

    async def write(self, text: str) -> None:
        field = self._pane.get_by_test_id("composer-input")
        await field.fill(text)
        await field.press("Enter")

    async def type(self, text: str) -> None:
        """Types a text and does not send it."""
        await self._pane.get_by_test_id("composer-input").fill(text)

    async def press(self, key: str) -> None:
        """Presses a key in the text."""
        await self._pane.get_by_test_id("composer-input").press(key)

    @property
    def offers(self) -> Locator:
        """What the bot offers in inline mode."""
        return self._pane.get_by_test_id("offer")

    async def press_offer_button(self, words: str) -> None:
        """Presses the button above the offers, once it holds these words."""
        await self._pane.get_by_test_id("offer-button").filter(has_text=words).click()

    async def share_with(self, chat: int) -> None:
        """Chooses a chat in the dialog that asks for one."""
        await self._pane.locator(f'[data-testid="share-chat"][data-chat="{chat}"]').click()

    async def tap(self, label: str) -> None:
        """Taps the newest button with this label, and waits for the answer."""
        button = self._pane.get_by_test_id("keyboard-button").get_by_text(label, exact=True)
        await button.last.click()

    async def sees(self, words: str) -> None:
        await expect(
            self._pane.get_by_test_id("message").filter(has_text=words).last
        ).to_be_visible()

    async def sees_toast(self, words: str) -> None:
        await expect(self._pane.get_by_test_id("toast").filter(has_text=words)).to_be_visible()
