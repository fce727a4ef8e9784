"""Statistics against published figures, and against derivations by hand."""

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from scipy.optimize import brentq
from scipy.special import rel_entr

from dohyo.engine.intervals import wilson
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.elo import Meeting


@pytest.mark.parametrize(("score", "difference"), [
    (0.5, 0), (0.75, 190.85), (10 / 11, 400), (1 / 11, -400), (0.64, 99.95),
])
def test_elo_is_the_logistic_of_the_score(score: float, difference: float) -> None:
    """400 log10(s / (1 - s)): 0.75 gives 400 log10 3 = 190.85."""
    assert elo.elo(score) == pytest.approx(difference, abs=0.01)


def test_elo_of_certainty_is_infinite() -> None:
    assert elo.elo(1.0) == math.inf
    assert elo.elo(0.0) == -math.inf


@pytest.mark.parametrize(("wins", "trials", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718),
])
def test_won_or_lost_units_have_the_wider_of_two_intervals(wins: int, trials: int, low: float, high: float) -> None:
    """Wilson's: Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3. And that
    of the likelihood ratio, whose ends are found here by another root finder."""
    share = wins / trials
    assert wilson(share, trials) == pytest.approx((low, high), abs=5e-5)

    def lost(rate: float) -> float:
        """Twice the log of the likelihood ratio, less its limit."""
        return float(2 * trials * (rel_entr(share, rate) + rel_entr(1 - share, 1 - rate))) - elo.Z95**2

    likely = (brentq(lost, 1e-12, share) if wins else 0.0), brentq(lost, share, 1 - 1e-12)
    found = elo.interval({1.0: wins, 0.0: trials - wins})
    assert found == pytest.approx((min(likely[0], low), max(likely[1], high)), abs=5e-5)


def test_all_units_won_leave_a_doubt() -> None:
    """Wilson's lower bound for n of n is n / (n + z^2), and below that of the likelihood ratio."""
    low, high = elo.interval({1.0: 50})
    assert low == pytest.approx(50 / (50 + elo.Z95**2))
    assert high == 1.0


def test_all_units_drawn_leave_a_doubt() -> None:
    """With n units at 1/2 and w = z^2 imagined ones the effective number is n (n + w) / w, so that half of Wilson's
    width is z / (2 sqrt(n (n + w) / w + w)): about 1.92 / n. In the middle the other interval is hardly wider."""
    n, w = 40, elo.Z95**2
    low, high = elo.interval({0.5: n})
    half = elo.Z95 / (2 * math.sqrt(n * (n + w) / w + w))
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half), abs=2e-4)


def test_the_interval_of_many_pairs_is_the_normal_one() -> None:
    """A mean of 0.55 with the variance worked out by hand: sum of count (score - mean)^2 is 0.0475 a pair."""
    counts = {0.0: 300, 0.25: 1800, 0.5: 4500, 0.75: 2400, 1.0: 1000}
    mean = (1800 * 0.25 + 4500 * 0.5 + 2400 * 0.75 + 1000) / 10_000
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / 10_000
    assert elo.mean(counts) == pytest.approx(mean)
    half = 1.959964 * math.sqrt(variance / 10_000)
    assert elo.interval(counts) == pytest.approx((mean - half, mean + half), abs=2e-5)


def test_the_interval_is_mirrored_with_the_scores() -> None:
    counts = {0.0: 1, 0.25: 2, 0.5: 7, 0.75: 9, 1.0: 4}
    low, high = elo.interval(counts)
    assert elo.interval({1 - score: count for score, count in counts.items()}) == pytest.approx((1 - high, 1 - low))


def outcomes(units: int, scores: int) -> Iterator[tuple[int, ...]]:
    """All ways to spread units over so many scores."""
    if scores == 1:
        yield (units,)
        return
    for first in range(units + 1):
        yield from ((first, *rest) for rest in outcomes(units - first, scores - 1))


