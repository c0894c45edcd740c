"""Updates by webhook instead of long polling."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio

from bot.app import running
from bot.config import Config, Webhook
from bot.delivery.pace import UNLIMITED
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest_asyncio.fixture
async def webhook(config: Config) -> AsyncIterator[str]:
    """The bot behind a webhook, and where it listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    config = replace(config, webhook=Webhook(url, "s3cret"), port=port)
    assert config.token is not None
    async with running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED):
        yield f"{url}/telegram"


@pytest.mark.usefixtures("webhook")
async def test_a_game_begins_by_webhook(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    assert await table.tap(people.anna, "a3", board) == ""
    assert await table.tap(people.anna, "• a4", board) == ""
    await table.caption(board, "a3-a4")


async def test_nobody_else_gets_in(webhook: str, table: Table) -> None:
    update = {"update_id": 1, "message": {"text": "/challenge"}}
    async with httpx.AsyncClient(trust_env=False) as client:
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guess"}):
            answer = await client.post(webhook, json=update, headers=headers)
            assert answer.status_code == 403
    assert table.messages == []
