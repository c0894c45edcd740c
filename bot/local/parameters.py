"""The parameters of a Bot API request, however they were sent."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.local.errors import bad_request

_TRUE = frozenset({"true", "yes", "1"})
_MAX_ID = 2**63


@dataclass(frozen=True, slots=True)
class Upload:
    """A file within a request."""

    name: str
    content: bytes


class Parameters:
    """Reads values as Telegram does: a text that holds a number or JSON is as good as itself."""

    def __init__(
        self, values: Mapping[str, Any], uploads: Mapping[str, Upload] | None = None
    ) -> None:
        self._values = values
        self._uploads = uploads or {}

    def text(self, name: str) -> str:
        """Return a text, empty when it is missing."""
        value = self._values.get(name)
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number; `default` when it is missing, 0 when it is none."""
        text = self.text(name)
        return read_integer(text) if text else default

    def boolean(self, name: str) -> bool:
        """Return a truth value, false when it is missing."""
        return self.text(name).lower() in _TRUE

    def json(self, name: str, what: str) -> Any:
        """Return a JSON value, None when it is missing; `what` names it in the refusal."""
        value = self._values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {what} JSON object") from None

    def within(self, value: Mapping[str, Any]) -> "Parameters":
        """Return the fields of a JSON object as parameters, with the same uploads."""
        return Parameters(value, self._uploads)

    def upload(self, name: str) -> Upload | None:
        """Return the file sent under this name."""
        return self._uploads.get(name)


def read_integer(text: str) -> int:
    """Return the whole number that a text holds, 0 if it is none."""
    try:
        number = int(text)
    except ValueError:
        return 0
    return number if -_MAX_ID <= number < _MAX_ID else 0
