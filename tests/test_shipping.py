"""What a clone of the repository holds beside the tests is all that the bot needs to run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import shipped

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that git has or would add, but for the tests."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(  # noqa: S603
        [git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    clone = tmp_path / "clone"
    for path in map(Path, filter(None, listed.stdout.split("\0"))):
        if path.parts[0] != "tests" and (ROOT / path).is_file():
            (clone / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, clone / path)
    return clone


def run(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python there, with nothing of this machine but its packages."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(clone), "HOME": str(clone.parent)}
    return subprocess.run(  # noqa: S603
        [sys.executable, "-s", "-P", *arguments],
        cwd=clone,
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )


def test_pictures_texts_networks_and_the_page(clone: Path) -> None:
    ended = run(clone, shipped.__file__)
    assert ended.returncode == 0, ended.stderr
    files = re.fullmatch(r"(\d+) files of the page\n", ended.stdout)
    assert files is not None
    there = [path for path in (ROOT / "bot" / "local" / "page").iterdir() if path.is_file()]
    # The page itself has two addresses.
    assert int(files[1]) >= len(there) - 1


def test_the_bot_begins(clone: Path) -> None:
    ended = run(clone, "-m", "bot", "--telegram")
    assert ended.returncode != 0
    assert "TELEGRAM_BOT_TOKEN is not set" in ended.stderr
    assert "Traceback" not in ended.stderr
