"""The engine protocol: lines in, lines out, so that programs can be matched against each other.

Commands: ``newgame``, ``position``, ``go``, ``perft``, ``d``, ``stop``, ``quit``. A line that makes
no sense is answered with ``error: ...`` and changes nothing. A search with a limit of time that is
asked for before the compiled code is there is answered in time, by looking one move ahead.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from bot.ai.analysis import Analysis, Limits, Stop
from bot.ai.greedy import greedy_turn
from rules import (
    PASS,
    SQUARES,
    GameOverError,
    Move,
    MoveSet,
    NotationError,
    Options,
    Pass,
    RulesError,
    State,
    Turn,
    format_position,
    parse_move,
    parse_ply,
    parse_position,
    square_name,
)

if TYPE_CHECKING:  # It takes most of a second to import, and is not needed to begin.
    from bot.ai.search import Searcher

_SWITCHES: Final = {"on": True, "off": False}
_POSITION_WORDS: Final = 3
_MOVES: Final = "moves"
_FILES: Final = 8
_LOADING_POLL: Final = 0.005


class ProtocolError(ValueError):
    """A line that makes no sense."""


class Session:
    """One conversation with a program: a position, a search, and the lines that it says."""

    def __init__(self, say: Callable[[str], None], load: Callable[[], "Searcher"]) -> None:
        """Begin with the start position of the standard game; ``say`` takes each line of answer.

        ``load`` makes the searcher, while the first lines are read.
        """
        self._say = say
        self._searcher: Future[Searcher] = Future()
        threading.Thread(target=self._load, args=(load,), daemon=True).start()
        self._options = Options()
        self._state = State.start(self._options)
        self._position: list[str] = []
        self._thinking: threading.Thread | None = None
        self._stop_flag = Stop()

    def _load(self, load: Callable[[], "Searcher"]) -> None:
        try:
            self._searcher.set_result(load())
        except Exception as error:
            self._searcher.set_exception(error)

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line, until ``quit`` or the end of the lines."""
        try:
            for line in lines:
                words = line.split()
                if words == ["quit"]:
                    break
                if words:
                    self._answer(words)
        finally:
            self._stop()

    def _answer(self, words: Sequence[str]) -> None:
        command, *rest = words
        if command != "stop":
            self.wait()
        try:
            match command:
                case "newgame":
                    self._new_game(rest)
                case "position":
                    self._set_position(rest)
                case "go":
                    self._go(rest)
                case "perft":
                    self._perft(rest)
                case "d":
                    self._draw()
                case "stop":
                    self._stop()
                case _:
                    self._say(f"error: unknown command {command!r}")
        except (ProtocolError, RulesError) as error:
            self._say(f"error: {error}")

    def wait(self) -> None:
        """Wait until the search under way has ended by itself."""
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None

    def _stop(self) -> None:
        self._stop_flag.set()
        self.wait()

    def _new_game(self, words: Sequence[str]) -> None:
        self._options = _options(words)
        self._state = State.start(self._options)
        self._position = []
        if self._searcher.done():
            self._searcher.result().clear()
        self._say("ok " + _describe(self._options))

    def _set_position(self, words: Sequence[str]) -> None:
        """Take a position; of a game that goes on from the last one, only what is new is played."""
        known = len(self._position)
        if known and list(words[:known]) == self._position and _MOVES in self._position:
            state, new = self._state, words[known:]
        else:
            state, new = _set_up(self._options, words)
        for text in new:
            state = state.after(_turn(state, text))
        self._state, self._position = state, list(words)

    def _go(self, words: Sequence[str]) -> None:
        limits = _limits(words)
        if self._state.outcome is not None:
            raise GameOverError("the game is over")
        self._stop_flag = Stop()
        self._thinking = threading.Thread(target=self._think, args=(self._state, limits))
        self._thinking.start()

    def _think(self, state: State, limits: Limits) -> None:
        begun = time.monotonic()
        searcher = self._loaded(limits)
        if searcher is None:
            turn = greedy_turn(state)
        else:
            if limits.seconds is not None:
                left = limits.seconds - (time.monotonic() - begun)
                limits = Limits(max(left, 0.0), limits.nodes, limits.depth)
            turn = searcher.search(
                state, limits, self._stop_flag, lambda news: self._say(_info(news))
            ).turn
        squares = (
            f"{square_name(turn.start)} {square_name(turn.end)}"
            if isinstance(turn, Move)
            else f"{PASS} {PASS}"
        )
        self._say(f"bestmove {squares}")

    def _loaded(self, limits: Limits) -> "Searcher | None":
        """Wait for the searcher as long as the search may take; None if it is not there then."""
        end = math.inf if limits.seconds is None else time.monotonic() + limits.seconds
        while time.monotonic() < end and not self._stop_flag.is_set:
            try:
                return self._searcher.result(_LOADING_POLL)
            except TimeoutError:
                continue
        return self._searcher.result() if self._searcher.done() else None

    def _perft(self, words: Sequence[str]) -> None:
        depth = _number(words, "perft")
        begun = time.monotonic()
        total = 0
        searcher = self._searcher.result()
        for turn in self._state.legal_turns:
            count = searcher.perft(self._state.after(turn), depth - 1)
            total += count
            self._say(f"{_compact(turn)} {count}")
        seconds = time.monotonic() - begun
        speed = int(total / max(seconds, 1e-9))
        self._say(f"perft {depth} {total} time {seconds:.3f} nps {speed}")

    def _draw(self) -> None:
        state = self._state
        for rank in reversed(range(_FILES)):
            row = SQUARES[rank * _FILES : (rank + 1) * _FILES]
            signs = (
                "w" if state.white >> s & 1 else "b" if state.black >> s & 1 else "." for s in row
            )
            self._say(f"{rank + 1} {' '.join(signs)}")
        self._say("  a b c d e f g h")
        self._say(f"{_describe(self._options)}: {format_position(state)}")


