"""Speed of the kernel, beside another engine's: ``python -m tests.bench.ai_speed [ENGINE]``.

ENGINE is a program that speaks the engine protocol. Both count perft from the start position, and
search the same positions for a second each; nodes are what each of them calls so.
"""

import argparse
import random
import resource
import subprocess
import time
from collections.abc import Sequence

from bot.ai.analysis import Limits
from bot.ai.openings import random_turn
from bot.ai.search import Searcher, warmed_up
from rules import Options, State

PERFT_DEPTHS = (5, 6)
TRIES = 5
SECONDS = 1.0
TURNS = (0, 12, 30, 50)


def random_game(turns: int) -> tuple[State, list[str]]:
    """Return the position after so many random turns, and the turns as pairs of squares."""
    source = random.Random(turns)
    state, texts = State.start(Options()), []
    for _ in range(turns):
        turn = random_turn(state, source)
        texts.append(str(turn).replace(" ", ""))
        state = state.after(turn)
    return state, texts


class Other:
    """A program that speaks the engine protocol."""

    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - whoever runs the bench names it
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def last_line(self, command: str, ending: str) -> Sequence[str]:
        """Return the words of the last line before, or the line itself, that begins so."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        before: list[str] = []
        for line in self._process.stdout:
            words = line.split()
            if words[0] == ending:
                return words if ending == "perft" else before
            before = words
        raise EOFError("the engine closed its output")

    def perft_speed(self, depth: int) -> float:
        """Return nodes per second."""
        words = self.last_line(f"perft {depth}", "perft")
        return float(words[words.index("nps") + 1])

    def search_speed(self, turns: Sequence[str]) -> tuple[float, int]:
        """Return nodes per second, and the depth reached."""
        position = " ".join(
            ("position startpos moves", *turns) if turns else ("position startpos",)
        )
        words = self.last_line(f"{position}\ngo movetime {SECONDS * 1000:.0f}", "bestmove")
        return float(words[words.index("nps") + 1]), int(words[words.index("depth") + 1])


def perft_speed(searcher: Searcher, depth: int) -> float:
    """Return nodes per second, the best of some tries."""
    state = State.start(Options())
    speeds = []
    for _ in range(TRIES):
        begun = time.perf_counter()
        count = searcher.perft(state, depth)
        speeds.append(count / (time.perf_counter() - begun))
    return max(speeds)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ai_speed", description=__doc__)
    parser.add_argument("engine", nargs="?", help="path of another engine")
    arguments = parser.parse_args()

    begun = time.perf_counter()
    searcher = warmed_up()
    print(f"compiled, or loaded, in {time.perf_counter() - begun:.1f} s")
    searcher.perft(State.start(Options()), 1)
    other = Other(arguments.engine) if arguments.engine else None

    for depth in PERFT_DEPTHS:
        speed = perft_speed(searcher, depth)
        print(f"perft {depth}: {speed / 1e6:.0f} M nodes/s")
        if other is not None:
            theirs = max(other.perft_speed(depth) for _ in range(TRIES))
            print(f"  the other {theirs / 1e6:.0f} M: ratio {speed / theirs:.2f}")

    for length in TURNS:
        state, turns = random_game(length)
        analysis = searcher.search(state, Limits(seconds=SECONDS))
        speed = analysis.nodes / analysis.seconds
        print(f"after {length} turns: {speed / 1e6:.2f} M nodes/s, depth {analysis.depth}")
        if other is not None:
            theirs, depth = other.search_speed(turns)
            print(f"  the other {theirs / 1e6:.2f} M, depth {depth}: ratio {speed / theirs:.2f}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB")


if __name__ == "__main__":
    main()
