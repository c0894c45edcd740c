"""Playing strength in numbers: Glicko-2.

The steps and symbols are those of Mark Glickman, "Example of the Glicko-2 system" (2012,
glicko.net/glicko/glicko2.pdf), whose example the tests compute.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# How much volatilities may change over time (the paper's tau, which it wants in 0.3 to 1.2).
_CHANGE = 0.5
_SCALE = 173.7178
_MEAN = 1500.0
_LARGEST_DEVIATION = 350.0
_PRECISION = 1e-6

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, its deviation, and the volatility; the defaults are for whoever is new."""

    rating: float = _MEAN
    deviation: float = _LARGEST_DEVIATION
    volatility: float = 0.06


def rested(strength: Strength, periods: float) -> Strength:
    """Returns a strength after so many rating periods without a game: it is less certain (step 6).

    Parts of a period count too.
    """
    phi = math.hypot(strength.deviation / _SCALE, math.sqrt(periods) * strength.volatility)
    return Strength(strength.rating, min(phi * _SCALE, _LARGEST_DEVIATION), strength.volatility)


def rated(strength: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """Returns a strength after the games of one rating period, at least one.

    Each result is an opponent and a score: :data:`WIN`, :data:`DRAW` or :data:`LOSS`.
    """
    mu, phi = (strength.rating - _MEAN) / _SCALE, strength.deviation / _SCALE
    precision = surprise = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - _MEAN) / _SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / precision
    volatility = _new_volatility(strength.volatility, phi, variance, variance * surprise)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + precision)
    return Strength(
        _MEAN + _SCALE * (mu + after**2 * surprise),
        min(after * _SCALE, _LARGEST_DEVIATION),
        volatility,
    )


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _new_volatility(volatility: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: where f is 0, found by the Illinois algorithm."""
    start = math.log(volatility**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        bend = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return bend - (x - start) / _CHANGE**2

    low, high = start, _other_end(start, phi, variance, delta, f)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _other_end(
    start: float, phi: float, variance: float, delta: float, f: Callable[[float], float]
) -> float:
    if delta**2 > phi**2 + variance:
        return math.log(delta**2 - phi**2 - variance)
    steps = 1
    while f(start - steps * _CHANGE) < 0:
        steps += 1
    return start - steps * _CHANGE
