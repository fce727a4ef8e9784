"""Workers: engines in this process and in others, and what becomes of the games of a worker that is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from fake_players import FakePlayer, small_match
from places import TOURNAMENTS
from running import HANGS, essence

from dohyo.engine import GameRecord, UsageError
from dohyo.protocol.client.client import Answer
from dohyo.protocol.client.process_guard import descendants
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.executor import ATTEMPTS, Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.play.workers import ProcessWorker, WorkerLostError
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.store.games import Store


def quiet(pairing: Pairing, record: GameRecord) -> None: ...


def builtin(concurrency: int = 1, **changes: object) -> Tournament:
    """Two searchers on a small board."""
    engines = tuple(Engine(name, f"builtin:{name}", Limits(nodes=20)) for name in ("mcts", "random"))
    match = Match("rush-stones", engines, rules=(("size", "3"),), rounds=6)
    return replace(Tournament((match,), concurrency=concurrency), **changes)  # type: ignore[arg-type]


def games(tournament: Tournament) -> dict[Place, object]:
    with Store(None, tournament.plan) as store:
        Executor(tournament, store, maker(tournament), quiet).run()
        return {place: essence(record) for place, record in store.games()}


def test_processes_play_the_games_that_threads_play() -> None:
    assert builtin(2).in_process
    assert not builtin(1).in_process
    alone = games(builtin(1))
    assert len(alone) == 12
    assert games(builtin(2)) == games(builtin(2, processes=False)) == alone


def test_builtin_engines_play_the_games_that_processes_of_engines_play() -> None:
    """At fixed nodes and seed; in a game with hidden cards and choices at once too."""
    for game, rules in (("rush-stones", (("size", "3"),)), ("sumo", ())):
        kinds = []
        for prefix in ("builtin:", ""):
            engines = tuple(Engine(name, prefix + name, Limits(nodes=30)) for name in ("mcts", "greedy"))
            kinds.append(games(Tournament((Match(game, engines, rules=rules),))))
        assert len(kinds[0]) == 2
        assert kinds[0] == kinds[1]


class Deadly(FakePlayer):
    """Kills its own process at the first move of its first games, as many as a file says."""

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        left = Path(os.environ["DEADLY"])
        if (times := int(left.read_text())) > 0:
            left.write_text(str(times - 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return super().go(position, limits, deadline)


def deadly(engine: Engine) -> FakePlayer:
    return Deadly(engine.name)


@pytest.mark.parametrize("deaths", [1, ATTEMPTS - 1])
def test_a_game_of_a_lost_worker_is_played_again_and_counted_once(
    deaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADLY", str(tmp_path / "left"))
    match = small_match("a", "b", rounds=2)
    found = []
    for times in (0, deaths):
        (tmp_path / "left").write_text(str(times))
        with Store(None, match.plan) as store:
            Executor(replace(Tournament.of(match), processes=True), store, deadly, quiet).run()
            found.append({place: essence(record) for place, record in store.games()})
    assert len(found[0]) == 4
    assert found[0] == found[1]


def test_a_game_that_always_kills_its_worker_ends_the_run_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADLY", str(tmp_path / "left"))
    (tmp_path / "left").write_text("1000")
    match = small_match("a", "b")
    with Store(None, match.plan) as store:
        with pytest.raises(WorkerLostError, match="died during a game"):
            Executor(replace(Tournament.of(match), processes=True), store, deadly, quiet).run()
        assert store.count() == 0


def test_an_engine_that_cannot_take_part_is_told_through_the_process() -> None:
    engines = (Engine("a", "builtin:random", Limits(nodes=1), options=(("Colour", "red"),)),)
    match = Match("fifteen-rush", engines)
    before = descendants(os.getpid())
    worker = ProcessWorker(Tournament((match,)), maker(Tournament((match,))))
    try:
        with pytest.raises(UsageError, match="no option 'Colour'"):
            worker.open()
    finally:
        worker.close()
    assert set(descendants(os.getpid())) - set(before) <= {tracker()}


def test_a_process_that_is_just_being_started_can_be_told_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = ProcessWorker(builtin(), maker(builtin()))
    start = SpawnProcess.start

    def interrupted(process: SpawnProcess) -> None:
        worker.kill()
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    try:
        worker.open()
    finally:
        worker.close()


#: Prints whether Ctrl-C is kept from the process of the first worker of a run when it is started.
FIRST = """
import signal
from multiprocessing import util
from test_workers import builtin
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.play.workers import ProcessWorker

def start(path, words, passed, spawn=util.spawnv_passfds):
    if any("spawn_main" in str(word) for word in words):
        print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    return spawn(path, words, passed)

if __name__ == "__main__":
    util.spawnv_passfds = start
    worker = ProcessWorker(builtin(), maker(builtin()))
    worker.open()
    worker.close()
"""


def test_ctrl_c_does_not_reach_a_worker_that_is_just_being_started(tmp_path: Path) -> None:
    """It would end in a traceback. The first one is started beside a process of Python's own that undoes the mask."""
    program = tmp_path / "first.py"
    program.write_text(FIRST)
    path = os.pathsep.join([str(TOURNAMENTS), *sys.path])
    found = subprocess.run([sys.executable, str(program)], env={**os.environ, "PYTHONPATH": path}, text=True,
                           capture_output=True, check=False, timeout=HANGS)
    assert (found.stdout, found.stderr) == ("True\n", "")


def tracker() -> int | None:
    """The process in which Python counts what processes share; it stays until this one ends."""
    from multiprocessing.resource_tracker import _resource_tracker

    return _resource_tracker._pid  # type: ignore[attr-defined,no-any-return]
