"""Logging to standard error, with every secret struck out."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TextIO

_HIDDEN = "[hidden]"


class TextLines(logging.Formatter):
    """Formats a record for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")


class JsonLines(logging.Formatter):
    """Formats a record as one line: a JSON object, for programs that collect logs.

    Its keys are ``time`` (UTC, ISO 8601), ``level``, ``logger``, ``message``, and ``exception``,
    the traceback, if there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextLines, "json": JsonLines}


class Redacting(logging.Formatter):
    """Formats a record as another formatter does, traceback included, without the secrets."""

    def __init__(self, formatter: logging.Formatter, secrets: Iterable[str]) -> None:
        """Takes the strings that no line may hold; JSON writes their characters as they are."""
        super().__init__()
        self._formatter = formatter
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line without secrets."""
        return redact(self._formatter.format(record), self._secrets)


def redact(text: str, secrets: Iterable[str]) -> str:
    """Returns the text with each secret struck out."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return text


def set_up_logging(
    level: int,
    secrets: Iterable[str],
    stream: TextIO = sys.stderr,
    line_format: str = "text",
) -> None:
    """Sends all log lines from the level upwards to the stream, and Python's warnings with them.

    Secrets are struck out after formatting because libraries put the bot's token into request
    addresses, exception messages and tracebacks.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Redacting(FORMATTERS[line_format](), secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    if level > logging.DEBUG:
        # They tell each request at INFO: thousands of lines an hour that help nobody.
        for chatty in ("apscheduler", "tornado.access"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
        # It reports every 429 as an error, with a traceback; what follows from one is up to us.
        logging.getLogger("telegram.ext.AIORateLimiter").setLevel(logging.CRITICAL)
