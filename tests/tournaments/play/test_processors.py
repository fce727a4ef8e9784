"""Processors: who has which, and when there are too few."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake_players import small_match
from places import TOURNAMENTS
from running import kept, run

from dohyo.engine import UsageError
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import processors
from dohyo.tournaments.play.processors import shares

ENGINE = TOURNAMENTS / "odd_engine.py"


@pytest.mark.parametrize(("cpus", "at_once", "found"), [
    ([0, 4, 1, 5], 2, [(0, 4), (1, 5)]), ([0, 4, 1, 5], 3, [(0,), (4,), (1,)]), ([7], 1, [(7,)]),
])
def test_each_game_has_as_many_processors_of_its_own(cpus: list[int], at_once: int, found: list[object]) -> None:
    assert shares(cpus, at_once) == found


def test_more_games_than_processors_cannot_have_their_own() -> None:
    with pytest.raises(UsageError, match="affinity: expected at least one processor for each of 3 concurrent games, "
                                         "got 2"):
        shares([0, 1], 3)
    found = run("check", "--dry", "--game", "rush-stones:size=3", "--engine", "mcts", "--engine", "greedy", "--nodes",
                "9", "--affinity", "true", "--concurrency", "1024", code=2)
    assert "affinity: expected at least one processor for each of 1024 concurrent games" in found.stderr


def test_processors_of_a_core_stand_side_by_side(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for cpu, core in {0: 0, 1: 1, 2: 0, 3: 1}.items():
        (tmp_path / str(cpu)).mkdir()
        (tmp_path / str(cpu) / "core_id").write_text(f"{core}\n")
        (tmp_path / str(cpu) / "physical_package_id").write_text("0\n")
    monkeypatch.setattr(processors, "TOPOLOGY", f"{tmp_path}/{{}}/{{}}")
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2, 3})
    assert processors.usable() == [0, 2, 1, 3]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one processor to share")
def test_engines_run_on_the_processors_of_their_game(tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-S", str(ENGINE)])
    run("run", "--game", "rush-stones:size=3", "--engine", f"a={command}", "--engine", f"b={command}", "--nodes", "1",
        "--rounds", "4", "--affinity", "true", "--out", tmp_path / "games.db", "--disqualify-after", "0",
        "--concurrency", "2")
    parts = {" ".join(map(str, sorted(share))) for share in shares(processors.usable(), 2)}
    games = [record["extra"]["identities"] for record in kept(tmp_path / "games.db").values()]
    assert len(games) == 8
    assert all(first == second and first in parts for first, second in games)


def test_affinity_is_not_for_games_that_are_played_elsewhere() -> None:
    here = Tournament.of(small_match("a", "b"))
    for elsewhere in (replace(here, cluster="local"), replace(here, processes=False)):
        with pytest.raises(UsageError, match="affinity needs local worker processes"):
            replace(elsewhere, affinity=True)
