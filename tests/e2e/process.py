"""The bot as a process of its own, which can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.__main__ import exit_code, run
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.log import set_up_logging
from tests.e2e.quick import QUICK_PEOPLE

ROOT = Path(__file__).parent.parent.parent
_PATIENCE = 60.0


class BotProcess:
    """The bot against a local server, with its log kept.

    It runs as ``python -m bot`` does, but for Telegram's rates, which would make a whole game take
    an hour, and the limits for people, which tests would exceed.
    """

    program = "tests.e2e.process"

    def __init__(self, config: Config, log: Path, **settings: str) -> None:
        self._environment = {
            "PATH": os.environ["PATH"],
            "TELEGRAM_BOT_TOKEN": config.token or "",
            "TELEGRAM_API_URL": config.api_url,
            "DATABASE": str(config.database),
            **settings,
        }
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.program),
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

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def ended(self) -> int:
        """Waits until it has ended, and returns its exit code."""
        assert self._process is not None
        return await self._process.wait()

    async def logged(self, words: str) -> None:
        """Waits until these words stand in its log."""
        async with asyncio.timeout(_PATIENCE):
            while words not in self.log:  # noqa: ASYNC110 - a file tells nobody that it grows
                await asyncio.sleep(0.02)

    async def child(self) -> Path:
        """Waits until it has begun a process, and returns the folder of that in /proc."""
        async with asyncio.timeout(_PATIENCE):
            while not (children := self._children):  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.02)
        return Path("/proc", children[0])

    @property
    def _children(self) -> list[str]:
        """What its main thread has begun (proc(5): children)."""
        assert self._process is not None
        pid = self._process.pid
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    @property
    def memory(self) -> int:
        """Resident bytes (proc(5): statm, in pages)."""
        assert self._process is not None
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu_seconds(self) -> float:
        """What it has used so far, of all cores (proc(5): utime and stime in stat, in ticks)."""
        assert self._process is not None
        after_name = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

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
    set_up_logging(config.log_level, config.secrets, line_format=config.log_format)
    sys.exit(exit_code(run(config, UNLIMITED, QUICK_PEOPLE)))


if __name__ == "__main__":
    main()
