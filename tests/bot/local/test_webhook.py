import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Bot
from telegram.error import Conflict
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPHeaders, HTTPServerRequest, ResponseStartLine
from tornado.netutil import bind_sockets

from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


class Receiver:
    """A bot's webhook, which answers with the statuses it is given, then with 200."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.statuses: list[int] = []
        self.texts: list[str] = []
        self.secrets: list[str | None] = []

    def __call__(self, request: HTTPServerRequest) -> None:
        update: dict[str, Any] = json.loads(request.body)
        self.texts.append(update["message"]["text"])
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        status = self.statuses.pop(0) if self.statuses else 200
        assert request.connection is not None
        headers = HTTPHeaders({"Content-Length": "0"})
        request.connection.write_headers(ResponseStartLine("HTTP/1.1", status, ""), headers)
        request.connection.finish()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    sockets = bind_sockets(0, "127.0.0.1")
    hook = Receiver(sockets[0].getsockname()[1])
    server = HTTPServer(hook)
    server.add_sockets(sockets)
    yield hook
    server.stop()
    await server.close_all_connections()


async def test_updates_are_posted_in_order_with_the_secret(
    bot: Bot, scene: Scene, receiver: Receiver
) -> None:
    world = scene.world
    world.say(scene.anna, scene.club, "/one")
    await bot.set_webhook(receiver.url, secret_token="s-3_x")  # noqa: S106 - made up
    world.say(scene.anna, scene.club, "/two")
    await world.until(lambda: not world.updates.pending)
    assert receiver.texts == ["/one", "/two"]
    assert receiver.secrets == ["s-3_x", "s-3_x"]


async def test_an_update_is_posted_until_it_is_taken(
    bot: Bot, scene: Scene, receiver: Receiver
) -> None:
    world = scene.world
    receiver.statuses = [500, 403]
    await bot.set_webhook(receiver.url)
    world.say(scene.anna, scene.club, "/one")
    world.say(scene.anna, scene.club, "/two")
    await world.until(lambda: not world.updates.pending)
    assert receiver.texts == ["/one", "/one", "/one", "/two"]
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 403 Forbidden"
    assert info.url == receiver.url


async def test_a_webhook_that_does_not_listen(bot: Bot, scene: Scene) -> None:
    (free,) = bind_sockets(0, "127.0.0.1")
    port = free.getsockname()[1]
    free.close()
    await bot.set_webhook(f"http://127.0.0.1:{port}/hook", allowed_updates=["message"])
    scene.world.say(scene.anna, scene.club, "/one")
    webhook = scene.world.updates.webhook
    assert webhook is not None
    await scene.world.until(lambda: bool(webhook.last_error))
    info = await bot.get_webhook_info()
    assert (info.pending_update_count, info.allowed_updates) == (1, ("message",))
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()


async def test_no_polling_while_a_webhook_is_set(bot: Bot, receiver: Receiver) -> None:
    await bot.set_webhook(receiver.url)
    with pytest.raises(Conflict, match="while webhook is active"):
        await bot.get_updates()
    await bot.set_webhook("")
    assert await bot.get_updates() == ()


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"url": "ftp://x"}, "invalid webhook URL specified"),
        ({"url": "http://x", "secret_token": "a b"}, "secret token contains unallowed characters"),
        ({"url": "http://x", "secret_token": "a" * 257}, "secret token is too long"),
    ],
)
async def test_webhooks_that_are_refused(
    api: RawApi, parameters: dict[str, str], description: str
) -> None:
    assert await api.refusal("setWebhook", **parameters) == f"Bad Request: {description}"
