"""Talking to the stand-in over HTTP."""

from typing import Any

import httpx

from bot.local.server import LocalServer


class RawApi:
    """The Bot API without a library: what is asserted is what is on the wire."""

    def __init__(self, server: LocalServer, http: httpx.AsyncClient) -> None:
        self._server = server
        self._http = http

    async def __call__(self, method: str, **parameters: Any) -> Any:
        """Return the result of a call that must succeed."""
        answer = await self.answer(method, **parameters)
        assert answer["ok"], answer
        return answer["result"]

    async def answer(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the whole answer; the HTTP status must be the answer's error_code."""
        url = f"{self._server.url}/bot{self._server.token}/{method}"
        response = await self._http.post(url, json=parameters)
        answer: dict[str, Any] = response.json()
        assert response.status_code == answer.get("error_code", 200)
        return answer

    async def refusal(self, method: str, **parameters: Any) -> str:
        """Return the description of a call that must fail."""
        answer = await self.answer(method, **parameters)
        assert not answer["ok"], answer
        description: str = answer["description"]
        return description


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.time

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self.time += seconds


def buttons(*rows: list[tuple[str, str]]) -> dict[str, Any]:
    """Return an InlineKeyboardMarkup from rows of label and callback data."""
    keyboard = [[{"text": label, "callback_data": data} for label, data in row] for row in rows]
    return {"inline_keyboard": keyboard}
