from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.log import set_up_logging

TOKEN = "123456:AbC-d_9"  # noqa: S105 - nobody's


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


@pytest.mark.parametrize("line_format", ["text", "json"])
def test_no_secret_is_in_any_line(line_format: str) -> None:
    stream = io.StringIO()
    set_up_logging(logging.DEBUG, [TOKEN, "", "s3cret"], stream, line_format)
    logger = logging.getLogger("bot.transport")
    logger.info("POST https://example.org/bot%s/getMe", TOKEN)
    try:
        int(TOKEN)
    except ValueError:
        logger.exception("failed with s3cret")
    assert "[hidden]/getMe" in stream.getvalue()
    assert "ValueError: invalid literal for int() with base 10: '[hidden]'" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert "s3cret" not in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 2 or line_format == "text"


def test_a_line_of_json_is_an_object() -> None:
    stream = io.StringIO()
    set_up_logging(logging.INFO, [TOKEN], stream, "json")
    logger = logging.getLogger("bot.test")
    logger.warning('said "%s"\nand left', "»привет«")
    try:
        int("x")
    except ValueError:
        logger.exception("failed")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert datetime.fromisoformat(first.pop("time")).tzinfo is UTC
    assert first == {
        "level": "WARNING",
        "logger": "bot.test",
        "message": 'said "»привет«"\nand left',
    }
    assert second["message"] == "failed"
    assert second["exception"].startswith("Traceback")
    assert second["exception"].endswith("ValueError: invalid literal for int() with base 10: 'x'")


def test_warnings_are_logged() -> None:
    stream = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        set_up_logging(logging.INFO, [TOKEN], stream, "json")
        warnings.warn(f"{TOKEN} is old", stacklevel=1)
    assert "UserWarning: [hidden] is old" in json.loads(stream.getvalue())["message"]
