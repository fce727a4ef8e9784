"""Exact and paired tests against published figures and against sums over all outcomes."""

import math
import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo.tournaments import exact


@pytest.mark.parametrize(("wins", "trials", "low", "high"), [
    (81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0000, 0.1684), (1, 29, 0.0009, 0.1776),
])
def test_win_rates_have_the_interval_of_clopper_and_pearson(wins: int, trials: int, low: float, high: float) -> None:
    """Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 5."""
    found = exact.win_rate(wins, trials)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_a_win_rate_needs_a_trial() -> None:
    assert exact.win_rate(0, 0) is None


@given(st.integers(1, 60).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_the_binomial_test_is_a_sum_over_outcomes(case: tuple[int, int]) -> None:
    """At a rate of 1/2 the outcomes at least as far from the middle, each of C(n, k) / 2^n."""
    wins, trials = case
    far = abs(2 * wins - trials)
    expected = sum(math.comb(trials, k) for k in range(trials + 1) if abs(2 * k - trials) >= far) / 2**trials
    found = exact.win_rate(wins, trials)
    assert found is not None
    assert found.p == pytest.approx(expected)
    assert found.low <= found.rate <= found.high


def test_mcnemar_by_hand() -> None:
    """Of ten deals that one alone won, the first won nine: 2 (1 + 10) / 2^10."""
    found = exact.mcnemar(9, 1)
    assert found.p == pytest.approx(22 / 1024)
    assert (found.first, found.second, found.share) == (9, 1, 0.9)
    assert exact.mcnemar(1, 9).p == found.p


def test_deals_that_both_won_tell_nothing() -> None:
    assert exact.mcnemar(0, 0) == exact.Discordance(0, 0, 0.5, 0.0, 1.0, 1.0)


def test_wilcoxons_test_on_darwins_plants() -> None:
    """Darwin (1876), 15 pairs of plants, in eighths of an inch; the exact two-sided p is 0.041259765625 (as R and
    SciPy print it). Here they are scaled into [-1, 1], which no rank feels."""
    heights = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]
    found = exact.paired_difference(Counter(height / 100 for height in heights))
    assert found is not None
    assert found.rank_p == pytest.approx(0.041259765625)
    assert (found.better, found.equal, found.worse) == (13, 0, 2)
    assert found.sign_p == pytest.approx(2 * (1 + 15 + 105) / 2**15)
    assert found.difference == pytest.approx(sum(heights) / 1500)


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=12))
def test_paired_differences_are_mirrored(values: list[float]) -> None:
    found = exact.paired_difference(Counter(values))
    other = exact.paired_difference(Counter(-value for value in values))
    assert found is not None
    assert other is not None
    assert found.difference == pytest.approx(-other.difference)
    assert (found.low, found.high) == pytest.approx((-other.high, -other.low))
    assert (found.better, found.worse) == (other.worse, other.better)
    assert found.sign_p == pytest.approx(other.sign_p)
    assert found.rank_p == pytest.approx(other.rank_p)
    assert found.low <= found.difference <= found.high
    assert 0 <= found.rank_p <= 1


@given(st.lists(st.sampled_from([-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=8).filter(any))
def test_ranks_are_counted_over_all_signs(values: list[float]) -> None:
    """Of all ways to give signs to the sizes, those whose sum of positive ranks is as far from the middle. Equal sizes
    share the mean of their ranks, as SciPy's test has it too."""
    sizes = [abs(value) for value in values if value]
    ranks = [sum(other < size for other in sizes) + (sizes.count(size) + 1) / 2 for size in sizes]
    middle = sum(ranks) / 2
    seen = sum(rank for rank, value in zip(ranks, filter(None, values), strict=True) if value > 0)
    sums = [sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
            for signs in product((False, True), repeat=len(ranks))]
    expected = sum(abs(total - middle) >= abs(seen - middle) for total in sums) / len(sums)
    found = exact.paired_difference(Counter(values))
    assert found is not None
    assert found.rank_p == pytest.approx(expected)


def test_many_ranks_are_nearly_normal() -> None:
    """The exact test of 200 deals and SciPy's normal approximation of 202 tell the same to a hundredth."""
    few = exact.paired_difference({0.5: 65, -0.5: 45, 1.0: 48, -1.0: 42})
    many = exact.paired_difference({0.5: 66, -0.5: 45, 1.0: 49, -1.0: 42})
    assert few is not None
    assert many is not None
    assert 0.05 < few.rank_p < 0.5
    assert few.rank_p == pytest.approx(many.rank_p, abs=0.05)


def test_equal_scores_have_no_difference() -> None:
    assert exact.paired_difference({}) is None
    found = exact.paired_difference({0.0: 30})
    assert found is not None
    assert (found.difference, found.sign_p, found.rank_p) == (0, 1, 1)
    assert found.low < 0 < found.high


def test_differences_are_counted() -> None:
    assert exact.differences_of([(1, 0), (0, 0), (1, 0), (0.5, 1)]) == {1: 2, 0: 1, -0.5: 1}


def test_the_interval_of_a_difference_holds_95_times_in_100() -> None:
    """400 batches of 60 deals that both win often; three standard errors of the share are 0.033."""
    rng = random.Random(3)
    held = 0
    for _ in range(400):
        pairs = [(float(rng.random() < chance), float(rng.random() < chance - 0.1))
                 for chance in rng.choices((0.2, 0.9), k=60)]
        found = exact.paired_difference(exact.differences_of(pairs))
        assert found is not None
        held += found.low <= 0.1 <= found.high
    assert held / 400 >= 0.95 - 0.033
