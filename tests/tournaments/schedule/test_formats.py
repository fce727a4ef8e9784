"""Who plays whom: every format as a pure function of the plan and of results that a test makes up."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.schedule.formats import MOST_EXTRA, Ranking, most_games, stages
from dohyo.tournaments.schedule.pairing import bracket, swiss_tables
from dohyo.tournaments.schedule.units import Pairing, Unit

#: The score of the first engine of a unit.
Score = Callable[[Unit], float]


def match(count: int, format_: str, game: str = "rush-stones", rounds: int = 1, pairs: int = 1, **more: int) -> Match:
    engines = tuple(Engine(f"e{number}", "random", Limits(nodes=1)) for number in range(count))
    return Match(game, engines, format=format_, rounds=rounds, pairs=pairs, **more)  # type: ignore[arg-type]


def better(unit: Unit) -> float:
    """The engine that is named first in the plan always wins."""
    return float(unit[0].engines[0] < unit[0].engines[1])


def worse(unit: Unit) -> float:
    return 1 - better(unit)


def level(unit: Unit) -> float:
    return 0.5


def play(plan: Match, score: Score = better) -> tuple[list[list[Unit]], Ranking]:
    """All stages, and the ranking."""
    schedule, found = stages(plan), []
    stage = next(schedule)
    while True:
        units = list(stage.units)
        found.append(units)
        try:
            stage = schedule.send({unit[0].place[:2]: score(unit) for unit in units})
        except StopIteration as end:
            return found, end.value


def games(found: list[list[Unit]]) -> Iterator[Pairing]:
    return (pairing for units in found for unit in units for pairing in unit)


def meetings(units: list[Unit]) -> list[tuple[int, ...]]:
    return [unit[0].engines for unit in units]


@pytest.mark.parametrize("count", [2, 3, 5, 8])
@pytest.mark.parametrize("format_", [*spec.RANKING, spec.GAUNTLET, spec.ROUND_ROBIN])
@pytest.mark.parametrize("score", [better, worse])
def test_games_have_places_of_their_own_and_pairs_swap_seats_on_one_deal(
    count: int, format_: str, score: Score
) -> None:
    plan = match(count, format_, rounds=3, pairs=2 if format_ in spec.RANKING else 1)
    found, _ = play(plan, score)
    every = list(games(found))
    assert len({pairing.place for pairing in every}) == len(every) == most_games(plan)
    for unit in itertools.chain(*found):
        first, second = unit
        assert first.place[:2] == second.place[:2]
        assert first.engines == second.engines[::-1]
        assert first.deal == second.deal
    assert len({unit[0].deal for unit in itertools.chain(*found)}) == len(every) // 2


def test_in_a_gauntlet_the_challengers_meet_all_others_and_nobody_else_meets() -> None:
    found, _ = play(match(5, spec.GAUNTLET, rounds=2, challengers=2))
    pairs = Counter(frozenset(pairing.engines) for pairing in games(found))
    assert pairs == {frozenset((first, second)): 4 for first in (0, 1) for second in (2, 3, 4)}


def test_in_cross_play_every_engine_is_the_partner_of_every_engine_on_the_same_deals() -> None:
    plan = match(3, spec.CROSS_PLAY, "club-fight-coop", rounds=2)
    found, _ = play(plan)
    every = list(games(found))
    assert Counter(pairing.engines for pairing in every) == dict.fromkeys(itertools.product(range(3), repeat=2), 2)
    assert {(pairing.place.round, pairing.deal) for pairing in every} == {(0, 0), (1, 1)}
    assert len(every) == most_games(plan) == 18


def test_the_bracket_keeps_the_best_apart_and_lets_them_rest() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(5) == [0, None, 3, 4, 1, None, 2, None]
    assert bracket(1) == [0]


def test_a_knockout_is_won_by_who_never_loses() -> None:
    found, ranking = play(match(5, spec.KNOCKOUT))
    assert [meetings(units) for units in found] == [[(3, 4)], [(0, 3), (1, 2)], [(0, 1)]]
    assert ranking == [(0, "winner"), (1, "out in round 3"), (2, "out in round 2"), (3, "out in round 2"),
                       (4, "out in round 1")]
    assert play(match(4, spec.KNOCKOUT), worse)[1][0] == (3, "winner")


def test_a_level_meeting_goes_on_pair_by_pair_and_then_the_first_goes_on() -> None:
    found, ranking = play(match(2, spec.KNOCKOUT, pairs=2), level)
    assert [len(units) for units in found] == [2] + [1] * MOST_EXTRA
    assert ranking[0] == (0, "winner")
    found, ranking = play(match(2, spec.KNOCKOUT), lambda unit: 0.5 if unit[0].place.pair < 3 else 0.0)
    assert len(found) == 4
    assert ranking[0] == (1, "winner")


def test_a_ladder_is_climbed_one_rung_a_round() -> None:
    found, ranking = play(match(4, spec.LADDER, rounds=4), worse)
    assert meetings(found[0]) == [(0, 1), (2, 3)]
    assert meetings(found[1]) == [(0, 3)]
    assert ranking == [(3, "rung 1"), (2, "rung 2"), (1, "rung 3"), (0, "rung 4")]
    assert play(match(4, spec.LADDER, rounds=4))[1] == [(place, f"rung {place + 1}") for place in range(4)]


def test_a_swiss_pairs_equals_and_ranks_by_points() -> None:
    found, ranking = play(match(4, spec.SWISS, rounds=3))
    assert meetings(found[0]) == [(0, 2), (1, 3)]
    assert meetings(found[1]) == [(0, 1), (2, 3)]
    assert [engine for engine, _ in ranking] == [0, 1, 2, 3]
    assert ranking[0] == (0, "3 of 3 points")


@given(st.integers(2, 14), st.data())
def test_nobody_meets_again_or_rests_twice_in_a_swiss_while_that_can_be_had(count: int, data: st.DataObject) -> None:
    """Rounds that leave two engines to each are never forced to repeat."""
    rounds = data.draw(st.integers(1, max(1, (count - 1) // 2)))
    results = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    found, ranking = play(match(count, spec.SWISS, rounds=rounds), lambda unit: data.draw(results))
    met = Counter(frozenset(unit[0].engines) for units in found for unit in units)
    played = Counter(engine for unit in itertools.chain(*found) for engine in unit[0].engines)
    assert set(met.values()) <= {1}
    assert {len(units) for units in found} == {count // 2}
    assert all(played[engine] >= rounds - 1 for engine in range(count))
    assert sorted(engine for engine, _ in ranking) == list(range(count))


def test_a_swiss_that_cannot_avoid_it_lets_engines_meet_again() -> None:
    assert swiss_tables([1.0, 0.0], {(0, 1): 1}, {}) == ([(0, 1)], None)
    assert swiss_tables([0.0, 0.0, 0.0], {}, {2: 1}) == ([(0, 2)], 1)


@pytest.mark.parametrize(("engines", "rounds", "most"), [(3, 12, 4), (4, 12, 4), (7, 21, 3), (8, 14, 2), (64, 12, 1)])
def test_nobody_meets_more_often_in_a_swiss_than_the_number_of_rounds_asks_for(
    engines: int, rounds: int, most: int
) -> None:
    """The first of two always wins, so that the same engines stand beside each other round after round."""
    found, _ = play(match(engines, spec.SWISS, rounds=rounds), lambda unit: float(operator.lt(*unit[0].engines)))
    met = Counter(frozenset(unit[0].engines) for units in found for unit in units)
    assert max(met.values()) == most
    rested = Counter(engine for engine in range(engines) for units in found
                     if all(engine not in unit[0].engines for unit in units))
    assert not rested or max(rested.values()) == rounds / engines


def test_ten_million_games_are_scheduled_lazily() -> None:
    plan = match(2, spec.ROUND_ROBIN, rounds=5_000_000)
    assert most_games(plan) == 10_000_000
    units = iter(next(stages(plan)).units)
    *_, last = itertools.islice(units, 1000)
    assert last[0].place == (999, 0, 0)
