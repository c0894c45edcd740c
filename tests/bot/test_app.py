from __future__ import annotations

from bot.app import NOBODY, build_application
from bot.config import Config
from bot.delivery.pace import UNLIMITED


def test_the_times_that_requests_may_take_are_set_on_purpose() -> None:
    """The library's own, 5 seconds, are too short for pictures over a poor line."""
    token = "1:no-token"  # noqa: S105 - nobody's
    for environ, seconds in (({}, 20), ({"REQUEST_SECONDS": "45"}, 45)):
        config = Config.from_env(environ)
        application = build_application(token, config, UNLIMITED, NOBODY)
        assert application.bot.request.read_timeout == seconds


def test_nothing_of_the_games_is_kept_by_the_library() -> None:
    application = build_application("1:no-token", Config.from_env({}), UNLIMITED, NOBODY)
    assert application.persistence is None
