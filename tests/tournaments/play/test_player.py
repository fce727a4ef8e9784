"""Engines as players: their seeds, what is kept of what they say, and how many of them run."""

from __future__ import annotations

import json
import os
import resource
import shlex
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from fake_players import FakePlayer, small_match
from places import TOURNAMENTS
from running import kept, run

from dohyo.engine import DohyoError, Fault, UsageError, game
from dohyo.protocol.client.client import EngineFault
from dohyo.protocol.client.process_guard import descendants
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import workers
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.play.workers import LocalWorker, close_all
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.store.games import Store

ODD = (sys.executable, "-S", str(TOURNAMENTS / "odd_engine.py"))


def odd(option: str = "", ends: str = "never") -> Engine:
    return Engine("odd", shlex.join([*ODD, option, ends]), Limits(nodes=1))


@pytest.mark.parametrize(("option", "value"), [
    ("type spin default 0 min 0 max 99", "7"), ("type spin default 10 min 10 max 19", "17"),
    ("type spin default 0 min -5 max 99", "7"), ("type spin default 0", "1234507"), ("type string", "1234507"),
    ("type check default false", None), ("type button", None), ("type combo default a var a var b", None),
    ("type spin default -1 min -1 max -1", None), ("type spin default 2 min 2 max 1", None),
])
def test_an_engine_gets_a_seed_within_the_range_that_it_offers(option: str, value: str | None) -> None:
    player = EnginePlayer(odd(f"option name seed {option}"), game("rush-stones"))
    player.open()
    player.prepare(10**9 + 1234507, "a game")
    said = [line for line in player.account if "setoption" in line]
    player.close()
    assert said == ([] if value is None else [f"> setoption name seed value {value}"])


def test_an_engine_that_cannot_start_is_told_with_its_last_words() -> None:
    with pytest.raises(UsageError, match=r"engine odd: .* code 1 after `ugi`; its last words: no licence is left"):
        EnginePlayer(odd(ends="ugi"), game("rush-stones")).open()


def test_an_engine_that_does_not_start_is_waited_for_as_long_as_it_says() -> None:
    with pytest.raises(UsageError, match="engine late: sleep did not answer in time after `ugi`"):
        EnginePlayer(Engine("late", "sleep 300", Limits(nodes=1), start_timeout=1), game("rush-stones")).open()


def test_the_record_of_a_fault_keeps_what_was_said_before() -> None:
    match = Match("rush-stones", (odd(ends="go"), Engine("good", "builtin:random", Limits(nodes=1))),
                  rules=(("size", "3"),))
    with Store(None, match.plan) as store:
        Executor(match, store, lambda engine: EnginePlayer(engine, match.game), lambda pairing, record: None).run()
        (_, first), _ = store.games()
    assert first.fault is Fault.CRASH
    assert first.fault_text.endswith(" ended with code 1 during its search; its last words: no licence is left")
    account = first.extra["accounts"]["1"]
    assert account[0] == "> uginewgame"
    assert account[-3:] == ["> go nodes 1", "! trouble ahead", "! no licence is left"]


def test_faults_are_listed_with_what_was_said_and_a_log_has_every_line(tmp_path: Path) -> None:
    store, log = tmp_path / "games.db", tmp_path / "log"
    plan = tmp_path / "plan.toml"
    command = json.dumps(shlex.join(ODD))
    plan.write_text(f"limits.nodes = 5\n[[engine]]\nname = 'odd|1'\ncommand = {command}\n"
                    "[[engine]]\ncommand = 'builtin:random'\n[[game]]\ngame = 'rush-stones'\nrules.size = 3\n")
    run("run", plan, "--out", store, "--log", log)
    listed = run("faults", store, "--talk").stdout.splitlines()
    assert listed[0] == ("rush-stones size=3, game 0.0.0, seat 1, odd|1: illegal: move 'z9': a move is a point from a1 "
                         "to c3")
    assert listed[-1] == "  < bestmove z9"
    with Store(store, None):  # as a run that goes on
        assert len(run("faults", store).stdout.splitlines()) == 2
    assert len(kept(store)) == 2
    files = sorted(log.iterdir())
    assert [file.name.split(".")[0] for file in files] == ["builtin_random", "odd_1"]
    lines = [line.split(maxsplit=1)[1] for line in files[1].read_text().splitlines()]
    assert lines[0] == "> ugi"
    assert [line for line in lines if line.startswith("#")] == [
        "# rush-stones size=3, game 0.0.0, seat 1", "# rush-stones size=3, game 0.0.1, seat 2"]
    assert lines.count("< bestmove z9") == 2


def test_a_log_that_cannot_be_written_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("no folder")
    found = run("run", "--game", "rush-stones:size=3", "--engine", "builtin:random", "--engine", "builtin:greedy",
                "--nodes", "5", "--out", tmp_path / "games.db", "--log", tmp_path / "log", code=2)
    assert "cannot be written: File exists" in found.stderr


