"""A cluster plays what one process would: also when workers are lost, and not at all with other code."""

from __future__ import annotations

import importlib
import itertools
import logging
import os
import pickle
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from places import TOURNAMENTS
from running import COMMAND, essence, kept, run

from dohyo.engine import DohyoError, GameRecord, UsageError, game
from dohyo.protocol.client.process_guard import descendants
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import cluster_worker, fingerprint
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.results.eligibility import counted
from dohyo.tournaments.schedule.units import Pairing, Place, Unit
from dohyo.tournaments.stats.sprt import Sprt
from dohyo.tournaments.store.games import Store

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
import dask
from distributed import LocalCluster

from dohyo.tournaments.play import cluster
from dohyo.tournaments.play.cluster import ClusterExecutor

Games = dict[Place, dict[str, Any]]
#: Without Dask's look, a hundred times a second, at what each worker does.
UNWATCHED = {"distributed.worker.profile.enabled": False}


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
    tournament = replace(Tournament.of(plan), cluster=address)
    ClusterExecutor(tournament, store, maker(tournament), settings.pop("listener", quiet), **settings).run()


@pytest.fixture(scope="module")
def threads() -> Iterator[str]:
    """The address of a cluster whose two workers are threads of this process."""
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address="127.0.0.1:0",
                      protocol="tcp") as made:
        yield made.scheduler_address


@contextmanager
def scheduler(folder: Path, path: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The file and the process of a scheduler without workers, which finds dohyo in another folder."""
    file = folder / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard", "--host", "127.0.0.1",
               "--port", "0", "--scheduler-file", str(file)]
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder, env=environment) as process:
        try:
            deadline = time.monotonic() + 60
            while not (file.exists() and file.stat().st_size):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield str(file), process
        finally:
            process.terminate()


@contextmanager
def worker(scheduler_file: str, folder: Path, path: str) -> Iterator[None]:
    """A worker of that scheduler that finds dohyo in another folder."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", scheduler_file, "--nthreads",
               "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder, env=environment) as it:
        try:
            yield
        finally:
            it.terminate()


@pytest.mark.parametrize("changes", [
    {},
    {"game_id": "fifteen-rush", "rules": ()},
    {"format": "swiss", "pairs": 2},
    {"format": "sprt", "sprt": Sprt(0, 500), "rounds": 40},
], ids=lambda changes: str(changes.get("format", changes.get("game_id", "round-robin"))))
def test_a_cluster_plays_the_games_that_one_process_plays(changes: dict[str, Any], threads: str) -> None:
    """Also where results decide what is played next, and when to end."""
    plan = match(**{"rounds": 3, **changes})
    expected = local_games(plan)
    told: Counter[Place] = Counter()
    with Store(None, plan.plan) as store:
        play(plan, store, threads, listener=lambda pairing, record: told.update([pairing.place]))
        found = {place: essence(record) for place, record in counted(plan, store)}
        assert set(told) == {place for place, _ in store.games()}
    assert set(told.values()) == {1}
    # A test ends with the same unit; games that were under way are kept besides.
    assert found == {place: expected[place] for place in found}
    assert len(found) == len(expected) or plan.sprt is not None
    with Store(None, plan.plan) as store:
        Executor(plan, store, maker(Tournament.of(plan)), quiet).run()
        assert set(found) == {place for place, _ in counted(plan, store)}


def test_two_hundred_pairs_with_a_worker_killed_are_those_of_one_process() -> None:
    """None is lost and none counts twice."""
    plan = match(200)
    told: Counter[Place] = Counter()
    killed: list[int] = []
    with Store(None, plan.plan) as store, dask.config.set(UNWATCHED), LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", memory_limit=None,
        silence_logs=logging.CRITICAL,
    ) as made:

        def kill(pairing: Pairing, record: GameRecord) -> None:
            told.update([pairing.place])
            if told.total() == 150:
                killed.append(made.workers[0].process.pid)
                os.kill(killed[0], signal.SIGKILL)

        play(plan, store, made.scheduler_address, listener=kill)
        assert killed
        assert games(store) == local_games(plan)
        assert len(told) == 400
        assert set(told.values()) == {1}


def test_a_run_that_ended_early_goes_on_elsewhere(threads: str, tmp_path: Path) -> None:
    plan = match(12)
    with Store(tmp_path / "games.db", plan.plan) as store:
        with pytest.raises(KeyboardInterrupt):
            play(plan, store, threads, listener=interrupting(5))
        assert 5 <= store.count() < 24
    with Store(tmp_path / "games.db", plan.plan) as store:
        play(plan, store, threads)
        assert games(store) == local_games(plan)


