"""From scores to a strength with an error bar: functions from numbers to numbers.

The unit is what the schedule makes independent: a pair of games with seats swapped, or one deal of a solitaire. Its
score lies in [0, 1]. How often each score occurred is all that these functions need.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

from dohyo.engine.intervals import Z95, wilson

#: Score of a unit to the number of its occurrences.
Counts = Mapping[float, int]


@dataclass(frozen=True)
class Estimate:
    """A mean score of so many units, its 95 % interval, and the chance that the true score is above one half."""

    units: int
    score: float
    low: float
    high: float
    superiority: float


def estimate(counts: Counts) -> Estimate | None:
    """All of `Estimate` from the counts; None if there are none."""
    units = sum(counts.values())
    if units == 0:
        return None
    low, high = interval(counts)
    return Estimate(units, mean(counts), low, high, superiority(counts))


def mean(counts: Counts) -> float:
    """The mean score of at least one unit."""
    return math.fsum(score * count for score, count in counts.items()) / sum(counts.values())


def pentanomial(counts: Counts) -> tuple[int, int, int, int, int]:
    """How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points."""
    bins = [0] * 5
    for score, count in counts.items():
        bins[round(4 * score)] += count
    first, second, third, fourth, fifth = bins
    return first, second, third, fourth, fifth


def interval(counts: Counts, z: float = Z95) -> tuple[float, float]:
    """The interval of the true score: Wilson's (1927), for the effective number of win-or-lose trials.

    That number is n m (1 - m) / v: as many trials as it takes for their mean to vary as the mean of n units does. m
    and v are the mean and variance of the units and z squared imagined ones, half of them won and half lost (Agresti
    and Coull 1998): n equal units do not prove that no other could come, so the interval keeps a width of the order
    of 1/n. Where every unit is won or lost, this is Wilson's interval itself.
    """
    n = sum(counts.values())
    m = mean(counts)
    effective = n * _effect({**counts, 0.0: counts.get(0.0, 0) + z * z / 2, 1.0: counts.get(1.0, 0) + z * z / 2})
    return wilson(m, effective, z)


def _effect(weights: Mapping[float, float]) -> float:
    """How many win-or-lose trials one unit is worth: m (1 - m) / v."""
    total = math.fsum(weights.values())
    m = math.fsum(score * weight for score, weight in weights.items()) / total
    variance = math.fsum(weight * (score - m) ** 2 for score, weight in weights.items()) / total
    return m * (1 - m) / variance


def superiority(counts: Counts) -> float:
    """The likelihood of superiority: the chance that the true score is above one half, in the normal approximation.

    For single games it is the usual Phi((wins - losses) / sqrt(wins + losses)).
    """
    excess = math.fsum(count * (score - 0.5) for score, count in counts.items())
    spread = math.fsum(count * (score - 0.5) ** 2 for score, count in counts.items())
    return 0.5 if spread == 0 else NormalDist().cdf(excess / math.sqrt(spread))


def elo(score: float) -> float:
    """The Elo difference that gives an expected score: 400 log10(s / (1 - s)); infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))
