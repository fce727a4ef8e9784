"""What `check` says of a plan, against what it is known to take."""

from __future__ import annotations

import io
import random
from collections import Counter
from dataclasses import replace

import pytest
from rich.console import Console

from dohyo.engine import game
from dohyo.protocol.client.client import EngineFault
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.trial import trial, trials
from dohyo.tournaments.report.forecast_report import explained
from dohyo.tournaments.results.forecast import expected, forecast
from dohyo.tournaments.stats.exact_tests import rank_test
from dohyo.tournaments.stats.sprt import DIFFERENCE, Sprt

NODES = Limits(nodes=100)
ONE, TWO, THREE = (Engine(name, "builtin:greedy", NODES) for name in "abc")
STONES = Match("rush-stones", (ONE, TWO), rules=(("size", "5"),), rounds=50, opening=2)
DEALS = Match("fifteen-rush", (ONE, TWO), rounds=50)


def told(*matches: Match, played: int = 0) -> str:
    """What `check` prints, on one line each."""
    console = Console(file=io.StringIO(), width=1000)
    console.print(explained(Tournament(matches), {}, played))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_clock_counts_whole_however_quick_the_first_move_was() -> None:
    minute = Limits(clocks=(Clock(60_000),) * 2)
    timed = replace(STONES, engines=tuple(replace(engine, limits=minute) for engine in (ONE, TWO)))
    assert expected(timed, {"a": 0.001, "b": 0.001}) == expected(timed, {}) > 2 * 60
    moves = replace(STONES, engines=tuple(replace(engine, limits=Limits(movetime=1000)) for engine in (ONE, TWO)))
    assert expected(moves, {"a": 0.1, "b": 0.1}) == expected(moves, {}) > 20
    assert expected(STONES, {"a": 1.0, "b": 1.0}) > 20 > expected(STONES, {})


@pytest.mark.parametrize(("match", "line"), [
    (STONES, "round-robin, 50 rounds of 2 engines: a (nodes=100), b (nodes=100)"),
    (replace(STONES, engines=(ONE, TWO, THREE), format="gauntlet", rounds=1),
     "gauntlet, 1 round of 1 challenger against 2: "),
    (replace(STONES, format="swiss", pairs=3), "swiss, 50 rounds of 2 engines, 3 pairs of games a meeting: "),
    (replace(STONES, format="knockout", rounds=1), "knockout of 2 engines, 1 pair of games a meeting: "),
    (replace(STONES, format="sprt", sprt=Sprt(0, 10)), "sprt of at most 50 pairs: "),
    (DEALS, "batch of 50 deals, the same for 2 engines: "),
    (replace(DEALS, format="sprt", sprt=Sprt(0, 0.1, model=DIFFERENCE)), "sprt of at most 50 deals: "),
    (replace(STONES, opening=0, starts=(str(game("rush-stones").deal(size=5)),)),
     "round-robin, 50 rounds of 2 engines; 1 position in turn: "),
])
def test_it_says_who_plays_whom(match: Match, line: str) -> None:
    assert told(match).split("\n")[1].strip().startswith(line)


def test_the_intervals_are_those_of_the_units() -> None:
    """1.96 standard errors: of pairs of independent games without draws sqrt(1/8), of differences of two deals
    sqrt(1/2)."""
    assert forecast(STONES, {}).half == pytest.approx(1.96 * (0.125 / 50) ** 0.5, rel=1e-3)
    assert "at most about ±9.8 % or ±69 Elo, over 50 pairs; 80% power to detect 108 Elo" in told(STONES)
    assert forecast(DEALS, {}).half == pytest.approx(1.96 * (0.5 / 50) ** 0.5, rel=1e-3)
    assert forecast(replace(DEALS, engines=(ONE,)), {}).half == pytest.approx(1.96 * (0.25 / 50) ** 0.5, rel=1e-3)
    assert "1 pair: too few for a 95 % interval" in told(replace(STONES, rounds=1))
    assert "±0.0098 %," in told(replace(DEALS, engines=(ONE,), rounds=10**8))


