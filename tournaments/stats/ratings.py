"""Ratings of many engines in Elo, from all their games at once, with 95 % intervals: functions from numbers to numbers.

The model is that of `bradley_terry`. The covariance holds for units of any kind, as the "sandwich" of Huber (1967): the
games of a pair need not be independent, and draws make it smaller. The intervals come from tests, so that they hold
over few units too and reach to infinity where nothing limits a rating.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.special import ndtr

from dohyo.engine.errors import DohyoError
from dohyo.engine.intervals import Z95
from dohyo.tournaments.stats.bradley_terry import Array, Model
from dohyo.tournaments.stats.elo import ELO_PER_LOGIT, Meeting, Meetings

#: Drawn games for each rating to fit, shared evenly by all pairs of engines that met, so that a perfect score has a
#: finite rating. One is the weight of Jeffreys' prior, which takes the first bias out of the ratings (Firth 1993).
PRIOR = 1.0
#: Imagined units for each rating to fit, shared in the same way, half of them won and half lost, by one engine or by
#: one seat: with them is judged how much the scores of units vary, as in `stats.interval`.
IMAGINED = Z95**2
#: Logits of the expected result of a game that was played beyond which a rating, or what the first seat is worth, is
#: taken to have no end: 8 are one point in 3,000 games.
RUNAWAY = 8.0


class UnratedError(DohyoError):
    """The games do not join all engines. groups: those within which they do, by numbers."""

    def __init__(self, message: str, groups: list[list[int]]) -> None:
        super().__init__(message)
        self.groups = groups


class Advantage(NamedTuple):
    """The worth of the first seat in Elo, its standard error and its 95 % interval, which has no width if the worth was
    given."""

    elo: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo with their intervals."""

    names: tuple[str, ...]
    #: The ratings, shape (engines,).
    elo: Array
    #: Their covariance in squared Elo, shape (engines, engines), relative to what was fixed: their mean, or the anchor.
    covariance: Array
    #: The ends of their 95 % intervals, infinite where the games set no bound, shape (engines,).
    low: Array
    high: Array
    #: The likelihoods of superiority, of row over column, shape (engines, engines): the chance that the rating of the
    #: row is truly higher; one half on the diagonal.
    better: Array
    #: Games and points of each engine, shape (engines,).
    games: Array
    points: Array
    #: The worth of the first seat.
    advantage: Advantage
    #: Drawn games that were added for each rating, see PRIOR.
    prior: float

    @property
    def errors(self) -> Array:
        """Standard errors of the ratings, in Elo."""
        return np.sqrt(np.maximum(0.0, np.diag(self.covariance)))

    @property
    def order(self) -> list[int]:
        """The engines' numbers, best first; equals in the order of their names here."""
        return [int(number) for number in np.argsort(-self.elo, kind="stable")]

    def interval(self, engine: int) -> tuple[float, float]:
        """The 95 % interval of a rating."""
        return float(self.low[engine]), float(self.high[engine])


def groups(engines: int, meetings: Meetings, *, strong: bool = False) -> list[list[int]]:
    """The engines that games join, directly or through others, in order. strong: only where points went both ways, as
    ratings without a prior need it."""
    took = list(_edges(meetings, strong=strong))
    rows, columns = ([edge[side] for edge in took] for side in (0, 1))
    graph = coo_array((np.ones(len(took)), (rows, columns)), shape=(engines, engines)).tocsr()
    number, labels = connected_components(graph, connection="strong" if strong else "weak")
    return sorted([int(engine) for engine in np.flatnonzero(labels == label)] for label in range(number))


def _edges(meetings: Meetings, *, strong: bool) -> Iterator[tuple[int, int]]:
    """Who took points from whom, or simply who met."""
    for met, count in meetings.items():
        scores = [score for score in (met.ahead, met.behind) if score is not None]
        if count and any(score > 0 or not strong for score in scores):
            yield met.first, met.second
        if count and strong and any(score < 1 for score in scores):
            yield met.second, met.first


