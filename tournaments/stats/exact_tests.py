"""The sign test, the signed-rank test and Holm's correction: tests that are exact over few units too.

Scores are as in `elo`: those of one engine against another in units, or one half and half the difference of two
engines over equal deals. If the two were equal, they could change their names: every score s would be as likely as
1 - s. Every p-value is two-sided: the chance, if that were so, of what was seen or something at least as far from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from dohyo.tournaments.stats.elo import Counts

#: Up to so many units that are not even the signed-rank test counts all ways to give signs; beyond it is normal.
RANKS = 100


def sign_test(counts: Counts) -> float:
    """The p-value of the exact sign test, which asks only who was better in a unit. Where all is won or lost on equal
    deals it is McNemar's exact test (1947)."""
    better = sum(count for score, count in counts.items() if score > 0.5)
    worse = sum(count for score, count in counts.items() if score < 0.5)
    units = better + worse
    if units > 10 * RANKS:
        return _normal(abs(better - worse) / math.sqrt(units))
    tail = sum(math.comb(units, number) for number in range(min(better, worse) + 1))
    return float(min(1.0, 2 * tail / 2**units))


def rank_test(counts: Counts) -> float:
    """The p-value of Wilcoxon's signed-rank test (1945), which also asks by how much an engine was better: exact, ties
    included, up to `RANKS` units. Even units are left out, and equal sizes share the mean of their ranks."""
    sizes: dict[float, list[int]] = {}
    for score, count in counts.items():
        if score != 0.5:
            sizes.setdefault(round(abs(score - 0.5), 12), [0, 0])[score > 0.5] += count
    ranked, first = [], 1
    for _, (worse, better) in sorted(sizes.items()):
        ranked.append((2 * first + worse + better - 1, worse, better))  # twice the rank, a whole number
        first += worse + better
    total = sum(rank * (worse + better) for rank, worse, better in ranked)
    far = abs(2 * sum(rank * better for rank, _, better in ranked) - total)
    if first - 1 > RANKS:
        return _normal(far / math.sqrt(sum(rank * rank * (worse + better) for rank, worse, better in ranked)))
    chances: NDArray[np.float64] = np.ones(1)  # of each sum of ranks
    for rank, worse, better in ranked:
        units, sums = worse + better, np.flatnonzero(chances)
        binomial = np.array([math.comb(units, number) / 2**units for number in range(units + 1)])
        places = sums[:, None] + rank * np.arange(units + 1)
        chances = np.bincount(places.ravel(), (chances[sums, None] * binomial).ravel()).astype(np.float64)
    return float(min(1.0, chances[np.abs(2 * np.arange(total + 1) - total) >= far].sum()))


def _normal(deviations: float) -> float:
    return 2 * NormalDist().cdf(-deviations)


def holm(values: Sequence[float]) -> list[float]:
    """The p-values of several tests, corrected for their number, in the order given (Holm 1979): where all engines are
    equal, the chance that any corrected value is at most 0.05 is at most 5 %."""
    order = sorted(range(len(values)), key=lambda number: values[number])
    found, least = [0.0] * len(values), 0.0
    for place, number in enumerate(order):
        least = max(least, min(1.0, (len(values) - place) * values[number]))
        found[number] = least
    return found
