"""Compiling the kernel in a process of its own: ``python -m bot.ai.compilation``.

The compiler is Python that holds the GIL, and what it needs for its work it never gives back. So
whoever serves people has it run elsewhere, and then loads what it has left on disk.
"""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL
from pathlib import Path
from typing import Final

from bot.ai.kernel import compiled
from bot.ai.search import warmed_up

_ROOT: Final = Path(__file__).parents[2]
_NICE: Final = 19
_SMALL_TABLE: Final = 4


async def compile_aside() -> None:
    """See to it that the compiled code is on disk, if it can be; cancelling ends the compiler.

    Nothing is said of a failure: whoever loads the code then compiles it, and meets the error.
    """
    if compiled.is_kept():
        return
    compiler = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.ai.compilation"),
        cwd=_ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(compiled.CODE.parent)},
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        # A terminal's Ctrl-C is for the process that waits.
        start_new_session=True,
    )
    try:
        await compiler.wait()
    finally:
        if compiler.returncode is None:
            compiler.kill()
            await compiler.wait()


if __name__ == "__main__":
    if os.name == "posix":
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
    warmed_up(_SMALL_TABLE)