def rate(
    names: Sequence[str], meetings: Meetings, *, prior: float = PRIOR, seats: bool = False, advantage: float = 0.0,
    anchor: tuple[int, float] | None = None, mean: float = 0.0, independent: bool = False,
) -> Ratings:
    """The ratings of engines whose games join them all, directly or through others.

    Parameters:
        names: of the engines, by their numbers.
        meetings: how often each unit occurred.
        prior: see PRIOR; 0 for none.
        seats: estimate the worth of the first seat; otherwise it is `advantage` Elo.
        anchor: an engine's number and its fixed rating; without it the ratings have this `mean`.
        independent: treat each game as independent and as won or lost, by Fisher's information, instead of judging by
            the units.

    Raises:
        UnratedError: the games do not join all engines, or set no end to a rating; it has the groups that they join.
        ArithmeticError: the optimisation did not converge.
    """
    _check(names, meetings, prior)
    size, fixed = len(names), advantage / ELO_PER_LOGIT
    drawn = Counter(meetings)
    drawn.update(_shared(meetings, prior, (0.5, None), (None, 0.5)))
    model = Model.of(size, drawn, seats=seats, fixed=fixed)
    if not model.determined:
        raise UnratedError("the seats taken do not determine the worth of seat 1; set a prior above 0",
                           groups(size, meetings, strong=True))
    found = _Fit.of(model, drawn, _shared(meetings, IMAGINED, (1.0, 1.0), (0.0, 0.0)), independent)
    if prior == 0 and np.abs(model.logits(found.x)).max(initial=0.0) > RUNAWAY:
        raise UnratedError("a rating or the worth of seat 1 is unbounded, as one side won every game; set a prior "
                           "above 0", groups(size, meetings, strong=True))
    # Back from differences to the first engine to the scale that was asked for.
    moved = np.eye(size) - (np.full((1, size), 1 / size) if anchor is None else np.eye(size)[[anchor[0]]])
    moved = np.hstack([moved[:, 1:], np.zeros((size, int(seats)))])
    base = mean if anchor is None else anchor[1]
    ends = base + ELO_PER_LOGIT * np.array([found.interval(contrast) for contrast in moved])
    open_low, open_high = _open_ends(size, meetings)
    seat = [fixed, 0.0, fixed, fixed]
    if seats:
        by_seat = _Fit.of(model, drawn, _shared(meetings, IMAGINED, (1.0, 0.0), (0.0, 1.0)), independent)
        seat = [float(found.x[-1]), math.sqrt(found.spread[-1, -1]), *by_seat.interval(np.eye(size)[-1])]
    games, points = _totals(size, meetings)
    return Ratings(
        names=tuple(names),
        elo=base + ELO_PER_LOGIT * moved @ found.x,
        covariance=ELO_PER_LOGIT**2 * moved @ found.spread @ moved.T,
        low=np.where(open_low, -np.inf, ends[:, 0]),
        high=np.where(open_high, np.inf, ends[:, 1]),
        better=found.superiority(moved),
        games=games,
        points=points,
        advantage=Advantage(*(ELO_PER_LOGIT * value for value in seat)),
        prior=prior,
    )


def rate_as_joined(names: Sequence[str], meetings: Meetings, *, seats: bool = True) -> Ratings:
    """The ratings as the games alone have them or, where these set no end to some, with the prior; UnratedError where
    no games join the engines."""
    try:
        return rate(names, meetings, prior=0.0, seats=seats)
    except UnratedError:
        return rate(names, meetings, seats=seats)


