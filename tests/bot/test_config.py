from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.config import Config, ConfigError

TOKEN = "123456:AbC-d_9"  # noqa: S105 - nobody's


def test_defaults() -> None:
    config = Config.from_env({})
    assert config == Config(
        None, "https://api.telegram.org", Path("ugolki.db"), None, None, logging.INFO
    )
    assert config == Config.from_env({"TELEGRAM_BOT_TOKEN": "", "PORT": " ", "LOG_LEVEL": ""})


def test_everything_set(tmp_path: Path) -> None:
    config = Config.from_env(
        {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": "http://127.0.0.1:8081/",
            "DATABASE": str(tmp_path / "games.db"),
            "WEBHOOK_URL": "https://example.org/ugolki/",
            "PORT": "8080",
            "WEBHOOK_SECRET": "s3cret",
            "LOG_LEVEL": "debug",
            "LOG_FORMAT": "JSON",
            "METRICS_PORT": "9100",
            "REQUEST_SECONDS": "40",
        }
    )
    assert config.token == TOKEN
    assert config.api_url == "http://127.0.0.1:8081"
    assert config.webhook is not None
    assert config.webhook.url == "https://example.org/ugolki"
    assert config.port == 8080
    assert config.log_level == logging.DEBUG
    assert (config.log_format, config.metrics_port, config.request_seconds) == ("json", 9100, 40)
    assert config.secrets == (TOKEN, "AbC-d_9", "s3cret")
    assert TOKEN not in repr(config)
    assert "s3cret" not in repr(config)


def test_a_webhook_without_a_secret_gets_one() -> None:
    first, second = (Config.from_env({"WEBHOOK_URL": "https://example.org"}) for _ in range(2))
    assert first.webhook is not None
    assert second.webhook is not None
    assert len(first.webhook.secret) >= 32
    assert first.webhook.secret != second.webhook.secret


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "my token"),
        ("TELEGRAM_API_URL", "api.telegram.org"),
        ("DATABASE", "/no/such/folder/games.db"),
        ("DATABASE", "/"),
        ("WEBHOOK_URL", "ftp://example.org"),
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("WEBHOOK_SECRET", "not allowed"),
        ("WEBHOOK_URL", "https://example.org/ugolki?key=1"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "http"),
        ("METRICS_PORT", "-1"),
        ("REQUEST_SECONDS", "0"),
        ("REQUEST_SECONDS", "soon"),
        ("REQUEST_SECONDS", "61"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name) as caught:
        Config.from_env({name: value})
    if name in {"TELEGRAM_BOT_TOKEN", "WEBHOOK_SECRET"}:
        assert value not in str(caught.value)
