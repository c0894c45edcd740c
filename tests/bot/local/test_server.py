import asyncio
import logging
from pathlib import Path

import httpx
import pytest

from bot.local.faults import Fault
from bot.local.files import FileStore, unique_id
from bot.local.records import MediaKind, StoredFile
from bot.local.server import LocalServer
from bot.local.world import demo_world
from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


async def test_stopping_ends_what_is_under_way(scene: Scene, http: httpx.AsyncClient) -> None:
    server = LocalServer(scene.world)
    await server.start()
    api = RawApi(server, http)
    scene.world.faults.add("getMe", Fault(delay=60))
    poll = asyncio.create_task(api("getUpdates", timeout=30))
    held = asyncio.create_task(api("getMe"))
    await scene.world.until(lambda: scene.world.updates.waiting and not len(scene.world.faults))
    await server.stop()
    assert await poll == []
    with pytest.raises(httpx.HTTPError):
        await held
    await server.stop()


async def test_the_token_reaches_no_log(
    server: LocalServer, api: RawApi, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="tornado"):
        await api("getMe")
        await api.refusal("sendMessage")
        await api.refusal("nothing")
    assert server.token not in caplog.text


async def test_a_fault_of_its_own_is_a_500_and_logged_without_the_token(
    server: LocalServer,
    api: RawApi,
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(scene.world, "post", broken)
    answer = await api.answer("sendMessage", chat_id=scene.club.id, text="x")
    assert answer == {"ok": False, "error_code": 500, "description": "Internal Server Error"}
    assert "out of order" in caplog.text
    assert server.token not in caplog.text


async def test_a_port_that_is_taken(server: LocalServer, tmp_path: Path) -> None:
    second = LocalServer(port=server.port, archive=tmp_path / "chat.db")
    with pytest.raises(OSError, match="in use"):
        await second.start()
    assert second.archive is None


def test_the_demo_world() -> None:
    world = demo_world()
    assert [person.username for person in world.people.values()] == ["anna", "boris"]
    (club,) = (chat for chat in world.chats.values() if chat.title)
    assert club.title == "Ugolki club"
    assert list(club.members) == list(world.people)
    assert not world.updates.pending


def _file(content: bytes) -> StoredFile:
    return StoredFile(MediaKind.DOCUMENT, unique_id(MediaKind.DOCUMENT, content), content)


def test_idle_files_go_when_there_are_too_many() -> None:
    dropped: list[StoredFile] = []
    store = FileStore(dropped.append, idle_bytes=10)
    shown, first, second, third = (_file(c * 5) for c in (b"a", b"b", b"c", b"d"))
    store.put(shown)
    store.hold(shown)
    for file in (first, second, third):
        store.put(file)
    assert dropped == [first]
    assert store.find(first.file_id) is None
    assert store.find(shown.file_id) is shown
    store.hold(shown)
    store.release(shown)
    assert store.find(shown.file_id) is shown
    store.release(shown)
    assert dropped == [first, second]
    assert store.put(_file(b"aaaaa")) is shown
