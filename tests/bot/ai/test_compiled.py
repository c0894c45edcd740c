from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from bot.ai.kernel import compiled

SOURCE = Path(compiled.__file__).parent


def folder() -> Path:
    return compiled._code_folder().parent


def test_code_is_kept_beside_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert folder() == SOURCE / "__pycache__"


def test_code_is_kept_where_the_setting_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    assert folder() == tmp_path / "new"
    assert folder().is_dir()


def test_code_is_kept_in_the_users_cache_if_the_site_is_read_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert folder() == tmp_path / ".cache" / "ugolki"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert folder() == tmp_path / "other" / "ugolki"
    # Nothing can be made there: a folder of this run's own, which nobody else writes to.
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    own = folder()
    assert own.parent == tmp_path
    assert own.stat().st_mode & 0o077 == 0