@dataclass(frozen=True)
class _Fit:
    """The parameters with the largest likelihood. inverse, spread: their covariance for games that are won or lost
    independently, and for the units; plain, whole: the same where the imagined units are among them."""

    model: Model
    x: Array
    inverse: Array
    spread: Array
    plain: Array
    whole: Array

    @classmethod
    def of(cls, model: Model, meetings: Meetings, imagined: Meetings, independent: bool) -> _Fit:
        """The fit of a model, with the units that it was made of, and those that are imagined."""
        wider = Counter(meetings)
        wider.update(imagined)
        models = (model, Model.of(model.size, wider, seats=model.seats, fixed=model.fixed))
        places = [each.fit() for each in models]
        plain = [np.linalg.inv(each.curvature(x)).astype(np.float64) for each, x in zip(models, places, strict=True)]
        spread, whole = plain if independent else [
            np.asarray(inverse @ each.meat(x) @ inverse)
            for each, x, inverse in zip(models, places, plain, strict=True)]
        units, fitted = sum(meetings.values()), model.parameters
        if not independent and units > fitted:
            spread = spread * units / (units - fitted)
        return cls(model, places[0], plain[0], spread, plain[1], whole)

    def interval(self, contrast: Array) -> tuple[float, float]:
        """The values of a sum of parameters that either the score test (Rao 1948) or the likelihood-ratio test does not
        reject at 5 %, the other parameters being the likeliest for each value. Of two engines it is `stats.interval`
        on another scale."""
        if not contrast.any():
            return 0.0, 0.0
        centre, limit = float(contrast @ self.x), Z95 * math.sqrt(self._scale(contrast))
        low, high = (self._end(contrast, centre, sign, limit) for sign in (-1, 1))
        return low, high

    def _end(self, contrast: Array, centre: float, sign: int, limit: float) -> float:
        def excess(distance: float) -> float:
            return math.sqrt(max(0.0, min(self._tests(contrast, centre + sign * distance)))) - limit

        inside, outside = 0.0, min(1.0, limit * math.sqrt(contrast @ self.inverse @ contrast))
        while excess(outside) < 0:
            inside, outside = outside, 1.6 * outside
            if outside > 4 * RUNAWAY:
                return sign * math.inf
        return centre + sign * float(brentq(excess, inside, outside, xtol=1e-6))

    def _tests(self, contrast: Array, value: float) -> tuple[float, float]:
        """The statistics of the score test and of the likelihood-ratio test of a value."""
        way = self.inverse @ contrast
        there = self.model.along(contrast, value, self.x + (value - contrast @ self.x) / (contrast @ way) * way)
        slope = self.model.slope(there)
        score = float(slope @ np.linalg.solve(self.model.curvature(there), slope))
        return score, 2 * (self.model.cost(there) - self.model.cost(self.x))

    def _scale(self, contrast: Array) -> float:
        """How much more a sum of parameters varies than if games were won or lost independently: as the likelihood
        knows only that, the tests' statistics are larger by this factor (Rotnitzky and Jewell 1990)."""
        return float((contrast @ self.whole @ contrast) / (contrast @ self.plain @ contrast))

    def superiority(self, contrasts: Array) -> Array:
        """The likelihoods of superiority of the first of two rows over the second: normal approximations, with the
        variances that the tests have."""
        values = contrasts @ self.x
        spread = _of_gaps(contrasts, self.inverse) * _of_gaps(contrasts, self.whole) / _of_gaps(contrasts, self.plain)
        return np.asarray(ndtr((values[:, None] - values[None, :]) / np.sqrt(spread)))


def _of_gaps(contrasts: Array, covariance: Array) -> Array:
    """The variances of the differences of sums of parameters; 1 on the diagonal, where there is no difference."""
    between = contrasts @ covariance @ contrasts.T
    own = np.diag(between)
    return own[:, None] + own[None, :] - 2 * between + np.eye(len(contrasts))


def _shared(meetings: Meetings, weight: float, *scores: tuple[float | None, float | None]) -> dict[Meeting, float]:
    """Units to add: so much weight for each rating to fit, in equal parts with each of these scores, shared evenly by
    all pairs of engines that met."""
    pairs = {(min(met[:2]), max(met[:2])): met for met, count in meetings.items() if count}
    engines = len({engine for pair in pairs for engine in pair})
    share = weight * (engines - 1) / (len(pairs) * len(scores)) if pairs else 0.0
    return {Meeting(met.first, met.second, *score): share for met in pairs.values() for score in scores if share}


def _open_ends(size: int, meetings: Meetings) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each rating has no lower, or no upper end: an engine that belongs to a group, no larger than the rest,
    that took no point from the rest, or left it none."""
    took = np.zeros((size, size))
    for winner, loser in _edges(meetings, strong=True):
        took[winner, loser] = 1
    reached = shortest_path(took, unweighted=True) < np.inf
    below, above = reached.sum(axis=1), reached.sum(axis=0)
    return 2 * below <= size, 2 * above <= size


def _check(names: Sequence[str], meetings: Meetings, prior: float) -> None:
    found = groups(len(names), meetings, strong=prior == 0)
    if len(found) > 1:
        told = "; ".join(", ".join(names[engine] for engine in group) for group in found)
        why = "points did not go both ways between" if prior == 0 else "no games join"
        raise UnratedError(f"{why} these groups of engines, so they have no common ratings: {told}", found)


def _totals(size: int, meetings: Meetings) -> tuple[Array, Array]:
    games, points = np.zeros(size), np.zeros(size)
    for met, count in meetings.items():
        for score in (met.ahead, met.behind):
            if score is not None:
                games[[met.first, met.second]] += count
                points[[met.first, met.second]] += count * score, count * (1 - score)
    return games, points
