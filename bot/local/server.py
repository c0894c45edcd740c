"""The loopback server: the Bot API, its files, and the chat page."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.iostream import StreamClosedError
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler

from bot.local.api import DroppedError, call
from bot.local.archive import Archive
from bot.local.errors import ApiError, PersonError
from bot.local.page_actions import act
from bot.local.page_events import PageEvents, Stream
from bot.local.parameters import Parameters, Upload
from bot.local.webhook import WebhookSender
from bot.local.world import World, demo_world

HOST = "127.0.0.1"
_PAGE = Path(__file__).parent / "page"
_MAX_REQUEST_BYTES = 60 * 1024 * 1024
_LAST_ANSWERS_SECONDS = 0.1
_JSON = "application/json"
_LOOPBACK_NAMES = ("127.0.0.1", "localhost")

_log = logging.getLogger(__name__)


class LocalServer:
    """Serves a world on 127.0.0.1, on any free port when `port` is 0.

    Without a world it serves the demo's. With an archive the world is what the archive holds, if
    it holds anything, and everything that happens is kept in it.
    """

    def __init__(
        self,
        world: World | None = None,
        *,
        port: int = 0,
        archive: Path | None = None,
        webhook_retry_seconds: float = 1.0,
    ) -> None:
        self.world = world or demo_world()
        self.port = port
        self._archive_path = archive
        self._webhook_retry_seconds = webhook_retry_seconds
        self.archive: Archive | None = None
        self.events = PageEvents(self.world)
        self.requests: set[asyncio.Task[Any]] = set()
        self._http: HTTPServer | None = None
        self._webhook: WebhookSender | None = None

    @property
    def url(self) -> str:
        """Return the root for the chat page, and for TELEGRAM_API_URL."""
        return f"http://{HOST}:{self.port}"

    @property
    def token(self) -> str:
        """Return the bot's token."""
        return self.world.bot.token

    async def start(self) -> None:
        """Begin to serve; afterwards `port` is the real one."""
        if self._archive_path is not None:
            self.archive = Archive(self._archive_path, self.world)
        try:
            listener = socket.create_server((HOST, self.port))
        except OSError:
            self._close_archive()
            raise
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        application = Application(_routes(self), log_function=_log_nothing)
        self._http = HTTPServer(application, max_buffer_size=_MAX_REQUEST_BYTES)
        self._http.add_sockets([listener])
        self._webhook = WebhookSender(self.world, self._webhook_retry_seconds)

    async def stop(self) -> None:
        """End everything that is under way and close."""
        if self._http is None or self._webhook is None:
            return
        http, webhook = self._http, self._webhook
        self._http = self._webhook = None
        http.stop()
        await webhook.close()
        self.events.close_all()
        self.world.updates.end_poll()
        self.world.queries.close()
        self.world.inline.close()
        if self.requests:
            _, held_up = await asyncio.wait(self.requests, timeout=_LAST_ANSWERS_SECONDS)
            for request in held_up:
                request.cancel()
            if held_up:
                await asyncio.wait(held_up)
        await http.close_all_connections()
        self._close_archive()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        await self.stop()

    def keep(self) -> None:
        """Write to the archive what has happened, before anybody is told that it did."""
        if self.archive is not None:
            self.archive.flush()

    def _close_archive(self) -> None:
        if self.archive is not None:
            self.archive.close()
            self.archive = None


def _routes(server: LocalServer) -> list[Any]:
    own = {"server": server}
    return [
        (r"/bot([^/]+)/(\w+)", _ApiHandler, own),
        (r"/file/bot([^/]+)/\w+/([\w-]+)\.\w+", _DownloadHandler, own),
        (r"/chat/events", _EventsHandler, own),
        (r"/chat/file/([\w-]+)", _FileHandler, own),
        (r"/chat/(\w+)", _ActionHandler, own),
        (r"/(|index\.html)", _PageHandler, {"path": _PAGE, "default_filename": "index.html"}),
        (r"/page/(.+)", _PageHandler, {"path": _PAGE}),
    ]


def _log_nothing(handler: RequestHandler) -> None:
    """Keep the token, which is part of every URL, out of the log."""


