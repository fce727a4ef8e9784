"""95 % intervals of shares and means: functions from numbers to numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist

#: Standard errors to each side of a 95 % interval.
Z95 = NormalDist().inv_cdf(0.975)


def wilson(share: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """The interval of the true share, of which `share` was found in so many win-or-lose trials (Wilson 1927). The
    number of trials need not be whole: some means vary as that of so many trials would."""
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / (1 + z * z / trials)
    return min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))


def ratio(count: int, sums: Iterable[float]) -> tuple[float, float, float] | None:
    """The mean of x over that of y, of so many pairs, and its interval by the variance of a ratio of means; None where
    there are too few pairs to tell. sums: over the pairs, of x, y, x*x, x*y and y*y."""
    x, y, xx, xy, yy = sums
    if count < 2 or y == 0:
        return None
    mean = x / y
    squares = max(0.0, xx - 2 * mean * xy + mean * mean * yy)
    half = Z95 * math.sqrt(squares / (count - 1) * count) / abs(y)
    return mean, mean - half, mean + half
