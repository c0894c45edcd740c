"""The small web server: where Telegram delivers, and where others look how the bot is."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from tornado.httpserver import HTTPServer
from tornado.web import Application, RequestHandler

Route: TypeAlias = tuple[str, type[RequestHandler], dict[str, Any]]
"""A path as a regular expression, what handles it, and what that is given."""

Check: TypeAlias = Callable[[], Awaitable[str | None]]
"""Says why something does not work; None if it does."""

_LARGEST_REQUEST = 1024 * 1024
_CHECK_SECONDS = 2.0


class PortError(RuntimeError):
    """A port cannot be listened on; the sentence names the setting."""


class WebServer:
    """Listens on a port, on all addresses of the machine, from its making until it is closed."""

    def __init__(self, setting: str, port: int, routes: Sequence[Route]) -> None:
        """Begins to listen; the setting is the one that gave the port.

        :raises PortError: it cannot.
        """
        application = Application(list(routes), log_function=_log_nothing)
        self._http = HTTPServer(application, max_body_size=_LARGEST_REQUEST)
        try:
            listener = socket.create_server(("", port))
        except OSError as error:
            raise PortError(f"{setting} cannot be used: {error}. Name another port.") from error
        listener.setblocking(False)
        self._http.add_sockets([listener])

    async def close(self) -> None:
        """Ends all connections."""
        self._http.stop()
        await self._http.close_all_connections()


def health_route(prefix: str, checks: Sequence[Check]) -> Route:
    """Returns the route that answers 200 when all is well, else 503 and why."""
    return f"{prefix}/health", _HealthHandler, {"checks": checks}


def metrics_route(exposition: Callable[[], bytes], content_type: str) -> Route:
    """Returns the route that gives figures."""
    return "/metrics", _MetricsHandler, {"exposition": exposition, "content_type": content_type}


def _log_nothing(handler: RequestHandler) -> None:
    """Requests come every few seconds, for ever."""


class _HealthHandler(RequestHandler):
    def initialize(self, checks: Sequence[Check]) -> None:
        self._checks = checks

    async def get(self) -> None:
        found = [await _result(check) for check in self._checks]
        troubles = [trouble for trouble in found if trouble is not None]
        self.set_status(503 if troubles else 200)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps({"healthy": not troubles, "troubles": troubles}))


class _MetricsHandler(RequestHandler):
    def initialize(self, exposition: Callable[[], bytes], content_type: str) -> None:
        self._exposition = exposition
        self._content_type = content_type

    def get(self) -> None:
        self.set_header("Content-Type", self._content_type)
        self.finish(self._exposition())


async def _result(check: Check) -> str | None:
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            return await check()
    except TimeoutError:
        return f"a check has not ended within {_CHECK_SECONDS:.0f} s"
