"""The sequential test against published log-likelihood ratios, derivations by hand, and simulation."""

import math
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sprt_errors import Case, cases, main, simulate

from dohyo.engine import UsageError
from dohyo.tournaments.stats import elo, likelihood, likelihood_one, sprt
from dohyo.tournaments.stats.sprt import Decision, Scale, Sprt, llr, path, prospect, run


def games(wins: int, losses: int, draws: int) -> dict[float, float]:
    """Counts in the order of fastchess's tests."""
    return {0.0: losses, 0.5: draws, 1.0: wins}


def pairs(*cells: int) -> dict[float, float]:
    """Counts in the order of fastchess's tests: LL, LD, WL, DD, WD, WW."""
    worst, worse, split, drawn, better, best = cells
    return {0.0: worst, 0.25: worse, 0.5: split + drawn, 0.75: better, 1.0: best}


@pytest.mark.parametrize(("sprt", "counts", "expected"), [
    (Sprt(0, 2, model="normalized-trinomial"), games(36433, 36027, 68692), 0.92),
    (Sprt(-1.75, 0.25, model="normalized-trinomial"), games(10871, 10650, 20431), 2.30),
    (Sprt(0, 10, model="normalized-trinomial"), games(4250, 0, 0), 120.56),
    (Sprt(0.5, 2.5, model="trinomial"), games(21404, 21184, 40708), -1.57),
    (Sprt(0, 2, model="trinomial"), games(57433, 57030, 106593), -2.59),
    (Sprt(0, 2, model="normalized"), pairs(365, 16618, 36029, 200, 16974, 390), 2.25),
    (Sprt(-1.75, 0.25, model="normalized"), pairs(127, 4883, 10311, 401, 5150, 104), 3.01),
    (Sprt(0, 5, model="normalized"), pairs(0, 0, 0, 0, 0, 5550), 111.82),
    (Sprt(0.5, 2.5), pairs(223, 9863, 20279, 1000, 10037, 246), -3.07),
    (Sprt(0, 2), pairs(871, 26175, 55003, 980, 26678, 821), -4.98),
])
def test_ratios_agree_with_fastchess(sprt: Sprt, counts: dict[float, float], expected: float) -> None:
    """The figures of app/tests/sprt_test.cpp, to the last digit; those above 100 to the 0.02 of its root finder."""
    assert llr(sprt, counts) == pytest.approx(expected, abs=0.0051, rel=2.5e-4)


@pytest.mark.parametrize(("cells", "low", "high", "expected"), [
    ((36, 340, 767, 462, 82), 0, 3, 2.89),
    ((115, 1156, 2443, 1233, 141), -3, 1, 2.90),
    ((367, 5622, 13276, 5562, 426), -3, 1, 2.93),
    ((50, 287, 610, 387, 73), 0, 5, 2.97),
])
def test_ratios_agree_with_finished_matches(
    cells: tuple[int, ...], low: float, high: float, expected: float
) -> None:
    """Pairs of matches that fastchess ended, and the normalized ratio that it printed: pull requests 773, 879, 920 and
    727 of brunocodutra/cinder."""
    counts = dict(zip((0.0, 0.25, 0.5, 0.75, 1.0), map(float, cells), strict=True))
    assert llr(Sprt(low, high, model="normalized"), counts) == pytest.approx(expected, abs=0.0051)


def test_ratios_agree_with_a_match_of_cutechess() -> None:
    """880 wins, 759 losses and 1,863 draws: it printed 2.95 for 0 and 5 Elo, as did fishtest's script (issue 543)."""
    assert llr(Sprt(0, 5, model="trinomial"), games(880, 759, 1863)) == pytest.approx(2.95, abs=0.0051)


@pytest.mark.parametrize(("model", "high", "expected"), [
    ("normalized", 4.0, -0.54912), ("pentanomial", 2.716, -0.53772),
])
def test_ratios_agree_with_a_page_of_fishtest(model: str, high: float, expected: float) -> None:
    """A test of 256 games on montytest.muzhen.org, which runs fishtest's code: pairs [13, 37, 50, 25, 3]. The page
    gives the logistic bound to three decimals, hence the tolerance."""
    counts = {0.0: 13, 0.25: 37, 0.5: 50, 0.75: 25, 1.0: 3}
    assert llr(Sprt(0, high, model=model), counts) == pytest.approx(expected, abs=1e-4)


