import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.local.records import Chat, Person
from bot.local.server import LocalServer
from bot.local.world import World
from tests.bot.local.clients import Clock, RawApi

# Reading the certificates takes longer than most tests; the loopback server needs none of them.
_TLS = ssl.create_default_context()


@dataclass(frozen=True, slots=True)
class Scene:
    """Two people, a group of both with the bot, and the clock of their world."""

    world: World
    clock: Clock
    anna: Person
    boris: Person
    club: Chat


@pytest.fixture
def scene() -> Scene:
    clock = Clock()
    world = World(clock=clock, query_seconds=30.0)
    anna = world.add_person("Anna", username="anna", language_code="en")
    boris = world.add_person("Boris")
    return Scene(world, clock, anna, boris, world.add_group("Club", [anna, boris]))


@pytest.fixture
async def server(scene: Scene) -> AsyncIterator[LocalServer]:
    async with LocalServer(scene.world, webhook_retry_seconds=0.01) as running:
        yield running


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False, verify=_TLS, timeout=10) as client:
        yield client


@pytest.fixture
def api(server: LocalServer, http: httpx.AsyncClient) -> RawApi:
    return RawApi(server, http)


@pytest.fixture
async def bot(server: LocalServer) -> AsyncIterator[Bot]:
    """python-telegram-bot's own client."""
    kwargs = {"trust_env": False, "verify": _TLS}
    client = Bot(
        server.token,
        base_url=f"{server.url}/bot",
        base_file_url=f"{server.url}/file/bot",
        request=HTTPXRequest(httpx_kwargs=kwargs),
        get_updates_request=HTTPXRequest(httpx_kwargs=kwargs),
    )
    async with client:
        yield client
