"""The bot as a process of its own, which can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.__main__ import run
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.log import set_up_logging

ROOT = Path(__file__).parent.parent.parent


class BotProcess:
    """The bot against a local server, with its log kept.

    It runs as ``python -m bot`` does, but for Telegram's rates, which would make a whole game take
    an hour.
    """

    def __init__(self, config: Config, log: Path) -> None:
        self._environment = {
            "PATH": os.environ["PATH"],
            "TELEGRAM_BOT_TOKEN": config.token or "",
            "TELEGRAM_API_URL": config.api_url,
            "DATABASE": str(config.database),
        }
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.e2e.process"),
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Asks it to end, and returns its exit code."""
        return await self._end(signal.SIGTERM)

    @property
    def memory(self) -> int:
        """Resident bytes (proc(5): statm, in pages)."""
        assert self._process is not None
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def _end(self, signal_number: int) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal_number)
        return await self._process.wait()


def main() -> None:
    config = Config.from_env(os.environ)
    set_up_logging(config.log_level, [config.token or ""])
    asyncio.run(run(config, UNLIMITED))


if __name__ == "__main__":
    main()
