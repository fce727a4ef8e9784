"""Scores, Elo differences and their 95 % intervals: functions from numbers to numbers.

The unit is what the schedule makes independent: a pair of games with seats swapped, or one deal of a solitaire. Its
score lies in [0, 1]. How often each score occurred is all that these functions need. `estimate` gives a score with its
interval, `elo` turns a score or an end of an interval into Elo, `normalized_elo` gives normalized Elo with an interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from dohyo.engine.intervals import Z95, wilson

#: Score of a unit to the number of its occurrences.
Counts = Mapping[float, int]
#: The same where units count for a part or are imagined, so that numbers need not be whole.
Weights = Mapping[float, int] | Mapping[float, float]

#: Elo per unit of the natural logarithm of the odds.
ELO_PER_LOGIT = 400 / math.log(10)
#: Fewer units do not determine a deviation.
MIN_UNITS = 5
#: Normalized Elo per standard deviation of one game: chosen so that both scales agree for small differences without
#: draws (Van den Bergh, Normalized Elo).
ELO_PER_DEVIATION = 800 / math.log(10)


class Meeting(NamedTuple):
    """A unit of two engines, by their numbers."""

    first: int
    second: int
    #: The first engine's score of the game in which it had seat 1; None without such a game.
    ahead: float | None
    #: The first engine's score of the game in which it had seat 2; None without such a game.
    behind: float | None


#: How often each unit occurred; imagined ones need not be whole.
Meetings = Mapping[Meeting, float]


class Interval(NamedTuple):
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """A mean score with its 95 % interval."""

    units: int
    #: The mean score, in [0, 1], and the ends of its interval, see `interval`.
    score: float
    low: float
    high: float
    #: The chance that the true score is above one half, see `superiority`.
    superiority: float


def estimate(counts: Counts) -> Estimate | None:
    """All of `Estimate` from the counts; None if there are none."""
    units = sum(counts.values())
    if units == 0:
        return None
    low, high = interval(counts)
    return Estimate(units, mean(counts), low, high, superiority(counts))


def mean(counts: Weights) -> float:
    """The mean score of at least one unit."""
    return math.fsum(score * count for score, count in counts.items()) / sum(counts.values())


def interval(counts: Weights, z: float = Z95) -> tuple[float, float]:
    """The low and the high end of the 95 % interval of the true score, in [0, 1]; it holds the true score with at least
    95 % even over few units.

    A score belongs to it if the score test (Wilson 1927) or the likelihood-ratio test (Wilks 1938) does not reject it,
    for the effective number of win-or-lose trials. Wilson's end is the farther one where all or nothing was
    won; the other test's, towards certainty, where little was lost: Wilson's alone holds 86 % there.

    The effective number is n m (1 - m) / v: as many trials as it takes for their mean to vary as the mean of n units
    does. m and v are the mean and variance of the units and z squared imagined ones, half of them won and half lost
    (Agresti and Coull 1998): n equal units do not prove that no other could come, so the interval keeps a width of the
    order of 1/n. Where every unit is won or lost, it is n itself.
    """
    n = sum(counts.values())
    m = mean(counts)
    wider = _with_imagined(counts, z)
    effective = n * mean(wider) * (1 - mean(wider)) / variance(wider)
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


def _with_imagined(counts: Weights, z: float = Z95) -> dict[float, float]:
    """The units and z squared imagined ones."""
    return {**counts, 0.0: counts.get(0.0, 0) + z * z / 2, 1.0: counts.get(1.0, 0) + z * z / 2}


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


def finite(value: float) -> float | None:
    """The value, or None if it is infinite or NaN, which JSON cannot write."""
    return value if math.isfinite(value) else None


def score_of(difference: float) -> float:
    """The expected score at an Elo difference: the inverse of `elo`, 0 and 1 at the infinities."""
    if difference < 0:
        return 1 - score_of(-difference)
    return 1 / (1 + 10 ** (-difference / 400))


def elo_margin(counts: Counts) -> float:
    """Half the width of the plain normal interval, in Elo: the figure that cutechess-cli and fastchess print after ±.

    It is there to compare with theirs; `interval` is the better one. Infinite without units, and where the normal
    interval leaves 0 to 1.
    """
    units = sum(counts.values())
    half = Z95 * math.sqrt(variance(counts) / units) if units else 1.0
    low, high = (mean(counts) - half, mean(counts) + half) if units else (0.0, 1.0)
    return (elo(high) - elo(low)) / 2 if 0 < low <= high < 1 else math.inf


def variance(counts: Weights) -> float:
    """The variance of the scores of at least one unit, divided by their number."""
    m = mean(counts)
    return math.fsum(count * (score - m) ** 2 for score, count in counts.items()) / sum(counts.values())


def normalized_elo(counts: Counts, games: int = 2) -> Interval | None:
    """Normalized Elo with its 95 % interval: the excess of the score over one half, in standard deviations of one game,
    times `ELO_PER_DEVIATION`.

    The number of units that it takes to see a difference depends on this figure alone (Van den Bergh, Normalized
    Elo). The interval allows for the deviation being estimated too: with t = excess / deviation, the variance of t is
    (1 - skewness t + (kurtosis - 1) t^2 / 4) / n (Mertens 2002), and its ends are those of Student's distribution. It
    has no end over fewer units than MIN_UNITS, and is nowhere narrower than the interval of the score in deviations of
    the units and the imagined ones, see `interval`.

    Parameters:
        counts: how often each score of a unit occurred.
        games: how many games are a unit.

    Returns:
        The value and its interval; None without units. Where all units are equal they show no deviation: the value is
        then infinite or, for a score of one half, 0.
    """
    units = sum(counts.values())
    if units == 0:
        return None
    scale = ELO_PER_DEVIATION / math.sqrt(games)
    m, deviation = mean(counts), math.sqrt(variance(counts))
    low, high = ((end - 0.5) / math.sqrt(variance(_with_imagined(counts))) for end in interval(counts))
    if deviation == 0:
        found = math.copysign(math.inf, m - 0.5) if m != 0.5 else 0.0
        return Interval(found, min(found, scale * low), max(found, scale * high))
    t = (m - 0.5) / deviation
    if units < MIN_UNITS:
        return Interval(scale * t, -math.inf, math.inf)
    skewness, kurtosis = (
        math.fsum(count * ((score - m) / deviation) ** power for score, count in counts.items()) / units
        for power in (3, 4)
    )
    half = _student(units - 1) * math.sqrt(max(0.0, 1 - skewness * t + (kurtosis - 1) * t * t / 4) / (units - 1))
    return Interval(scale * t, scale * min(t - half, low), scale * max(t + half, high))


def _student(freedom: int) -> float:
    """Student's distribution's Z95, by the expansion of Cornish and Fisher: to 0.01 from 4 degrees of freedom on."""
    z = Z95
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))


@dataclass(frozen=True)
class Pairs:
    """Pairs of games with seats swapped, from the side of one engine."""

    #: How many pairs gave 0, 1/2, 1, 3/2 and 2 points: the pentanomial counts.
    points: tuple[int, int, int, int, int]
    #: Pairs that gave 1 point by a win and a loss.
    split: int
    #: Pairs that gave 1 point by two draws.
    drawn: int
    #: The share of games that were drawn.
    draws: Interval

    @property
    def ratio(self) -> float:
        """Pairs won by pairs lost, as fastchess's PairsRatio; infinite where none was lost, NaN without either."""
        return _ratio(sum(self.points[3:]), sum(self.points[:2]))

    @property
    def split_ratio(self) -> float:
        """Split pairs by drawn ones, as fastchess's WL/DD: high where openings decide games, low where games are
        drawish."""
        return _ratio(self.split, self.drawn)


def pairs_of(meetings: Meetings, engine: int) -> Pairs | None:
    """The pairs of games of two engines.

    Parameters:
        meetings: those of the two engines and of no others; units of a single game are left out.
        engine: the number of the one whose points are counted.

    Returns:
        The counts of its pairs; None if there are no pairs.
    """
    points = [0] * 5
    draws = {0.0: 0, 0.5: 0, 1.0: 0}
    for met, count in meetings.items():
        if met.ahead is None or met.behind is None:
            continue
        won = met.ahead + met.behind if met.first == engine else 2 - met.ahead - met.behind
        points[round(2 * won)] += round(count)
        draws[((met.ahead == 0.5) + (met.behind == 0.5)) / 2] += round(count)
    if not any(points):
        return None
    worst, worse, even, better, best = points
    drawn = draws[1.0]
    return Pairs((worst, worse, even, better, best), even - drawn, drawn, Interval(mean(draws), *interval(draws)))


def _ratio(one: int, other: int) -> float:
    if other:
        return one / other
    return math.inf if one else math.nan
