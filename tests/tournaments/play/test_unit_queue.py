"""What is left to play: lazily, by results, and without those who are disqualified."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from fake_players import FakePlayer, small_match

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.results.eligibility import Disqualifications, counted
from dohyo.tournaments.results.outcome import result
from dohyo.tournaments.schedule.units import Pairing, Place, Unit
from dohyo.tournaments.stats import sprt
from dohyo.tournaments.stats.sprt import Sprt
from dohyo.tournaments.store.games import Store


def record(pairing: Pairing, match: Match, returns: tuple[float, ...] = (1.0, 0.0), fault: int = 0) -> GameRecord:
    """A game without moves. fault: the seat that forfeited, if one did."""
    names = tuple(match.engines[engine].name for engine in pairing.engines)
    return GameRecord("", names, (), returns, Fault.CRASH if fault else None, fault or None)


def better(pairing: Pairing) -> tuple[float, ...]:
    """The engine that is named first in the match wins."""
    first, second = pairing.engines
    return float(first < second), float(second < first)


def play(queue: UnitQueue, store: Store, match: Match, most: int = 10**9) -> int:
    """Play up to so many units, one at a time; how many there were."""
    for number in range(most):
        unit = queue.take()
        if not unit:
            assert queue.finished
            return number
        for pairing in unit:
            game = record(pairing, match, better(pairing))
            store.add(pairing.place, game)
            queue.stored(pairing, game)
        queue.done(unit)
    return most


def test_ten_million_games_need_no_memory() -> None:
    """What is held does not grow from the first thousands of them to the next."""
    match = small_match("a", "b", rounds=5_000_000)
    held = []
    with Store(None, match.plan) as store:
        queue = UnitQueue(match, store)
        tracemalloc.start()
        for _ in range(2):
            for _ in range(5000):
                queue.done(queue.take())
            held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert held[1] < held[0] + 20_000 < 250_000


def test_units_under_way_are_all_that_a_test_in_order_remembers() -> None:
    match = replace(small_match("a", "b", rounds=5_000_000), format=spec.SPRT, sprt=Sprt(0, 10))
    with Store(None, match.plan) as store:
        queue = UnitQueue(match, store)
        first = queue.take()
        for _ in range(50):
            unit = queue.take()
            for pairing in unit:
                store.add(pairing.place, record(pairing, match))  # every pair is even
            queue.done(unit)
        assert len(queue._order) == 51
        for pairing in first:
            store.add(pairing.place, record(pairing, match))
        queue.done(first)
        assert len(queue._order) == 0
        assert not queue.finished


@pytest.mark.parametrize("late", [0, 1, 7])
def test_a_sequential_test_ends_at_the_same_unit_in_whatever_order_games_end(late: int) -> None:
    """The first engine wins every game; a unit that is late decides nothing before it is there."""
    match = replace(small_match("a", "b", rounds=1000), format=spec.SPRT, sprt=Sprt(0, 100))
    with Store(None, match.plan) as store:
        queue = UnitQueue(match, store)
        kept = []
        while not queue.finished:
            unit = queue.take()
            if not unit:
                break
            kept.append(unit)
            if len(kept) > late:
                ended = kept.pop()  # the newest ends first
                for pairing in ended:
                    store.add(pairing.place, record(pairing, match, better(pairing)))
                queue.done(ended)
            if late and len(kept) == late and store.count() >= 80:
                for ended in kept:
                    for pairing in ended:
                        store.add(pairing.place, record(pairing, match, better(pairing)))
                    queue.done(ended)
                kept = []
        assert queue.finished
        places = [place for place, _ in counted(match, store)]
        units = sprt.run(Sprt(0, 100), [1.0] * 100).units
        assert 5 < units < 100
        assert len(places) == 2 * units
        assert places[-1] == (units - 1, 0, 1)
        again = UnitQueue(match, store)
        assert again.take() == ()
        assert again.finished


@pytest.mark.parametrize("format_", spec.RANKING)
def test_a_stage_waits_for_its_results_and_a_new_run_finds_the_same_schedule(format_: str) -> None:
    match = replace(small_match("a", "b", "c", "d", rounds=3), format=format_)
    with Store(None, match.plan) as store:
        whole = UnitQueue(match, store)
        first, second = whole.take(), whole.take()
        assert first
        assert second
        assert whole.take() == ()
        assert not whole.finished
        for unit in (first, second):
            for pairing in unit:
                store.add(pairing.place, record(pairing, match, better(pairing)))
            whole.done(unit)
        play(whole, store, match)
        places = [place for place, _ in store.games()]
        ranking = whole.ranking
    for stop in range(1, len(places) // 2):
        with Store(None, match.plan) as store:
            play(UnitQueue(match, store), store, match, stop)
            again = UnitQueue(match, store)
            play(again, store, match)
            assert [place for place, _ in store.games()] == places
            assert again.ranking == ranking
    assert ranking[0][0] == 0


def test_a_unit_of_which_one_game_is_stored_gives_the_other() -> None:
    match = small_match("a", "b")
    with Store(None, match.plan) as store:
        unit = UnitQueue(match, store).take()
        store.add(unit[0].place, record(unit[0], match))
        assert UnitQueue(match, store).take() == unit[1:]


def test_the_last_fault_allowed_is_found_in_the_order_of_the_schedule() -> None:
    match = replace(small_match("a", "b"), disqualify_after=2)
    found = Disqualifications(match)
    for number in (9, 4, 6):
        assert not found.out("b", (100, 0)) or number == 6
        pairing = Pairing(Place(number, 0, 0), (0, 1), 0)
        found.add(pairing.place, record(pairing, match, fault=2))
    assert not found.out("b", (6, 0))
    assert found.out("b", (6, 1))
    assert not found.out("a", (100, 0))
    assert found.disqualified == ["b"]


@pytest.mark.parametrize("at_once", [1, 4])
def test_who_faults_too_often_is_disqualified_and_the_others_go_on(at_once: int) -> None:
    """What counts does not depend on how many games were under way."""
    match = replace(small_match("a", "bad", "c", rounds=6, concurrency=at_once), disqualify_after=3)

    def make(engine: Engine) -> FakePlayer:
        return FakePlayer(engine.name, Fault.ILLEGAL if engine.name == "bad" else None)

    with Store(None, match.plan) as store:
        executor = Executor(match, store, make, lambda pairing, record: None)
        executor.run()
        assert executor.disqualified == [["bad"]]
        found = list(counted(match, store))
        assert Disqualifications.stored(match, store, 0).disqualified == ["bad"]
    pairs = Counter(frozenset(game.players) for _, game in found)
    assert pairs == {frozenset("ac"): 12, frozenset(("a", "bad")): 2, frozenset(("bad", "c")): 2}
    assert [place[:2] for place, game in found if game.fault] == [(0, 0), (0, 0), (0, 2), (0, 2)]


@pytest.mark.parametrize(("format_", "bad"), [
    (spec.GAUNTLET, "a"), (spec.GAUNTLET, "bc"), (spec.ROUND_ROBIN, "ab"), (spec.ROUND_ROBIN, "abc"),
])
def test_a_schedule_of_which_nobody_is_left_to_play_is_not_gone_through(format_: str, bad: str) -> None:
    match = replace(small_match("a", "b", "c", rounds=10**8), format=format_, disqualify_after=1)
    passed: list[Unit] = []
    with Store(None, match.plan) as store:
        queue = UnitQueue(match, store, passed=passed.append)
        while unit := queue.take():
            for pairing in unit:
                seats = [seat for seat, engine in enumerate(pairing.engines, 1) if "abc"[engine] in bad]
                game = record(pairing, match, fault=seats[0] if seats else 0)
                store.add(pairing.place, game)
                queue.stored(pairing, game)
            queue.done(unit)
            assert len(passed) < 20
        assert queue.finished
        assert queue.disqualifications.disqualified
    assert len(passed) < 20


def test_a_disqualified_engine_loses_what_decides_who_goes_on() -> None:
    match = replace(small_match("bad", "b", "c", "d"), format=spec.KNOCKOUT, disqualify_after=1, pairs=3)
    with Store(None, match.plan) as store:
        def make(engine: Engine) -> FakePlayer:
            return FakePlayer(engine.name, Fault.CRASH if engine.name == "bad" else None)

        Executor(match, store, make, lambda pairing, record: None).run()
        queue = UnitQueue(match, store)
        queue.take()
        assert queue.ranking[0][0] != 0
        assert sum("bad" in game.players for _, game in store.games()) == 2


OUTCOMES = [(1.0, 0.0, 0), (0.0, 1.0, 0), (0.5, 0.5, 0), (0.0, 1.0, 1), (1.0, 0.0, 2)]


def by_chance(match: Match, pairing: Pairing, seed: int) -> GameRecord:
    """A game whose result, a fault among them, depends on its place, its players and the seed alone."""
    *returns, fault = random.Random(f"{seed} {pairing}").choice(OUTCOMES)
    return record(pairing, match, tuple(returns), fault)


def in_disorder(match: Match, at_once: int, seed: int) -> tuple[Any, ...]:
    """The games that count, the ranking and who is disqualified, of a run with so many units under way, which end in a
    random order. It is killed now and then, in the midst of a unit too."""
    order = random.Random(seed)
    with Store(None, match.plan) as store:
        queue, open_ = UnitQueue(match, store), []
        while True:
            while len(open_) < at_once and (unit := queue.take()):
                open_.append(unit)
            if not open_:
                break
            unit = open_.pop(order.randrange(len(open_)))
            killed = at_once > 1 and order.random() < 0.1
            for pairing in unit[: order.randrange(2) if killed else None]:
                game = by_chance(match, pairing, seed)
                store.add(pairing.place, game)
                queue.stored(pairing, game)
            if killed:
                queue, open_ = UnitQueue(match, store), []
            else:
                queue.done(unit)
        assert queue.finished
        again = UnitQueue(match, store)
        assert not again.take()
        assert again.ranking == queue.ranking
        return list(counted(match, store)), queue.ranking, result(match, store, 0).disqualified


@pytest.mark.parametrize("format_", [form for form in spec.FORMATS if form != spec.CROSS_PLAY])
def test_what_counts_and_who_meets_whom_depend_on_no_order_in_which_games_end(format_: str) -> None:
    """Engines fault in some of their games, and are disqualified, while other games of theirs are under way."""
    names = "ab" if format_ == spec.SPRT else "abcde"
    test = Sprt(0, 300) if format_ == spec.SPRT else None
    out = 0
    for seed in range(40):
        match = replace(small_match(*names, rounds=3), format=format_, pairs=3, sprt=test,
                        disqualify_after=1 + seed % 4)
        alone = in_disorder(match, 1, seed)
        assert in_disorder(match, 5, seed) == alone
        out += bool(alone[-1])
    assert out > 5
