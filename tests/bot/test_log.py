from __future__ import annotations

import io
import logging
from collections.abc import Iterator

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


def test_no_secret_is_in_any_line() -> None:
    stream = io.StringIO()
    set_up_logging(logging.DEBUG, [TOKEN, "", "s3cret"], stream)
    logger = logging.getLogger("httpx")
    logger.info("POST https://example.org/bot%s/getMe", TOKEN)
    try:
        int(TOKEN)
    except ValueError:
        logger.exception("failed with s3cret")
    assert "[hidden]/getMe" in stream.getvalue()
    assert "ValueError: invalid literal for int() with base 10: '[hidden]'" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert "s3cret" not in stream.getvalue()
