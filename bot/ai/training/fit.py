"""Fitting a network to positions: gradient descent (Adam) in floats, then rounding to integers.

The aim is what the mover could expect of the game, between 0 and 1: a blend of what the search made
of the position and of how the game ended.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bot.ai.kernel.layout import CONTEXTS, HIDDEN
from bot.ai.kernel.network import ACTIVATION, SHIFT, WEIGHT
from bot.ai.networks import Network, context_of
from bot.ai.training.selfplay import Positions
from rules import (
    SQUARES,
    Bitboard,
    Options,
    Side,
    bitboard_of,
    file_of,
    rank_of,
    square_at,
    squares_of,
)

Floats = npt.NDArray[np.float32]

SCALE: Final = 80.0
"""Hundredths that make an expectation of 0.73: the logistic curve's unit."""

_SEARCH_SCALE: Final = 55.0
"""The same of a score that a search found: it tells more than the network alone would."""

_LARGEST: Final = 2.5
_LARGEST_OUTPUT: Final = 32_767
_BATCH: Final = 4096
_RATE: Final = 2e-3
_DECAYS: Final = (0.9, 0.999)
_TINY: Final = 1e-8
_TRANSPOSED: Final = np.array([square_at(rank_of(s), file_of(s)) for s in SQUARES])


@dataclass(slots=True)
class Weights:
    """A network in floats; shapes as in `Network`, scores in units of `SCALE`.

    Where ranks and files can be exchanged, the hidden units come in pairs, one of which sees the
    board transposed; then only the first of each pair is here.
    """

    squares: Floats
    features: Floats
    context_offsets: Floats
    output: Floats
    network_bias: Floats

    def arrays(self) -> tuple[Floats, ...]:
        """Return all of them, to be changed in place."""
        return (
            self.squares,
            self.features,
            self.context_offsets,
            self.output,
            self.network_bias,
        )


def is_symmetric(options: Options) -> bool:
    """Tell whether ranks and files can be exchanged: not where a home is wider than high."""
    return _transposed(home := options.home(Side.WHITE)) == home


def first_weights(options: Options, seed: int) -> Weights:
    """Return weights that know how far a square is from the far corner, and nothing else."""
    source = np.random.default_rng(seed)
    units = HIDDEN // 2 if is_symmetric(options) else HIDDEN
    squares = np.zeros(64, np.float32)
    for square in SQUARES:
        away = 14 - file_of(square) - rank_of(square)
        aside = abs(file_of(square) - rank_of(square))
        squares[square] = -(9 * away + 0.45 * away * away + 2 * aside) / SCALE
    return Weights(
        squares,
        source.normal(0, 0.12, (2, 64, units)).astype(np.float32),
        np.full((2, CONTEXTS, units), 0.2, np.float32),
        source.normal(0, 0.05, (2, units)).astype(np.float32),
        np.zeros(1, np.float32),
    )


