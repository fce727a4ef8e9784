"""What a report gathers in one pass agrees with what is known of the games otherwise, and stays small."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample import ENGINES, TOURNAMENT, games, stored

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results import outcome
from dohyo.tournaments.results.counts import tally
from dohyo.tournaments.results.eligibility import key_of
from dohyo.tournaments.results.game_figures import LISTED, SURPRISES, EventFigures, FiguresCounter
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.results.series import FINE, POINTS, Thinned, Times
from dohyo.tournaments.schedule.units import Place


@given(st.integers(1, 5000))
def test_a_series_of_any_length_keeps_a_bounded_part_and_its_end(length: int) -> None:
    series: Thinned[int] = Thinned()
    for number in range(1, length + 1):
        if series.wants:
            series.add(number)
        else:
            series.skip()
    kept = series.end(length)
    assert len(kept) <= 2 * POINTS + 1
    assert len(kept) >= min(length, POINTS - 1)
    assert kept[-1] == length
    steps = {after - before for before, after in pairwise(kept[:-1])}
    assert len(steps) <= 1, "the points are evenly spaced up to the last"


@given(st.lists(st.floats(1e-3, 1e6), min_size=1, max_size=200), st.floats(0.01, 1))
def test_quantiles_of_times_are_right_to_the_width_of_a_bin(times: list[float], share: float) -> None:
    found = Times()
    for time in times:
        found.add(time, None)
    exact = float(np.quantile(times, share, method="inverted_cdf"))
    assert math.log10(found.quantile(share)) == pytest.approx(math.log10(exact), abs=1 / FINE + 1e-9)
    assert found.quantile(1) <= found.longest == max(times)


def events() -> list[tuple[Result, EventFigures]]:
    with stored() as store:
        return [(found, found.figures) for found in outcome.results(TOURNAMENT, store)]


def figures(match: Match, games: Iterable[tuple[Place, GameRecord]]) -> EventFigures:
    """The figures of games that all count."""
    counter = FiguresCounter(match)
    for _, unit in groupby(games, key=lambda game: key_of(match, game[0])):
        counter.add(list(unit))
    return counter.end()


def test_what_is_kept_of_many_games_is_bounded() -> None:
    """The games of the sample again and again, in later rounds, as one stream."""
    match = TOURNAMENT.events[0]
    first = [(place, record) for event, place, record in games() if event == 0]

    def many(times: int) -> Iterator[tuple[Place, GameRecord]]:
        for time in range(times):
            yield from ((place._replace(round=place.round + 3 * time), record) for place, record in first)

    once, often = figures(match, many(1)), figures(match, many(60))
    assert often.lengths.total() == 60 * once.lengths.total() > 1000
    assert max(map(len, often.curves.values())) <= 2 * POINTS + 1
    assert len(often.fell) <= LISTED
    assert len(often.games) <= SURPRISES + 1
    for name, times in once.times.items():
        assert set(often.times[name].bins) == set(times.bins)


def test_curves_end_at_the_standings_and_the_path_at_the_decision() -> None:
    for result, found in events():
        for entrant in result.standings.entrants:
            last = found.curves[entrant.name][-1]
            assert last.units == entrant.scores.total()
            assert last.score == pytest.approx(sum(score * n for score, n in entrant.scores.items()) / last.units)
            assert last.low <= last.score <= last.high
        assert (result.sprt is None) == (result.match.sprt is None)
        if result.sprt is not None:
            units, ratio = result.sprt.path[-1]
            assert units == result.sprt.counts.total()
            assert ratio == pytest.approx(result.sprt.llr)
            assert len(result.sprt.path) > 1


def test_every_move_and_every_game_is_counted() -> None:
    for event, (result, found) in enumerate(events()):
        assert found.lengths.total() == result.standings.played > 0
        # A move that was asked for took time; there are no others here.
        moves = {entrant.name: entrant.moves for entrant in result.standings.entrants if entrant.moves}
        assert {name: times.moves for name, times in found.times.items()} == moves
        mine = [record for number, _, record in games() if number == event]
        assert max(found.lengths) == max(len(record.plies) for record in mine)
        pairs = result.standings.played // 2
        assert found.first.total() == (0 if TOURNAMENT.events[event].solo else pairs)


def test_seat_1_scores_by_pairs_of_games() -> None:
    """Where the deal decides, both games of a pair go to one seat: they are not two witnesses."""
    match = TOURNAMENT.events[0]
    won = [(Place(number, 0, swap), GameRecord("", players, (), (1.0, 0.0) if number else (0.0, 1.0)))
           for number in range(2) for swap, players in enumerate((("mcts", "greedy"), ("greedy", "mcts")))]
    assert figures(match, won).first == {1.0: 1, 0.0: 1}


def test_curves_of_a_cross_play_count_deals_as_the_standings_do() -> None:
    match = Match("club-fight-coop", ENGINES[2:], format="cross-play", rounds=3)
    names = [engine.name for engine in match.engines]
    partners = [(0, 0), (0, 1), (1, 0), (1, 1)]
    played = [(Place(number, row + column, int(row > column)),
               GameRecord("", (names[row], names[column]), (), (float(number % 2),) * 2))
              for number in range(3) for row, column in partners]
    found, standings = figures(match, played), tally(names, played, cross=True)
    for entrant in standings.entrants:
        assert entrant.scores == {0.0: 2, 1.0: 1}
        assert [point.units for point in found.curves[entrant.name]] == [1, 2, 3]
        assert found.curves[entrant.name][-1].score == pytest.approx(1 / 3)


def test_faults_identities_and_values_are_told() -> None:
    (stones, found), (_, sumo), _ = events()
    broken = stones.standings.entrants[-1]
    assert len(found.fell) == broken.faults.total() == 4
    assert {fell.engine for fell in found.fell} == {"broken"}
    assert next(iter(stones.identities["mcts"])).startswith("Dohyo")
    assert list(stones.identities["broken"]) == ["fake 1.0"]
    assert not sumo.fell
    assert found.games
    for told in found.games:
        assert len({each.value for each in told.values}) > 2
        assert all(0 <= each.value <= 1 for each in told.values)


def test_each_of_two_faults_in_one_game_has_its_own_words() -> None:
    """As where both seats choose at once."""
    extra = {"faults": {"1": "time", "2": "crash"}, "fault_texts": {"1": "it was late", "2": "it ended"}}
    record = GameRecord("", ("greedy", "broken"), (), (0.5, 0.5), Fault.TIME, 1, "it was late", extra)
    found = figures(TOURNAMENT.events[1], [(Place(0, 0, 0), record)])
    assert [(fell.engine, fell.fault, fell.text) for fell in found.fell] == [
        ("greedy", Fault.TIME, "it was late"), ("broken", Fault.CRASH, "it ended")]


def test_values_are_those_of_the_first_seat() -> None:
    by_place = {place: record for event, place, record in games() if event == 0}
    _, found = events()[0]
    for told in found.games:
        record = by_place[told.place]
        assert told.result == record.returns[0]
        for each in told.values:
            said = record.plies[each.ply - 1].value
            assert said is not None
            assert each.value == (said if each.seat == 1 else 1 - said)


def test_deals_on_which_results_differ_are_listed_by_how_much() -> None:
    _, found = events()[2]
    rounds: dict[int, list[float]] = {}
    for event, place, record in games():
        if event == 2:
            rounds.setdefault(place.round, []).append(record.returns[0])
    spreads = Counter({number: max(scores) - min(scores) for number, scores in rounds.items()})
    assert found.deals == len(rounds) == 20
    assert found.differing == sum(spread > 0 for spread in spreads.values()) > 0
    assert [split.spread for split in found.splits] == sorted(spreads.values(), reverse=True)[: len(found.splits)]
    assert len(found.splits) == min(LISTED, found.differing)
    for split in found.splits:
        assert sorted(split.results.values()) == sorted(rounds[split.round])
