"""A cluster plays what one process would: also when workers are lost, and not at all with other code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from running import essence

from dohyo.engine import GameRecord, UsageError
from dohyo.tournaments import cluster_worker
from dohyo.tournaments.executor import Executor
from dohyo.tournaments.player import maker
from dohyo.tournaments.schedule import Pairing, Place
from dohyo.tournaments.spec import Engine, Limits, Match, Sprt
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Tournament

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
from distributed import LocalCluster, Scheduler  # noqa: E402

from dohyo.tournaments import cluster  # noqa: E402
from dohyo.tournaments.cluster import ClusterExecutor  # noqa: E402

Games = dict[Place, dict[str, Any]]


def match(rounds: int, **settings: Any) -> Match:
    """Two engines of this project that search inside whoever plays."""
    engines = tuple(Engine(name, f"builtin:{name}", Limits(nodes=20)) for name in ("mcts", "random"))
    settings = {"game_id": "rush-stones", "rules": (("size", "3"),), "opening": 1, **settings}
    return Match(engines=engines, rounds=rounds, seed=5, **settings)


def quiet(pairing: Pairing, record: GameRecord) -> None: ...


def games(store: Store, event: int = 0) -> Games:
    return {place: essence(record) for place, record in store.games(event)}


def local_games(plan: Match) -> Games:
    with Store(None, plan.plan) as store:
        Executor(plan, store, maker(Tournament.of(plan)), quiet).run()
        return games(store)


def play(plan: Match, store: Store, address: str, **settings: Any) -> None:
    tournament = Tournament.of(plan)
    ClusterExecutor(tournament, store, maker(tournament), settings.pop("listener", quiet), address=address,
                    **settings).run()


@pytest.fixture
def threads() -> Iterator[str]:
    """The address of a cluster whose two workers are threads of this process."""
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None,
                      protocol="tcp") as made:
        yield made.scheduler_address
