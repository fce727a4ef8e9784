"""The sequential probability ratio test between two hypotheses on a strength: functions from numbers to numbers.

It is the generalized test (GSPRT): every score that a unit can have keeps a probability of its own, and the likelihood
of each hypothesis is the largest that any distribution with its mean, or its ratio of mean to deviation, gives to the
scores that were seen. Sources: M. Van den Bergh, The generalized maximum likelihood ratio for the expectation value of
a distribution; Comments on normalized Elo, section 4.1; A. Wald, Sequential Analysis (1947) for the bounds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from dohyo.engine.errors import UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.stats import likelihood_one
from dohyo.tournaments.stats.elo import ELO_PER_DEVIATION, score_of
from dohyo.tournaments.stats.likelihood import mean_ratio, t_ratio

Array = NDArray[np.float64]

#: What a score that was never seen counts as, so that no hypothesis becomes impossible; as fishtest has it.
UNSEEN = 1e-3
#: What a hypothesis may be about at most: beyond so much normalized Elo few distributions over a unit's scores have it,
#: beyond so much Elo the scores are 0 and 1 but for rounding.
MOST_NORMALIZED, MOST_ELO = 100.0, 2000.0
#: The model of differences over equal deals.
DIFFERENCE = "difference"
#: Scores for which plain numbers are quicker than arrays, for one table of counts.
FEW = 60
#: Rows of counts that are looked at together: bounds the memory of `path`.
CHUNK = 4096


class Scale(StrEnum):
    """What the hypotheses are about: Elo by the logistic curve, normalized Elo, or a mean difference of scores."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"
    DIFFERENCE = "difference"


#: The models by the names that they have in plans: their scale, and how many games are a unit.
_MODELS = {
    "pentanomial": (Scale.LOGISTIC, 2), "trinomial": (Scale.LOGISTIC, 1),
    "normalized": (Scale.NORMALIZED, 2), "normalized-trinomial": (Scale.NORMALIZED, 1),
    DIFFERENCE: (Scale.DIFFERENCE, 1),
}
MODELS = tuple(_MODELS)
#: Fields of a test to their keys in stored plans, where these have another name.
PLAN_KEYS = {"min_units": "least", "max_difference": "reach"}


