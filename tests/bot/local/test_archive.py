import asyncio
import os
import signal
import sys
from pathlib import Path

import httpx
import pytest
from telegram import Bot

from bot.local.records import ChatKind, Rights
from bot.local.server import LocalServer
from bot.local.shapes import message_json
from bot.local.world import World
from tests.bot.local.clients import Clock, RawApi, buttons
from tests.bot.local.pictures import gif, png


def _world(clock: Clock) -> World:
    world = World(clock=clock)
    anna = world.add_person("Anna", username="anna", language_code="de")
    boris = world.add_person("Boris", last_name="B")
    world.add_group("Club", [anna, boris])
    world.add_group("Forum", [anna], is_forum=True)
    world.add_group("Old", [anna, boris], kind=ChatKind.GROUP)
    return world


def _shapes(world: World) -> list[object]:
    """Everything that the bot and the people can see, without the archive's own reading of it."""
    return [
        list(world.updates.pending),
        world.bot,
        world.people,
        {chat.id: {**_fields(chat), "messages": None} for chat in world.chats.values()},
        {
            (chat.id, message.id): message_json(world, message)
            for chat in world.chats.values()
            for message in chat.messages.values()
        },
        world.last_message_ids,
        (world.updates.next_id, world.updates.allowed, world.updates.webhook),
    ]


def _fields(record: object) -> dict[str, object]:
    return {name: getattr(record, name) for name in type(record).__slots__}  # type: ignore[attr-defined]


async def test_a_restart_finds_everything_again(tmp_path: Path, http: httpx.AsyncClient) -> None:
    clock, path = Clock(), tmp_path / "chat.db"
    async with LocalServer(_world(clock), archive=path) as server:
        world, api = server.world, RawApi(server, http)
        anna, boris = world.people.values()
        club, forum, old = (chat for chat in world.chats.values() if chat.title)
        url = f"{server.url}/bot{server.token}/"
        for method, field, content in (
            ("sendPhoto", "photo", png(1)),
            ("sendAnimation", "animation", gif()),
            ("sendDocument", "document", b"1. c3-d3"),
        ):
            files = {field: ("file.x", content)}
            await http.post(url + method, data={"chat_id": str(club.id)}, files=files)
        world.follow_link(anna, "abc")
        world.block_bot(boris)
        world.restrict_bot(forum, Rights(photos=False))
        topic = world.open_topic(anna, forum, "Games")
        world.say(anna, forum, "/start @boris", thread_id=topic)
        world.close_topic(anna, forum, topic)
        world.migrate(old)
        text = '<pre>a</pre> <a href="tg://user?id=1">x</a> <a href="e.org">y</a>'
        await api(
            "sendMessage",
            chat_id=club.id,
            text=text,
            parse_mode="HTML",
            reply_markup=buttons([("c3", "x")]),
            reply_parameters={"message_id": club.last.id},
        )
        await api("setMyCommands", commands=[{"command": "play", "description": "Play"}])
        await api("setMyName", name="Ecken", language_code="de")
        world.delete(anna, club.messages[3])
        await api("getUpdates", offset=world.updates.pending[2].id, allowed_updates=["message"])
        await api("setWebhook", url="http://127.0.0.1:1/hook", secret_token="s")  # noqa: S106
        before = _shapes(world)
    async with LocalServer(World(clock=clock), archive=path) as server:
        assert _shapes(server.world) == before
        restored = server.world.chats[club.id]
        assert restored.messages[2].photo is not None
        assert restored.messages[2].photo.content == png(1)
        assert server.world.post(restored, anna.id, text="next").id == club.last.id + 1


async def test_ids_go_on_after_the_newest_message_was_deleted(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "chat.db"
    async with LocalServer(_world(clock), archive=path) as server:
        world = server.world
        anna = next(iter(world.people.values()))
        message = world.say(anna, world.private_chat(anna), "x")
        world.delete(anna, message)
        query_update = world.updates.next_id
    async with LocalServer(World(clock=clock), archive=path) as server:
        anna = server.world.people[anna.id]
        later = server.world.say(anna, server.world.private_chat(anna), "y")
        assert later.id == message.id + 1
        assert server.world.updates.pending[-1].id == query_update


async def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "chat.db"
    async with LocalServer(archive=path) as server:
        assert server.archive is not None
        server.archive._connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ValueError, match="another version"):
        await LocalServer(archive=path).start()


_SERVE = """
import asyncio, pathlib, sys
from bot.local.server import LocalServer

async def serve():
    server = LocalServer(archive=pathlib.Path(sys.argv[1]))
    await server.start()
    print(server.url, server.token, flush=True)
    await asyncio.Event().wait()

asyncio.run(serve())
"""


async def test_nothing_told_is_lost_when_the_process_is_killed(
    tmp_path: Path, http: httpx.AsyncClient
) -> None:
    path = tmp_path / "chat.db"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _SERVE, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    url, token = (await process.stdout.readline()).decode().split()
    async with LocalServer() as other:
        anna, chat = (
            next(iter(other.world.people)),
            next(c.id for c in other.world.chats.values() if c.title),
        )
    sent = {"user_id": anna, "chat_id": chat, "text": "/start"}
    told = (await http.post(f"{url}/chat/send", json=sent)).json()["message_id"]
    photo = {"photo": ("board.png", png())}
    answer = await http.post(
        f"{url}/bot{token}/sendPhoto", data={"chat_id": str(chat)}, files=photo
    )
    shown = answer.json()["result"]["message_id"]
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    async with LocalServer(archive=path) as server:
        messages = server.world.chats[chat].messages
        assert messages[told].text == "/start"
        assert messages[shown].photo is not None
        async with Bot(server.token, f"{server.url}/bot") as bot:
            (update,) = await bot.get_updates()
        assert update.message is not None
        assert update.message.message_id == told
        assert server.token == token
