"""Nothing is lost: a tournament that is killed at any instant goes on to the games of an uninterrupted run."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from running import COMMAND, HANGS, kept, result, run

from dohyo.protocol.client.process_guard import descendants

#: 200 games: two engines of three in 120, of a Swiss in 20, and each of three alone in 60.
PLAN = """
seed = 3
concurrency = 2
[limits]
nodes = 8
[[engine]]
command = "builtin:greedy"
[[engine]]
command = "builtin:random"
[[engine]]
name = "two"
command = "builtin:random"
options = { Seed = 2 }
[[game]]
game = "rush-stones"
rules = { size = 3 }
rounds = 20
[[game]]
game = "sumo"
format = "swiss"
rounds = 2
pairs = 5
[[game]]
game = "fifteen-rush"
rounds = 20
"""
GAMES = 200


def count(file: Path) -> int:
    """The games that a file has by now."""
    if not file.exists():
        return 0
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as store:
        try:
            return int(store.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # its schema is not written yet
            return 0


def run_and_kill(plan: Path, file: Path, stream: random.Random) -> None:
    """A run that ends by SIGKILL a random moment after a random number of its games, or before its first one."""
    before, more = count(file), stream.randrange(8)
    with subprocess.Popen([*COMMAND, "run", str(plan), "--out", str(file)], stdout=subprocess.DEVNULL) as runner:
        late = time.monotonic() + HANGS
        while count(file) < before + more and runner.poll() is None:
            assert time.monotonic() < late
            time.sleep(0.001)
        time.sleep(stream.random() * (0.02 if more else 1.0))
        workers = descendants(runner.pid)
        runner.send_signal(signal.SIGKILL)
        runner.wait(HANGS)
        for worker in workers:
            while running(worker):
                assert time.monotonic() < late
                time.sleep(0.01)


def running(process: int) -> bool:
    """Whether a process still runs; one that waits to be reaped does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("kills", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_a_tournament_killed_at_random_moments_goes_on_to_the_same_games(kills: int, tmp_path: Path) -> None:
    plan, whole, broken = tmp_path / "plan.toml", tmp_path / "whole.db", tmp_path / "broken.db"
    plan.write_text(PLAN)
    run("run", plan, "--out", whole)
    stream = random.Random(kills)
    for _ in range(kills):
        run_and_kill(plan, broken, stream)
    found = result("run", plan, "--out", broken)
    assert [event["played"] for event in found["events"]] == [120, 20, 60]
    assert count(broken) == GAMES
    assert kept(broken) == kept(whole)
    assert run("replay", broken).stdout == f"{GAMES} games, 0 differences\n"


def test_ctrl_c_ends_workers_and_prints_the_result_so_far(tmp_path: Path) -> None:
    plan, file = tmp_path / "plan.toml", tmp_path / "games.db"
    plan.write_text(PLAN.replace("rounds = 20", "rounds = 100000"))
    with subprocess.Popen(
        [*COMMAND, "run", str(plan), "--out", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as runner:
        while count(file) < 5:
            time.sleep(0.01)
        os.killpg(runner.pid, signal.SIGINT)
        output, error = runner.communicate(timeout=HANGS)
    assert (runner.returncode, error) == (130, "interrupted; run the same command again to resume\n")
    assert "rush-stones size=3" in output
    assert 5 <= count(file) < GAMES * 100