class Decision(StrEnum):
    """Where a test stands. H0: the strength is the low one, H1: the high one."""

    CONTINUE = "continue"
    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two engines, and all that decides it: whether the first is stronger by `low` or by `high`.

    The ratio is an approximation for many units. Where scores are few and known before, it holds from the start;
    differences can have any value, and their variance must be learnt first, so set `min_units`. A `max_difference` far
    beyond what occurs costs units: a rare large difference could then explain any mean.

    Raises:
        UsageError: a setting is out of its range; it names the setting.
    """

    #: The hypothesis H0 in the unit of the model: Elo, normalized Elo, or a difference of scores in [-1, 1].
    low: float
    #: The hypothesis H1, in the same unit; above `low`.
    high: float
    #: The chance to accept H1 where H0 holds, above 0 and below 0.5.
    alpha: float = 0.05
    #: The chance to accept H0 where H1 holds, above 0 and below 0.5.
    beta: float = 0.05
    #: One of MODELS: the scores of pairs of games (pentanomial) or of single games (trinomial), in Elo or normalized
    #: Elo, or the differences of scores over equal deals.
    model: str = "pentanomial"
    #: Units before which nothing is decided.
    min_units: int = 0
    #: The largest difference of scores that counts as possible before one was seen, above 0 and at most 1; a larger one
    #: that is seen counts as it is.
    max_difference: float = 1.0

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise UsageError(f"model: expected one of {', '.join(MODELS)}, got {quote(self.model)}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise UsageError(f"{name}: expected a chance above 0 and below 0.5, got {getattr(self, name):g}")
        if not 0 < self.max_difference <= 1:
            raise UsageError(f"max_difference: expected a number above 0 and at most 1, got {self.max_difference:g}")
        if self.min_units < 0:
            raise UsageError(f"min_units: expected an integer >= 0, got {self.min_units}")
        if not self.low < self.high:
            raise UsageError(f"low, high: expected low < high, got {self.low:g} and {self.high:g}")
        most, what = {Scale.LOGISTIC: (MOST_ELO, "Elo"), Scale.NORMALIZED: (MOST_NORMALIZED, "normalized Elo"),
                      Scale.DIFFERENCE: (self.max_difference, "mean scores")}[self.scale]
        edge = max(-self.low, self.high)
        if edge > most or (edge == most and self.scale is Scale.DIFFERENCE):
            raise UsageError(f"low, high: expected differences of {what} between -{most:g} and {most:g}, got "
                             f"{self.low:g} and {self.high:g}")

    @property
    def scale(self) -> Scale:
        """What the hypotheses are about."""
        return _MODELS[self.model][0]

    @property
    def games(self) -> int:
        """How many games of an engine are a unit."""
        return _MODELS[self.model][1]

    @property
    def plan(self) -> dict[str, Any]:
        """What is stored with the games. Its keys are those that stored files have; `reach` only where it is not 1."""
        found = {PLAN_KEYS.get(name, name): value for name, value in asdict(self).items()}
        return found if self.max_difference < 1 else {key: value for key, value in found.items() if key != "reach"}

    @classmethod
    def from_plan(cls, plan: Mapping[str, Any]) -> Self:
        """The test that `plan` describes. TypeError if it has another key."""
        names = {key: name for name, key in PLAN_KEYS.items()}
        return cls(**{names.get(key, key): value for key, value in plan.items()})

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted: Wald's."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def support(self) -> tuple[float, ...]:
        """The scores that count as possible before any was seen, lowest first."""
        if self.scale is Scale.DIFFERENCE:
            return -self.max_difference, self.max_difference
        return tuple(step / (2 * self.games) for step in range(2 * self.games + 1))

    def decide(self, llr: float, units: int) -> Decision:
        """What a log-likelihood ratio after so many units says."""
        lower, upper = self.bounds
        if units < self.min_units or lower < llr < upper:
            return Decision.CONTINUE
        return Decision.H1 if llr >= upper else Decision.H0


@dataclass(frozen=True)
class Progress:
    """A test after some units: the log-likelihood ratio, its lower and upper bounds, and the decision."""

    units: int
    llr: float
    lower: float
    upper: float
    decision: Decision


def llr(sprt: Sprt, counts: Mapping[float, float]) -> float:
    """The log-likelihood ratio of H1 to H0, a natural logarithm, given how often each score or difference occurred.

    A single ratio decides nothing: the test ends at the first unit that crosses a bound, see `run`.

    Raises:
        ValueError: a score cannot occur in units of this test.
        ArithmeticError: see `likelihood.t_ratio`.
    """
    values = _values(sprt, counts)
    if len(values) > FEW:
        return float(llrs(sprt, np.array(values), np.array([[counts.get(value, 0.0) for value in values]]))[0])
    known = sprt.support
    weights = [counts.get(value, 0) or (UNSEEN if value in known else 0.0) for value in values]
    if sprt.scale is Scale.NORMALIZED:
        return likelihood_one.t_ratio(values, weights, 0.5, *_means(sprt))
    return likelihood_one.mean_ratio(values, weights, *_means(sprt))


def llrs(sprt: Sprt, values: Array, counts: Array) -> Array:
    """The log-likelihood ratios of many tables of counts at once.

    Parameters:
        values: the scores, shape (scores,); those of `sprt.support` are among them.
        counts: how often each occurred, shape (tables, scores).

    Returns:
        The ratios, natural logarithms, shape (tables,).
    """
    known = np.isin(values, sprt.support)
    weights = np.where((counts == 0) & known, UNSEEN, counts)
    if sprt.scale is Scale.NORMALIZED:
        return t_ratio(values, weights, 0.5, *_means(sprt))
    return mean_ratio(values, weights, *_means(sprt))


def _means(sprt: Sprt) -> tuple[float, float]:
    """Both hypotheses as mean scores of a unit, or as ratios of its mean, less 1/2, to its deviation."""
    if sprt.scale is Scale.NORMALIZED:
        factor = math.sqrt(sprt.games) / ELO_PER_DEVIATION
        return factor * sprt.low, factor * sprt.high
    if sprt.scale is Scale.LOGISTIC:
        return score_of(sprt.low), score_of(sprt.high)
    return sprt.low, sprt.high


def path(sprt: Sprt, scores: Sequence[float]) -> Iterator[float]:
    """The log-likelihood ratio after each unit, in the order given. No value depends on a later unit."""
    values = np.array(_values(sprt, scores))
    column = {float(value): number for number, value in enumerate(values)}
    seen = np.zeros(len(values))
    for start in range(0, len(scores), CHUNK):
        part = scores[start : start + CHUNK]
        steps = np.zeros((len(part), len(values)))
        steps[np.arange(len(part)), [column[score] for score in part]] = 1
        tables = seen + np.cumsum(steps, axis=0)
        seen = tables[-1]
        yield from (float(value) for value in llrs(sprt, values, tables))


def _values(sprt: Sprt, seen: Iterable[float]) -> list[float]:
    """All scores that need a column."""
    values = sorted({*sprt.support, *seen})
    if sprt.scale is not Scale.DIFFERENCE and len(values) > len(sprt.support):
        wrong = next(value for value in values if value not in sprt.support)
        raise ValueError(f"a unit has the score {wrong:g}; with {sprt.games} games a unit it is one of "
                         f"{', '.join(map(str, sprt.support))}")
    return values


def run(sprt: Sprt, scores: Sequence[float]) -> Progress:
    """The test over units in the order of the schedule: it ends at the first that crosses a bound, and later units
    have no say."""
    lower, upper = sprt.bounds
    units, value = 0, 0.0
    for units, value in enumerate(path(sprt, scores), 1):
        decision = sprt.decide(value, units)
        if decision is not Decision.CONTINUE:
            return Progress(units, value, lower, upper, decision)
    return Progress(units, value, lower, upper, Decision.CONTINUE)


@dataclass(frozen=True)
class Prospect:
    """What to expect of a test before it is played: the chance that it accepts H1, and its mean length in units."""

    accept: float
    units: float


def prospect(sprt: Sprt, strength: float, deviation: float) -> Prospect:
    """What to expect if the true strength were this one: Wald's approximations for a Brownian motion, which leave out
    the last step over the bound.

    Parameters:
        strength: in the unit of the model, as `Sprt.low`.
        deviation: the standard deviation of the score, or difference, of a unit, above 0.
    """
    low, high, true = (_position(sprt, value, deviation) for value in (sprt.low, sprt.high, strength))
    lower, upper = sprt.bounds
    # In these terms the ratio drifts by m s^2 a unit with a variance of s^2.
    step, drift = (high - low) / deviation, (2 * true - low - high) / (2 * (high - low))
    if abs(drift * (upper - lower)) < 1e-6:
        return Prospect(-lower / (upper - lower), -lower * upper / step**2)
    below, above = math.exp(-2 * drift * lower), math.exp(-2 * drift * upper)
    accept = (1 - below) / (above - below)
    return Prospect(accept, (upper * accept + lower * (1 - accept)) / (drift * step**2))


def _position(sprt: Sprt, strength: float, deviation: float) -> float:
    """The mean score of a unit at a strength."""
    if sprt.scale is Scale.NORMALIZED:
        return 0.5 + math.sqrt(sprt.games) * strength / ELO_PER_DEVIATION * deviation
    return score_of(strength) if sprt.scale is Scale.LOGISTIC else strength
