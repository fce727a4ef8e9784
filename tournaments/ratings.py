"""Ratings of many engines from all their games at once: the model of Bradley and Terry (1952), on the scale of Elo.

The odds that engine i beats engine j are those of the logistic curve at the difference of their ratings, to which the
first seat may add an advantage. A draw counts as half a win and half a loss. Pure functions; SciPy does the
optimisation, of a concave function.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit, ndtr

from dohyo.engine import DohyoError, GameRecord
from dohyo.engine.intervals import Z95
from dohyo.tournaments.stats import ELO_PER_LOGIT

Array = NDArray[np.float64]

#: Drawn games for each rating to fit, shared evenly by all pairs of engines that met, so that a perfect score has a
#: finite rating. One is the weight of Jeffreys' prior, which takes the first bias out of the ratings (Firth 1993).
PRIOR = 1.0
#: Logits beyond which what the first seat is worth is taken to have no end: 12 are 2,000 Elo.
RUNAWAY = 12.0


class Meeting(NamedTuple):
    """A unit of two engines, by their numbers. ahead: the first engine's score of the game in which it had seat 1,
    behind: of the game in which it had seat 2; None where there was no such game."""

    first: int
    second: int
    ahead: float | None
    behind: float | None


#: How often each unit occurred.
Meetings = Mapping[Meeting, int]


class UnratedError(DohyoError):
    """The games do not join all engines. groups: those within which they do, by numbers."""

    def __init__(self, message: str, groups: list[list[int]]) -> None:
        super().__init__(message)
        self.groups = groups


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo and how sure they are.

    elo: shape (engines,); covariance: of the ratings, shape (engines, engines), in squared Elo, relative to what was
    fixed: their mean, or the anchor; games, points: of each engine; advantage: Elo that the first seat is worth, with
    its standard error, which is 0 where it was given.
    """

    names: tuple[str, ...]
    elo: Array
    covariance: Array
    games: Array
    points: Array
    advantage: float
    advantage_error: float

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
        half = Z95 * float(self.errors[engine])
        return float(self.elo[engine]) - half, float(self.elo[engine]) + half

    def difference(self, first: int, second: int) -> tuple[float, float, float]:
        """How much higher the first is rated than the second, and the 95 % interval of that."""
        found = float(self.elo[first] - self.elo[second])
        half = Z95 * math.sqrt(self._spread()[first, second])
        return found, found - half, found + half

    def superiority(self) -> Array:
        """The likelihoods of superiority: of row over column, the chance that its rating is truly higher, in the
        normal approximation with the whole covariance. One half on the diagonal."""
        gaps = self.elo[:, None] - self.elo[None, :]
        spread = np.sqrt(self._spread())
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(gaps == 0, 0.5, np.asarray(ndtr(gaps / spread)))

    def _spread(self) -> Array:
        """Variances of all differences."""
        own = np.diag(self.covariance)
        return np.maximum(0.0, own[:, None] + own[None, :] - 2 * self.covariance)


def meeting(unit: Sequence[GameRecord], numbers: Mapping[str, int]) -> Meeting | None:
    """What one or two games of a unit add: the second with seats swapped. None where an engine plays itself."""
    first, second = unit[0].players
    if first == second:
        return None
    behind = unit[1].returns[1] if len(unit) > 1 else None
    return Meeting(numbers[first], numbers[second], unit[0].returns[0], behind)


def groups(engines: int, meetings: Meetings, *, strong: bool = False) -> list[list[int]]:
    """The engines that games join, directly or through others, in order. strong: only where points went both ways, as
    ratings without a prior need it."""
    took = [edge for met, count in meetings.items() if count for edge in _took(met, strong)]
    rows, columns = ([edge[side] for edge in took] for side in (0, 1))
    graph = coo_array((np.ones(len(took)), (rows, columns)), shape=(engines, engines)).tocsr()
    number, labels = connected_components(graph, connection="strong" if strong else "weak")
    return sorted([int(engine) for engine in np.flatnonzero(labels == label)] for label in range(number))


def _took(met: Meeting, strong: bool) -> list[tuple[int, int]]:
    """Who took points from whom, or simply who met."""
    scores = [score for score in (met.ahead, met.behind) if score is not None]
    if not strong:
        return [(met.first, met.second)] if scores else []
    wins = [(met.first, met.second)] if any(score > 0 for score in scores) else []
    return wins + ([(met.second, met.first)] if any(score < 1 for score in scores) else [])


def rate(
    names: Sequence[str], meetings: Meetings, *, prior: float = PRIOR, seats: bool = False, advantage: float = 0.0,
    anchor: tuple[int, float] | None = None, mean: float = 0.0, independent: bool = False,
) -> Ratings:
    """The ratings of engines that games join; UnratedError tells the groups where they do not.

    prior: see PRIOR, 0 for none; seats: estimate what the first seat is worth, else it is `advantage` Elo; anchor: an
    engine and its fixed rating, else all ratings have this mean. The covariance holds for units of any kind, as the
    "sandwich" of Huber (1967): pairs of games need not be independent, and draws make it smaller. independent: take
    each game for an independent one that is won or lost instead, by Fisher's information.
    """
    _check(names, meetings, prior)
    size, rows = len(names), _Rows.of(meetings, prior)
    design, fixed = rows.design(size, seats), 0.0 if seats else advantage / ELO_PER_LOGIT
    x = _fit(rows, design, fixed)
    if seats and abs(x[-1]) > RUNAWAY:
        raise UnratedError("the first seat won every game, or none, so that its worth has no end; give a prior above 0",
                           groups(size, meetings, strong=True))
    spread = np.linalg.inv(rows.curvature(x, design, fixed))
    if not independent:
        spread = spread @ rows.meat(x, design, fixed) @ spread
    # Back from differences to the first engine to the scale that was asked for.
    moved = np.eye(size) - (np.full((1, size), 1 / size) if anchor is None else np.eye(size)[[anchor[0]]])
    moved = moved[:, 1:]
    elo = ELO_PER_LOGIT * moved @ x[: size - 1] + (mean if anchor is None else anchor[1])
    covariance = ELO_PER_LOGIT**2 * moved @ spread[: size - 1, : size - 1] @ moved.T
    worth, doubt = (x[-1], math.sqrt(spread[-1, -1])) if seats else (fixed, 0.0)
    games, points = _totals(size, meetings)
    return Ratings(tuple(names), elo, covariance, games, points, float(ELO_PER_LOGIT * worth),
                   float(ELO_PER_LOGIT * doubt))


