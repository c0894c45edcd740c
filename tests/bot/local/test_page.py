import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from telegram import Bot

from bot.local.server import LocalServer
from tests.bot.local.clients import RawApi, buttons
from tests.bot.local.conftest import Scene
from tests.bot.local.pictures import gif, png

Event = tuple[str, Any]


class Page:
    """The chat page's requests, without a browser."""

    def __init__(self, server: LocalServer, http: httpx.AsyncClient) -> None:
        self._server = server
        self._http = http

    async def post(self, action: str, **body: Any) -> httpx.Response:
        return await self._http.post(f"{self._server.url}/chat/{action}", json=body)

    async def act(self, action: str, **body: Any) -> Any:
        response = await self.post(action, **body)
        assert response.status_code == 200, response.text
        return response.json()

    async def error(self, action: str, **body: Any) -> str:
        response = await self.post(action, **body)
        assert response.status_code == 400
        sentence: str = response.json()["error"]
        return sentence

    @asynccontextmanager
    async def events(self) -> AsyncIterator[AsyncIterator[Event]]:
        async with self._http.stream("GET", f"{self._server.url}/chat/events") as response:
            assert response.headers["content-type"] == "text/event-stream"
            yield self._parse(response)

    async def _parse(self, response: httpx.Response) -> AsyncIterator[Event]:
        fields: dict[str, str] = {}
        ids = [0]
        async for line in response.aiter_lines():
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            else:
                assert int(fields["id"]) > ids[-1]
                ids.append(int(fields["id"]))
                yield fields["event"], json.loads(fields["data"])


@pytest.fixture
def page(server: LocalServer, http: httpx.AsyncClient) -> Page:
    return Page(server, http)


async def test_the_snapshot(page: Page, bot: Bot, scene: Scene) -> None:
    world, club = scene.world, scene.club
    asked = world.say(scene.anna, club, "/challenge @boris")
    await bot.send_photo(club.id, png(), caption="<b>board</b>", parse_mode="HTML")
    await bot.set_my_commands([("play", "Play")], language_code="de")
    async with page.events() as events:
        kind, snapshot = await anext(events)
    assert kind == "snapshot"
    assert snapshot["bot"] == {
        "id": world.bot.id,
        "first_name": "Ugolki",
        "username": "ugolki_local_bot",
        "short_description": "",
        "description": "",
    }
    assert snapshot["people"] == [
        {"id": scene.anna.id, "first_name": "Anna", "username": "anna", "language_code": "en"},
        {"id": scene.boris.id, "first_name": "Boris"},
    ]
    assert snapshot["chats"][0] == {
        "id": scene.anna.id,
        "type": "private",
        "member_ids": [scene.anna.id],
        "is_forum": False,
        "bot_rights": {"can_send_messages": True, "can_send_photos": True},
        "bot_member": False,
    }
    assert snapshot["chats"][2]["title"] == "Club"
    assert snapshot["commands"] == [
        {
            "scope": "default",
            "language_code": "de",
            "commands": [{"command": "play", "description": "Play"}],
        }
    ]
    first, second = snapshot["messages"]
    assert first == {
        "chat_id": club.id,
        "message_id": asked.id,
        "from": {"id": scene.anna.id, "first_name": "Anna", "is_bot": False},
        "date": asked.date,
        "text": "/challenge @boris",
        "entities": [
            {"type": "bot_command", "offset": 0, "length": 10},
            {"type": "mention", "offset": 11, "length": 6},
        ],
    }
    assert second["caption"] == "board"
    assert (second["photo"]["width"], second["photo"]["height"]) == (8, 8)


async def test_events_follow_what_happens(page: Page, api: RawApi, bot: Bot, scene: Scene) -> None:
    world, club = scene.world, scene.club
    async with page.events() as events:
        await anext(events)
        sent = await api(
            "sendMessage", chat_id=club.id, text="a", reply_markup=buttons([("c3", "x")])
        )
        kind, message = await anext(events)
        assert (kind, message["text"]) == ("message", "a")
        assert message["keyboard"] == [[{"text": "c3", "callback_data": "x"}]]
        await api("editMessageText", chat_id=club.id, message_id=sent["message_id"], text="b")
        kind, message = await anext(events)
        assert (kind, message["message_id"]) == ("message", sent["message_id"])
        assert "edit_date" in message
        assert "keyboard" not in message
        await bot.delete_message(club.id, sent["message_id"])
        assert await anext(events) == (
            "deleted",
            {"chat_id": club.id, "message_id": sent["message_id"]},
        )
        await bot.send_chat_action(club.id, "typing")
        assert await anext(events) == ("typing", {"chat_id": club.id})
        await bot.set_my_commands([("play", "Play")])
        assert (await anext(events))[0] == "commands"
        await bot.set_my_short_description("Corners")
        kind, profile = await anext(events)
        assert (kind, profile["short_description"]) == ("bot", "Corners")
        world.set_language(scene.anna, "it")
        kind, people = await anext(events)
        assert (kind, people[0]["language_code"]) == ("people", "it")
        olga = world.add_person("Olga")
        world.join(olga, club)
        seen = [await anext(events) for _ in range(4)]
        assert [kind for kind, _ in seen] == ["people", "chats", "chats", "message"]
        assert (seen[-1][1]["service"], seen[-1][1]["text"]) == ("joined", "Olga joined the group")


async def test_the_server_says_goodbye(scene: Scene, http: httpx.AsyncClient) -> None:
    server = LocalServer(scene.world)
    await server.start()
    async with Page(server, http).events() as events:
        await anext(events)
        await asyncio.gather(server.stop(), _expect_goodbye(events))


