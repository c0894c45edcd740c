"""The HTTP client, against a server that answers as a test says, and against the local chat."""

from __future__ import annotations

import asyncio
import io
import logging
import ssl
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import trustme
from PIL import Image
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest, NetworkError, RetryAfter, TimedOut

from bot import transport
from bot.local.server import LocalServer
from bot.local.world import World
from bot.transport import AiohttpRequest, Patience, UnsentError, proxy_for
from tests.bot.local.pictures import png

TOKEN = "1234:SECRET"  # noqa: S105 - nobody's
PATIENT = Patience(pool=10, connect=10, write=10, upload=10, read=10)
OK = b'{"ok": true, "result": true}'

Say = Callable[[asyncio.StreamWriter], Awaitable[None]]


def answer(body: bytes, status: str = "200 OK", more: str = "") -> Say:
    async def say(writer: asyncio.StreamWriter) -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
        writer.write(head.encode() + body)

    return say


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()


async def stop_midway(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
    writer.close()


async def fall_silent(_: asyncio.StreamWriter) -> None:
    pass


def slowly(seconds: float) -> Say:
    async def say(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(seconds)
        await answer(OK)(writer)

    return say


@dataclass
class Peer:
    """A server at ``url`` that keeps what it gets, and says one thing after the other."""

    says: list[Say]
    url: str = ""
    connections: int = 0
    requests: list[tuple[str, bytes]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while head := await _head_of(reader):
                length = next(
                    (
                        int(line.split(":")[1])
                        for line in head.splitlines()
                        if line.lower().startswith("content-length:")
                    ),
                    0,
                )
                self.requests.append((head, await reader.readexactly(length)))
                await self.says.pop(0)(writer)
        finally:
            writer.close()


async def _head_of(reader: asyncio.StreamReader) -> str:
    try:
        return (await reader.readuntil(b"\r\n\r\n")).decode()
    except (asyncio.IncompleteReadError, ConnectionError):
        return ""


@asynccontextmanager
async def peer(*says: Say, tls: ssl.SSLContext | None = None) -> AsyncIterator[Peer]:
    one = Peer(list(says))
    async with await asyncio.start_server(one.serve, "127.0.0.1", 0, ssl=tls) as server:
        port = server.sockets[0].getsockname()[1]
        one.url = f"{'https' if tls else 'http'}://127.0.0.1:{port}"
        yield one


@asynccontextmanager
async def talking_to(
    url: str, patience: Patience = PATIENT, connections: int = 8, token: str = TOKEN
) -> AsyncIterator[Bot]:
    """The library's bot over our client, without the greeting that it begins with."""
    client = AiohttpRequest(connections, patience)
    async with client:
        yield Bot(
            token,
            base_url=f"{url}/bot",
            base_file_url=f"{url}/file/bot",
            request=client,
            get_updates_request=client,
        )


async def test_parameters_are_a_form() -> None:
    async with peer(answer(OK)) as telegram, talking_to(telegram.url) as bot:
        assert await bot.answer_callback_query("7", "Привет & hi = 1", cache_time=2)
    ((head, body),) = telegram.requests
    assert head.startswith(f"POST /bot{TOKEN}/answerCallbackQuery HTTP/1.1\r\n")
    assert parse_qs(body.decode()) == {
        "callback_query_id": ["7"],
        "text": ["Привет & hi = 1"],
        "cache_time": ["2"],
    }


async def test_connections_are_used_again() -> None:
    async with peer(*[answer(OK)] * 3) as telegram, talking_to(telegram.url) as bot:
        for number in range(3):
            await bot.answer_callback_query(str(number))
    assert (len(telegram.requests), telegram.connections) == (3, 1)


@pytest.mark.parametrize("say", [hang_up, stop_midway])
async def test_a_request_whose_answer_is_lost_may_have_arrived(say: Say) -> None:
    async with peer(say) as telegram, talking_to(telegram.url) as bot:
        with pytest.raises(NetworkError) as caught:
            await bot.answer_callback_query("7")
    assert not isinstance(caught.value, UnsentError)
    assert len(telegram.requests) == 1


async def test_a_connection_that_was_closed_is_not_used_again() -> None:
    says = answer(OK, more="Connection: close\r\n"), answer(OK)
    async with peer(*says) as telegram, talking_to(telegram.url) as bot:
        await bot.answer_callback_query("1")
        await bot.answer_callback_query("2")
    assert (len(telegram.requests), telegram.connections) == (2, 2)


async def test_silence_is_a_timeout_and_may_have_arrived() -> None:
    patience = replace(PATIENT, read=0.05)
    async with peer(fall_silent) as telegram, talking_to(telegram.url, patience) as bot:
        with pytest.raises(TimedOut):
            await bot.answer_callback_query("7")


async def test_the_time_that_a_request_names_counts() -> None:
    patience = replace(PATIENT, read=0.05)
    async with peer(fall_silent) as telegram, talking_to(telegram.url) as bot:
        with pytest.raises(TimedOut):
            await bot.answer_callback_query("7", read_timeout=0.05)
    async with peer(slowly(0.2)) as telegram, talking_to(telegram.url, patience) as bot:
        assert await bot.answer_callback_query("7", read_timeout=10)


async def test_nobody_there_is_unsent() -> None:
    async with peer() as telegram:
        address = telegram.url
    async with talking_to(address) as bot:
        with pytest.raises(UnsentError, match=r"No connection to 127\.0\.0\.1:"):
            await bot.answer_callback_query("7")


async def test_no_free_connection_is_unsent() -> None:
    patience = replace(PATIENT, pool=0.05, connect=0.05)
    async with peer(fall_silent) as telegram, talking_to(telegram.url, patience, 1) as bot:
        first = asyncio.create_task(bot.answer_callback_query("1"))
        while not telegram.requests:  # noqa: ASYNC110 - the peer tells nobody
            await asyncio.sleep(0.001)
        with pytest.raises(UnsentError):
            await bot.answer_callback_query("2")
        first.cancel()
        await asyncio.wait([first])
    assert len(telegram.requests) == 1


async def test_a_request_that_is_given_up_gives_its_connection_back() -> None:
    async with (
        peer(fall_silent, answer(OK)) as telegram,
        talking_to(telegram.url, PATIENT, 1) as bot,
    ):
        with pytest.raises(TimedOut):
            await bot.answer_callback_query("1", read_timeout=0.05)
        assert await bot.answer_callback_query("2")


async def test_a_peer_that_takes_nothing_holds_nobody() -> None:
    """A picture larger than the system's buffers, to a server that does not read."""
    seconds = 0.05
    patience = Patience(pool=seconds, connect=seconds, write=60, upload=seconds, read=seconds)
    deaf = asyncio.Event()

    async def ignore(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await deaf.wait()
        writer.close()

    async with await asyncio.start_server(ignore, "127.0.0.1", 0, limit=1) as server:
        host, port = server.sockets[0].getsockname()
        async with talking_to(f"http://{host}:{port}", patience) as bot:
            with pytest.raises(TimedOut):
                await bot.send_photo(1, bytes(50_000_000))
        deaf.set()


async def test_what_telegram_refuses_is_read() -> None:
    flood = b'{"ok": false, "error_code": 429, "parameters": {"retry_after": 7}}'
    refusal = b'{"ok": false, "error_code": 400, "description": "Bad Request: no"}'
    says = answer(flood, "429 Too Many Requests"), answer(refusal, "400 Bad Request")
    async with peer(*says) as telegram, talking_to(telegram.url) as bot:
        with pytest.raises(RetryAfter) as caught:
            await bot.answer_callback_query("7")
        assert caught.value.retry_after == timedelta(seconds=7)
        with pytest.raises(BadRequest, match="No"):
            await bot.answer_callback_query("7")


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[trustme.CA]:
    """Vouches for servers, and the system trusts it."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    transport._trusted.cache_clear()
    yield authority
    transport._trusted.cache_clear()


def vouched_for(authority: trustme.CA, name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


async def test_a_server_that_the_system_trusts(authority: trustme.CA) -> None:
    tls = vouched_for(authority, "127.0.0.1")
    async with peer(answer(OK), tls=tls) as telegram, talking_to(telegram.url) as bot:
        await bot.send_photo(1, bytes(3_000))
    ((head, body),) = telegram.requests
    assert head.startswith(f"POST /bot{TOKEN}/sendPhoto HTTP/1.1\r\n")
    assert bytes(3_000) in body


@pytest.mark.parametrize("name", ["127.0.0.1", "api.example.org"])
async def test_a_server_for_which_nobody_vouches_learns_nothing(
    name: str, authority: trustme.CA
) -> None:
    """An authority of its own, or a certificate for another name."""
    stranger = trustme.CA() if name == "127.0.0.1" else authority
    tls = vouched_for(stranger, name)
    async with peer(answer(OK), tls=tls) as telegram, talking_to(telegram.url) as bot:
        with pytest.raises(UnsentError, match=r"No connection to 127\.0\.0\.1:.*ertificate"):
            await bot.answer_callback_query("7")
    assert telegram.requests == []


async def test_a_redirect_is_not_followed() -> None:
    """The token would go where somebody else says."""
    away = answer(b"", "302 Found", "Location: http://127.0.0.1:1/\r\n")
    async with peer(away) as telegram, talking_to(telegram.url) as bot:
        with pytest.raises(NetworkError, match="302"):
            await bot.answer_callback_query("7")


@pytest.mark.parametrize(
    "say",
    [hang_up, stop_midway, fall_silent, answer(b"", "999 nonsense", "bad header\r\n")],
)
async def test_no_error_holds_the_token(say: Say, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    patience = replace(PATIENT, read=0.05)
    async with peer(say) as telegram, talking_to(telegram.url, patience) as bot:
        with pytest.raises(NetworkError) as caught:
            await bot.answer_callback_query("7")
    assert TOKEN not in "".join(traceback.format_exception(caught.value))
    assert TOKEN not in caplog.text


async def test_files_go_up_and_come_down() -> None:
    world = World()
    anna = world.add_person("Anna")
    chat = world.private_chat(anna)
    world.follow_link(anna)
    picture = io.BytesIO()
    Image.effect_noise((900, 900), 90).save(picture, "PNG")
    async with LocalServer(world) as server, talking_to(server.url, token=server.token) as bot:
        sent = await bot.send_photo(chat.id, picture.getvalue(), "Ход: <ё>", filename="b.png")
        assert chat.last.photo is not None
        assert chat.last.photo.content == picture.getvalue()
        assert chat.last.caption == "Ход: <ё>"
        await bot.edit_message_media(InputMediaPhoto(png(7)), chat.id, sent.message_id)
        assert chat.last.photo.content == png(7)
        record = await bot.send_document(chat.id, b"1. c3-d3", filename='ход "1".txt')
        assert record.document is not None
        file = await bot.get_file(record.document)
        assert await file.download_as_bytearray() == b"1. c3-d3"
    assert record.document.file_name == 'ход "1".txt'


async def test_it_must_be_made_ready() -> None:
    client = AiohttpRequest(1, PATIENT)
    with pytest.raises(RuntimeError):
        await client.do_request("http://127.0.0.1:1", "POST")
    await client.shutdown()


def test_the_proxy_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert proxy_for("https://api.telegram.org") is None
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert proxy_for("https://api.telegram.org") == "http://proxy:3128"
    assert proxy_for("https://127.0.0.1:8081") is None
    assert proxy_for("http://api.example.org") is None
