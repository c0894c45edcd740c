"""The settings: environment variables, read once at start."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

TELEGRAM_API = "https://api.telegram.org"

_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]+")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
LOG_FORMATS = ("text", "json")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_HIGHEST_PORT = 65535
_REQUEST_SECONDS = 20
_LONGEST_REQUEST_SECONDS = 60


class ConfigError(ValueError):
    """A setting has a wrong value; the sentence names the variable and the remedy."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram delivers updates: a public address, and a shared secret."""

    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of one run. Secrets stay out of its representation."""

    token: str | None = field(repr=False)
    api_url: str
    database: Path
    webhook: Webhook | None
    port: int | None
    log_level: int
    log_format: str = LOG_FORMATS[0]
    metrics_port: int | None = None
    request_seconds: int = _REQUEST_SECONDS

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log line may hold."""
        token = self.token or ""
        # The part after the colon also by itself, since the colon may be written as %3A.
        secret = self.webhook.secret if self.webhook is not None else ""
        return tuple(each for each in (token, token.partition(":")[2], secret) if each)

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Config:
        """Reads the settings; an empty variable counts as unset.

        :raises ConfigError: a value is wrong.
        """
        return cls(
            token=_token(environ),
            api_url=_http_url(environ, "TELEGRAM_API_URL") or TELEGRAM_API,
            database=_database(environ),
            webhook=_webhook(environ),
            port=_port(environ, "PORT"),
            log_level=_log_level(environ),
            log_format=_log_format(environ),
            metrics_port=_port(environ, "METRICS_PORT"),
            request_seconds=_request_seconds(environ),
        )


def _token(environ: Mapping[str, str]) -> str | None:
    token = environ.get("TELEGRAM_BOT_TOKEN", "").strip()
    if not token:
        return None
    if not _TOKEN.fullmatch(token):
        raise ConfigError(
            "TELEGRAM_BOT_TOKEN is not a bot token: it should look like 123456:ABC-def, "
            "as @BotFather gave it."
        )
    return token


def _http_url(environ: Mapping[str, str], name: str) -> str | None:
    value = environ.get(name, "").strip().rstrip("/")
    if not value:
        return None
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigError(
            f"{name} is not a web address: it should start with https:// (or http://)."
        )
    return value


def _database(environ: Mapping[str, str]) -> Path:
    path = Path(environ.get("DATABASE", "").strip() or "ugolki.db")
    if path.is_dir():
        raise ConfigError(f"DATABASE is a folder ({path}): give the path of a file in it.")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"DATABASE lies in a folder that does not exist: create {path.parent}.")
    return path


def _webhook(environ: Mapping[str, str]) -> Webhook | None:
    url = _http_url(environ, "WEBHOOK_URL")
    secret = environ.get("WEBHOOK_SECRET", "").strip()
    if secret and not _SECRET.fullmatch(secret):
        raise ConfigError(
            "WEBHOOK_SECRET has characters that Telegram refuses: "
            "use 1 to 256 letters, digits, underscores and hyphens."
        )
    if url is None:
        return None
    if "?" in url or "#" in url:
        raise ConfigError("WEBHOOK_URL has a ? or a #: give the address and the path alone.")
    return Webhook(url, secret or secrets.token_urlsafe(32))


def _port(environ: Mapping[str, str], name: str) -> int | None:
    port = _number(environ, name, _HIGHEST_PORT)
    if port is None:
        return None
    if not port:
        raise ConfigError(f"{name} is not a port: it should be a number from 1 to {_HIGHEST_PORT}.")
    return port


def _request_seconds(environ: Mapping[str, str]) -> int:
    name, most = "REQUEST_SECONDS", _LONGEST_REQUEST_SECONDS
    seconds = _number(environ, name, most)
    if seconds is None:
        return _REQUEST_SECONDS
    if not seconds:
        raise ConfigError(f"{name} is no time to wait: it should be a number from 1 to {most}.")
    return seconds


def _number(environ: Mapping[str, str], name: str, most: int) -> int | None:
    """Reads a whole number: None if it is unset, 0 if it is no number from 1 on."""
    value = environ.get(name, "").strip()
    if not value:
        return None
    return int(value) if value.isascii() and value.isdigit() and int(value) <= most else 0


def _log_level(environ: Mapping[str, str]) -> int:
    name = environ.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if name not in _LOG_LEVELS:
        raise ConfigError(f"LOG_LEVEL is not a level: use one of {', '.join(_LOG_LEVELS)}.")
    return logging.getLevelNamesMapping()[name]


def _log_format(environ: Mapping[str, str]) -> str:
    name = environ.get("LOG_FORMAT", "").strip().lower() or LOG_FORMATS[0]
    if name not in LOG_FORMATS:
        raise ConfigError(f"LOG_FORMAT is not a format: use one of {', '.join(LOG_FORMATS)}.")
    return name
