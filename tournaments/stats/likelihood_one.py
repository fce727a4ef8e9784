"""The likelihood ratios of `likelihood` for one table of counts, in plain numbers.

A test that is played asks for one table after each unit, and arrays of a few numbers cost thirty times what the numbers
do. The equations and the sources are those of `likelihood`; the tests hold both to each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dohyo.tournaments.stats.likelihood import CLOSE, FULL, LEFT, ROUNDS, SETTLED, STEPS

Numbers = Sequence[float]


def mean_ratio(values: Numbers, weights: Numbers, low: float, high: float) -> float:
    """See `likelihood.mean_ratio`."""
    first, second = ([value - bound for value in values] for bound in (low, high))
    return _log_ratio(weights, first, _tilt(first, weights), second, _tilt(second, weights))


def t_ratio(values: Numbers, weights: Numbers, centre: float, low: float, high: float) -> float:
    """See `likelihood.t_ratio`."""
    return _log_ratio(weights, *_t_tilt(values, weights, centre, low), *_t_tilt(values, weights, centre, high))


def _log_ratio(weights: Numbers, low: Numbers, low_tilt: float, high: Numbers, high_tilt: float) -> float:
    return math.fsum(weight * (math.log1p(low_tilt * first) - math.log1p(high_tilt * second))
                     for weight, first, second in zip(weights, low, high, strict=True))


def _t_tilt(values: Numbers, weights: Numbers, centre: float, target: float) -> tuple[list[float], float]:
    total = math.fsum(weights)
    shares = [weight / total for weight in weights]
    chances = [1 / len(weights)] * len(weights)
    tilt = change = 0.0
    for number in range(ROUNDS):
        mean = math.fsum(chance * value for chance, value in zip(chances, values, strict=True))
        variance = math.fsum(chance * (value - mean) ** 2 for chance, value in zip(chances, values, strict=True))
        deviation = math.sqrt(variance)
        phi = [value - centre - target * (deviation + (value - mean) ** 2 / deviation) / 2 for value in values]
        if not min(phi) < 0 < max(phi):
            break
        tilt = _tilt(phi, weights, tilt)
        after = [share / (1 + tilt * value) for share, value in zip(shares, phi, strict=True)]
        change = max(abs(new - old) for new, old in zip(after, chances, strict=True))
        chances = after if number < FULL else [(new + old) / 2 for new, old in zip(after, chances, strict=True)]
        if change <= SETTLED:
            return phi, tilt
    else:
        if change <= LEFT:
            return phi, tilt
    raise ArithmeticError(f"no distribution with a mean of {target:g} deviations was found")


def _tilt(values: Numbers, weights: Numbers, start: float = 0.0) -> float:
    least, most = min(values), max(values)
    low, high = -1 / most, -1 / least
    x = start if low < start < high else 0.0
    scale = math.fsum(weights)
    for _ in range(STEPS):
        total = slope = 0.0
        for value, weight in zip(values, weights, strict=True):
            term = value / (1 + x * value)
            part = weight / scale * term
            total += part
            slope -= part * term
        low, high = (x if total >= 0 else low), (x if total <= 0 else high)
        first, last = 1 + x * least, 1 + x * most
        smooth = slope * first * last + total * (least * last + most * first)
        after = x - total * first * last / smooth if smooth else math.inf
        if not low < after < high:
            after = (low + high) / 2
        moved = abs(after - x)
        x = after
        if moved <= CLOSE * (high - low) + 4 * math.ulp(x):
            return x
    return x
