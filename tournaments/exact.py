"""Tests that are exact at any number of games, and tests of paired scores: functions from numbers to numbers.

Units are as in `stats`. Every p-value is two-sided: the chance, if there were no difference, of what was seen or
something at least as far from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest, rankdata, wilcoxon

from dohyo.tournaments.stats import Counts, interval, mean

#: Up to so many deals with a difference the signed-rank test counts all ways to give signs; beyond it is normal.
RANKS = 200


@dataclass(frozen=True)
class WinRate:
    """Wins among win-or-lose trials: the share, its exact 95 % interval (Clopper and Pearson 1934), and the p-value
    of the exact binomial test."""

    wins: int
    trials: int
    rate: float
    low: float
    high: float
    p: float


def win_rate(wins: int, trials: int, expected: float = 0.5) -> WinRate | None:
    """All of `WinRate`; None without trials. expected: the rate that the p-value is against."""
    if trials == 0:
        return None
    found = binomtest(wins, trials, expected)
    low, high = found.proportion_ci(0.95, method="exact")
    return WinRate(wins, trials, wins / trials, float(low), float(high), float(found.pvalue))


@dataclass(frozen=True)
class Discordance:
    """Two engines on equal deals that are won or lost. first, second: deals that it alone won; share: the part of
    these that the first won, with its exact 95 % interval; p: McNemar's exact test (1947). Without any such deal the
    share may be anything and p is 1."""

    first: int
    second: int
    share: float
    low: float
    high: float
    p: float


def mcnemar(first: int, second: int) -> Discordance:
    """Compare by the deals that one alone won: the others tell nothing of the difference."""
    found = win_rate(first, first + second)
    if found is None:
        return Discordance(0, 0, 0.5, 0.0, 1.0, 1.0)
    return Discordance(first, second, found.rate, found.low, found.high, found.p)


@dataclass(frozen=True)
class PairedDifference:
    """How much better one engine scored than another on equal deals.

    difference: the mean of the differences, with its 95 % interval (that of `stats.interval`); better, equal, worse:
    deals by the sign of their difference; sign_p: the exact sign test, which asks only who was better; rank_p:
    Wilcoxon's signed-rank test (1945), which also asks by how much, exact, ties included, up to `RANKS` deals.
    """

    deals: int
    difference: float
    low: float
    high: float
    better: int
    equal: int
    worse: int
    sign_p: float
    rank_p: float


def paired_difference(differences: Counts) -> PairedDifference | None:
    """All of `PairedDifference`; None without deals. differences: how often each difference, in [-1, 1], occurred."""
    deals = sum(differences.values())
    if deals == 0:
        return None
    halves: dict[float, int] = {}
    for value, count in differences.items():
        halves[0.5 + value / 2] = halves.get(0.5 + value / 2, 0) + count
    low, high = interval(halves)
    better = sum(count for value, count in differences.items() if value > 0)
    worse = sum(count for value, count in differences.items() if value < 0)
    return PairedDifference(
        deals, mean(differences), 2 * low - 1, 2 * high - 1, better, deals - better - worse, worse,
        mcnemar(better, worse).p, _rank_p(differences),
    )


def differences_of(pairs: Iterable[tuple[float, float]]) -> dict[float, int]:
    """How often each difference of the first score and the second occurred."""
    counts: dict[float, int] = {}
    for first, second in pairs:
        counts[first - second] = counts.get(first - second, 0) + 1
    return counts


def _rank_p(differences: Counts) -> float:
    """Equal deals are left out, and equal sizes share the mean of their ranks."""
    values = np.array([value for value, count in differences.items() if value for _ in range(count)])
    if not values.size:
        return 1.0
    if values.size > RANKS:
        return float(wilcoxon(values, zero_method="wilcox", method="auto").pvalue)
    twice = np.rint(2 * rankdata(np.abs(values))).astype(int)  # whole numbers, also where ranks are shared
    chances = np.ones(1)
    for rank in twice:
        chances = (np.pad(chances, (0, rank)) + np.pad(chances, (rank, 0))) / 2
    positive, total = twice[values > 0].sum(), twice.sum()
    far = np.abs(2 * np.arange(total + 1) - total) >= abs(2 * positive - total)
    return float(min(1.0, chances[far].sum()))
