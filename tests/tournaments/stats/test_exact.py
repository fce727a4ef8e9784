"""Exact tests against published figures and against sums over all outcomes."""

import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, wilcoxon

from dohyo.tournaments.stats import exact_tests


def test_mcnemar_by_hand() -> None:
    """Of ten deals that one alone won, the first won nine: 2 (1 + 10) / 2^10. Deals that both won tell nothing."""
    assert exact_tests.sign_test({1.0: 9, 0.0: 1, 0.5: 40}) == pytest.approx(22 / 1024)
    assert exact_tests.sign_test({1.0: 1, 0.0: 9}) == exact_tests.sign_test({1.0: 9, 0.0: 1})
    assert exact_tests.sign_test({0.5: 40}) == exact_tests.sign_test({}) == 1


@given(st.integers(0, 1200), st.integers(0, 1200))
def test_the_sign_test_is_the_binomial_one(better: int, worse: int) -> None:
    """SciPy's; beyond a thousand deals the normal one is near."""
    expected = float(binomtest(better, better + worse).pvalue) if better + worse else 1.0
    tolerance = 1e-9 if better + worse <= 1000 else 0.03
    assert exact_tests.sign_test({0.75: better, 0.25: worse}) == pytest.approx(expected, abs=tolerance)


def test_wilcoxons_test_on_darwins_plants() -> None:
    """Darwin (1876), 15 pairs of plants, in eighths of an inch; the exact two-sided p is 0.041259765625 (as R and
    SciPy print it). Here they are scaled about 1/2, which no rank feels."""
    heights = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]
    counts = {0.5 + height / 200: 1 for height in heights}
    assert exact_tests.rank_test(counts) == pytest.approx(0.041259765625)
    assert exact_tests.sign_test(counts) == pytest.approx(2 * (1 + 15 + 105) / 2**15)


SCORES = [0.0, 0.125, 0.25, 0.5, 0.625, 0.75, 1.0]


@given(st.lists(st.sampled_from(SCORES), max_size=9))
def test_ranks_are_counted_over_all_signs(scores: list[float]) -> None:
    """Of all ways to give signs to the sizes, those whose sum of positive ranks is as far from the middle. Equal sizes
    share the mean of their ranks, as SciPy's test has it too."""
    values = [score - 0.5 for score in scores if score != 0.5]
    sizes = [abs(value) for value in values]
    ranks = [sum(other < size for other in sizes) + (sizes.count(size) + 1) / 2 for size in sizes]
    middle = sum(ranks) / 2
    seen = sum(rank for rank, value in zip(ranks, values, strict=True) if value > 0)
    sums = [sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
            for signs in product((False, True), repeat=len(ranks))]
    expected = sum(abs(total - middle) >= abs(seen - middle) for total in sums) / len(sums)
    counts = {score: scores.count(score) for score in scores}
    assert exact_tests.rank_test(counts) == pytest.approx(expected)
    assert exact_tests.rank_test({1 - score: count for score, count in counts.items()}) == pytest.approx(expected)


def test_many_ranks_are_nearly_normal() -> None:
    """SciPy's normal approximation with ties, of as many units as one likes: they are never written out."""
    counts = {0.75: 66, 0.25: 45, 1.0: 49, 0.0: 42, 0.5: 1000}
    values = [score - 0.5 for score, count in counts.items() for _ in range(count)]
    expected = float(wilcoxon(values, zero_method="wilcox", correction=False, method="approx").pvalue)
    assert exact_tests.rank_test(counts) == pytest.approx(expected)
    few = {0.75: 33, 0.25: 22, 1.0: 24, 0.0: 21}
    assert exact_tests.rank_test(few) == pytest.approx(exact_tests.rank_test({**few, 1.0: 25}), abs=0.1)
    assert exact_tests.rank_test({1.0: 5_000_500, 0.0: 5_000_000}) == pytest.approx(0.874, abs=0.001)
    assert exact_tests.sign_test({1.0: 5_000_500, 0.0: 5_000_000}) == pytest.approx(0.874, abs=0.001)


def test_holms_correction_of_a_worked_example() -> None:
    """Four tests by hand: 4 x 0.005, 3 x 0.01, 2 x 0.03, and what is smaller than one before takes its value; in the
    order given."""
    assert exact_tests.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert exact_tests.holm([0.9, 0.8]) == [1.0, 1.0]
    assert exact_tests.holm([]) == []


def test_equal_engines_are_seldom_told_apart() -> None:
    """Ten tests of eight pairs of equals, 400 times: some is at most 0.05 in no more than 5 %, three standard errors of
    which are 0.033."""
    rng = random.Random(2)
    wrong = 0
    for _ in range(400):
        tests = []
        for _ in range(10):
            scores = rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), (1, 2, 3, 2, 1), k=8)
            tests.append(exact_tests.rank_test({score: scores.count(score) for score in scores}))
        wrong += min(exact_tests.holm(tests)) <= 0.05
    assert wrong / 400 <= 0.05 + 0.033
    assert math.isclose(min(exact_tests.holm([0.001] * 10)), 0.01)