def test_the_usual_bounds() -> None:
    """log 19 for 5 % and 5 %; 4.6 for 1 % and 1 %, as in cutechess's tests."""
    assert Sprt(0, 5).bounds == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    assert Sprt(0, 5, 0.01, 0.01).bounds == pytest.approx((-4.595, 4.595), abs=1e-3)
    assert Sprt(0, 5, 0.05, 0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(18)))


def test_games_without_draws_are_bernoulli_trials() -> None:
    """With two scores nothing but the mean is free: w log(s1 / s0) + l log((1 - s1) / (1 - s0)), and as many unseen
    draws as `UNSEEN` says, which here take less than 0.001."""
    low, high = elo.score_of(0), elo.score_of(50)
    expected = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert llr(Sprt(0, 50, model="trinomial"), games(60, 40, 0)) == pytest.approx(expected, abs=1e-3)


def test_differences_of_two_values_are_bernoulli_trials() -> None:
    """Deals that exactly one engine wins: a difference of d is a win rate of (1 + d) / 2."""
    expected = 30 * math.log(1.1) + 20 * math.log(0.9)
    assert llr(Sprt(0, 0.1, model="difference"), {1.0: 30, -1.0: 20}) == pytest.approx(expected)


def test_a_difference_is_an_elo_on_another_scale() -> None:
    """Differences d and scores (1 + d) / 2 of the same support are one and the same test."""
    counts = {-1.0: 30, -0.5: 50, 0.0: 200, 0.5: 70, 1.0: 40}
    scaled = {(1 + value) / 2: float(count) for value, count in counts.items()}
    bound = 2 * elo.score_of(20) - 1
    assert llr(Sprt(0, bound, model="difference"), counts) == pytest.approx(llr(Sprt(0, 20), scaled))


@given(st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any), st.floats(1, 60))
def test_mirrored_scores_and_hypotheses_mirror_the_ratio(cells: list[int], bound: float) -> None:
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    counts = dict(zip(scores, map(float, cells), strict=True))
    mirrored = dict(zip(scores, map(float, reversed(cells)), strict=True))
    for model in ("pentanomial", "normalized"):
        found = llr(Sprt(-bound / 2, bound, model=model), counts)
        other = llr(Sprt(-bound, bound / 2, model=model), mirrored)
        assert found == pytest.approx(-other, rel=1e-6, abs=1e-6)


@given(st.lists(st.integers(1, 300), min_size=5, max_size=5), st.floats(-0.2, 0.2))
def test_the_likelihood_is_the_largest(cells: list[int], shift: float) -> None:
    """The tilted distribution has the mean asked for, and moving along any direction that keeps the mean and the sum
    lowers the likelihood."""
    values, weights = np.linspace(0, 1, 5), np.array([cells], dtype=float)
    target = 0.5 + shift
    tilt = likelihood._tilt(np.broadcast_to(values - target, weights.shape), weights)
    chances = weights / weights.sum() / (1 + tilt[:, None] * (values - target))
    assert chances.sum() == pytest.approx(1)
    assert (chances * values).sum() == pytest.approx(target)
    best = (weights * np.log(chances)).sum()
    rng = np.random.default_rng(1)
    for direction in rng.normal(size=(5, 5)):
        basis = np.linalg.qr(np.array([np.ones(5), values]).T)[0]
        flat = direction - basis @ (basis.T @ direction)
        moved = chances + 1e-3 * chances.min() * flat / np.abs(flat).max()
        assert (weights * np.log(moved)).sum() <= best


@given(st.lists(st.integers(1, 300), min_size=5, max_size=5), st.floats(-50, 50))
def test_normalized_hypotheses_have_their_ratio_of_mean_to_deviation(cells: list[int], bound: float) -> None:
    values, weights = np.linspace(0, 1, 5), np.array([cells], dtype=float)
    target = math.sqrt(2) * bound / elo.ELO_PER_DEVIATION
    phi, tilt = likelihood._t_tilt(values, weights, 0.5, target)
    chances = weights / weights.sum() / (1 + tilt[:, None] * phi)
    mean = (chances * values).sum()
    assert (mean - 0.5) / math.sqrt((chances * (values - mean) ** 2).sum()) == pytest.approx(target, abs=1e-8)


def test_targets_out_of_reach_are_said() -> None:
    with pytest.raises(ArithmeticError, match="no distribution"):
        likelihood._t_tilt(np.linspace(0, 1, 3), np.ones((1, 3)), 0.5, 3.0)
    with pytest.raises(ArithmeticError, match="no distribution"):
        likelihood_one.t_ratio((0.0, 0.5, 1.0), (1.0, 1.0, 1.0), 0.5, 0.0, 3.0)