class _Handler(RequestHandler):
    def initialize(self, server: LocalServer) -> None:
        self.server = server
        self.world = server.world

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Mark the current task as one that the server ends when it stops."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a request is carried out by a task")
        self.server.requests.add(task)
        try:
            yield
        except asyncio.CancelledError:
            self.detach().close()
        finally:
            self.server.requests.discard(task)

    def log_exception(
        self,
        typ: type[BaseException] | None,  # noqa: ARG002 - tornado's signature
        value: BaseException | None,
        tb: TracebackType | None,  # noqa: ARG002 - tornado's signature
    ) -> None:
        """Log a fault of the stand-in itself, without the URL, which holds the token."""
        if not isinstance(value, HTTPError):
            _log.error("a request failed", exc_info=value)

    def answer(self, status: int, body: bytes) -> None:
        """Send JSON, once the archive has what led to it."""
        self.server.keep()
        self.set_status(status)
        self.set_header("Content-Type", _JSON)
        self.finish(body)


class _ApiHandler(_Handler):
    async def post(self, token: str, method: str) -> None:
        with self.under_way():
            try:
                reply = await call(self.world, token, method, _read_parameters(self.request))
            except DroppedError:
                self.server.keep()
                self.detach().close()
            else:
                self.answer(reply.status, reply.body)

    get = post

    def write_error(self, status_code: int, **kwargs: Any) -> None:  # noqa: ARG002 - tornado's
        error = ApiError(status_code, "Internal Server Error")
        self.answer(status_code, json.dumps(error.answer()).encode())

    def on_connection_close(self) -> None:
        if self.request.path.lower().endswith("/getupdates"):
            self.world.updates.end_poll()


class _DownloadHandler(_Handler):
    def get(self, token: str, unique_id: str) -> None:
        file = self.world.files.by_unique_id(unique_id)
        if token != self.world.bot.token or file is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "application/octet-stream")
        self.finish(file.content)


class _PageHandler(StaticFileHandler):
    def prepare(self) -> None:
        _refuse_strangers(self.request)

    def set_extra_headers(self, path: str) -> None:  # noqa: ARG002 - tornado's signature
        self.set_header("Cache-Control", "no-cache")


class _ChatHandler(_Handler):
    def prepare(self) -> None:
        _refuse_strangers(self.request)


class _FileHandler(_ChatHandler):
    def get(self, unique_id: str) -> None:
        file = self.world.files.by_unique_id(unique_id)
        if file is None:
            raise HTTPError(404)
        self.set_header("Content-Type", file.mime_type)
        self.set_header("Cache-Control", "max-age=31536000, immutable")
        self.finish(file.content)


class _ActionHandler(_ChatHandler):
    async def post(self, action: str) -> None:
        with self.under_way():
            try:
                result = await act(self.world, action, json.loads(self.request.body))
            except PersonError as error:
                self.answer(400, json.dumps({"error": str(error)}).encode())
            except ValueError:
                self.answer(400, b'{"error": "The request is not JSON."}')
            else:
                self.answer(200, json.dumps(result).encode())


class _EventsHandler(_ChatHandler):
    _stream: Stream | None = None

    async def get(self) -> None:
        with self.under_way():
            self.set_header("Content-Type", "text/event-stream")
            self.set_header("Cache-Control", "no-store")
            stream = self._stream = self.server.events.open()
            with suppress(StreamClosedError):
                while (event := await stream.get()) is not None:
                    self.write(event)
                    if stream.empty():
                        await self.flush()
                await self.finish()

    def on_connection_close(self) -> None:
        if self._stream is not None:
            self.server.events.close(self._stream)
            self._stream.put_nowait(None)


def _refuse_strangers(request: HTTPServerRequest) -> None:
    """Let no other site that is open in the browser act in the chats."""
    origin = urlsplit(request.headers.get("Origin", f"http://{request.host}"))
    if request.host_name not in _LOOPBACK_NAMES or origin.netloc != request.host:
        raise HTTPError(403)


def _read_parameters(request: HTTPServerRequest) -> Parameters:
    values: dict[str, Any] = {
        name: sent[-1].decode("utf-8", "replace") for name, sent in request.arguments.items()
    }
    if request.headers.get("Content-Type", "").startswith(_JSON):
        try:
            body = json.loads(request.body)
        except ValueError:
            body = {}
        values.update(body if isinstance(body, dict) else {})
    uploads = {
        name: Upload(sent[-1].filename, sent[-1].body) for name, sent in request.files.items()
    }
    return Parameters(values, uploads)