def to_weights(options: Options, network: Network) -> Weights:
    """Return a network's weights, to go on from."""
    score = 1 / (SCALE * (1 << SHIFT))
    units = slice(HIDDEN // 2 if is_symmetric(options) else HIDDEN)
    return Weights(
        (network.squares * score).astype(np.float32),
        (network.features[..., units] / ACTIVATION).astype(np.float32),
        (network.context_offsets[..., units] / ACTIVATION).astype(np.float32),
        (network.output[..., units] / (SCALE * WEIGHT)).astype(np.float32),
        np.array([network.network_bias * score], np.float32),
    )


def to_network(options: Options, weights: Weights) -> Network:
    """Return the weights in integers, the hidden units followed by their mirror images."""
    score = SCALE * (1 << SHIFT)
    features = np.rint(weights.features * ACTIVATION).astype(np.int16)
    offsets = np.rint(weights.context_offsets * ACTIVATION).astype(np.int16)
    output = np.clip(weights.output * SCALE * WEIGHT, -_LARGEST_OUTPUT, _LARGEST_OUTPUT)
    output = np.rint(output).astype(np.int16)
    if is_symmetric(options):
        features = np.concatenate((features, features[:, _TRANSPOSED]), axis=2)
        offsets = np.concatenate((offsets, offsets), axis=2)
        output = np.concatenate((output, output), axis=1)
    return Network(
        np.rint(weights.squares * score).astype(np.int64),
        features,
        offsets,
        output,
        int(np.rint(weights.network_bias[0] * score)),
    )


def _bits(boards: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    octets = boards.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")


def _inputs(positions: Positions) -> npt.NDArray[np.uint8]:
    """Return 128 columns: the mover's pieces, then the other's, as the mover sees the board."""
    white, black = _bits(positions["white"]), _bits(positions["black"])
    as_white = np.concatenate((white, black), axis=1)
    # Turned round, Black's pieces are read from h8 on, and come first: all columns backwards.
    return np.where((positions["turn"] % 2 == 0)[:, None], as_white, as_white[:, ::-1])


def _transposed(board: Bitboard) -> Bitboard:
    return bitboard_of(int(_TRANSPOSED[square]) for square in squares_of(board))


def _aims(positions: Positions, trust: float) -> Floats:
    """Return what the mover can expect: a share ``trust`` from the search, the rest from later.

    Later is, in the same way, the search's view of the next position and what was later than that;
    after the last position, the game's result. (Sutton's TD(lambda), 1988.)
    """
    search = _sigmoid(positions["score"].astype(np.float32) / np.float32(_SEARCH_SCALE))
    turns, results = positions["turn"], positions["result"]
    aims = np.zeros(len(positions), np.float32)
    for index in range(len(positions) - 1, -1, -1):
        last = index + 1 == len(positions) or turns[index + 1] <= turns[index]
        if last:
            later = (results[index] + 1) / 2
        elif (turns[index + 1] - turns[index]) % 2:
            later = 1 - aims[index + 1]
        else:
            later = aims[index + 1]
        aims[index] = trust * search[index] + (1 - trust) * later
    return aims


def _sigmoid(values: Floats) -> Floats:
    return (1 / (1 + np.exp(-values))).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Lesson:
    """How to fit: passes over the positions, and the search's part in the aim, 0 to 1."""

    epochs: int
    trust: float
    seed: int
    rate: float = _RATE


def fit(options: Options, positions: Positions, weights: Weights, lesson: Lesson) -> list[float]:
    """Change the weights to fit; return the mean squared error on positions kept back, by epoch."""
    source = np.random.default_rng(lesson.seed)
    inputs = _inputs(positions)
    contexts = np.array([context_of(options, int(turn)) for turn in positions["turn"]])
    aims = _aims(positions, lesson.trust)
    symmetric = is_symmetric(options)
    # Whole games are kept back: positions of one game are alike.
    kept_back = max(len(positions) // 20, 1)
    order = np.arange(len(positions) - kept_back)
    check = slice(len(positions) - kept_back, None)

    moments = [(np.zeros_like(array), np.zeros_like(array)) for array in weights.arrays()]
    steps = lesson.epochs * (len(order) // _BATCH + 1)
    step = 0
    errors = []
    for _ in range(lesson.epochs):
        source.shuffle(order)
        for begin in range(0, len(order), _BATCH):
            step += 1
            chosen = order[begin : begin + _BATCH]
            sights = _sights(inputs[chosen], symmetric)
            gradients = _gradients(weights, sights, contexts[chosen], aims[chosen])
            _descend(weights, gradients, moments, lesson.rate * (1 - step / (steps + 1)), step)
            if symmetric:
                weights.squares[:] = (weights.squares + weights.squares[_TRANSPOSED]) / 2
        guesses, _ = _guess(weights, _sights(inputs[check], symmetric), contexts[check])
        errors.append(float(np.mean((guesses - aims[check]) ** 2)))
    return errors


def _sights(inputs: npt.NDArray[np.uint8], symmetric: bool) -> list[tuple[int, Floats]]:
    """Return all ways in which a board is looked at: the number of the view, and its columns.

    The other's view has all columns backwards. Each half of the columns is transposed for the
    hidden units' mirror images.
    """
    sights = [inputs]
    if symmetric:
        sights.append(inputs[:, np.concatenate((_TRANSPOSED, 64 + _TRANSPOSED))])
    return [
        (view, seen[:, ::-1].astype(np.float32) if view else seen.astype(np.float32))
        for seen in sights
        for view in range(2)
    ]


def _guess(
    weights: Weights, sights: list[tuple[int, Floats]], contexts: npt.NDArray[np.int64]
) -> tuple[Floats, list[Floats]]:
    """Return the expectations, and what the hidden units were in each sight."""
    units = weights.output.shape[1]
    features = weights.features.reshape(128, units)
    _, inputs = sights[0]
    total = inputs[:, :64] @ weights.squares - inputs[:, 64:] @ weights.squares[::-1]
    total += weights.network_bias[0]
    hidden = []
    for view, seen in sights:
        active = np.clip(seen @ features + weights.context_offsets[view][contexts], 0, 1)
        hidden.append(active)
        total += active @ weights.output[view]
    return _sigmoid(total), hidden


def _gradients(
    weights: Weights,
    sights: list[tuple[int, Floats]],
    contexts: npt.NDArray[np.int64],
    aims: Floats,
) -> tuple[Floats, ...]:
    guesses, hidden = _guess(weights, sights, contexts)
    in_context = np.eye(CONTEXTS, dtype=np.float32)[contexts]
    slope = ((guesses - aims) * guesses * (1 - guesses) / len(aims)).astype(np.float32)
    _, inputs = sights[0]
    squares = inputs[:, :64].T @ slope - (inputs[:, 64:].T @ slope)[::-1]
    features = np.zeros((128, weights.output.shape[1]), np.float32)
    offsets = np.zeros_like(weights.context_offsets)
    output = np.zeros_like(weights.output)
    for (view, seen), active in zip(sights, hidden, strict=True):
        output[view] += active.T @ slope
        back = slope[:, None] * weights.output[view] * ((active > 0) & (active < 1))
        features += seen.T @ back
        offsets[view] += in_context.T @ back
    return (
        squares,
        features.reshape(weights.features.shape),
        offsets,
        output,
        slope.sum(keepdims=True),
    )


def _descend(
    weights: Weights,
    gradients: tuple[Floats, ...],
    moments: list[tuple[Floats, Floats]],
    rate: float,
    step: int,
) -> None:
    """Take one step of Adam (Kingma and Ba, 2015)."""
    first_decay, second_decay = _DECAYS
    for array, gradient, (mean, square) in zip(weights.arrays(), gradients, moments, strict=True):
        mean[...] += (1 - first_decay) * (gradient - mean)
        square[...] += (1 - second_decay) * (gradient * gradient - square)
        unbiased = mean / (1 - first_decay**step)
        spread = np.sqrt(square / (1 - second_decay**step)) + _TINY
        array[...] -= (rate * unbiased / spread).astype(np.float32)
    np.clip(weights.features, -_LARGEST, _LARGEST, out=weights.features)
    np.clip(weights.context_offsets, -_LARGEST, _LARGEST, out=weights.context_offsets)
