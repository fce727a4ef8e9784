"""The model of Bradley and Terry (1952): the likelihood of ratings given games, and the ratings that maximize it.

The odds that engine i beats engine j are those of the logistic curve at the difference of their ratings, to which the
first seat may add an advantage. A draw counts as half a win and half a loss. Everything here is in logits, and relative
to the first engine, whose rating is 0. SciPy does the optimisation, of a concave function.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from dohyo.tournaments.stats.elo import Meetings

Array = NDArray[np.float64]

#: What the variance of a result is taken for where an expectation is 0 or 1 but for rounding.
LEAST = 1e-12
#: Rounds of Newton's method along a condition, and the longest step of one, in logits.
ROUNDS, STRIDE = 100, 2.0


@dataclass(frozen=True)
class Model:
    """The games of a tournament as the model sees them; each row stands for the games of two engines in the same seats.

    Its parameters are the ratings of all engines but the first, and the worth of the first seat if `seats` asks for it;
    otherwise that is `fixed`.
    """

    #: The number of engines.
    size: int
    #: Whether the worth of the first seat is a parameter.
    seats: bool
    #: The worth of the first seat in logits where it is not a parameter.
    fixed: float
    #: Which terms the logit of a row is the sum of, shape (rows, 3): the numbers of its two engines, and `size`, the
    #: place of the worth of the first seat.
    places: NDArray[np.intp]
    #: The signs of these terms, shape (rows, 3).
    signs: Array
    #: The first engine's points in the games of a row, shape (rows,).
    points: Array
    #: The number of games of a row, shape (rows,).
    games: Array
    #: The rows of the two games of each unit, -1 for a missing one, shape (units, 2).
    unit_rows: NDArray[np.intp]
    #: The scores of these games, shape (units, 2).
    unit_scores: Array
    #: How often each unit occurred, shape (units,).
    unit_counts: Array

    @classmethod
    def of(cls, size: int, meetings: Meetings, *, seats: bool, fixed: float) -> Model:
        """The model of so many engines."""
        pairs = sorted({(met.first, met.second) for met, count in meetings.items() if count})
        row = {pair: 2 * place for place, pair in enumerate(pairs)}
        units = [
            (-1 if met.ahead is None else row[met.first, met.second],
             -1 if met.behind is None else row[met.first, met.second] + 1, met.ahead or 0.0, met.behind or 0.0, count)
            for met, count in meetings.items() if count
        ]
        table = np.array(units, dtype=np.float64).reshape(-1, 5)
        rows, scores, counts = table[:, :2].astype(np.intp), table[:, 2:4], table[:, 4]
        points, games = (
            _sums(rows[rows >= 0], (counts[:, None] * value)[rows >= 0], 2 * len(pairs))
            for value in (scores, np.ones_like(scores))
        )
        places = np.array([(*pair, size) for pair in pairs for _ in (0, 1)], dtype=np.intp).reshape(-1, 3)
        signs = np.tile([[1.0, -1.0, 1.0], [1.0, -1.0, -1.0]], (len(pairs), 1))
        return cls(size, seats, fixed, places, signs, points, games, rows, scores, counts)

    @property
    def parameters(self) -> int:
        """How many there are."""
        return self.size - 1 + self.seats

    @property
    def determined(self) -> bool:
        """Whether the games tell all parameters apart."""
        found = self.curvature(np.zeros(self.parameters))
        return int(np.linalg.matrix_rank(found)) == self.parameters if self.parameters else True

    def fit(self) -> Array:
        """The parameters with the largest likelihood, in logits. The likelihood is that of the mean game, so that
        tolerances do not depend on the number of games. ArithmeticError if there is no maximum."""
        if not self.parameters:
            return np.zeros(0)
        games = float(self.games.sum())
        scaled = replace(self, games=self.games / games, points=self.points / games)
        x: Array = minimize(
            scaled.cost, np.zeros(self.parameters), (), "trust-exact", scaled.slope, scaled.curvature, tol=1e-8
        ).x
        # Near the end the cost no longer changes in its digits, but its slope does.
        x = x - np.linalg.solve(self.curvature(x), self.slope(x))
        if np.abs(self.slope(x)).max() > 1e-6 * games:
            raise ArithmeticError("the ratings did not converge")
        return x

    def along(self, contrast: Array, value: float, start: Array) -> Array:
        """The parameters with the largest likelihood of those whose product with the contrast is this value, by
        Newton's method with a multiplier."""
        x, size = start, self.parameters
        system, right = np.zeros((size + 1, size + 1)), np.zeros(size + 1)
        system[size, :size] = system[:size, size] = contrast
        for _ in range(ROUNDS):
            system[:size, :size] = self.curvature(x)
            right[:size], right[size] = -self.slope(x), value - contrast @ x
            step = np.linalg.solve(system, right)[:size]
            longest = float(np.abs(step).max())
            x = x + step * min(1.0, STRIDE / longest if longest else 1.0)
            if longest < 1e-6:  # which the next step would square
                break
        return x

    def cost(self, x: Array) -> float:
        """Minus the log-likelihood."""
        logits = self.logits(x)
        return -float(self.points @ log_expit(logits) + (self.games - self.points) @ log_expit(-logits))

    def slope(self, x: Array) -> Array:
        """The gradient of the cost."""
        excess = self.games * expit(self.logits(x)) - self.points
        return _sums(self.places.ravel(), (excess[:, None] * self.signs).ravel(), self.size + 1)[self._fitted]

    def curvature(self, x: Array) -> Array:
        """The Hessian of the cost: Fisher's information."""
        expected = expit(self.logits(x))
        weights = self.games * np.maximum(expected * (1 - expected), LEAST)
        places = self.places[:, :, None] * (self.size + 1) + self.places[:, None, :]
        signs = weights[:, None, None] * self.signs[:, :, None] * self.signs[:, None, :]
        full = _sums(places.ravel(), signs.ravel(), (self.size + 1) ** 2)
        return full.reshape(self.size + 1, self.size + 1)[self._fitted, self._fitted]

    def meat(self, x: Array) -> Array:
        """The sum over the units of the outer products of their gradients."""
        expected = expit(self.logits(x))
        gradients = np.zeros((len(self.unit_rows), self.size + 1))
        for rows, scores in zip(self.unit_rows.T, self.unit_scores.T, strict=True):
            residuals = np.where(rows >= 0, scores - expected[rows], 0.0)
            gradients[np.arange(len(rows))[:, None], self.places[rows]] += residuals[:, None] * self.signs[rows]
        kept = gradients[:, self._fitted]
        return np.asarray(kept.T @ (self.unit_counts[:, None] * kept))

    @property
    def _fitted(self) -> slice:
        """The places of the parameters."""
        return slice(1, self.size + self.seats)

    def logits(self, x: Array) -> Array:
        """The logits of the first one's expected score in a game of each row."""
        full = np.array([0.0, *x, *([] if self.seats else [self.fixed])])
        return np.asarray((full[self.places] * self.signs).sum(axis=1))


def _sums(places: NDArray[np.intp], values: Array, size: int) -> Array:
    """The sums of the values at each of so many places."""
    return np.bincount(places, values, size).astype(np.float64)
