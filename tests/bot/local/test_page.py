"""The chat page in Chromium against the local server; the tests speak for the bot."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.local.queries import Answer
from bot.local.records import Chat, ChatKind, Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.bot.local.clients import RawApi
from tests.bot.local.pictures import png
from tests.e2e.browser import chromium

pytestmark = pytest.mark.asyncio(loop_scope="module")

_FRAMES = """photo => {
    window.frames_seen = [];
    const look = () => {
        const image = photo.querySelector("img");
        const { width, height } = photo.getBoundingClientRect();
        frames_seen.push([image.complete && image.naturalWidth > 0, width, height]);
        requestAnimationFrame(look);
    };
    look();
}"""


@dataclass(frozen=True, slots=True)
class Scene:
    """Two people, their group, the server, and the bot's side of it."""

    world: World
    anna: Person
    boris: Person
    club: Chat
    server: LocalServer
    api: RawApi

    async def send_photo(self, chat: Chat, seed: int, **fields: object) -> int:
        """Send a square picture as the bot; return its message id."""
        files = {"photo": ("board.png", png(seed, 832, 832))}
        return await self._upload("sendPhoto", files, chat_id=chat.id, **fields)

    async def replace_photo(self, chat: Chat, message_id: int, seed: int) -> None:
        """Put another picture into the bot's message."""
        await self._upload(
            "editMessageMedia",
            {"next": ("board.png", png(seed, 832, 832))},
            chat_id=chat.id,
            message_id=message_id,
            media=json.dumps({"type": "photo", "media": "attach://next"}),
        )

    async def _upload(
        self, method: str, files: dict[str, tuple[str, bytes]], **fields: object
    ) -> int:
        url = f"{self.server.url}/bot{self.server.token}/{method}"
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = (await client.post(url, data=fields, files=files)).json()
        assert answer["ok"], answer
        message_id: int = answer["result"]["message_id"]
        return message_id


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def scene() -> AsyncIterator[Scene]:
    world = World()
    anna = world.add_person("Anna", username="anna", language_code="en")
    boris = world.add_person("Boris", username="boris", language_code="de-AT")
    club = world.add_group("Club", [anna, boris])
    async with LocalServer(world) as server, httpx.AsyncClient(trust_env=False) as client:
        yield Scene(world, anna, boris, club, server, RawApi(server, client))


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, scene: Scene) -> AsyncIterator[Page]:
    """The page on a wide screen. Nothing may be reported on its console."""
    context = await browser.new_context(
        viewport={"width": 1400, "height": 900}, device_scale_factor=2, reduced_motion="reduce"
    )
    page = await context.new_page()
    reports: list[str] = []
    page.on("console", lambda message: reports.append(message.text))
    page.on("pageerror", lambda error: reports.append(str(error)))
    await page.goto(scene.server.url)
    yield page
    await context.close()
    assert [report for report in reports if "ERR_CONNECTION_REFUSED" not in report] == []


def pane(page: Page, person: Person) -> Locator:
    return page.locator(f'[data-testid="pane"][data-person="{person.id}"]')


async def opened(page: Page, person: Person, chat_id: int) -> Locator:
    client = pane(page, person)
    if await client.get_by_test_id("back").is_visible():
        await client.get_by_test_id("back").click()
    await client.locator(f'[data-chat="{chat_id}"]').click()
    await expect(client.get_by_test_id("chat-title")).to_be_visible()
    return client


async def test_a_picture_is_replaced_without_a_flicker_or_a_jump(page: Page, scene: Scene) -> None:
    client = await opened(page, scene.anna, scene.club.id)
    message_id = await scene.send_photo(scene.club, 1)
    photo = client.get_by_test_id("photo")
    first = await photo.locator("img").get_attribute("src")
    await photo.evaluate(_FRAMES)
    for seed in (2, 3, 4):
        await scene.replace_photo(scene.club, message_id, seed)
    await expect(photo.locator(f'img[src="{first}"]')).to_have_count(0)
    await expect(photo).to_have_attribute("aria-busy", "false")
    frames = await page.evaluate("frames_seen")
    assert all(painted for painted, *_ in frames)
    assert len({(width, height) for _, width, height in frames}) == 1
    assert frames[0][1] >= 360