async def _expect_goodbye(events: AsyncIterator[Event]) -> None:
    assert await anext(events) == ("gone", {})
    with pytest.raises(StopAsyncIteration):
        await anext(events)


async def test_nothing_is_watched_once_all_pages_are_closed(page: Page, scene: Scene) -> None:
    async with page.events() as events:
        await anext(events)
    await scene.world.until(lambda: not scene.world.watched)


async def test_sending_editing_and_deleting(page: Page, scene: Scene) -> None:
    anna, club = scene.anna.id, scene.club
    place = {"user_id": anna, "chat_id": club.id}
    first = (await page.act("send", **place, text="/start"))["message_id"]
    second = (await page.act("send", **place, text="hm", reply_to=first))["message_id"]
    assert club.messages[second].reply_to == first
    await page.act("edit", **place, message_id=second, text="hello")
    assert club.messages[second].text == "hello"
    await page.act("delete", **place, message_id=second)
    assert second not in club.messages
    await page.act("language", user_id=anna, language_code="fr")
    await page.act("language", user_id=scene.boris.id, language_code=None)
    assert (scene.anna.language_code, scene.boris.language_code) == ("fr", "")
    started = await page.act("start", user_id=anna, payload="g1")
    private = scene.world.private_chat(scene.anna)
    assert private.messages[started["message_id"]].text == "/start g1"


async def test_a_tap_by_place_and_by_data(page: Page, api: RawApi, scene: Scene) -> None:
    await api(
        "sendMessage",
        chat_id=scene.club.id,
        text="board",
        reply_markup=buttons([("a", "1"), ("b", "2")], [("c", "3")]),
    )
    place = {"chat_id": scene.club.id, "message_id": scene.club.last.id}
    for button, data in (({"row": 1, "column": 0}, "3"), ({"callback_data": "old"}, "old")):
        tap = asyncio.create_task(page.act("tap", user_id=scene.anna.id, **place, **button))
        (update,) = await api("getUpdates", timeout=5)
        query = update["callback_query"]
        assert query["data"] == data
        await api("answerCallbackQuery", callback_query_id=query["id"], text="hi", show_alert=True)
        assert await tap == {"answered": True, "text": "hi", "show_alert": True}
        await api("getUpdates", offset=update["update_id"] + 1)
    tap = asyncio.create_task(page.act("tap", user_id=scene.anna.id, **place, row=0, column=0))
    await api("getUpdates", timeout=5)
    scene.world.queries.close()
    assert await tap == {"answered": False}


async def test_errors_are_sentences(page: Page, api: RawApi, scene: Scene) -> None:
    anna, club = scene.anna.id, scene.club.id
    await api("sendMessage", chat_id=club, text="board", reply_markup=buttons([("a", "1")]))
    place = {"user_id": anna, "chat_id": club, "message_id": scene.club.last.id}
    assert await page.error("send", user_id=1, chat_id=club, text="x") == "There is no such person."
    assert await page.error("send", user_id=anna, chat_id=1, text="x") == "There is no such chat."
    assert await page.error("send", user_id=anna, chat_id=club) == "The request lacks 'text'."
    assert await page.error("send", user_id=anna, chat_id=club, text=" ") == "The message is empty."
    assert await page.error("tap", **place, row=0, column=5) == "The message has no such button."
    assert await page.error("edit", **place, text="x") == "This message can't be edited."
    gone = {**place, "message_id": 99}
    assert await page.error("delete", **gone) == "This message is gone."
    assert await page.error("dance", **place) == "There is no such action."


async def test_files_for_the_page(
    page: Page, server: LocalServer, bot: Bot, http: httpx.AsyncClient, scene: Scene
) -> None:
    await bot.send_photo(scene.club.id, png())
    await bot.send_animation(scene.club.id, gif(), filename="a.gif")
    await bot.send_document(scene.club.id, b"text", filename="a.txt")
    async with page.events() as events:
        _, snapshot = await anext(events)
    photo, animation, document = snapshot["messages"]
    picture = await http.get(server.url + photo["photo"]["url"])
    assert picture.content == png()
    assert picture.headers["content-type"] == "image/png"
    assert "immutable" in picture.headers["cache-control"]
    moving = await http.get(server.url + animation["animation"]["url"])
    assert moving.headers["content-type"] == "image/gif"
    assert document["document"]["file_name"] == "a.txt"
    assert (await http.get(f"{server.url}/chat/file/none")).status_code == 404


async def test_other_sites_are_refused(
    server: LocalServer, http: httpx.AsyncClient, scene: Scene
) -> None:
    url = f"{server.url}/chat/language"
    body = {"user_id": scene.anna.id, "language_code": "de"}
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        assert (await http.post(url, json=body, headers=headers)).status_code == 403
    own = await http.post(url, json=body, headers={"Origin": server.url})
    assert own.status_code == 200
    broken = await http.post(url, content=b"{")
    assert broken.json() == {"error": "The request is not JSON."}


async def test_the_page_itself(server: LocalServer, http: httpx.AsyncClient) -> None:
    page = await http.get(f"{server.url}/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert (await http.get(f"{server.url}/page/../server.py")).status_code == 404
    assert (await http.get(f"{server.url}/page/%2e%2e/server.py")).status_code in (403, 404)


async def test_the_bot_downloads_only_with_its_token(
    server: LocalServer, bot: Bot, http: httpx.AsyncClient, scene: Scene
) -> None:
    photo = (await bot.send_photo(scene.club.id, png())).photo[-1]
    path = (await bot.get_file(photo.file_id)).file_path
    assert path is not None
    assert (await http.get(path)).content == png()
    assert (await http.get(path.replace(server.token, "1:x"))).status_code == 404