def test_a_system_without_room_for_an_engine_is_not_the_engines_fault() -> None:
    """Neither when it is to start for the first time, nor later."""
    player = EnginePlayer(odd(), game("rush-stones"))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
    taken: list[int] = []
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        with pytest.raises(UsageError, match=r"engine odd: cannot start .*: process limit reached"):
            player.open()
        with pytest.raises(DohyoError, match=r"Too many open files.*lower --concurrency") as found:
            player.prepare(1, "a game")
    finally:
        for file in taken:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert not isinstance(found.value, EngineFault)


def test_a_system_without_room_for_a_thread_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(descendants(os.getpid()))

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(DohyoError, match="thread limit reached") as found:
        EnginePlayer(odd(), game("rush-stones")).prepare(1, "a game")
    assert not isinstance(found.value, EngineFault)
    assert set(descendants(os.getpid())) == before


def test_room_for_the_files_of_many_engines_is_asked_for() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
        LocalWorker(replace(Tournament.of(small_match("a", "b")), concurrency=20), lambda engine: Counted(engine.name))
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 20 * workers.MOST_RUNNING * 4
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# --- how many of them run --------------------------------------------------------------------------------------------


@dataclass
class Counted(FakePlayer):
    """Knows whether it runs. most: what of all of them ever ran at once, of those that `running` counts."""

    running: bool = False
    starts: int = 0

    def open(self) -> None:
        self._start()

    def prepare(self, seed: int, title: str) -> None:
        if not self.running:
            self._start()
        super().prepare(seed, title)

    def close(self) -> None:
        self.running = False

    def _start(self) -> None:
        self.running = True
        self.starts += 1


def test_engines_that_did_not_play_of_late_are_ended_and_started_again() -> None:
    match = small_match(*map(str, range(20)), rounds=2)
    made: list[Counted] = []
    most = 0

    def make(engine: Engine) -> Counted:
        made.append(Counted(engine.name))
        return made[-1]

    def look(pairing: Pairing, record: object) -> None:
        nonlocal most
        most = max(most, sum(player.running for player in made))

    with Store(None, match.plan) as store:
        Executor(match, store, make, look).run()
        assert store.count() == 2 * 2 * 190
    assert most == workers.MOST_RUNNING
    assert not any(player.running for player in made)
    # Every engine meets the first ones again and again: who plays stays, and so does who just did.
    assert made[0].starts <= 3
    assert sum(player.starts for player in made) < 2 * 2 * 190


def test_an_engine_that_is_to_be_new_for_each_game_does_not_run_between_them() -> None:
    match = small_match("a", "b")
    match = replace(match, engines=(replace(match.engines[0], restart=True), match.engines[1]))
    made: list[Counted] = []
    worker = LocalWorker(Tournament.of(match), lambda engine: made.append(Counted(engine.name)) or made[-1])
    worker.open()
    for swap in (0, 1):
        worker.play(Pairing(Place(0, 0, swap), (swap, 1 - swap), 0))
        assert [player.running for player in made] == [False, True]
    assert [player.starts for player in made] == [2, 1]


def test_a_run_that_goes_on_does_not_start_who_is_disqualified(tmp_path: Path) -> None:
    match = replace(small_match("a", "bad", "c", rounds=4), disqualify_after=1)
    started: list[str] = []

    class Told(FakePlayer):
        def open(self) -> None:
            started.append(self.name)

    def make(engine: Engine) -> FakePlayer:
        return Told(engine.name, Fault.CRASH if engine.name == "bad" else None)

    def stop(pairing: Pairing, record: object) -> None:
        if pairing.place.round == 2:
            raise EngineFault(Fault.CRASH, "the runner is stopped")

    with Store(tmp_path / "games.db", match.plan) as store:
        with pytest.raises(DohyoError, match="stopped"):
            Executor(match, store, make, stop).run()
        Executor(match, store, make, lambda pairing, record: None).run()
    assert started == ["a", "bad", "c", "a", "c"]


def test_all_are_closed_at_once() -> None:
    meeting = threading.Barrier(5)

    class Slow:
        def close(self) -> None:
            meeting.wait(30)

    close_all([Slow() for _ in range(5)])


def test_engines_of_processes_are_gone_when_they_are_ended() -> None:
    before = set(descendants(os.getpid()))
    player = EnginePlayer(odd(), game("rush-stones"))
    for _ in range(3):
        player.prepare(1, "a game")
        assert set(descendants(os.getpid())) > before
        player.close()
        assert set(descendants(os.getpid())) == before


def test_an_engine_whose_log_cannot_be_written_any_more_is_ended_all_the_same(tmp_path: Path) -> None:
    before = set(descendants(os.getpid()))
    player = EnginePlayer(odd(), game("rush-stones"), log=tmp_path / "log")
    player.open()
    player.close()
    player.prepare(1, "a game")
    (file,) = (tmp_path / "log").iterdir()
    player._client.transcript.close()
    file.unlink()
    file.mkdir()
    with pytest.raises(DohyoError, match="cannot be written: Is a directory"):
        player.close()
    assert set(descendants(os.getpid())) == before
