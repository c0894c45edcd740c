"""Logging to standard error, with every secret struck out."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from typing import TextIO

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HIDDEN = "[hidden]"


class Redacting(logging.Formatter):
    """Formats a record, traceback included, and strikes out the secrets."""

    def __init__(self, secrets: Iterable[str]) -> None:
        """Takes the strings that no line may hold."""
        super().__init__(_FORMAT)
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line without secrets."""
        return redact(super().format(record), self._secrets)


def redact(text: str, secrets: Iterable[str]) -> str:
    """Returns the text with each secret struck out."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return text


def set_up_logging(level: int, secrets: Iterable[str], stream: TextIO = sys.stderr) -> None:
    """Sends all log lines from the level upwards to the stream.

    Secrets are struck out after formatting because libraries put the bot's token into request
    addresses, exception messages and tracebacks.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Redacting(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    if level > logging.DEBUG:
        # They tell each request at INFO: thousands of lines an hour that help nobody.
        for chatty in ("httpx", "apscheduler", "tornado.access"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
        # It reports every 429 as an error, with a traceback; what follows from one is up to us.
        logging.getLogger("telegram.ext.AIORateLimiter").setLevel(logging.CRITICAL)