def interrupting(after: int) -> Callable[[Pairing, GameRecord], None]:
    """A listener that presses Ctrl-C after so many games."""
    count = itertools.count(1)

    def listener(pairing: Pairing, record: GameRecord) -> None:
        if next(count) == after:
            raise KeyboardInterrupt

    return listener


def test_no_more_units_are_taken_than_can_soon_be_played(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The schedule has a thousand million units; it stays lazy, here and at the scheduler."""
    plan = match(10**9)
    taken: list[int] = []
    take = ClusterExecutor._take

    def counting(self: ClusterExecutor) -> Unit:
        taken.append(len(self._orders))
        return take(self)

    monkeypatch.setattr(ClusterExecutor, "_take", counting)
    with Store(None, plan.plan) as store:
        with pytest.raises(KeyboardInterrupt):
            play(plan, store, threads, listener=interrupting(60))
        assert store.count() >= 60
    assert len(taken) >= 30
    assert max(taken) < max(cluster.LEAST, cluster.AHEAD * 2)


def test_engines_end_with_the_run(threads: str) -> None:
    """Processes, whose workers go on; also of games that were under way."""
    before = set(descendants(os.getpid()))
    moves, state = [], game("rush-stones").deal(size=3)
    while not state.over:
        moves.append(state.moves()[0])
        state = state.play(moves[-1])
    command = shlex.join([sys.executable, "-S", str(TOURNAMENTS / "instant_engine.py"), *moves])
    engines = tuple(Engine(name, command, Limits(nodes=1)) for name in ("a", "b"))
    plan = Match("rush-stones", engines, rules=(("size", "3"),), rounds=2)
    with Store(None, plan.plan) as store:
        play(plan, store, threads)
        assert [len(record.plies) for _, record in store.games()] == [len(moves)] * 4
    with Store(None, plan.plan) as store, pytest.raises(KeyboardInterrupt):
        play(plan, store, threads, listener=interrupting(1))
    deadline = time.monotonic() + 60
    while set(descendants(os.getpid())) - before or cluster_worker.WORKERS.count():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_engines_of_which_nothing_is_asked_end() -> None:
    plan = Tournament.of(match(1))
    pool = cluster_worker.WorkerPool()
    data = pickle.dumps((plan, maker(plan)))
    worker = pool.take("run", data)
    pool.give("run", worker)
    pool.expire(time.monotonic() - 60)
    assert pool.take("run", data) is worker
    pool.give("run", worker)
    pool.expire(time.monotonic() + 1)
    assert pool.count() == 0
    with pytest.raises(cluster_worker.PlanWantedError):  # which may be large, and whose run may be over
        pool.take("run")
    again = pool.take("run", data)
    assert again is not worker
    assert pool.take("run") not in (worker, again)
    pool.end("run")
    with pytest.raises(cluster_worker.RunEndedError):
        pool.take("run", data)


def test_workers_with_other_code_or_none_are_refused(tmp_path: Path) -> None:
    """Before any game where they are there, with their first unit where they come later. A scheduler needs no dohyo."""
    other, none = copied(tmp_path / "other"), without(tmp_path / "none")
    with (other / "dohyo" / "tournaments" / "deals.py").open("a") as file:
        file.write("# something else\n")
    plan = match(2)
    with scheduler(tmp_path, str(none)) as (address, _), Store(None, plan.plan) as store:
        missing = pytest.raises(UsageError, match="cannot import dohyo: there is nothing here")
        with worker(address, tmp_path, str(none)), missing:
            play(plan, store, address)
        with worker(address, tmp_path, str(other)):
            with pytest.raises(UsageError, match=r"it has dohyo .*, and this program is dohyo .*; install the same"):
                play(plan, store, address)
            with pytest.raises(UsageError, match=r"tcp://\S+ cannot play: it has dohyo"):
                play(plan, store, address)
        assert store.count() == 0


def test_a_scheduler_that_is_lost_ends_the_run(tmp_path: Path) -> None:
    """What was played is kept."""
    plan = match(500)
    with scheduler(tmp_path, os.environ["PYTHONPATH"]) as (address, process), Store(None, plan.plan) as store:

        def lose(pairing: Pairing, record: GameRecord) -> None:
            process.kill()

        gone = pytest.raises(DohyoError, match="run the same command again")
        with worker(address, tmp_path, os.environ["PYTHONPATH"]), gone:
            play(plan, store, address, listener=lose)
        assert 0 < store.count() < 1000


def test_a_scheduler_that_answers_nothing_does_not_keep_a_run_from_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C ends it all the same, and what was played is kept."""
    monkeypatch.setattr(cluster, "END_WITHIN", 1.0)
    plan = match(500)
    with scheduler(tmp_path, os.environ["PYTHONPATH"]) as (address, process), Store(None, plan.plan) as store:

        def stop(pairing: Pairing, record: GameRecord) -> None:
            process.send_signal(signal.SIGSTOP)
            raise KeyboardInterrupt

        try:
            with worker(address, tmp_path, os.environ["PYTHONPATH"]), pytest.raises(KeyboardInterrupt):
                play(plan, store, address, listener=stop)
        finally:
            process.send_signal(signal.SIGCONT)
        assert store.count() == 1


def test_a_run_on_a_cluster_that_is_killed_is_gone_on_with_here(tmp_path: Path) -> None:
    """To the games of one that was never on a cluster; its workers end by themselves what they play for nobody."""
    plan = match(40)
    flags = ["--game", "rush-stones:size=3", "--openings", "random:1", "--rounds", "40", "--seed", "5", "--nodes", "20",
             "--engine", "mcts=builtin:mcts", "--engine", "random=builtin:random", "--out", str(tmp_path / "games.db")]
    path = os.environ["PYTHONPATH"]
    with (
        scheduler(tmp_path, path) as (address, _), worker(address, tmp_path, path),
        subprocess.Popen([*COMMAND, "run", *flags, "--cluster", address], stderr=subprocess.DEVNULL) as runner,
    ):
        deadline = time.monotonic() + 60
        while stored(tmp_path / "games.db") < 10:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        runner.kill()
    assert 10 <= stored(tmp_path / "games.db") < 80
    run("run", *flags)
    assert kept(tmp_path / "games.db") == {(0, place): game for place, game in local_games(plan).items()}


def stored(file: Path) -> int:
    """The games that a file has by now."""
    try:
        with Store.read(file) as store:
            return store.count()
    except DohyoError:  # it is not made yet
        return 0


def test_the_plan_travels_once_to_each_worker(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a book of openings it is larger than all that is told of a unit."""
    plan = match(30)
    sent: list[bool] = []
    submit = ClusterExecutor._submit

    def counting(self: ClusterExecutor, client: Any, order: Any) -> None:
        sent.append(order.plan)
        submit(self, client, order)

    monkeypatch.setattr(ClusterExecutor, "_submit", counting)
    with Store(None, plan.plan) as store:
        play(plan, store, threads)
        assert games(store) == local_games(plan)
    wanted = sum(sent)  # by both threads of the one worker, for all that they were handed over before they knew it
    assert 1 <= wanted <= max(cluster.LEAST, 2 * cluster.AHEAD)
    assert len(sent) == 30 + wanted


def without(folder: Path) -> Path:
    """A folder where dohyo cannot be imported."""
    (folder / "dohyo").mkdir(parents=True)
    (folder / "dohyo" / "__init__.py").write_text("raise ImportError('there is nothing here')\n")
    return folder


def copied(folder: Path) -> Path:
    """A folder with the packages of this build, of which `tournaments` is a copy."""
    (folder / "dohyo").mkdir(parents=True)
    for package in fingerprint.PACKAGES:
        source = Path(importlib.import_module(f"dohyo.{package}").__path__[0])
        if package == "tournaments":
            shutil.copytree(source, folder / "dohyo" / package)
        else:
            (folder / "dohyo" / package).symlink_to(source)
    return folder


def test_a_unit_is_refused_where_the_code_is_another() -> None:
    """Before anything of it is read."""
    with pytest.raises(cluster_worker.OtherCodeError, match=r"it has dohyo .*, and this program is dohyo 9\.9;"):
        cluster_worker.play_unit("9.9", "run", b"unreadable", b"unreadable")


def test_an_engine_that_cannot_start_there_is_refused(threads: str) -> None:
    engines = (Engine("a", "builtin:random", Limits(nodes=1)), Engine("b", "/no/such/engine", Limits(nodes=1)))
    plan = Match("rush-stones", engines, rules=(("size", "3"),))
    with Store(None, plan.plan) as store, pytest.raises(UsageError, match="engine b: "):
        play(plan, store, threads)


@pytest.mark.parametrize(("address", "problem"), [
    ("somewhere", "cluster: expected local, local:N .N from 1 to 1024., .*, got"),
    ("local:0", "from 1 to 1024"),
    ("local:1025", "from 1 to 1024"),
    ("local:x", "from 1 to 1024"),
    ("tcp://127.0.0.1:9", "no Dask scheduler answers"),
    ("missing.json", "no such file"),
])
def test_what_is_no_cluster_is_said(address: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_WITHIN", 1.0)
    plan = match(1)
    with Store(None, plan.plan) as store, pytest.raises(UsageError, match=problem):
        play(plan, store, address)
