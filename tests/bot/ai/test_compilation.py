from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.ai.compilation import compile_aside
from bot.ai.kernel import compiled

KEPT = compiled.CODE


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for compiled code that is not there yet."""
    folder = tmp_path / KEPT.name
    monkeypatch.setattr(compiled, "CODE", folder)
    monkeypatch.setattr(compiled, "_COMPLETE", folder / "complete")
    return folder


async def test_a_process_of_its_own_leaves_the_code_on_disk(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What other tests have compiled spares the time, but nobody knows that it is complete.
    with suppress(OSError):
        shutil.copytree(KEPT, elsewhere, ignore=lambda *_: ["complete"])
    await compile_aside()
    assert compiled.is_kept()
    # The next start has nothing to do.
    begin = AsyncMock()
    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    await compile_aside()
    begin.assert_not_called()


@pytest.mark.usefixtures("elsewhere")
async def test_who_stops_waiting_ends_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = asyncio.create_subprocess_exec
    begun: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()

    async def remember(*words: str, **settings: object) -> asyncio.subprocess.Process:
        process = await begin(*words, **settings)  # type: ignore[arg-type]
        begun.put_nowait(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    waiting = asyncio.create_task(compile_aside())
    process = await begun.get()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert process.returncode is not None
    assert not compiled.is_kept()
