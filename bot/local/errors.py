"""What the stand-in refuses, to the bot and to people."""

from typing import Any


class ApiError(Exception):
    """A Bot API method failed. `code` is the HTTP status as well as the answer's error_code."""

    def __init__(
        self,
        code: int,
        description: str,
        *,
        retry_after: int | None = None,
        migrate_to_chat_id: int | None = None,
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.retry_after = retry_after
        self.migrate_to_chat_id = migrate_to_chat_id

    def answer(self) -> dict[str, Any]:
        """Return the answer as the Bot API shapes it."""
        answer: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        parameters = {
            name: value
            for name, value in (
                ("retry_after", self.retry_after),
                ("migrate_to_chat_id", self.migrate_to_chat_id),
            )
            if value is not None
        }
        if parameters:
            answer["parameters"] = parameters
        return answer


class PersonError(ValueError):
    """A person's client would refuse this. The message is a sentence to show."""


def bad_request(reason: str) -> ApiError:
    """Return a 400 with Telegram's prefix before the reason."""
    return ApiError(400, f"Bad Request: {reason}")


def forbidden(reason: str) -> ApiError:
    """Return a 403 with Telegram's prefix before the reason."""
    return ApiError(403, f"Forbidden: {reason}")


def conflict(reason: str) -> ApiError:
    """Return a 409 with Telegram's prefix before the reason."""
    return ApiError(409, f"Conflict: {reason}")


def too_many_requests(retry_after: int) -> ApiError:
    """Return a 429 that asks to wait for `retry_after` seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)