async def test_a_button_spins_until_its_toast_alert_or_link_comes(page: Page, scene: Scene) -> None:
    client = await opened(page, scene.boris, scene.club.id)
    buttons = [[{"text": text, "callback_data": text} for text in ("toast", "alert", "link")]]
    await scene.api(
        "sendMessage", chat_id=scene.club.id, text="?", reply_markup={"inline_keyboard": buttons}
    )

    async def tap(text: str, answer: Answer) -> None:
        button = client.get_by_test_id("keyboard-button").filter(has_text=text)
        await button.click()
        await expect(button).to_have_attribute("aria-busy", "true")
        updates = await scene.api("getUpdates", offset=-1, allowed_updates=["callback_query"])
        query = updates[-1]["callback_query"]
        assert (query["data"], query["from"]["id"]) == (text, scene.boris.id)
        fields = {"text": answer.text, "show_alert": answer.show_alert, "url": answer.url}
        given = {name: value for name, value in fields.items() if value}
        await scene.api("answerCallbackQuery", callback_query_id=query["id"], **given)

    await tap("toast", Answer(text="Not your turn"))
    await expect(client.get_by_test_id("toast")).to_have_text("Not your turn")
    await expect(client.locator('[aria-busy="true"]')).to_have_count(0)
    await tap("alert", Answer(text="Really not", show_alert=True))
    await expect(client.get_by_test_id("alert-text")).to_have_text("Really not")
    await expect(client.get_by_test_id("alert-ok")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(client.get_by_test_id("alert")).to_have_count(0)
    await tap("link", Answer(url=f"t.me/{scene.world.bot.username}?start=abc"))
    await expect(client.get_by_test_id("message-text").first).to_contain_text("/start abc")
    await expect(client.get_by_test_id("chat-title")).to_have_text(scene.world.bot.name)


async def test_words_are_never_markup(page: Page, scene: Scene) -> None:
    words = '<img src="x" onerror="alert(1)"> & "quotes" 👍 <b>bold</b>'
    client = await opened(page, scene.anna, scene.club.id)
    await client.get_by_test_id("composer-input").fill(words)
    await client.get_by_test_id("composer-input").press("Enter")
    text = client.get_by_test_id("message-text")
    await expect(text).to_contain_text(words)
    await expect(text.locator("img, b")).to_have_count(0)
    await expect(pane(page, scene.boris).get_by_test_id("preview").first).to_contain_text(words)


async def test_entities_count_in_utf_16_units(page: Page, scene: Scene) -> None:
    client = await opened(page, scene.anna, scene.club.id)
    html = (
        "👍👍 <b>bold <i>both</i></b> <code>a &lt; b</code> <tg-spoiler>secret</tg-spoiler> /play"
    )
    await scene.api("sendMessage", chat_id=scene.club.id, text=html, parse_mode="HTML")
    text = client.get_by_test_id("message-text")
    await expect(text.locator("strong")).to_have_text("bold both")
    await expect(text.locator("strong em")).to_have_text("both")
    await expect(text.locator("code")).to_have_text("a < b")
    await text.get_by_role("button", name="Show the hidden text").click()
    await expect(text.locator(".revealed")).to_have_text("secret")
    command = text.locator("a", has_text="/play")
    await expect(command).to_have_css("display", "inline")
    await command.click()
    own = client.get_by_test_id("message-text").last
    await expect(own).to_contain_text(f"/play@{scene.world.bot.username}")


async def test_the_menu_has_the_commands_of_the_chat_in_the_persons_language(
    page: Page, scene: Scene
) -> None:
    scope = {"type": "all_group_chats"}
    for language, words in (("", "The board"), ("de", "Das Brett")):
        commands = [
            {"command": "board", "description": words},
            {"command": "rules", "description": "?"},
        ]
        await scene.api("setMyCommands", commands=commands, scope=scope, language_code=language)
    client = await opened(page, scene.boris, scene.club.id)
    await client.get_by_test_id("commands-menu-button").click()
    await expect(client.get_by_test_id("command").first).to_have_text("/boardDas Brett")
    composer = client.get_by_test_id("composer-input")
    await composer.fill("/ru")
    await expect(client.get_by_test_id("command")).to_have_count(1)
    await composer.press("Enter")
    await expect(client.get_by_test_id("commands-menu")).to_be_hidden()
    command = f"/rules@{scene.world.bot.username}"
    await expect(client.get_by_test_id("message-text")).to_contain_text(command)


async def test_everybody_sees_the_bot_under_its_name_in_their_language(
    page: Page, scene: Scene
) -> None:
    await scene.api("setMyName", name="Corners")
    await scene.api("setMyName", name="Ecken", language_code="de")
    await scene.api("setMyDescription", description="Ein Spiel", language_code="de")
    await scene.api("sendMessage", chat_id=scene.club.id, text="Hello")
    for person, name in ((scene.anna, "Corners"), (scene.boris, "Ecken")):
        client = await opened(page, person, person.id)
        await expect(client.get_by_test_id("chat-title")).to_have_text(name)
        await opened(page, person, scene.club.id)
        await expect(client.locator(".author")).to_have_text(name)
        await expect(client.get_by_test_id("chat-subtitle")).to_contain_text(name)
    await opened(page, scene.boris, scene.boris.id)
    await expect(pane(page, scene.boris).get_by_test_id("description")).to_have_text("Ein Spiel")
    scene.world.set_language(scene.anna, "de")
    await expect(pane(page, scene.anna).locator(".author")).to_have_text("Ecken")
    await expect(pane(page, scene.anna).get_by_test_id("chat-subtitle")).to_contain_text("Ecken")


async def test_a_group_that_became_a_supergroup_is_listed_once(page: Page, scene: Scene) -> None:
    """Whoever looks at it is led to the new chat, where the earlier messages are a tap away."""
    group = scene.world.add_group("Salon", [scene.anna, scene.boris], kind=ChatKind.GROUP)
    scene.world.say(scene.boris, group, "Long ago")
    client = await opened(page, scene.anna, group.id)
    entries = client.get_by_test_id("chat-entry").filter(has_text="Salon")
    await expect(entries).to_have_count(1)
    upgraded = scene.world.migrate(group)
    await expect(entries).to_have_count(1)
    await expect(entries).to_have_attribute("data-chat", str(upgraded.id))
    await expect(entries).to_have_attribute("aria-current", "true")
    await client.get_by_test_id("composer-input").fill("We go on here")
    await client.get_by_test_id("composer-input").press("Enter")
    await expect(client.get_by_test_id("message").last).to_contain_text("We go on here")
    await client.get_by_test_id("other-chat").click()
    await expect(client.get_by_test_id("message").filter(has_text="Long ago")).to_be_visible()
    await expect(client.get_by_test_id("composer-input")).to_be_hidden()
    await client.get_by_test_id("other-chat").click()
    await expect(client.get_by_test_id("message").filter(has_text="We go on here")).to_be_visible()


async def test_the_place_and_the_draft_survive_a_restart(page: Page, scene: Scene) -> None:
    for number in range(40):
        scene.world.say(scene.boris, scene.club, f"Message {number}")
    client = await opened(page, scene.anna, scene.club.id)
    await client.get_by_test_id("composer-input").fill("half a thought")
    messages = client.get_by_test_id("messages")
    await messages.evaluate("scroller => { scroller.scrollTop = 300; }")
    await scene.server.stop()
    await expect(page.get_by_test_id("connection")).to_be_visible()
    scene.world.say(scene.boris, scene.club, "While you were away")
    async with LocalServer(scene.world, port=scene.server.port):
        await expect(page.get_by_test_id("connection")).to_be_hidden()
        assert await messages.evaluate("scroller => scroller.scrollTop") == 300
        await expect(client.get_by_test_id("composer-input")).to_have_value("half a thought")
        await expect(client.get_by_test_id("message").last).to_contain_text("While you were away")
        await client.get_by_test_id("scroll-end").click()
        await expect(client.get_by_test_id("scroll-end-count")).to_be_empty()
        await expect(client.get_by_test_id("message").last).to_be_in_viewport()


async def test_on_a_phone_list_and_chat_are_two_views(page: Page, scene: Scene) -> None:
    await page.set_viewport_size({"width": 360, "height": 740})
    await expect(page.get_by_test_id("pane").locator("visible=true")).to_have_count(1)
    scene.world.say(scene.boris, scene.club, "Hello")
    client = pane(page, scene.anna)
    await expect(client.get_by_test_id("unread")).to_have_text(["1", ""])
    keyboard = [
        [{"text": f"✅ {file}{rank}", "callback_data": "x"} for file in "abcdefgh"]
        for rank in (3, 2)
    ]
    await scene.send_photo(scene.club, 5, reply_markup=json.dumps({"inline_keyboard": keyboard}))
    await opened(page, scene.anna, scene.club.id)
    await expect(client.get_by_test_id("chat-entry").first).to_be_hidden()
    await expect(client.get_by_test_id("unread")).to_have_text(["", ""])
    await expect(client.get_by_test_id("keyboard-button")).to_have_count(16)
    widths = await client.get_by_test_id("keyboard-button").evaluate_all(
        "buttons => buttons.map(({ lastChild: label }) => [label.scrollWidth, label.clientWidth])"
    )
    assert all(words <= room for words, room in widths)
    scroller = client.get_by_test_id("messages")
    assert (
        await scroller.evaluate("({ scrollWidth, clientWidth }) => scrollWidth - clientWidth") == 0
    )
    await client.get_by_test_id("back").click()
    await expect(client.get_by_test_id("chat-entry").first).to_be_visible()
    await page.locator(f'[data-testid="person-tab"][data-person="{scene.boris.id}"]').click()
    await expect(pane(page, scene.boris)).to_be_visible()
    await expect(client).to_be_hidden()