@pytest.mark.parametrize("rounds", [20, 100])
def test_the_least_difference_is_told_as_often_as_is_said(rounds: int) -> None:
    """In 600 matches of pairs without draws at that difference; three standard errors are 0.05."""
    rng = random.Random(rounds)
    chance = 0.5 + forecast(replace(STONES, rounds=rounds), {}).min_detectable
    found = 0
    for _ in range(600):
        scores = [((rng.random() < chance) + (rng.random() < chance)) / 2 for _ in range(rounds)]
        found += rank_test(Counter(scores)) <= 0.05
    assert found / 600 == pytest.approx(0.8, abs=0.05)


def test_more_comparisons_need_larger_differences() -> None:
    three = replace(STONES, engines=(ONE, TWO, THREE))
    assert "108 Elo" not in told(three)
    assert "80% power to detect" in told(three)
    against_one = replace(three, format="gauntlet")
    least = [forecast(match, {}).min_detectable for match in (STONES, against_one, three)]
    assert least[0] < least[1] < least[2]


def test_a_sequential_test_is_told_by_its_length() -> None:
    """Wald: (1 - 2 alpha) log(19) / (s / 2) units at a hypothesis, log(19)^2 / s between them, where s is the square of
    their distance in deviations: 0.01439 in score, over sqrt(1/8)."""
    match = replace(STONES, format="sprt", sprt=Sprt(0, 10))
    assert "about 3,201 pairs if 0 or 10 is true, and 5,236 pairs if the truth lies between" in told(match)
    assert "the test is likely to end undecided" in told(match)
    assert "undecided" not in told(replace(match, rounds=5000))
    single = told(replace(match, sprt=Sprt(0, 10, model="trinomial")))
    assert "about 3,201 pairs" in single, "a unit of two independent games tells as much as the two"


def test_games_that_repeat_each_other_are_warned_of() -> None:
    same = replace(STONES, opening=0)
    assert "warning: all games start from one position" in told(same)
    assert "warning" not in told(STONES) + told(DEALS) + told(replace(same, rounds=1))
    few = replace(same, starts=(str(game("rush-stones").deal(size=5)),) * 3)
    assert "warning: 3 positions for 50 deals" in told(few)
    assert "warning" not in told(replace(few, rounds=3))
    partners = Match("club-fight-coop", (ONE, TWO), format="cross-play", rounds=3,
                     starts=tuple(str(game("club-fight-coop").deal(seed)) for seed in range(3)))
    assert "warning" not in told(partners), "a round is one deal"
    assert "warning: 3 positions for 4 deals" in told(replace(partners, rounds=4))


def test_the_whole_is_summed_up() -> None:
    assert "\n200 games in about 4 s, 1 at a time; stored in None." in told(STONES, DEALS)
    assert ", 7 of them already." in told(STONES, played=7)
    test, knockout = replace(STONES, format="sprt", sprt=Sprt(0, 10)), replace(STONES, format="knockout", rules=())
    assert "\nat most 200 games" in told(test, DEALS)
    assert "\n  at least 2 games" in told(knockout), "level meetings go on"
    assert "\nat least 102 games" in told(knockout, DEALS)
    assert "\nabout 102 games" in told(test, knockout)


def test_a_trial_makes_a_move_and_says_who_cannot() -> None:
    assert 0 <= trial(STONES, ONE) < 10
    with pytest.raises(EngineFault, match="engine returned no move"):
        trial(STONES, replace(ONE, program="builtin:table"))
    wrong = replace(TWO, options=(("Nope", "1"),))
    times, problems = trials(Tournament((replace(STONES, engines=(ONE, wrong)),)))
    assert list(times) == [(0, "a")]
    (problem,) = problems
    assert problem.startswith("rush-stones size=5: engine b: Dohyo")
    assert "has no option 'Nope'" in problem