def _fit(rows: _Rows, design: Array, fixed: float) -> Array:
    """The parameters with the largest likelihood, of the mean game so that tolerances do not depend on their number."""
    if not design.shape[1]:
        return np.zeros(0)
    games = float(rows.games.sum())
    scaled = replace(rows, games=rows.games / games, points=rows.points / games)
    x: Array = minimize(
        scaled.cost, np.zeros(design.shape[1]), (design, fixed), "trust-exact", scaled.slope, scaled.curvature, tol=1e-8
    ).x
    # Near the end the cost no longer changes in its digits, but its slope does.
    x = x - np.linalg.solve(rows.curvature(x, design, fixed), rows.slope(x, design, fixed))
    if np.abs(rows.slope(x, design, fixed)).max() > 1e-6 * games:
        raise ArithmeticError("the ratings did not settle")
    return x


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


@dataclass(frozen=True)
class _Rows:
    """Games of one kind a row: who met whom, in which seat the first was (1 or -1), the first one's points and the
    number of games; and the units, each by the rows of its games, -1 for none, with its scores and number."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    side: Array
    points: Array
    games: Array
    unit_rows: NDArray[np.intp]
    unit_scores: Array
    unit_counts: Array

    @classmethod
    def of(cls, meetings: Meetings, prior: float) -> _Rows:
        """Rows of the meetings and of the prior, whose games are units of their own, half of them in either seat."""
        pairs = sorted({(met.first, met.second) for met, count in meetings.items() if count})
        unordered = {(min(pair), max(pair)) for pair in pairs}
        number = {pair: 2 * place for place, pair in enumerate(pairs)}
        size = 2 * len(pairs)
        points, games = np.zeros(size), np.zeros(size)
        units: list[tuple[int, int, float, float, float]] = []
        for met, count in meetings.items():
            row = number.get((met.first, met.second), 0)
            units.append((-1 if met.ahead is None else row, -1 if met.behind is None else row + 1, met.ahead or 0.0,
                          met.behind or 0.0, count))
        engines = len({engine for pair in pairs for engine in pair})
        for first, second in sorted(unordered) if prior > 0 else ():
            row = number.get((first, second), number.get((second, first), 0))
            share = prior * (engines - 1) / len(unordered)
            units += [(row, -1, 0.5, 0.0, share / 2), (-1, row + 1, 0.0, 0.5, share / 2)]
        for first_row, second_row, ahead, behind, weight in units:
            for row, score in ((first_row, ahead), (second_row, behind)):
                if row >= 0:
                    points[row] += weight * score
                    games[row] += weight
        ends = np.repeat(np.array(pairs, dtype=np.intp).reshape(-1, 2), 2, axis=0)
        table = np.array(units, dtype=np.float64).reshape(-1, 5)
        return cls(ends[:, 0], ends[:, 1], np.tile([1.0, -1.0], len(pairs)), points, games,
                   table[:, :2].astype(np.intp), table[:, 2:4], table[:, 4])

    def design(self, size: int, seats: bool) -> Array:
        """What each parameter adds to the logit of a row: the ratings of all engines but the first, which is 0, and
        that of the seat if it is wanted."""
        matrix = np.zeros((len(self.first), size + 1))
        matrix[np.arange(len(self.first)), self.first] = 1
        matrix[np.arange(len(self.first)), self.second] -= 1
        matrix[:, size] = self.side
        return matrix[:, 1 : size + seats]

    def cost(self, x: Array, design: Array, fixed: float) -> float:
        """Minus the log-likelihood. fixed: the given advantage of the first seat, in logits."""
        logits = design @ x + fixed * self.side
        return -float(self.points @ log_expit(logits) + (self.games - self.points) @ log_expit(-logits))

    def slope(self, x: Array, design: Array, fixed: float) -> Array:
        """The gradient of the cost."""
        return np.asarray(design.T @ (self.games * self._expected(x, design, fixed) - self.points))

    def curvature(self, x: Array, design: Array, fixed: float) -> Array:
        """The Hessian of the cost: Fisher's information."""
        expected = self._expected(x, design, fixed)
        return np.asarray(design.T @ ((self.games * expected * (1 - expected))[:, None] * design))

    def meat(self, x: Array, design: Array, fixed: float) -> Array:
        """The sum over the units of the outer products of their gradients, with the usual correction for the
        parameters that were fitted."""
        expected = self._expected(x, design, fixed)
        there = self.unit_rows >= 0
        residuals = np.where(there, self.unit_scores - expected[self.unit_rows], 0.0)
        gradients = (residuals[:, :, None] * design[self.unit_rows]).sum(axis=1)
        units, fitted = float(self.unit_counts.sum()), design.shape[1]
        correction = units / (units - fitted) if units > fitted else 1.0
        return np.asarray(correction * gradients.T @ (self.unit_counts[:, None] * gradients))

    def _expected(self, x: Array, design: Array, fixed: float) -> Array:
        return np.asarray(expit(design @ x + fixed * self.side))
