"""The HTTP client that carries requests to the Bot API: aiohttp behind the library's interface.

The library's own client, httpx, takes seven times as much CPU for a request, which is most of what
a tap costs (``python -m tests.bench.load``). What is raised here never holds the address, for the
token is part of it.
"""

from __future__ import annotations

import io
import ssl
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import certifi
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# What is larger is written bit by bit, so that nothing else waits for it.
_MOST_IN_ONE_PIECE = 2**20
_UNSET = BaseRequest.DEFAULT_NONE


class UnsentError(NetworkError):
    """There was no connection: nothing has reached Telegram, and trying again does no harm."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds each part of a request may take; None is for ever."""

    pool: float | None
    """Until one of the connections is free."""
    connect: float | None
    write: float | None
    upload: float | None
    """Instead of ``write``, for a request with files."""
    read: float | None
    """Until the answer begins, and between its parts."""


class AiohttpRequest(BaseRequest):
    """Sends requests over so many connections at most, which stay open for the next ones."""

    def __init__(self, connections: int, patience: Patience, proxy: str | None = None) -> None:
        """Takes the address of a proxy, if there is one (see :func:`proxy_for`)."""
        self._connections = connections
        self._patience = patience
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """How many seconds an answer may take unless a request says otherwise."""
        return self._patience.read

    async def initialize(self) -> None:
        """Makes ready, on the running loop."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections, ssl=_trusted()),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        """Closes all connections."""
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = _UNSET,
        write_timeout: Any = _UNSET,
        connect_timeout: Any = _UNSET,
        pool_timeout: Any = _UNSET,
    ) -> tuple[int, bytes]:
        """Returns the status and the body of the answer. Timeouts are seconds, None for none.

        :raises UnsentError: nothing has been sent.
        :raises TimedOut: it may have been.
        :raises NetworkError: it may have been.
        """
        if self._session is None:
            raise RuntimeError("The client is not initialized.")
        files = request_data is not None and request_data.contains_files
        defaults = self._patience
        timeout = _timeout(
            _given(pool_timeout, defaults.pool),
            _given(connect_timeout, defaults.connect),
            _given(write_timeout, defaults.upload if files else defaults.write),
            _given(read_timeout, defaults.read),
        )
        try:
            async with self._session.request(
                method,
                url,
                timeout=timeout,
                proxy=self._proxy,
                allow_redirects=False,
                **await _content(request_data),
            ) as response:
                return response.status, await response.read()
        except aiohttp.ConnectionTimeoutError:
            raise UnsentError("No connection in time") from None
        except aiohttp.ClientConnectorError as error:
            where = f"{error.host}:{error.port}"
            raise UnsentError(f"No connection to {where} ({_cause(error)})") from None
        except TimeoutError:
            raise TimedOut("No answer in time") from None
        except aiohttp.ClientError as error:
            raise NetworkError(f"The connection failed ({_cause(error)})") from None


def proxy_for(url: str) -> str | None:
    """Returns the proxy that the environment names for an address (HTTPS_PROXY, NO_PROXY...)."""
    parts = urlsplit(url)
    if proxy_bypass(parts.hostname or ""):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")


@cache
def _trusted() -> ssl.SSLContext:
    """Trusts whom the system trusts; where it knows no authorities, the known ones will do."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _given(value: Any, default: float | None) -> float | None:
    return default if value is _UNSET else value


def _timeout(
    pool: float | None, connect: float | None, write: float | None, read: float | None
) -> aiohttp.ClientTimeout:
    connected = _sum(pool, connect)
    # aiohttp has no limit for writing alone; without one, a peer that takes nothing would hold us.
    return aiohttp.ClientTimeout(
        total=_sum(connected, write, read),
        connect=connected,
        sock_connect=connect,
        sock_read=read,
    )


def _sum(*seconds: float | None) -> float | None:
    known = [each for each in seconds if each is not None]
    return sum(known) if len(known) == len(seconds) else None


async def _content(request_data: RequestData | None) -> dict[str, Any]:
    if request_data is None:
        return {}
    if not request_data.contains_files:
        return {"data": request_data.url_encoded_parameters().encode(), "headers": _FORM}
    form = aiohttp.FormData(quote_fields=False)
    for name, value in request_data.json_parameters.items():
        form.add_field(name, value)
    for name, (file_name, content, kind) in request_data.multipart_data.items():
        file = content
        if isinstance(content, bytes) and len(content) > _MOST_IN_ONE_PIECE:
            file = io.BytesIO(content)
        form.add_field(name, file, filename=file_name, content_type=kind)
    payload = form()
    if payload.size is None or payload.size > _MOST_IN_ONE_PIECE:
        return {"data": payload}
    # The client would write each part of a form by itself, at the price of two system calls.
    headers = {"Content-Type": payload.content_type}
    return {"data": await payload.as_bytes(), "headers": headers}


def _cause(error: aiohttp.ClientError) -> str:
    # The words of some errors hold the address; those of the system do not.
    words = error.strerror if isinstance(error, OSError) else None
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