def _options(words: Sequence[str]) -> Options:
    pieces, moves, leave, mirror = "9", "classic", "on", "off"
    for word in words:
        name, _, value = word.partition("=")
        match name:
            case "pieces":
                pieces = value
            case "moves":
                moves = value
            case "leave":
                leave = value
            case "mirror":
                mirror = value
            case _:
                raise ProtocolError(f"unknown option {word!r}")
    if not pieces.isdecimal():
        raise ProtocolError(f"{pieces!r} is no number of pieces")
    if moves not in [move_set.value for move_set in MoveSet]:
        raise ProtocolError(f"unknown moves {moves!r}")
    if leave not in _SWITCHES or mirror not in _SWITCHES:
        raise ProtocolError("a rule is on or off")
    return Options(
        int(pieces), MoveSet(moves), leave_home=_SWITCHES[leave], anti_mirror=_SWITCHES[mirror]
    )


def _describe(options: Options) -> str:
    leave, mirror = ("on" if rule else "off" for rule in (options.leave_home, options.anti_mirror))
    return f"pieces={options.pieces} moves={options.moves.value} leave={leave} mirror={mirror}"


def _set_up(options: Options, words: Sequence[str]) -> tuple[State, Sequence[str]]:
    """Return the position that the words begin with, and the moves to be made from there."""
    match words:
        case ["startpos", *rest]:
            state = State.start(options)
        case [_, _, _, *rest]:
            state = parse_position(" ".join(words[:_POSITION_WORDS]), options)
        case _:
            raise ProtocolError("a position is startpos, or board, side and round")
    match rest:
        case []:
            return state, []
        case ["moves", *moves]:
            return state, moves
    raise ProtocolError(f"unexpected {rest[0]!r}")


def _turn(state: State, text: str) -> Turn:
    if text.isalnum():
        return parse_move(text)
    route = parse_ply(text)
    if isinstance(route, Pass):
        return route
    if not state.may_stop(route):
        raise NotationError(f"{text} cannot be played")
    return Move(route[0], route[-1])


def _limits(words: Sequence[str]) -> Limits:
    match words:
        case ["movetime", *rest]:
            return Limits(seconds=_number(rest, "movetime") / 1000)
        case ["depth", *rest]:
            return Limits(depth=_number(rest, "depth"))
        case ["nodes", *rest]:
            return Limits(nodes=_number(rest, "nodes"))
    raise ProtocolError("go needs movetime, depth or nodes")


def _number(words: Sequence[str], what: str) -> int:
    match words:
        case [word] if word.isdecimal() and int(word) > 0:
            return int(word)
    raise ProtocolError(f"{what} needs a number above 0")


def _compact(turn: Turn) -> str:
    return str(turn).replace(" ", "")


def _info(news: Analysis) -> str:
    speed = int(news.nodes / max(news.seconds, 1e-9))
    line = " ".join(_compact(turn) for turn in news.variation)
    return (
        f"info depth {news.depth} score {news.score} nodes {news.nodes} nps {speed}"
        f" time {news.seconds * 1000:.0f} pv {line}"
    )