@given(st.lists(st.sampled_from([0, 1, 2, 30, 400, 5000]), min_size=5, max_size=5).filter(any),
       st.floats(-50, 50), st.floats(0.1, 50), st.sampled_from(["pentanomial", "normalized"]))
def test_one_table_by_numbers_has_the_ratio_of_many_by_arrays(
    cells: list[int], low: float, width: float, model: str
) -> None:
    test = Sprt(low, low + width, model=model)
    counts = dict(zip(test.support, cells, strict=True))
    many = sprt.llrs(test, np.array(test.support), np.array([cells], dtype=float))[0]
    assert llr(test, counts) == pytest.approx(many, rel=1e-9, abs=1e-9)


def test_differences_of_any_kind_and_number_have_one_ratio() -> None:
    test, rng = Sprt(0, 0.05, model="difference"), np.random.default_rng(1)
    for kinds in (2, 10, 200):
        counts = Counter(map(float, rng.choice(np.round(rng.uniform(-1, 1, kinds), 6), 500)))
        values = np.array(sorted({*test.support, *counts}))
        many = sprt.llrs(test, values, np.array([[counts[value] for value in values]], dtype=float))[0]
        assert llr(test, counts) == pytest.approx(many, rel=1e-9)


@pytest.mark.parametrize("sprt", [
    Sprt(0, 30, model="trinomial"), Sprt(0, 30, model="normalized"), Sprt(-0.05, 0.05, model="difference"),
])
def test_a_path_is_the_ratio_after_each_unit(sprt: Sprt) -> None:
    """Also where the scores are differences that were not known before."""
    rng = random.Random(2)
    inner = [-0.75, 0.125, 0.5] if sprt.scale is Scale.DIFFERENCE else []
    scores = rng.choices([*sprt.support, *inner], k=40)
    found = list(path(sprt, scores))
    assert found == pytest.approx([llr(sprt, Counter(scores[:units])) for units in range(1, 41)])
    assert list(path(sprt, scores[:17])) == pytest.approx(found[:17])
    assert list(path(sprt, [])) == []


def test_a_test_ends_at_the_first_crossing() -> None:
    """H1 is accepted when the eighth win in a row comes, and losses after that change nothing."""
    sprt = Sprt(0, 200, model="trinomial")
    wins = math.ceil(math.log(19) / math.log(elo.score_of(200) / 0.5))
    found = run(sprt, [1.0] * wins + [0.0] * 50)
    assert (found.decision, found.units) == (Decision.H1, wins)
    assert found.llr >= found.upper
    assert run(sprt, [0.0] * 50).decision is Decision.H0
    assert run(sprt, [1.0] * (wins - 1)).decision is Decision.CONTINUE
    assert run(sprt, []) == run(Sprt(0, 200), [])


def test_nothing_is_decided_before_the_least_number_of_units() -> None:
    found = run(Sprt(0, 200, min_units=30, model="trinomial"), [1.0] * 40)
    assert (found.decision, found.units) == (Decision.H1, 30)


