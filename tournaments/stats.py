"""From scores to a strength with an error bar: functions from numbers to numbers.

The unit is what the schedule makes independent: a pair of games with seats swapped, or one deal of a solitaire. Its
score lies in [0, 1]. How often each score occurred is all that these functions need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

from dohyo.engine.intervals import Z95, wilson

#: Score of a unit to the number of its occurrences.
Counts = Mapping[float, int]

#: Elo per unit of the natural logarithm of the odds.
ELO_PER_LOGIT = 400 / math.log(10)
#: Normalized Elo per standard deviation of one game: chosen so that both scales agree for small differences without
#: draws (Van den Bergh, Normalized Elo).
ELO_PER_DEVIATION = 800 / math.log(10)


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
    """The interval of the true score, which holds it with at least 95 % even over few units.

    Every score belongs to it that either the score test (Wilson 1927) or the likelihood-ratio test (Wilks 1938) does
    not reject, for the effective number of win-or-lose trials. Wilson's end is the farther one where all or nothing was
    won; the other test's, towards certainty, where little was lost: Wilson's alone holds 86 % there.

    The effective number is n m (1 - m) / v: as many trials as it takes for their mean to vary as the mean of n units
    does. m and v are the mean and variance of the units and z squared imagined ones, half of them won and half lost
    (Agresti and Coull 1998): n equal units do not prove that no other could come, so the interval keeps a width of the
    order of 1/n. Where every unit is won or lost, it is n itself.
    """
    n = sum(counts.values())
    m = mean(counts)
    effective = n * _effect({**counts, 0.0: counts.get(0.0, 0) + z * z / 2, 1.0: counts.get(1.0, 0) + z * z / 2})
    low, high = wilson(m, effective, z)
    return min(low, 1 - _most_likely_above(1 - m, effective, z)), max(high, _most_likely_above(m, effective, z))


def _most_likely_above(m: float, trials: float, z: float) -> float:
    """The largest true score whose likelihood, where so many trials have the mean m, is within z squared of the largest
    one, on the scale of twice the logarithm."""
    inside, outside = m, 1.0
    while (middle := (inside + outside) / 2) not in (inside, outside) and outside - inside > 1e-9:
        lost = (m * math.log(m / middle) if m > 0 else 0.0) + (1 - m) * math.log((1 - m) / (1 - middle))
        inside, outside = (inside, middle) if 2 * trials * lost > z * z else (middle, outside)
    return outside


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


def score_of(difference: float) -> float:
    """The expected score at an Elo difference: the inverse of `elo`, 0 and 1 at the infinities."""
    if difference < 0:
        return 1 - score_of(-difference)
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class EloEstimate:
    """An Elo difference with its 95 % interval, any of them infinite, and half the width of the plain normal interval.

    The interval is that of the score, Wilson's, on the scale of Elo, and so not symmetric. margin is the figure that
    cutechess-cli and fastchess print after their sign of plus or minus; NaN where their interval of the score leaves
    0 to 1.
    """

    elo: float
    low: float
    high: float
    margin: float


def elo_estimate(counts: Counts) -> EloEstimate | None:
    """The Elo difference that the units tell; None if there are none."""
    units = sum(counts.values())
    if units == 0:
        return None
    score, half = mean(counts), Z95 * math.sqrt(variance(counts) / units)
    inside = score - half > 0 and score + half < 1
    low, high = interval(counts)
    return EloEstimate(elo(score), elo(low), elo(high),
                       (elo(score + half) - elo(score - half)) / 2 if inside else math.nan)


def variance(counts: Counts) -> float:
    """The variance of the scores of at least one unit, divided by their number."""
    m = mean(counts)
    return math.fsum(count * (score - m) ** 2 for score, count in counts.items()) / sum(counts.values())


@dataclass(frozen=True)
class NormalizedElo:
    """A normalized Elo difference with its 95 % interval. All is infinite where the units have no variance."""

    elo: float
    low: float
    high: float


def normalized_elo(counts: Counts, games: int = 2) -> NormalizedElo | None:
    """The excess of the score over one half, in standard deviations of one game, times `ELO_PER_DEVIATION`; None
    without units. games: how many games are a unit.

    The number of units that it takes to see a difference depends on this figure alone (Van den Bergh, Normalized
    Elo). Its standard error allows for the deviation being estimated too: with t = excess / deviation, the variance of
    t is (1 - skewness t + (kurtosis - 1) t^2 / 4) / n (Mertens 2002). At t = 0 that is the usual 1 / n.
    """
    units = sum(counts.values())
    if units == 0:
        return None
    m, deviation = mean(counts), math.sqrt(variance(counts))
    if deviation == 0:
        return NormalizedElo(math.copysign(math.inf, m - 0.5) if m != 0.5 else 0.0, -math.inf, math.inf)
    t = (m - 0.5) / deviation
    skewness, kurtosis = (
        math.fsum(count * ((score - m) / deviation) ** power for score, count in counts.items()) / units
        for power in (3, 4)
    )
    half = Z95 * math.sqrt(max(0.0, 1 - skewness * t + (kurtosis - 1) * t * t / 4) / units)
    found, low, high = (ELO_PER_DEVIATION / math.sqrt(games) * value for value in (t, t - half, t + half))
    return NormalizedElo(found, low, high)


@dataclass(frozen=True)
class Wdl:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def counts(self) -> Counts:
        """The games as units of their own, which they are only where no two games share a deal or an opening."""
        return {0.0: self.losses, 0.5: self.draws, 1.0: self.wins}


def wdl(results: Iterable[float]) -> Wdl:
    """Count results of games: 1 is a win, 1/2 a draw, 0 a loss; other values count by the side of 1/2 they are on."""
    wins = draws = losses = 0
    for result in results:
        wins += result > 0.5
        draws += result == 0.5
        losses += result < 0.5
    return Wdl(wins, draws, losses)


def draw_rate(games: Wdl) -> tuple[float, float, float] | None:
    """The share of drawn games and its 95 % interval (Wilson's); None without games."""
    if games.games == 0:
        return None
    share = games.draws / games.games
    return (share, *wilson(share, games.games))


def elo_resolution(units: int, deviation: float) -> float:
    """Half the width in Elo of the 95 % interval that so many units between near equals will give.

    deviation: the standard deviation of the score of a unit, at most 1/2: 1/2 where every unit is won or lost,
    sqrt(1/8) for pairs of independent games without draws.
    """
    return elo(min(1.0, 0.5 + Z95 * deviation / math.sqrt(units)))
