"""Statistics against published figures, and against derivations by hand."""

import math
import random
from collections import Counter

import pytest

from dohyo.tournaments import stats


@pytest.mark.parametrize(("score", "difference"), [
    (0.5, 0), (0.75, 190.85), (10 / 11, 400), (1 / 11, -400), (0.64, 99.95),
])
def test_elo_is_the_logistic_of_the_score(score: float, difference: float) -> None:
    """400 log10(s / (1 - s)): 0.75 gives 400 log10 3 = 190.85."""
    assert stats.elo(score) == pytest.approx(difference, abs=0.01)


def test_elo_of_certainty_is_infinite() -> None:
    assert stats.elo(1.0) == math.inf
    assert stats.elo(0.0) == -math.inf


@pytest.mark.parametrize(("wins", "trials", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718),
])
def test_won_or_lost_units_have_wilsons_interval(wins: int, trials: int, low: float, high: float) -> None:
    """Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3."""
    found = stats.interval({1.0: wins, 0.0: trials - wins})
    assert found == pytest.approx((low, high), abs=5e-5)


def test_all_units_won_leave_a_doubt() -> None:
    """Wilson's lower bound for n of n is n / (n + z^2)."""
    low, high = stats.interval({1.0: 50})
    assert low == pytest.approx(50 / (50 + stats.Z95**2))
    assert high == 1.0


def test_all_units_drawn_leave_a_doubt() -> None:
    """With n units at 1/2 and w = z^2 imagined ones the effective number is n (n + w) / w, so that the half width is
    z / (2 sqrt(n (n + w) / w + w)): about 1.92 / n."""
    n, w = 40, stats.Z95**2
    low, high = stats.interval({0.5: n})
    half = stats.Z95 / (2 * math.sqrt(n * (n + w) / w + w))
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half))


def test_the_interval_of_many_pairs_is_the_normal_one() -> None:
    """A mean of 0.55 with the variance worked out by hand: sum of count (score - mean)^2 is 0.0475 a pair."""
    counts = {0.0: 300, 0.25: 1800, 0.5: 4500, 0.75: 2400, 1.0: 1000}
    mean = (1800 * 0.25 + 4500 * 0.5 + 2400 * 0.75 + 1000) / 10_000
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / 10_000
    assert stats.mean(counts) == pytest.approx(mean)
    half = 1.959964 * math.sqrt(variance / 10_000)
    assert stats.interval(counts) == pytest.approx((mean - half, mean + half), abs=2e-5)


def test_the_interval_is_mirrored_with_the_scores() -> None:
    counts = {0.0: 1, 0.25: 2, 0.5: 7, 0.75: 9, 1.0: 4}
    low, high = stats.interval(counts)
    assert stats.interval({1 - score: count for score, count in counts.items()}) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("chances", [
    {0.0: 0.5, 1.0: 0.5},
    {0.5: 0.95, 1.0: 0.05},
    {0.0: 0.05, 0.25: 0.2, 0.5: 0.5, 0.75: 0.2, 1.0: 0.05},
    {0.5: 0.02, 1.0: 0.98},
    {0.0: 0.01, 0.5: 0.18, 1.0: 0.81},
])
@pytest.mark.parametrize("units", [10, 100])
def test_the_interval_holds_the_true_score_95_times_in_100(chances: dict[float, float], units: int) -> None:
    """1,500 simulated matches; three standard errors of the share are 0.017."""
    rng = random.Random(units)
    truth = sum(score * chance for score, chance in chances.items())
    held = 0
    for _ in range(1500):
        low, high = stats.interval(Counter(rng.choices(list(chances), list(chances.values()), k=units)))
        held += low <= truth <= high
    assert held / 1500 >= 0.95 - 0.017


@pytest.mark.parametrize(("wins", "losses", "chance"), [
    (10, 10, 0.5), (16, 4, 0.99636), (4, 16, 0.00364), (4, 0, 0.97725),
])
def test_superiority_of_games_is_the_usual_one(wins: int, losses: int, chance: float) -> None:
    """Phi((W - L) / sqrt(W + L)), draws without effect: Phi(12 / sqrt 20) = Phi(2.6833) = 0.99636, Phi(2) = 0.97725."""
    assert stats.superiority({1.0: wins, 0.0: losses, 0.5: 7}) == pytest.approx(chance, abs=1e-5)


def test_superiority_without_any_difference_is_a_half() -> None:
    assert stats.superiority({0.5: 12}) == 0.5


def test_pairs_are_counted_in_five_bins() -> None:
    assert stats.pentanomial({0.0: 1, 0.25: 2, 0.5: 3, 0.75: 4, 1.0: 5}) == (1, 2, 3, 4, 5)
    assert stats.pentanomial({1.0: 2}) == (0, 0, 0, 0, 2)


def test_an_estimate_needs_a_unit() -> None:
    assert stats.estimate({}) is None
    found = stats.estimate({1.0: 3, 0.5: 1})
    assert found is not None
    assert (found.units, found.score) == (4, 0.875)
    assert found.low < found.score < found.high < 1
