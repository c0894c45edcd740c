"""Thinking about a position: `rules` values in, `rules` values out, compiled code between.

This is the one border between the two: nothing else turns moves or boards into the kernel's ints.
"""

import math
import threading
import time
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from bot.ai.analysis import Analysis, Limits, Stop
from bot.ai.kernel.compiled import note_kept, u64
from bot.ai.kernel.layout import (
    BLACK,
    DEEPEST_REDUCTION,
    LAYOUT,
    MAX_PLY,
    MOST_TURNS,
    WHITE,
    Workspace,
)
from bot.ai.kernel.line import legal_moves
from bot.ai.kernel.line import perft as count_lines
from bot.ai.kernel.moves import NO_MOVE, PASS_MOVE
from bot.ai.kernel.network import evaluate_root, set_up
from bot.ai.kernel.table import BUCKET_BYTES, WIN, WON
from bot.ai.kernel.tree import search
from bot.ai.keys import COPY_KEYS, PASS_KEY, PIECE_KEYS, TURN_KEYS, placement_key
from bot.ai.networks import Network, context_of, network_for
from rules import (
    PASS,
    SQUARES,
    Bitboard,
    GameOverError,
    Move,
    MoveSet,
    Options,
    Side,
    State,
    Turn,
)

DEEPEST: Final = MAX_PLY - 16
"""No search is asked to go deeper, in turns."""

_ENDLESS: Final = 1 << 62
_WINDOW: Final = 20
_WINDOW_DEPTH: Final = 5


def _to_turn(move: int) -> Turn:
    return PASS if move < 0 else Move(move & 63, move >> 6)


def _to_move(turn: Turn | None) -> int:
    if turn is None:
        return NO_MOVE
    return turn.start | turn.end << 6 if isinstance(turn, Move) else PASS_MOVE


def _side_index(side: Side) -> int:
    return WHITE if side is Side.WHITE else BLACK


_Root: TypeAlias = tuple[Bitboard, Bitboard, int, int, int]
"""The mover's pieces and the other's, side, key of the pieces, the mover's balance of squares."""