@pytest.mark.parametrize("chances", [
    {0.0: 0.5, 1.0: 0.5},
    {0.0: 0.03, 1.0: 0.97},
    {0.0: 0.25, 1.0: 0.75},
    {0.5: 0.95, 1.0: 0.05},
    {0.0: 0.05, 0.25: 0.2, 0.5: 0.5, 0.75: 0.2, 1.0: 0.05},
    {0.5: 0.02, 1.0: 0.98},
    {0.0: 0.01, 0.5: 0.18, 1.0: 0.81},
    {0.0: 0.0009, 0.5: 0.0582, 1.0: 0.9409},
    {0.0: 0.03, 0.5: 0.94, 1.0: 0.03},
])
@pytest.mark.parametrize("units", [2, 5, 10, 20])
def test_the_interval_holds_the_true_score_95_times_in_100(chances: dict[float, float], units: int) -> None:
    """Summed over all outcomes, so without chance. Scores are few and far apart, hence 93 in one case or another."""
    truth = sum(score * chance for score, chance in chances.items())
    held = 0.0
    for cells in outcomes(units, len(chances)):
        low, high = elo.interval({score: count for score, count in zip(chances, cells, strict=True) if count})
        if low <= truth <= high:
            ways = math.factorial(units) // math.prod(map(math.factorial, cells))
            held += ways * math.prod(chance**count for chance, count in zip(chances.values(), cells, strict=True))
    assert held >= 0.93


@pytest.mark.parametrize(("wins", "losses", "chance"), [
    (10, 10, 0.5), (16, 4, 0.99636), (4, 16, 0.00364), (4, 0, 0.97725),
])
def test_superiority_of_games_is_the_usual_one(wins: int, losses: int, chance: float) -> None:
    """Phi((W - L) / sqrt(W + L)), draws without effect: Phi(12 / sqrt 20) = Phi(2.6833) = 0.99636, Phi(2) = 0.97725."""
    assert elo.superiority({1.0: wins, 0.0: losses, 0.5: 7}) == pytest.approx(chance, abs=1e-5)


def test_superiority_without_any_difference_is_a_half() -> None:
    assert elo.superiority({0.5: 12}) == 0.5


def test_pairs_are_counted_from_the_side_of_one_engine() -> None:
    meetings = {
        Meeting(0, 1, 1.0, 1.0): 5, Meeting(0, 1, 0.5, 1.0): 3, Meeting(1, 0, 0.0, 0.5): 1, Meeting(0, 1, 1.0, 0.0): 2,
        Meeting(1, 0, 0.5, 0.5): 4, Meeting(1, 0, 1.0, 0.5): 6, Meeting(1, 0, 1.0, 1.0): 1, Meeting(0, 1, 1.0, None): 9,
    }
    found, other = elo.pairs_of(meetings, 0), elo.pairs_of(meetings, 1)
    assert found is not None
    assert other is not None
    assert found.points == (1, 6, 6, 4, 5) == other.points[::-1]
    assert (found.split, found.drawn) == (2, 4) == (other.split, other.drawn)
    assert found.ratio == pytest.approx(9 / 7) == 1 / other.ratio
    assert found.split_ratio == 0.5
    assert found.draws.value == pytest.approx((3 + 1 + 8 + 6) / 44)
    assert found.draws.low < found.draws.value < found.draws.high
    assert elo.pairs_of({}, 1) is None


@pytest.mark.parametrize(("cells", "ratio", "split"), [
    ((0, 0, 3, 0, 0, 7), math.inf, math.inf),
    ((34, 54, 31, 32, 64, 75), 139 / 88, 31 / 32),
    ((0, 0, 0, 4, 0, 0), math.nan, 0.0),
])
def test_ratios_of_pairs_are_fastchess_ones(cells: tuple[int, ...], ratio: float, split: float) -> None:
    """In its terms (WD + WW) / (LD + LL) and WL / DD."""
    outcomes = ((0.0, 0.0), (0.0, 0.5), (1.0, 0.0), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0))
    found = elo.pairs_of({Meeting(0, 1, *each): count for each, count in zip(outcomes, cells, strict=True)}, 0)
    assert found is not None
    assert (found.ratio, found.split_ratio) == pytest.approx((ratio, split), nan_ok=True)


