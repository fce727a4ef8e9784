"""The schedule: who plays whom, in which place, from which deal."""

import re
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from fake_players import small_match

from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.schedule import seeds
from dohyo.tournaments.schedule.units import Pairing, Place, length, units


def test_three_engines_for_two_rounds() -> None:
    found = [(pairing.place, pairing.engines, pairing.deal) for unit in units(3, 2, 2) for pairing in unit]
    assert found == [
        ((0, 0, 0), (0, 1), 0), ((0, 0, 1), (1, 0), 0),
        ((0, 1, 0), (0, 2), 1), ((0, 1, 1), (2, 0), 1),
        ((0, 2, 0), (1, 2), 2), ((0, 2, 1), (2, 1), 2),
        ((1, 0, 0), (0, 1), 3), ((1, 0, 1), (1, 0), 3),
        ((1, 1, 0), (0, 2), 4), ((1, 1, 1), (2, 0), 4),
        ((1, 2, 0), (1, 2), 5), ((1, 2, 1), (2, 1), 5),
    ]


def test_in_a_solitaire_every_engine_plays_every_deal() -> None:
    found = [[(pairing.engines, pairing.deal) for pairing in unit] for unit in units(3, 2, 1)]
    assert found == [[((0,), 0), ((1,), 0), ((2,), 0)], [((0,), 1), ((1,), 1), ((2,), 1)]]


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("engines", [2, 3, 5])
def test_places_are_unique_and_seats_are_shared_equally(engines: int, seats: int) -> None:
    games = [pairing for unit in units(engines, 3, seats) for pairing in unit]
    assert len({game.place for game in games}) == len(games) == length(engines, 3, seats)
    for seat in range(seats):
        assert len(set(Counter(game.engines[seat] for game in games).values())) == 1


def test_the_schedule_is_lazy() -> None:
    assert len(list(islice(units(1000, 10**9, 2), 3))) == 3


def test_seeds_depend_on_the_place_and_not_on_the_order_of_asking() -> None:
    match = small_match("a", "b")
    first, second = next(units(2, 1, 2))
    assert seeds.deal_seed(match, first) == seeds.deal_seed(match, second)
    given = [seeds.engine_seed(match, game, seat) for game in (first, second) for seat in (1, 2)]
    assert len({*given, seeds.deal_seed(match, first)}) == 5
    other = small_match("a", "b", seed=1)
    assert seeds.engine_seed(other, first, 1) != seeds.engine_seed(match, first, 1)


def test_derived_seeds_are_the_same_on_every_machine() -> None:
    """The first 63 bits of `printf 0/deal/0 | sha256sum`."""
    pairing = Pairing(Place(0, 0, 0), (0, 1), 0)
    assert seeds.deal_seed(small_match("a", "b"), pairing) == 7737525645057822191


def test_an_opening_is_shared_by_a_pair_and_differs_between_rounds() -> None:
    match = replace(small_match("a", "b", rounds=20), opening=4)
    starts = [[str(seeds.start(match, pairing)) for pairing in unit] for unit in units(2, 20, 2)]
    assert all(first == second for first, second in starts)
    assert len({first for first, _ in starts}) > 15
    assert all(len(re.findall("[bw]", first.split()[2])) == 5 for first, _ in starts)  # `board` begins with one


def test_an_opening_stops_before_the_end_of_the_game() -> None:
    pairing = next(units(2, 1, 2))[0]
    state = seeds.start(replace(small_match("a", "b"), opening=100), pairing)
    assert len(state.moves()) == 1


def test_an_opening_leaves_a_deal_that_is_over_as_it_is() -> None:
    """Some deals of fifteen-rush are lost before the first move."""
    engines = (Engine("a", "random", Limits(nodes=1)),)
    match = Match("fifteen-rush", engines, opening=3, rounds=10_000)
    starts = [seeds.start(match, unit[0]) for unit in units(1, 10_000, 1)]
    over = [state for state in starts if state.over]
    assert over
    assert all(state.returns == (0.0,) for state in over)


def test_with_own_partners_every_engine_plays_every_deal_in_all_seats() -> None:
    found = [[(pairing.place, pairing.engines, pairing.deal) for pairing in unit] for unit in units(2, 2, 2, solo=True)]
    assert found == [
        [((0, 0, 0), (0, 0), 0), ((0, 1, 0), (1, 1), 0)],
        [((1, 0, 0), (0, 0), 1), ((1, 1, 0), (1, 1), 1)],
    ]
    assert length(2, 2, 2, solo=True) == 4
