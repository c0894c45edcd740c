"""Updates by webhook instead of long polling, behind a proxy."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import httpx
import pytest
import pytest_asyncio

from bot.app import App, running
from bot.config import Config, Webhook
from bot.delivery.pace import UNLIMITED
from bot.handlers.context import Context
from bot.local.world import World
from bot.web import PortError
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove

_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
SECRET = "s3cret-of-the-webhook"  # noqa: S105 - nobody's


@dataclass
class Hooked:
    """The bot behind a webhook, its root as the proxy sees it, and a client of that."""

    application: App
    root: str
    client: httpx.AsyncClient

    async def post(self, path: str, content: str | bytes, secret: str | None = SECRET) -> int:
        headers = {} if secret is None else {_SECRET_HEADER: secret}
        answer = await self.client.post(f"{self.root}{path}", content=content, headers=headers)
        return answer.status_code


@pytest_asyncio.fixture
async def hooked(config: Config) -> AsyncIterator[Hooked]:
    """Its public address has a path, which the proxy of this world hands on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    root = f"http://127.0.0.1:{port}"
    config = replace(config, webhook=Webhook(f"{root}/games", SECRET), port=port)
    assert config.token is not None
    async with (
        running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED) as application,
        httpx.AsyncClient(trust_env=False) as client,
    ):
        yield Hooked(application, root, client)


@pytest.mark.usefixtures("hooked")
async def test_a_game_begins_by_webhook(table: Table, people: People, world: World) -> None:
    board = await table.begin(people.anna, people.boris)
    assert await table.tap(people.anna, "a3", board) == ""
    assert await table.tap(people.anna, "• a4", board) == ""
    await table.caption(board, "a3-a4")
    assert world.updates.webhook is not None
    assert world.updates.webhook.url.endswith("/games/telegram")
    assert "getUpdates" not in {call.method for call in world.calls}


@pytest.mark.parametrize("path", ["/games/telegram", "/telegram"])
@pytest.mark.parametrize("secret", [None, "", "guess", f"{SECRET}x", "ключ"])
async def test_nobody_else_gets_in(
    path: str, secret: str | None, hooked: Hooked, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = hooked.application.update_queue
    monkeypatch.setattr(queue, "put_nowait", lambda _: pytest.fail("a forged update got in"))
    # As bytes, since a client would not send just any text.
    headers = [] if secret is None else [(_SECRET_HEADER.encode(), secret.encode())]
    answer = await hooked.client.post(
        f"{hooked.root}{path}", json={"update_id": 1}, headers=headers
    )
    assert answer.status_code == 403


async def test_what_is_no_update(hooked: Hooked, table: Table, people: People) -> None:
    """What cannot be read is not asked for again; Telegram would repeat it for hours."""
    assert await hooked.post("/telegram", "not JSON") == 400
    assert await hooked.post("/telegram", b"\xff\xfe") == 400
    assert await hooked.post("/elsewhere", "{}") == 404
    assert (await hooked.client.get(f"{hooked.root}/telegram")).status_code == 405
    await table.begin(people.anna, people.boris)


async def test_an_update_that_cannot_be_read_is_logged_and_done_with(
    hooked: Hooked, caplog: pytest.LogCaptureFixture
) -> None:
    assert await hooked.post("/telegram", '{"update_id": 1, "message": {"chat": 5}}') == 200
    assert "An update could not be read" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize("path", ["/games/health", "/health"])
async def test_health(path: str, hooked: Hooked) -> None:
    answer = await hooked.client.get(f"{hooked.root}{path}")
    assert (answer.status_code, answer.json()) == (200, {"healthy": True, "troubles": []})


async def test_health_without_a_database(hooked: Hooked) -> None:
    """The writing side is held up, as by a disk that hangs."""
    services = Context(hooked.application).services
    async with services.database.transaction() as transaction:
        await transaction.row("SELECT 1")
        answer = await hooked.client.get(f"{hooked.root}/health", timeout=10)
    assert answer.status_code == 503
    assert answer.json()["troubles"] == ["a check has not ended within 2 s"]
    assert (await hooked.client.get(f"{hooked.root}/health")).status_code == 200


async def test_a_port_that_is_taken(config: Config) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104
        port = taken.getsockname()[1]
        config = replace(config, webhook=Webhook("https://example.org", SECRET), port=port)
        assert config.token is not None
        with pytest.raises(PortError, match=r"PORT cannot be used: .*Name another port"):
            async with running(config, token=config.token, engine=FirstMove()):
                pytest.fail("it has started")