def test_an_estimate_needs_a_unit() -> None:
    assert elo.estimate({}) is None
    found = elo.estimate({1.0: 3, 0.5: 1})
    assert found is not None
    assert (found.units, found.score) == (4, 0.875)
    assert found.low < found.score < found.high < 1


def test_a_difference_and_its_score_are_inverse() -> None:
    for difference in (-700.0, -35.5, 0.0, 1.0, 400.0):
        assert elo.elo(elo.score_of(difference)) == pytest.approx(difference)
    assert elo.score_of(math.inf) == 1
    assert elo.score_of(-math.inf) == 0


def pairs(*cells: int) -> dict[float, int]:
    """Counts in the order of fastchess's tests: LL, LD, WL, DD, WD, WW."""
    worst, worse, split, drawn, better, best = cells
    return {0.0: worst, 0.25: worse, 0.5: split + drawn, 0.75: better, 1.0: best}


#: Units, games a unit, and what fastchess prints of them, from its tests in app/tests/elo_test.cpp: normalized Elo and
#: its margin; Elo and its margin where the tests have them.
FASTCHESS = [
    ({1.0: 76, 0.5: 123, 0.0: 89}, 1, (-20.76, 40.13), None),
    ({1.0: 136, 0.5: 111, 0.0: 96}, 1, (49.77, 36.77), (40.70, 30.43)),
    (pairs(34, 54, 31, 32, 64, 75), 2, (57.94, 28.28), (55.58, 27.65)),
    (pairs(332, 433, 457, 41, 333, 334), 2, (-9.17, 10.96), (-8.64, 10.33)),
    (pairs(7895, 8757, 5485, 200, 568, 9999), 2, (-19.01, 2.65), (-21.04, 2.95)),
]


@pytest.mark.parametrize(("counts", "games", "normalized", "plain"), FASTCHESS)
def test_elo_agrees_with_fastchess(
    counts: dict[float, int], games: int, normalized: tuple[float, float], plain: tuple[float, float] | None
) -> None:
    """To the last digit printed, but for the margin of normalized Elo, which here counts the doubt in the deviation
    too."""
    scaled = elo.normalized_elo(counts, games)
    assert scaled is not None
    assert scaled.value == pytest.approx(normalized[0], abs=0.006)
    assert (scaled.high - scaled.low) / 2 == pytest.approx(normalized[1], rel=0.05)
    if plain is not None:
        low, high = map(elo.elo, elo.interval(counts))
        assert (elo.elo(elo.mean(counts)), elo.elo_margin(counts)) == pytest.approx(plain, abs=0.006)
        assert (high - low) / 2 == pytest.approx(plain[1], rel=0.03)


#: Wins, losses and draws of finished matches, and what cutechess-cli printed of them, to one decimal: Elo, its margin,
#: likelihood of superiority and draws in percent. Issue 543 of cutechess; pull requests 210 and 190 of princhess.
CUTECHESS = [
    ((880, 759, 1863), (12.0, 7.9), 99.9, 53.2),
    ((745, 678, 501), (12.1, 13.3), 96.2, 26.0),
    ((767, 725, 902), (6.1, 11.0), 86.2, 37.7),
]


@pytest.mark.parametrize(("results", "plain", "better", "drawn"), CUTECHESS)
def test_matches_of_games_agree_with_cutechess(
    results: tuple[int, int, int], plain: tuple[float, float], better: float, drawn: float
) -> None:
    """The margin to 0.3 % more, as its normal quantile is an approximation."""
    wins, losses, draws = results
    counts = {1.0: wins, 0.5: draws, 0.0: losses}
    assert elo.elo(elo.mean(counts)) == pytest.approx(plain[0], abs=0.051)
    assert elo.elo_margin(counts) == pytest.approx(plain[1], abs=0.051 + 0.003 * plain[1])
    assert 100 * elo.superiority(counts) == pytest.approx(better, abs=0.051)
    assert 100 * draws / sum(results) == pytest.approx(drawn, abs=0.051)


