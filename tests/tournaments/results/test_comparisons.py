"""Ratings and comparisons as people and programs read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from fake_players import small_match
from rich.console import Console

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.report import match_report
from dohyo.tournaments.results import comparisons
from dohyo.tournaments.results.comparisons import Comparison
from dohyo.tournaments.results.counts import Standings, by_score, tally
from dohyo.tournaments.results.figure_texts import p_text
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.sprt import Sprt

NAMES = ("a", "b", "c")


def games(*results: tuple[str, str, float, float]) -> Iterator[tuple[Place, GameRecord]]:
    """Pairs of games: who met, and the points of the first in each."""
    for number, (first, second, ahead, behind) in enumerate(results):
        for swap, (players, points) in enumerate((((first, second), ahead), ((second, first), 1 - behind))):
            yield Place(number, 0, swap), GameRecord("", players, (), (points, 1 - points))


#: a lost nothing to b; both won everything of c.
PLAYED = tally(NAMES, games(*[("a", "b", 1, 0.5)] * 4, *[("a", "b", 1, 0)] * 2, *[("b", "a", 0.5, 0.5)] * 2,
                            *[("c", "a", 0, 0)] * 3, *[("b", "c", 1, 1)] * 8))
MATCH = small_match(*NAMES, rounds=8)


def shown(match: Match, standings: Standings) -> str:
    console = Console(width=250, color_system=None)
    with console.capture() as capture:
        console.print(match_report.as_table(match, standings, by_score(standings)), highlight=False)
    return capture.get()


def test_any_two_engines_are_compared_from_the_better_ones_side() -> None:
    found = comparisons.comparisons(MATCH, PLAYED, [0, 1, 2])
    assert [(each.first, each.second, each.better, each.worse) for each in found] == [
        (0, 1, 4, 0), (0, 2, 3, 0), (1, 2, 8, 0)]
    assert [each.p for each in found] == pytest.approx([2 / 2**4, 2 / 2**3, 2 / 2**8])
    assert [each.corrected for each in found] == pytest.approx([2 / 2**3, 2 / 2**3, 6 / 2**8])
    assert [each.significant for each in found] == [False, False, True]
    other = comparisons.comparisons(MATCH, PLAYED, [2, 1, 0])
    assert [(each.first, each.second, each.better, each.worse) for each in other] == [
        (2, 1, 0, 8), (2, 0, 0, 3), (1, 0, 0, 4)]
    assert [each.pairs.points for each in other if each.pairs] == [(8, 0, 0, 0, 0), (3, 0, 0, 0, 0), (0, 4, 4, 0, 0)]


def test_people_read_ratings_pairs_and_what_holds_of_all() -> None:
    text = shown(MATCH, PLAYED)
    assert "stronger than the next" in text
    assert "a drawn game is added for each rating" in text
    assert "p: exact signed-rank test corrected for 3 comparisons (Holm)" in text
    rows = [line.split() for line in text.splitlines()]
    assert any(row[:9] == ["a", "b", "0,", "0,", "4,", "4,", "0", "∞", "1.00"] for row in rows)
    assert any(row[:1] == ["c"] and "[-∞," in row for row in rows)
    assert "Significant differences: 1 of 3 comparisons" in text
    assert "sequential" not in text


def test_many_comparisons_are_summed_up() -> None:
    names = tuple("abcde")
    pairs = [(first, second, 1.0, 0.5) for first, second in combinations(names, 2)]
    text = shown(small_match(*names), tally(names, games(*pairs)))
    assert "pairs of 0, ½" not in text
    assert "Significant differences: 0 of 10 comparisons" in text


def test_engines_that_no_games_join_are_said() -> None:
    names = tuple("abcd")
    standings = tally(names, games(("a", "b", 1, 0), ("c", "d", 1, 0)))
    match = small_match(*names)
    assert "No common ratings: no games join" in shown(match, standings)
    data = match_report.as_json(match, standings)
    assert data["ratings"] is None
    assert "a, b; c, d" in data["unrated"]


def test_a_sequential_test_warns_of_the_other_figures() -> None:
    match = replace(small_match("a", "b"), format="sprt", sprt=Sprt(0, 100))
    text = shown(match, tally(("a", "b"), games(*[("a", "b", 1, 1)] * 3)))
    assert "a test that stops by its results makes the difference look larger" in text
    assert "Significant differences" not in text


def test_solitaires_are_compared_deal_by_deal() -> None:
    match = Match("fifteen-rush", small_match(*NAMES).engines, rounds=6)
    won = {"a": (1, 1, 1, 1, 1, 1), "b": (0, 0, 0, 0, 0, 0), "c": (1, 0, 1, 0, 1, 1)}
    played = [(Place(deal, NAMES.index(name), 0), GameRecord("", (name,), (), (float(won[name][deal]),)))
              for deal in range(6) for name in NAMES]
    standings = tally(NAMES, played, solo=True)
    first, *_ = comparisons.comparisons(match, standings, [0, 1, 2])
    assert (first.better, first.worse, first.pairs) == (6, 0, None)
    assert first.sign == first.p == pytest.approx(2 / 2**6)
    text = shown(match, standings)
    assert "Deals that the row's engine played better" in text
    assert any(line.split()[:6] == ["a", "c", "2", "4", "0", "+33.3"] for line in text.splitlines())
    assert comparisons.ratings(match, standings) is None


def test_partners_are_not_compared() -> None:
    match = Match("club-fight-coop", small_match("a", "b").engines, format="cross-play")
    shared = [(Place(0, 1, swap), GameRecord("", players, (), (1.0, 1.0)))
              for swap, players in enumerate((("a", "b"), ("b", "a")))]
    standings = tally(("a", "b"), shared, cross=True)
    assert comparisons.comparisons(match, standings, [0, 1]) == []
    assert comparisons.ratings(match, standings) is None


def test_the_json_holds_every_figure_and_no_infinite_one() -> None:
    data = json.loads(json.dumps(match_report.as_json(MATCH, PLAYED), allow_nan=False))
    first = data["duels"][0]
    assert (first["pentanomial"], first["split"], first["drawn"], first["pairs_ratio"]) == ([0, 0, 4, 4, 0], 2, 2, None)
    assert first["draw_rate"] == pytest.approx(8 / 16)
    assert first["draw_rate_low"] < 0.5 < first["draw_rate_high"]
    assert first["elo_margin"] == pytest.approx(elo.elo_margin({0.5: 4, 0.75: 4}))
    assert first["normalized_elo_low"] < first["normalized_elo"] < first["normalized_elo_high"]
    assert (first["sign_p"], first["rank_p"], first["rank_p_corrected"]) == (0.125, 0.125, 0.25)
    ratings = data["ratings"]
    assert (ratings["engines"], ratings["prior"], ratings["low"][2]) == (list(NAMES), 1.0, None)
    assert len(ratings["covariance"]) == 3
    assert ratings["superiority"][0][0] == 0.5
    assert set(ratings["advantage"]) == {"elo", "error", "low", "high"}


def test_small_chances_are_not_said_to_be_none() -> None:
    assert p_text(0.0004) == "<0.001"
    assert p_text(0.0316) == "0.032"
    assert not Comparison(0, 1, {}, None, 1.0, 0.051, 0.051).significant
