"""Updates come in, or the bot says why not: watched, by polling and by webhook."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import exit_code
from bot.app import Oversight, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.faults import Fault
from bot.local.world import World
from bot.metrics import CONTENT_TYPE, Metrics
from bot.receiving.lost import DeafError, RivalError
from bot.receiving.polling import PollingTimes
from bot.web import metrics_route
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    return found


@pytest.mark.parametrize(
    "fault",
    [
        Fault.refuse(429, "Too Many Requests: retry after 1", retry_after=1),
        Fault.refuse(502, "Bad Gateway"),
    ],
    ids=["429", "502"],
)
@pytest.mark.usefixtures("bot")
async def test_polling_goes_on_after_trouble(
    fault: Fault, world: World, table: Table, people: People
) -> None:
    await world.until(lambda: world.updates.waiting)
    world.faults.add("getUpdates", fault)
    table.say(people.anna, "/challenge")
    await table.board("is looking for an opponent")
    await world.until(lambda: len(world.faults) == 0)
    await table.tap(people.boris, "▶️")
    await table.message("to move")


async def test_polls_that_hang_are_noticed(config: Config, world: World) -> None:
    world.faults.add("getUpdates", Fault(gate=asyncio.Event()), times=100)
    reason: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
    assert config.token is not None
    async with running(
        config,
        token=config.token,
        engine=FirstMove(),
        rates=UNLIMITED,
        polling=PollingTimes(deaf=0.1),
        oversight=Oversight(reason.set_result),
    ):
        assert isinstance(await reason, DeafError)
        world.faults.clear()


@pytest.mark.parametrize(
    ("reason", "code"), [(DeafError("deaf"), 1), (RivalError("two"), 2), (ValueError("fault"), 1)]
)
def test_the_exit_code_says_whether_a_restart_may_help(
    reason: Exception, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def life() -> None:
        raise reason

    assert exit_code(life()) == code
    assert str(reason) in caplog.text


@pytest_asyncio.fixture
async def metrics(config: Config, port: int) -> AsyncIterator[str]:
    """A bot with an observer. Returns where it serves figures and its health."""
    metrics = Metrics()
    assert config.token is not None
    async with running(
        replace(config, metrics_port=port),
        token=config.token,
        engine=FirstMove(),
        rates=UNLIMITED,
        shortest_reply=0,
        oversight=Oversight(
            observer=metrics, figures=[metrics_route(metrics.exposition, CONTENT_TYPE)]
        ),
    ):
        yield f"http://127.0.0.1:{port}"


async def test_the_figures_of_a_game(
    metrics: str, table: Table, people: People, world: World
) -> None:
    board = await table.begin(people.anna, people.boris)
    world.faults.add("editMessageMedia", Fault.refuse(429, "Too Many Requests", retry_after=1))
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    await table.caption(board, "a3-a4")
    private = Table(world, world.private_chat(people.anna))
    private.say(people.anna, "/play")
    card = await private.board("A game against me")
    await private.tap(people.anna, "⚫ Black", card)
    await private.button("· ⚫ Black ·", card)
    await private.tap(people.anna, "▶️", card)
    await private.caption(card, "Black to move")
    async with httpx.AsyncClient(trust_env=False, base_url=metrics) as client:
        health = await client.get("/health")
        assert (health.status_code, health.json()["troubles"]) == (200, [])
        text = (await client.get("/metrics")).text
    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert figures["ugolki_updates_total", "message"] == 2
    assert figures["ugolki_updates_total", "callback_query"] == 5
    assert figures["ugolki_tap_answer_seconds_count",] == 5
    assert figures["ugolki_tap_answer_seconds_sum",] < 30
    assert figures["ugolki_requests_total", "answerCallbackQuery", "ok"] == 5
    assert figures["ugolki_requests_total", "editMessageMedia", "429"] == 1
    assert figures["ugolki_flood_refusals_total",] == 1
    assert figures["ugolki_board_frames_total",] >= 5
    assert figures["ugolki_ai_questions",] == 0
    assert figures["ugolki_ai_answer_seconds_count",] == 1


async def test_health_while_telegram_cannot_be_reached(config: Config, port: int) -> None:
    config = replace(config, metrics_port=port, api_url="http://127.0.0.1:9")

    async def start() -> None:
        assert config.token is not None
        async with running(config, token=config.token, engine=FirstMove()):
            pass

    starting = asyncio.create_task(start())
    async with httpx.AsyncClient(
        trust_env=False, transport=httpx.AsyncHTTPTransport(retries=5)
    ) as client:
        health = await client.get(f"http://127.0.0.1:{port}/health")
    assert health.status_code == 503
    assert health.json()["troubles"] == ["polling has not begun"]
    starting.cancel()
    await asyncio.wait([starting])
    assert starting.cancelled()