@pytest.mark.parametrize(("counts", "better"), [
    ({1.0: 76, 0.5: 123, 0.0: 89}, 15.53),
    ({1.0: 136, 0.5: 111, 0.0: 96}, 99.60),
    (pairs(332, 433, 457, 41, 333, 334), 5.05),
])
def test_superiority_agrees_with_fastchess(counts: dict[float, int], better: float) -> None:
    """In percent, from the same tests. There the variance is taken about the mean, here about 1/2, as the question
    has it: that moves the second decimal."""
    assert 100 * elo.superiority(counts) == pytest.approx(better, abs=0.05)


def test_normalized_elo_of_a_published_match_of_pairs() -> None:
    """256 games of a test on montytest.muzhen.org: pairs [13, 37, 50, 25, 3], Elo -43.66, normalized Elo -63.97."""
    counts = {0.0: 13, 0.25: 37, 0.5: 50, 0.75: 25, 1.0: 3}
    found = elo.normalized_elo(counts)
    assert found is not None
    assert found.value == pytest.approx(-63.97, abs=0.006)
    assert elo.elo(elo.mean(counts)) == pytest.approx(-43.6578, abs=0.01)


def test_equal_units_have_a_normalized_elo_with_one_end_or_about_none() -> None:
    assert elo.normalized_elo({}) is None
    drawn, won = elo.normalized_elo({0.5: 9}), elo.normalized_elo({1.0: 9})
    assert drawn is not None
    assert won is not None
    assert drawn.value == 0
    assert drawn.low == -drawn.high < 0
    assert won.value == won.high == math.inf
    assert won.low > 0
    assert elo.normalized_elo({0.5: 2, 1.0: 2}) == (
        pytest.approx(elo.ELO_PER_DEVIATION / math.sqrt(2)), -math.inf, math.inf)


def test_students_quantiles() -> None:
    """As tables have them: 2.776, 2.262 and 1.984 for 4, 9 and 99 degrees of freedom."""
    assert [elo._student(freedom) for freedom in (4, 9, 99)] == pytest.approx([2.776, 2.262, 1.984], abs=0.01)


@pytest.mark.parametrize("units", [5, 10, 30, 300])
@pytest.mark.parametrize("chances", [
    {0.0: 0.05, 0.25: 0.2, 0.5: 0.5, 0.75: 0.2, 1.0: 0.05},
    {0.0: 0.03, 0.25: 0.07, 0.5: 0.3, 0.75: 0.25, 1.0: 0.35},
    {0.0: 0.2, 1.0: 0.8},
    {0.0: 0.03, 0.5: 0.94, 1.0: 0.03},
])
def test_the_interval_of_normalized_elo_holds_95_times_in_100(chances: dict[float, float], units: int) -> None:
    """500 simulated matches; three standard errors of the share are 0.03. Where nearly all units are even it is wider
    than need be, as a deviation is not seen."""
    rng = random.Random(5)
    mean = sum(score * chance for score, chance in chances.items())
    deviation = math.sqrt(sum(chance * (score - mean) ** 2 for score, chance in chances.items()))
    truth = elo.ELO_PER_DEVIATION * (mean - 0.5) / deviation / math.sqrt(2)
    held = 0
    for _ in range(500):
        found = elo.normalized_elo(Counter(rng.choices(list(chances), list(chances.values()), k=units)))
        assert found is not None
        held += found.low <= truth <= found.high
    assert held / 500 >= 0.95 - 0.03


def test_the_plain_margin_has_no_end_where_its_interval_leaves_the_scores() -> None:
    assert elo.elo_margin({1.0: 3, 0.5: 1}) == math.inf
    assert elo.elo_margin({}) == math.inf
    assert elo.elo_margin({1.0: 20}) == math.inf
