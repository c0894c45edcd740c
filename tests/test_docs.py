"""The README names every setting and command there is, and no other; its commands are whole."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from bot import config as config_module
from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_every_setting_is_documented() -> None:
    source = ast.parse(Path(config_module.__file__).read_text())
    settings = {
        node.value
        for node in ast.walk(source)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[A-Z]+(_[A-Z]+)*", node.value)
        and node.value not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}
    }
    assert settings == set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))


def test_every_command_is_documented() -> None:
    rows = "\n".join(re.findall(r"^\| (`/.*) \|.*\|$", README, re.MULTILINE))
    assert {*PRIVATE_COMMANDS, *GROUP_COMMANDS, "play"} == set(re.findall(r"`/(\w+)`", rows))


def test_every_dependency_has_its_reason() -> None:
    first_block = (ROOT / "requirements.txt").read_text().split("\n\n")[0]
    needed = set(re.findall(r"^([A-Za-z0-9-]+)", first_block, re.MULTILINE))
    table = README.split("## Dependencies")[1]
    assert needed == set(re.findall(r"^\| ([A-Za-z0-9-]+) \|", table, re.MULTILINE)) - {"package"}


def test_all_versions_are_pinned() -> None:
    for file in ("requirements.txt", "tests/requirements.txt"):
        for line in (ROOT / file).read_text().splitlines():
            if line and not line.startswith("#"):
                assert re.fullmatch(r"[\w.-]+(\[[\w,-]+\])?==[\w.]+", line), line


def test_the_optional_package_is_the_one_that_is_tested() -> None:
    (named,) = re.findall(r"pip install (prometheus-client==[\d.]+)", README)
    assert named in (ROOT / "tests/requirements.txt").read_text().splitlines()


def test_the_container_starts_what_the_procfile_starts() -> None:
    """In the exec form: a shell in between would keep the stop signal to itself."""
    (command,) = re.findall(r"^    CMD (\[.+\])$", README, re.MULTILINE)
    (worker,) = re.findall(r"^worker: (.+)$", (ROOT / "Procfile").read_text(), re.MULTILINE)
    assert json.loads(command) == worker.split()


def test_pictures_and_paths_exist() -> None:
    for path in re.findall(r"\]\((\.github/[^)]+)\)", README):
        assert (ROOT / path).is_file(), path


def test_every_command_line_starts_a_module() -> None:
    modules = set(re.findall(r"python -m ([a-z][\w.]+)", README)) - {
        "venv",
        "pip",
        "playwright",
        "pytest",
    }
    assert {"bot", "bot.ai", "bot.ai.training"} < modules
    for module in modules:
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


def test_every_bench_is_named() -> None:
    named = set(re.findall(r"tests\.bench\.(\w+)", README))
    benches = {
        path.stem
        for path in (ROOT / "tests/bench").glob("*.py")
        if '__name__ == "__main__"' in path.read_text()
    }
    assert named == benches
