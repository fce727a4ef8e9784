"""The error rates of the sequential test, simulated where the truth is known.

    make sprt-errors                                # 10,000 tests a row, some minutes
    python tests/bench/sprt_errors.py --runs 2000

Each row plays tests of which H0, or H1, is exactly true, unit by unit to their end, and counts the wrong decisions.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.live import Live
from rich.table import Table
from scipy.optimize import brentq

from dohyo.engine.intervals import wilson
from dohyo.tournaments.stats.elo import ELO_PER_DEVIATION, score_of
from dohyo.tournaments.stats.sprt import Sprt, llrs

Array = NDArray[np.float64]

#: Units after which a test that goes on counts as undecided.
CAP = 20_000
#: Tables of counts that are looked at together.
TABLES = 10_000


@dataclass(frozen=True)
class Case:
    """Tests to simulate. values: the scores of a unit; chances: where H0 and where H1 is true, each of its scores."""

    name: str
    sprt: Sprt
    values: Array
    chances: tuple[Array, Array]


@dataclass(frozen=True)
class Outcome:
    """Of tests with one hypothesis true: how many there were, how many decided for the other one, how many were
    undecided at `CAP`, and the mean length in units."""

    runs: int
    wrong: int
    undecided: int
    units: float


def simulate(case: Case, truth: int, runs: int, seed: int, weight: int = 1) -> Outcome:
    """Play the tests at once, each until it ends. truth: 0 or 1, the hypothesis that is true; weight: how often each
    unit is counted, 1 where all is well."""
    rng = np.random.default_rng([seed, truth])
    edges, steps = np.cumsum(case.chances[truth])[:-1], weight * np.eye(len(case.values))
    counts = np.zeros((runs, len(case.values)))
    wrong = total = units = 0
    while len(counts) and units < CAP:
        more = max(1, min(CAP - units, TABLES // len(counts)))
        drawn = np.searchsorted(edges, rng.random((len(counts), more)), side="right")
        tables = counts[:, None] + np.cumsum(steps[drawn], axis=1)
        first, accepted = _endings(case, tables, units)
        ended = first < more
        wrong += int((accepted[ended] != truth).sum())
        total += int((units + 1 + first[ended]).sum())
        counts, units = tables[~ended, -1], units + more
    return Outcome(runs, wrong, len(counts), (total + CAP * len(counts)) / runs)


def _endings(case: Case, tables: Array, units: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """At which of the next units each test ends, one past the last if at none, and whether H1 is accepted then. tables:
    the counts after each of them, shape (tests, units, scores); units: how many there were before."""
    tests, more, scores = tables.shape
    found = llrs(case.sprt, case.values, tables.reshape(-1, scores)).reshape(tests, more)
    lower, upper = case.sprt.bounds
    over = ((found <= lower) | (found >= upper)) & (units + 1 + np.arange(more) >= case.sprt.min_units)
    first = np.where(over.any(axis=1), over.argmax(axis=1), more)
    return first, found[np.arange(tests), np.minimum(first, more - 1)] >= upper


def single_games(score: float, draws: float) -> Array:
    """Loss, draw and win of a game with this expected score."""
    return np.array([1 - score - draws / 2, draws, score - draws / 2])


def paired_games(score: float, draws: float, bias: float) -> Array:
    """The five results of two games from one opening with seats swapped. The opening favours one seat, either by as
    much as `bias` in score, and so the two results are no longer independent."""
    total = np.zeros(5)
    for favour in (bias, -bias):
        total += np.convolve(single_games(score + favour, draws), single_games(score - favour, draws)) / 2
    return total


def tilted(values: Array, base: Array, mean: float) -> Array:
    """The distribution closest to the base, an exponential tilt of it, with this mean."""
    def shares(tilt: float) -> Array:
        weights = base * np.exp(tilt * values)
        return np.asarray(weights / weights.sum())

    return shares(brentq(lambda tilt: float(shares(tilt) @ values) - mean, -50, 50, xtol=1e-14))


def normalized(score: float, draws: float, bias: float) -> float:
    """The normalized Elo of paired games."""
    values, chances = np.linspace(0, 1, 5), paired_games(score, draws, bias)
    mean = float(chances @ values)
    return ELO_PER_DEVIATION * (mean - 0.5) / math.sqrt(2 * float(chances @ (values - mean) ** 2))


def cases() -> Iterator[Case]:
    """Wide hypotheses and few units are the hard ones: the ratio is an approximation for many."""
    three, five = np.linspace(0, 1, 3), np.linspace(0, 1, 5)
    for low, high, draws in ((0, 40, 0.3), (0, 60, 0.0), (-30, 30, 0.6)):
        sprt = Sprt(low, high, model="trinomial")
        yield Case(f"trinomial, {low} to {high} Elo, {draws:.0%} draws", sprt, three,
                   (single_games(score_of(low), draws), single_games(score_of(high), draws)))
    for low, high, draws, bias in ((0, 25, 0.3, 0.25), (0, 50, 0.0, 0.0), (-25, 25, 0.5, 0.2)):
        sprt = Sprt(low, high)
        yield Case(f"pentanomial, {low} to {high} Elo, {draws:.0%} draws, bias {bias}", sprt, five,
                   (paired_games(score_of(low), draws, bias), paired_games(score_of(high), draws, bias)))
    for low, high, draws, bias in ((0, 45, 0.3, 0.25), (-30, 30, 0.0, 0.3)):
        sprt = Sprt(low, high, model="normalized")
        scores = (brentq(lambda score, to=to, draws=draws, bias=bias: normalized(score, draws, bias) - to, 0.4, 0.6)
                  for to in (low, high))
        first, second = (paired_games(score, draws, bias) for score in scores)
        yield Case(f"pentanomial, {low} to {high} normalized, {draws:.0%} draws, bias {bias}", sprt, five,
                   (first, second))
    wins = np.array([-1.0, 0.0, 1.0])
    for high, equal in ((0.08, 0.7), (0.1, 0.4)):
        base = np.array([(1 - equal) / 2, equal, (1 - equal) / 2])
        yield Case(f"paired wins, 0 to {high}, {equal:.0%} equal", Sprt(0, high, model="difference"), wins,
                   (base, tilted(wins, base, high)))
    points = np.round(np.arange(-20, 21) / 20, 2)
    for high, deviation, reach in ((0.06, 0.3, 1.0), (0.04, 0.15, 0.5)):
        values = points[np.abs(points) <= reach]
        base = np.exp(-((values / deviation) ** 2) / 2)
        yield Case(f"paired scores, 0 to {high}, deviation {deviation}, reach {reach}",
                   Sprt(0, high, min_units=30, max_difference=reach, model="difference"), values,
                   (tilted(values, base, 0.0), tilted(values, base, high)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10_000, help="tests a row (default 10,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the simulation (default 1)")
    parser.add_argument("--only", default="", help="rows whose name contains this")
    given = parser.parse_args()
    console = Console(width=150 if not sys.stdout.isatty() else None)
    with Live(table_of(given.runs, []), console=console) as live:
        done: list[tuple[Case, list[Outcome]]] = []
        for case in cases():
            if given.only in case.name:
                done.append((case, [simulate(case, truth, given.runs, given.seed) for truth in (0, 1)]))
                live.update(table_of(given.runs, done))


def table_of(runs: int, done: list[tuple[Case, list[Outcome]]]) -> Table:
    """What was found so far: shares with their 95 % intervals, and mean lengths."""
    table = Table(title=f"Wrong decisions in {runs:,} tests each, aimed at 5 %")
    for name in ("test", "H0 true: H1 accepted", "units", "H1 true: H0 accepted", "units", "undecided"):
        table.add_column(name, justify="left" if name == "test" else "right")
    for case, found in done:
        cells = []
        for outcome in found:
            low, high = wilson(outcome.wrong / outcome.runs, outcome.runs)
            cells += [f"{outcome.wrong / outcome.runs:.2%} [{low:.2%}, {high:.2%}]", f"{outcome.units:.0f}"]
        table.add_row(case.name, *cells, str(sum(outcome.undecided for outcome in found)))
    return table


if __name__ == "__main__":
    main()