class Searcher:
    """One search at a time, with a memory that lasts from move to move of a game."""

    def __init__(
        self, table_bits: int = 19, network: Network | None = None, *, selective: bool = True
    ) -> None:
        """Take a table of ``2**table_bits`` buckets of 64 bytes, and a network to use always.

        Without ``selective``, every move is searched to the full depth.
        """
        self._memory = np.zeros(1, LAYOUT)
        self._buckets = 1 << table_bits
        self._network = network
        self._options: Options | None = None
        self._never = Stop()
        memory = self._memory
        memory["piece_keys"] = PIECE_KEYS
        memory["turn_keys"] = TURN_KEYS
        memory["pass_key"] = PASS_KEY
        memory["copy_keys"] = COPY_KEYS
        memory["selective"] = int(selective)
        for depth in range(1, DEEPEST_REDUCTION):
            for index in range(1, DEEPEST_REDUCTION):
                less = 0.5 + math.log(depth) * math.log(index) / 2.0
                memory["reductions"][0, depth, index] = int(less)
        self.clear()

    @property
    def _space(self) -> Workspace:
        return self._memory[0]

    def clear(self) -> None:
        """Forget everything learned in a game."""
        memory = self._memory
        # A new table takes up no memory where nothing is written to it, as a short game does not.
        self._table = np.zeros(self._buckets * BUCKET_BYTES // 8 + 8, np.uint64)
        start = self._table.ctypes.data
        memory["table"] = start + -start % BUCKET_BYTES
        memory["table_mask"] = self._buckets - 1
        for field in ("history", "answers", "killers"):
            memory[field] = 0

    def perft(self, state: State, depth: int) -> int:
        """Return what `rules.perft.perft` returns."""
        if state.outcome is not None:
            return int(depth == 0)
        own, other = self._set_root(state)
        side = _side_index(state.side)
        key = u64(placement_key(state.white, state.black))
        return count_lines(self._space, own, other, side, key, depth, 0)

    def moves(self, state: State) -> list[Move]:
        """Return the legal moves of a game that is not over, as the kernel finds them."""
        own, other = self._set_root(state)
        count = legal_moves(self._space, own, other, _side_index(state.side), 0)
        found = (int(move) for move in self._memory["moves"][0, 0, :count])
        return [Move(move & 63, move >> 6) for move in found]

    def evaluate(self, state: State) -> int:
        """Return the network's score of a position, in hundredths, from the mover's side."""
        self._set_root(state)
        white, black = u64(state.white), u64(state.black)
        return evaluate_root(self._space, white, black, _side_index(state.side))

    def search(
        self,
        state: State,
        limits: Limits,
        stop: Stop | None = None,
        report: Callable[[Analysis], None] = lambda _: None,
    ) -> Analysis:
        """Return the best turn found within the limits; ``report`` hears of each depth.

        A search that is stopped returns the best turn found so far.

        :raises GameOverError: the game is over.
        """
        begun = time.monotonic()
        if state.outcome is not None:
            raise GameOverError("the game is over")
        if state.legal_turns == (PASS,):
            return Analysis(PASS, 0, 0, 0, 0.0, (PASS,))
        stop = stop or Stop()
        timer = None
        if limits.seconds is not None:
            timer = threading.Timer(limits.seconds, stop.set)
            timer.daemon = True
            timer.start()
        try:
            return self._deepen(state, limits, stop, report, begun)
        finally:
            if timer is not None:
                timer.cancel()

    def rate(self, state: State, depth: int) -> list[tuple[Move, int]]:
        """Return every move with its score to that depth, 1 or more, from the mover's side."""
        return [
            (turn, -self._score(state.after(turn), depth - 1))
            for turn in state.legal_turns
            if isinstance(turn, Move)
        ]

    def _score(self, state: State, depth: int) -> int:
        """Return the score of a position to that depth, from the mover's side."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0 if winner is None else WIN - 1 if winner is state.side else 1 - WIN
        if depth == 0:
            return self.evaluate(state)
        return search(self._space, *self._root(state), depth, -WIN, WIN, 0)

    def _deepen(
        self,
        state: State,
        limits: Limits,
        stop: Stop,
        report: Callable[[Analysis], None],
        begun: float,
    ) -> Analysis:
        memory = self._memory
        root = self._root(state)
        analysis = self._widen(root, 1, 0, begun)
        assert analysis is not None
        report(analysis)
        memory["stop"] = stop.address
        memory["node_limit"] = limits.nodes or _ENDLESS
        for depth in range(2, min(limits.depth or DEEPEST, DEEPEST) + 1):
            if abs(analysis.score) >= WON and WIN - abs(analysis.score) < depth:
                break
            deeper = self._widen(root, depth, analysis.score, begun)
            if deeper is not None:
                analysis = deeper
            if memory["stopped"][0]:
                break
            report(analysis)
        return analysis

    def _widen(self, root: _Root, depth: int, guess: int, begun: float) -> Analysis | None:
        """Search in a window round the guess, wider and wider until the score is inside.

        A search that is stopped gives the best of the moves that it has seen, the last search's
        best being the first of them; nothing if it has seen none.
        """
        width = _WINDOW if depth >= _WINDOW_DEPTH else 2 * WIN
        low, high = max(guess - width, -WIN), min(guess + width, WIN)
        while True:
            score = search(self._space, *root, depth, low, high, 0)
            if self._memory["stopped"][0]:
                return self._found(guess, depth - 1, begun)
            width *= 3
            if score <= low and low > -WIN:
                low = max(score - width, -WIN)
            elif score >= high and high < WIN:
                high = min(score + width, WIN)
            else:
                return self._found(score, depth, begun)

    def _found(self, score: int, depth: int, begun: float) -> Analysis | None:
        memory = self._memory
        length = int(memory["variation_length"][0, 0])
        if length == 0:
            return None
        variation = tuple(_to_turn(int(move)) for move in memory["variation"][0, 0, :length])
        seconds = time.monotonic() - begun
        return Analysis(variation[0], score, depth, int(memory["nodes"][0]), seconds, variation)

    def _root(self, state: State) -> _Root:
        """Begin a search; nothing can stop it until it has a move."""
        memory = self._memory
        own, other = self._set_root(state)
        side = _side_index(state.side)
        key = u64(placement_key(state.white, state.black))
        balance = set_up(self._space, u64(state.white), u64(state.black))
        memory["nodes"] = 0
        memory["node_limit"] = _ENDLESS
        memory["stop"] = self._never.address
        memory["stopped"] = 0
        memory["age"] += 1
        memory["history"] //= 2
        memory["killers"] = NO_MOVE
        return own, other, side, key, balance if side == WHITE else -balance

    def _set_root(self, state: State) -> tuple[int, int]:
        """Write a position, and the way to it, to the memory; return the mover's, the other's."""
        options = state.options
        memory = self._memory
        if options != self._options:
            self._set_options(options)
        # Any round past the last limit ends as that one does.
        round_number = min(state.round, options.count_limit)
        memory["root_turn"] = 2 * (round_number - 1) + _side_index(state.side)
        memory["turns"][0, 0] = _to_move(state.white_turn)
        memory["copies"][0, 0] = state.copies
        memory["line_keys"][0, 0] = placement_key(state.white, state.black)
        past = [placement_key(*placement) for placement in state.history[-160:]]
        memory["past_count"] = len(past)
        memory["past_filter"] = 0
        memory["past_filter"][0, [key & 255 for key in past]] = 1
        memory["past"][0, : len(past)] = past
        return u64(state.pieces(state.side)), u64(state.pieces(state.side.other))

    def _set_options(self, options: Options) -> None:
        memory = self._memory
        self._options = options
        self.clear()
        memory["diagonal"] = int(options.moves is MoveSet.DIAGONAL)
        memory["leave_home"] = int(options.leave_home)
        memory["anti_mirror"] = int(options.anti_mirror)
        memory["leave_limit"] = options.leave_limit
        memory["count_limit"] = options.count_limit
        memory["homes"][0] = options.home(Side.WHITE), options.home(Side.BLACK)
        memory["steps"][0] = [options.links.steps[square] for square in SQUARES]
        memory["contexts"][0] = [context_of(options, turn) for turn in range(MOST_TURNS)]
        network = self._network or network_for(options.pieces, options.moves, options.leave_home)
        memory["squares"][0] = network.squares
        memory["features"][0] = network.features
        memory["context_offsets"][0] = network.context_offsets
        memory["output"][0] = network.output
        memory["network_bias"] = network.network_bias


def warmed_up(table_bits: int = 19) -> Searcher:
    """Return a searcher after seeing to it that all compiled code is there.

    That takes half a minute for the first time with this version, half a second after that.
    """
    searcher = Searcher(table_bits)
    searcher.search(State.start(Options()), Limits(depth=1))
    note_kept()
    return searcher
