"""Maximum likelihood ratios of distributions over known scores, for many tables of counts at once.

A condition fixes the mean, or the ratio of mean to deviation; the likelihood of a condition is the largest that any
distribution which meets it gives to the counts.

M. Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution, proposition
1.1, and Comments on normalized Elo, section 4.1. Owen (1988) calls the same thing empirical likelihood.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Steps of the root finder, which halves an interval at worst, and of the fixed point for a ratio of mean to deviation.
STEPS = 200
ROUNDS = 500
#: Rounds of the fixed point after which each goes half the way only: some tables would swing for ever.
FULL = 100
#: What counts as no change of a root, relative to its interval.
CLOSE = 1e-13
#: What counts as no change of a probability, and what may be left of it at last: close to a pole, rounding moves it.
SETTLED = 1e-11
LEFT = 1e-6


def mean_ratio(values: Array, weights: Array, low: float, high: float) -> Array:
    """The log of the largest likelihood with mean `high` over that with mean `low`.

    Parameters:
        values: the scores, shape (scores,).
        weights: how often each occurred, shape (tables, scores). In each table some score below and some above either
            mean must have a weight.

    Returns:
        Natural logarithms, shape (tables,).
    """
    first, second = (_tilt(np.broadcast_to(values - bound, weights.shape), weights) for bound in (low, high))
    return _log_ratio(weights, (values - low, first), (values - high, second))


def t_ratio(values: Array, weights: Array, centre: float, low: float, high: float) -> Array:
    """As `mean_ratio`, for conditions on (mean - centre) / standard deviation.

    Raises:
        ArithmeticError: no distribution with such a ratio was found.
    """
    first, second = (_t_tilt(values, weights, centre, bound) for bound in (low, high))
    return _log_ratio(weights, first, second)


def _log_ratio(weights: Array, low: tuple[Array, Array], high: tuple[Array, Array]) -> Array:
    """Of two conditions, each its values and their tilt. A probability is weight / total / (1 + tilt value), so the
    totals cancel."""
    logs = np.log1p(low[1][:, None] * low[0]) - np.log1p(high[1][:, None] * high[0])
    return np.asarray((weights * logs).sum(axis=1))


def _t_tilt(values: Array, weights: Array, centre: float, target: float) -> tuple[Array, Array]:
    """The values of the condition, linearized at the solution, and their tilt.

    The condition mean - centre = target deviation is not linear in the probabilities. It is replaced by its tangent at
    the last solution until nothing moves; the start is the uniform distribution. ArithmeticError if it goes on moving,
    as it does for targets that a distribution over these scores can hardly have.
    """
    shares = weights / weights.sum(axis=1, keepdims=True)
    chances = np.full(weights.shape, 1 / weights.shape[1])
    phi, tilt = np.empty(weights.shape), np.zeros(len(weights))
    moving = np.arange(len(weights))
    for number in range(ROUNDS):
        now = chances[moving]
        mean = (now * values).sum(axis=1, keepdims=True)
        variance = (now * (values - mean) ** 2).sum(axis=1, keepdims=True)
        phi[moving] = values - centre - target * (np.sqrt(variance) + (values - mean) ** 2 / np.sqrt(variance)) / 2
        if not ((phi[moving].min(axis=1) < 0) & (phi[moving].max(axis=1) > 0)).all():
            break
        tilt[moving] = _tilt(phi[moving], weights[moving], tilt[moving])
        after = shares[moving] / (1 + tilt[moving, None] * phi[moving])
        change = np.abs(after - now).max(axis=1)
        chances[moving] = after if number < FULL else (after + now) / 2
        moving = moving[change > SETTLED]
        if not moving.size:
            return phi, tilt
    else:
        if change.max() <= LEFT:
            return phi, tilt
    raise ArithmeticError(f"no distribution with a mean of {target:g} deviations was found")


def _tilt(values: Array, weights: Array, start: Array | None = None) -> Array:
    """The root x of sum of weight value / (1 + x value) between the poles at the extreme values, by table. start: a
    guess.

    The sum falls from infinity to minus infinity there. Times the factors of both poles it is smooth and finite up to
    them, so that Newton's method is quick; it halves the interval where a step would leave it.
    """
    shares = weights / weights.sum(axis=1, keepdims=True)
    least, most = values.min(axis=1), values.max(axis=1)
    low, high = -1 / most, -1 / least
    x = np.zeros(len(values)) if start is None else np.where((start > low) & (start < high), start, 0.0)
    roots, rows = np.empty(len(values)), np.arange(len(values))
    for _ in range(STEPS):
        terms = values / (1 + x[:, None] * values)
        parts = shares * terms
        total, slope = parts.sum(axis=1), -(parts * terms).sum(axis=1)
        low, high = np.where(total >= 0, x, low), np.where(total <= 0, x, high)
        first, last = 1 + x * least, 1 + x * most
        smooth = slope * first * last + total * (least * last + most * first)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = x - total * first * last / smooth
        after = np.where((step > low) & (step < high), step, (low + high) / 2)
        moving = np.abs(after - x) > CLOSE * (high - low) + 4 * np.spacing(np.abs(x))
        x = after
        if 2 * moving.sum() <= len(rows):  # go on with these alone
            roots[rows], rows = x, rows[moving]
            if not rows.size:
                return roots
            values, shares = values[moving], shares[moving]
            least, most, low, high, x = least[moving], most[moving], low[moving], high[moving], x[moving]
    roots[rows] = x
    return roots