@pytest.mark.parametrize(("settings", "said"), [
    ({"low": 5, "high": 5}, "low, high: expected low < high, got 5 and 5"),
    ({"low": float("nan"), "high": 5}, "low, high: expected low < high, got nan and 5"),
    ({"alpha": 0}, "alpha: expected a chance above 0 and below 0.5, got 0"),
    ({"beta": 0.6}, "beta: expected a chance above 0 and below 0.5, got 0.6"),
    ({"model": "penta"}, "model: expected one of pentanomial, trinomial, normalized, .*, got 'penta'"),
    ({"min_units": -1}, "min_units: expected an integer >= 0, got -1"),
    ({"high": 500, "model": "normalized"}, "differences of normalized Elo between -100 and 100"),
    ({"low": -2001, "model": "trinomial"}, "differences of Elo between -2000 and 2000"),
    ({"high": 5, "model": "difference"}, "differences of mean scores between -1 and 1"),
    ({"high": 1, "model": "difference"}, "between -1 and 1"),
    ({"high": 0.2, "model": "difference", "max_difference": 0.1}, "between -0.1 and 0.1"),
    ({"max_difference": 2}, "max_difference: .*, got 2"),
])
def test_wrong_settings_are_named(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Sprt(**{"low": 0, "high": 5, **settings})


def test_a_plan_keeps_a_test() -> None:
    """Under the keys of stored files, and without a reach where that is 1."""
    usual, near = Sprt(0, 5), Sprt(0, 0.1, model="difference", min_units=9, max_difference=0.5)
    assert usual.plan == {"low": 0, "high": 5, "alpha": 0.05, "beta": 0.05, "model": "pentanomial", "least": 0}
    assert (near.plan["least"], near.plan["reach"]) == (9, 0.5)
    assert (Sprt.from_plan(usual.plan), Sprt.from_plan(near.plan)) == (usual, near)


@pytest.mark.parametrize(("strength", "accept"), [(0.0, 0.05), (2.0, 0.5), (4.0, 0.95)])
def test_the_prospects_are_walds(strength: float, accept: float) -> None:
    """alpha at H0, 1 - beta at H1, and one half in the middle, where the mean length is A B / step^2."""
    sprt = Sprt(0, 4, model="normalized")
    found = prospect(sprt, strength, 0.3)
    assert found.accept == pytest.approx(accept, abs=1e-9)
    step = math.sqrt(2) * 4 / elo.ELO_PER_DEVIATION
    drift = abs(strength - 2) / 4
    expected = math.log(19) ** 2 / step**2 if drift == 0 else 0.9 * math.log(19) / (drift * step**2)
    assert found.units == pytest.approx(expected)


def test_scores_that_cannot_occur_are_named() -> None:
    single = Sprt(0, 5, model="trinomial")
    with pytest.raises(ValueError, match=r"one of 0\.0, 0\.5, 1\.0"):
        llr(single, {0.25: 1})
    with pytest.raises(ValueError, match=r"one of 0\.0, 0\.5, 1\.0"):
        list(path(single, [0.25]))


def test_a_difference_beyond_what_was_thought_possible_counts_as_it_is() -> None:
    """A run must not end by it. What was thought possible hardly matters then."""
    near, far = (Sprt(0, 0.1, model="difference", max_difference=reach) for reach in (0.5, 1.0))
    counts = {1.0: 30, 0.25: 10, 0.0: 40, -1.0: 20}
    assert llr(near, counts) == pytest.approx(llr(far, counts), abs=0.01)
    assert list(path(near, [1.0, -1.0, 0.0]))[-1] == pytest.approx(llr(near, {1.0: 1, -1.0: 1, 0.0: 1}))


#: The quick ones of the cases that `make sprt-errors` simulates.
QUICK = [case for case in cases() if case.name.startswith(
    ("trinomial, -30", "pentanomial, -25", "paired wins, 0 to 0.1", "paired scores, 0 to 0.04"))]


def test_every_kind_of_test_is_simulated() -> None:
    assert len(QUICK) == 4


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_error_rates_hold(case: Case) -> None:
    """Both at 5 % with room for the chance of 300 tests: three standard errors are 0.038. `make sprt-errors` plays
    10,000 each. The mean length is what was to be expected, and some units for the last step over the bound."""
    for truth, strength in enumerate((case.sprt.low, case.sprt.high)):
        found = simulate(case, truth, 300, seed=7)
        assert found.undecided == 0
        assert found.wrong / found.runs <= 0.05 + 0.038
        chances = case.chances[truth]
        deviation = math.sqrt(chances @ (case.values - chances @ case.values) ** 2)
        assert found.units == pytest.approx(prospect(case.sprt, strength, deviation).units, rel=0.25)


def test_the_simulation_sees_a_test_that_errs() -> None:
    """Units that are counted as games of their own hide how they hang together: the errors double."""
    sprt = Sprt(-40, 40, model="trinomial")
    chances = (np.array([1 - elo.score_of(bound), 0.0, elo.score_of(bound)]) for bound in (-40, 40))
    low, high = chances
    alone = simulate(Case("", sprt, np.linspace(0, 1, 3), (low, high)), 0, 1000, seed=1)
    assert alone.wrong / alone.runs <= 0.05 + 0.021
    doubled = simulate(Case("", sprt, np.linspace(0, 1, 3), (low, high)), 0, 1000, seed=1, weight=2)
    assert doubled.wrong / doubled.runs > 0.1


def test_the_simulation_prints_a_row_for_each_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sprt_errors.py", "--runs", "20", "--only", "trinomial, -30"])
    main()
    printed = capsys.readouterr().out
    assert "20 tests each" in printed
    assert re.search(r"trinomial, -30 to 30 Elo, 60% draws .* \d+\.\d\d% \[\d", printed)
