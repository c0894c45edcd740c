"""Numbers of positions: the start of every variant, and 160 positions with and without a past."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from rules import PASS, Options, State, format_position, parse_position
from rules.perft import divide, perft
from tests.drawings import drawn
from tests.rules.perft_data import POSITIONS, START, PositionCounts, StartCounts

# What goes beyond is left to tests/bench/perft.py.
LARGEST_FROM_START = 60_000
LARGEST_FROM_POSITION = 5_000


def check(state: State, counts: Sequence[int], largest: int) -> None:
    """Compare the counts of depths 1, 2 and on, up to the largest that is worth the time."""
    for depth, expected in enumerate(counts, start=1):
        if expected > largest:
            return
        found = perft(state, depth)
        if found != expected:
            by_turn = "\n".join(f"{turn}: {count}" for turn, count in divide(state, depth).items())
            pytest.fail(f"perft {depth} is {found}, not {expected}; by first turn:\n{by_turn}")


@pytest.mark.parametrize(
    "start", START, ids=lambda start: f"{start.options.pieces}-{start.options.moves.value}"
)
def test_start(start: StartCounts) -> None:
    check(State.start(start.options), start.counts, LARGEST_FROM_START)


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry.position)
def test_position_with_its_past_and_set_up(entry: PositionCounts) -> None:
    reached = entry.reached()
    assert format_position(reached) == entry.position
    assert reached.copies == entry.copies
    check(reached, entry.counts, LARGEST_FROM_POSITION)
    set_up = parse_position(entry.position, entry.options)
    check(set_up, entry.bare_counts, LARGEST_FROM_POSITION)


def test_divide_splits_by_first_turn() -> None:
    state = State.start(Options())
    counts = divide(state, 3)
    assert tuple(counts) == state.legal_turns
    assert sum(counts.values()) == perft(state, 3) == 2784


def test_pass_is_one_turn_and_a_finished_game_has_none() -> None:
    nobody_can_move = drawn("\n".join(["b" * 8] * 4 + ["w" * 8] * 4))
    assert [perft(nobody_can_move, depth) for depth in range(4)] == [1, 1, 1, 0]
    assert divide(nobody_can_move, 2) == {PASS: 1}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rules.perft", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def test_command_counts() -> None:
    ran = run("--pieces", "16", "--moves", "diagonal", "2")
    assert (ran.stdout, ran.stderr, ran.returncode) == ("perft 2 1542\n", "", 0)


def test_command_divides_a_position() -> None:
    entry = next(entry for entry in POSITIONS if entry.options == Options(anti_mirror=True))
    ran = run("--anti-mirror", "--position", entry.position, "--divide", "2")
    *lines, total = ran.stdout.splitlines()
    assert total == f"perft 2 {entry.bare_counts[1]}"
    assert sum(int(line.split()[1]) for line in lines) == entry.bare_counts[1]
    assert len(lines) == entry.bare_counts[0]


def test_command_refuses_a_bad_position() -> None:
    ran = run("--position", "nonsense", "2")
    assert ran.returncode == 2
    assert "'nonsense' is not a position" in ran.stderr
