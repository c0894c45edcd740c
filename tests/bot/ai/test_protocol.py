"""The engine protocol, line by line."""

import re
import threading
from collections.abc import Iterator

import pytest

from bot.ai.protocol import Session
from bot.ai.search import Searcher


class Talk:
    """A session and the lines that it has said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.session = Session(self.lines.append, lambda: Searcher(table_bits=10))

    def answers(self, *lines: str) -> list[str]:
        """Return what is said to these lines, searches included."""
        self.lines.clear()
        self.session.run(iter(lines))
        return list(self.lines)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_new_game(talk: Talk) -> None:
    answers = talk.answers("newgame pieces=12 moves=diagonal leave=off mirror=on")
    assert answers == ["ok pieces=12 moves=diagonal leave=off mirror=on"]


def waiting(session: Session, *lines: str) -> Iterator[str]:
    for line in lines:
        session.wait()
        yield line
    session.wait()


def test_go_tells_each_depth_and_the_best_move(talk: Talk) -> None:
    talk.session.run(waiting(talk.session, "position startpos moves c3-d3 g6e6", "go depth 3"))
    *news, best = talk.lines
    assert len(news) == 3
    for line in news:
        assert re.fullmatch(
            r"info depth \d+ score -?\d+ nodes \d+ nps \d+ time \d+ pv( [a-h]\d[a-h]\d)+", line
        )
    assert re.fullmatch(r"bestmove [a-h]\d [a-h]\d", best)


@pytest.mark.parametrize("limit", ["movetime 10", "depth 2", "nodes 500"])
def test_limits(talk: Talk, limit: str) -> None:
    talk.session.run(waiting(talk.session, f"go {limit}"))
    assert talk.lines[-1].startswith("bestmove ")


def test_stop_ends_an_endless_search(talk: Talk) -> None:
    answers = talk.answers("go nodes 1000000000000", "stop")
    assert answers[-1].startswith("bestmove ")


def test_a_pass(talk: Talk) -> None:
    board = "wbb.....bb......b" + "." * 47
    talk.session.run(waiting(talk.session, f"position {board} w 7", "go depth 4"))
    assert talk.lines == ["bestmove -- --"]


def test_perft_by_first_move(talk: Talk) -> None:
    *counts, total = talk.answers("perft 2")
    assert sorted(counts)[:2] == ["a2a4 12", "a3a4 12"]
    assert len(counts) == 12
    assert re.fullmatch(r"perft 2 144 time [\d.]+ nps \d+", total)


def test_all_notations_lead_to_the_same_position(talk: Talk) -> None:
    for step, chain in (("c3-c4", "c1:c3:c5"), ("c3c4", "c1c5")):
        talk.session.run([f"position startpos moves {step} h6-h5 {chain}", "d"])
    boards = [line for line in talk.lines if "pieces=" in line]
    assert len(boards) == 2
    assert boards[0] == boards[1]


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "newgame pieces=11",
        "newgame pieces=nine",
        "newgame moves=sideways",
        "newgame leave=maybe",
        "newgame colour=red",
        "position",
        "position startpos moves a1a1",
        "position startpos moves a1-h8",
        "position startpos moves --",
        "position startpos move c3d3",
        "position wb w 1",
        "go",
        "go depth",
        "go depth -1",
        "go movetime soon",
        "perft",
        "perft x",
    ],
)
def test_nonsense_is_told_and_changes_nothing(talk: Talk, line: str) -> None:
    before = talk.answers("position startpos moves c3-d3", "d")
    answers = talk.answers(line, "d")
    assert answers[0].startswith("error: ")
    assert answers[1:] == before
    assert len(answers[0].splitlines()) == 1


def test_who_asks_before_the_code_is_there_gets_a_move_in_time() -> None:
    lines: list[str] = []
    loaded = threading.Event()

    def load() -> Searcher:
        loaded.wait()
        return Searcher(table_bits=10)

    session = Session(lines.append, load)
    session.run(waiting(session, "go movetime 20"))
    assert re.fullmatch("bestmove [a-h][1-8] [a-h][1-8]", lines[0])
    assert len(lines) == 1
    session.run(["go depth 2", "stop"])
    assert len(lines) == 2
    loaded.set()
