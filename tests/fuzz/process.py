"""The bot as a process whose AI plays the first move there is, so that it costs no time."""

from __future__ import annotations

import os
import sys

from bot.__main__ import exit_code
from bot.app import Oversight, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.lifetime import Lifetime
from bot.log import set_up_logging
from tests.e2e.process import BotProcess
from tests.e2e.thinkers import FirstMove


class FuzzedBot(BotProcess):
    """The bot with everything but its AI and Telegram's rates."""

    program = "tests.fuzz.process"


async def live(config: Config) -> None:
    assert config.token is not None
    lifetime = Lifetime(lambda _: 1)
    async with running(
        config,
        token=config.token,
        engine=FirstMove(),
        rates=UNLIMITED,
        shortest_reply=0,
        oversight=Oversight(lifetime.give_up),
    ):
        await lifetime.end()


def main() -> None:
    config = Config.from_env(os.environ)
    set_up_logging(config.log_level, config.secrets, line_format=config.log_format)
    sys.exit(exit_code(live(config)))


if __name__ == "__main__":
    main()
