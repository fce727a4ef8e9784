"""A tournament among engines of which all but one fail: every fault in its column, no hang, no orphan."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from places import TOURNAMENTS

from dohyo.engine import Fault
from dohyo.protocol.client.process_guard import descendants
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import player
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.results.outcome import result
from dohyo.tournaments.store.games import Store

#: An engine that fails in one way must not be late besides.
pytestmark = pytest.mark.alone
FAULTY = shlex.join([sys.executable, "-S", str(TOURNAMENTS / "faulty_engine.py")])
LIMITS = Limits(nodes=1)
#: For the engine that is late; whoever fails otherwise is to have the time for it.
SHORT = Limits(movetime=20)


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No engine is left at the end."""
    before = set(descendants(os.getpid()))
    yield
    assert set(descendants(os.getpid())) <= before


def gauntlet(rounds: int, **changes: int) -> Match:
    """A good engine against one for each fault."""
    engines = (Engine("good", "builtin:random", LIMITS),
               *(Engine(str(fault), f"{FAULTY} {fault}", SHORT if fault is Fault.TIME else LIMITS, start_timeout=2)
                 for fault in Fault))
    match = Match("rush-stones", engines, rules=(("size", "3"),), format=spec.GAUNTLET, rounds=rounds,
                  concurrency=4)
    return replace(match, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_every_fault_stands_in_its_column(rounds: int) -> None:
    match = gauntlet(rounds)
    with Store(None, match.plan) as store:
        Executor(match, store, player.maker(Tournament.of(match)), lambda pairing, record: None).run()
        found = result(match, store, 0)
    assert found.endings == {"fault": 10 * rounds}
    good, *others = found.standings.entrants
    assert (good.games, good.wins, dict(good.faults)) == (10 * rounds, 10 * rounds, {})
    for fault, entrant in zip(Fault, others, strict=True):
        assert (entrant.name, entrant.losses, dict(entrant.faults)) == (fault, 2 * rounds, {fault: 2 * rounds})


def test_engines_that_fail_too_often_are_disqualified_and_the_tournament_ends() -> None:
    match = gauntlet(500, disqualify_after=1)
    with Store(None, match.plan) as store:
        executor = Executor(match, store, player.maker(Tournament.of(match)), lambda pairing, record: None)
        executor.run()
        found = result(match, store, 0)
    assert executor.disqualified == [[str(fault) for fault in Fault]] == [found.disqualified]
    assert found.endings.total() == 10
