"""`dohyo match` with real engines in real processes."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from places import TOURNAMENTS

from dohyo import engine
from dohyo.engine import Game, GameRecord
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.cli import main
from dohyo.tournaments.plan.entrants import read_engine
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

BASE = ["--game", "rush-stones", "--set", "size=5"]
FAULTY = shlex.join([sys.executable, str(TOURNAMENTS / "faulty_engine.py")])
#: Seconds after which a run hangs.
HANGS = 120


def run(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dohyo.tournaments.cli", "match", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    assert found.returncode == code, found.stderr
    return found


def result(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*BASE, "--json", *arguments).stdout)
    return found


def spec(rounds: int, nodes: int = 20) -> Match:
    limits = Limits(nodes=nodes)
    engines = tuple(read_engine(name, limits) for name in ("greedy", "random"))
    return Match("rush-stones", engines, rules=(("size", "5"),), rounds=rounds)


def stored(file: Path, match: Match) -> dict[Place, tuple[Any, ...]]:
    """What may not differ between two runs: everything but the times."""
    with Store(file, match.plan) as store:
        return {place: essence(record) for place, record in store.games()}


def essence(record: GameRecord) -> tuple[Any, ...]:
    plies = [(ply.seat, ply.move, ply.value, ply.depth, ply.nodes) for ply in record.plies]
    return record.start, record.players, record.returns, record.fault, record.extra, plies


@pytest.mark.parametrize("limit", [
    ("--nodes", "50"),
    # On a busy machine an engine may overstep these.
    pytest.param(("--movetime", "20"), marks=pytest.mark.alone),
    pytest.param(("--tc", "2+0.01"), marks=pytest.mark.alone),
])
def test_a_match_says_who_is_stronger(limit: tuple[str, str]) -> None:
    data = result("--engine", "random", "--engine", "greedy", "--rounds", "8", *limit)
    random, greedy = data["standings"]
    assert (data["played"], data["planned"]) == (16, 16)
    assert greedy["score"] > 0.5 > random["score"]
    assert greedy["low"] < greedy["score"] < greedy["high"] or greedy["score"] == 1
    assert greedy["faults"] == random["faults"] == {}


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_every_game_is_refereed_to_its_end(game: Game, tmp_path: Path) -> None:
    """Hidden cards, choices made at once, solitaires and common results: nobody forfeits, and the records replay."""
    brief = {"rush-stones": ["--set", "size=3"], "rush-cards": ["--set", "maxplies=60"]}.get(game.id, [])
    flags = ["--game", game.id, *brief, "--engine", "random", "--engine", "greedy", "--rounds", "2", "--nodes", "9"]
    data = json.loads(run(*flags, "--opening", "2", "--out", str(tmp_path / "games"), "--json").stdout)
    played = 4 if game.seats == 2 else 2 * 2
    assert (data["played"], data["unpaired"]) == (played, 0)
    for entrant in data["standings"]:
        assert entrant["faults"] == {}
        assert entrant["games"] == (4 if game.seats == 2 else 2)
        assert 0 <= entrant["score"] <= 1
    with sqlite3.connect(tmp_path / "games") as store:
        records = [GameRecord.from_json(json.loads(text)) for text, in store.execute("SELECT record FROM games")]
    assert len(records) == played
    for record in records:
        *_, end = record.replay()
        assert end.returns == record.returns
        assert {ply.seat for ply in record.plies} <= set(range(1, game.seats + 1))
        if game.common:
            assert record.returns[0] == record.returns[1]


def test_engines_play_a_common_score_with_themselves(tmp_path: Path) -> None:
    """Two processes of one engine share each deal, and two engines are compared over the same deals."""
    flags = ["--game", "club-fight-coop", "--engine", "random", "--engine", "greedy", "--own-partners", "--rounds", "6",
             "--nodes", "1", "--skip-forced", "--json", "--out", str(tmp_path / "games")]
    data = json.loads(run(*flags).stdout)
    assert (data["played"], data["planned"], data["unpaired"]) == (12, 12, 0)
    assert [entrant["games"] for entrant in data["standings"]] == [6, 6]
    with sqlite3.connect(tmp_path / "games") as store:
        records = [GameRecord.from_json(json.loads(text)) for text, in store.execute("SELECT record FROM games")]
    assert {record.players for record in records} == {("random", "random"), ("greedy", "greedy")}
    assert len({record.start for record in records}) == 6
    assert all(len(set(record.extra["seeds"])) == 2 for record in records)
    assert {ply.seat for record in records for ply in record.plies} == {1, 2}


def test_the_table_in_a_pipe_is_plain_and_there_is_no_progress() -> None:
    found = run(*BASE, "--engine", "random", "--engine", "greedy", "--engine", "g2=greedy:Seed=5", "--nodes", "5")
    assert found.stderr == ""
    assert "\x1b" not in found.stdout
    assert "rush-stones size=5, nodes=5, seed=0: 6 games" in found.stdout
    assert {"random", "greedy", "g2"} <= set(found.stdout.split())


def test_a_terminal_shows_how_far_the_match_is() -> None:
    ours, theirs = pty.openpty()
    flags = ["--engine", "random", "--engine", "greedy", "--nodes", "5"]
    command = [sys.executable, "-m", "dohyo.tournaments.cli", "match", *BASE, *flags]
    terminal = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=terminal) as match:
        output, _ = match.communicate(timeout=HANGS)
    os.close(theirs)
    assert b"2/2" in os.read(ours, 65536)
    os.close(ours)
    assert "\x1b" not in output


def test_equal_matches_have_equal_games(tmp_path: Path) -> None:
    flags = ["--engine", "greedy", "--engine", "random", "--rounds", "3", "--nodes", "20"]
    for name, more in (("one", []), ("two", ["--concurrency", "2"])):
        result(*flags, *more, "--out", str(tmp_path / name))
    one, two = (stored(tmp_path / name, spec(3)) for name in ("one", "two"))
    assert len(one) == 6
    assert one == two


def test_a_seed_that_was_given_stays_and_others_differ_by_game(tmp_path: Path) -> None:
    limits = Limits(nodes=5)
    for entry, games in (("random:Seed=4", 1), ("random", 3)):
        engines = tuple(read_engine(f"{name}={entry}", limits) for name in "ab")
        match = Match("rush-stones", engines, rules=(("size", "3"),), rounds=3)
        with Store(tmp_path / str(games), match.plan) as store:
            Executor(match, store, maker(Tournament.of(match)), lambda pairing, record: None).run()
            played = [tuple(ply.move for ply in record.plies) for place, record in store.games() if place.swap == 0]
        assert len(set(played)) == games


RUNNER = """
import os, sys
from dataclasses import replace
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from test_match import spec
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.plan.tournament import Tournament

def tell(*_):
    os.write(1, b"x")
    os.read(0, 1)

match = replace(spec(10), concurrency=2)
with Store(Path(sys.argv[1]), match.plan) as store:
    Executor(match, store, maker(Tournament.of(match)), tell).run()
"""


def run_and_kill(file: Path, games: int) -> None:
    """A run with two threads, each of which goes on only when told so after a game; killed after so many games."""
    command = [sys.executable, "-c", RUNNER, str(file), *sys.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as runner:
        assert runner.stdin is not None
        assert runner.stdout is not None
        for game in range(games):
            if game:
                runner.stdin.write(b"x")
            assert runner.stdout.read(1) == b"x"
        runner.kill()


def test_a_killed_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Killed three times in the midst of games; the rest is played by the command itself."""
    flags = ["--engine", "greedy", "--engine", "random", "--rounds", "10", "--nodes", "20"]
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    for games in (1, 4, 3):
        run_and_kill(broken, games)
    kept = stored(broken, spec(10))
    assert 8 <= len(kept) <= 11
    assert result(*flags, "--out", str(broken))["played"] == 20
    assert result(*flags, "--out", str(whole))["played"] == 20
    assert stored(broken, spec(10)) == stored(whole, spec(10))
    assert kept.items() <= stored(whole, spec(10)).items()


def test_another_match_in_the_same_file_is_refused(tmp_path: Path) -> None:
    flags = [*BASE, "--engine", "greedy", "--engine", "random", "--out", str(tmp_path / "games")]
    run(*flags, "--nodes", "5")
    error = run(*flags, "--nodes", "6", "--seed", "3", code=2).stderr
    assert "seed: was 0, is 3" in error
    assert "engines.greedy.limits: was nodes=5, is nodes=6" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("fault", ["illegal", "time", "crash", "protocol"])
def test_a_faulty_engine_forfeits_and_the_match_goes_on(fault: str) -> None:
    data = result("--engine", "greedy", "--engine", f"bad={FAULTY} {fault}", "--nodes", "5", "--cap", "300")
    good, bad = data["standings"]
    assert (bad["games"], bad["losses"], bad["faults"]) == (2, 2, {fault: 2})
    assert (good["wins"], good["faults"]) == (2, {})


def test_ctrl_c_ends_the_match_with_the_table_so_far(tmp_path: Path) -> None:
    """The signal comes when the third engine, which never moves, is asked for its first move."""
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    engines = ["--engine", "greedy", "--engine", "random", "--engine", f"bad={FAULTY} time {asked}"]
    command = [sys.executable, "-m", "dohyo.tournaments.cli", "match", *BASE, *engines, "--nodes", "5", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as match:
        asked.read_text()
        match.send_signal(signal.SIGINT)
        output, error = match.communicate(timeout=HANGS)
    assert (match.returncode, error) == (130, "interrupted\n")
    assert json.loads(output)["played"] == 2


@pytest.mark.parametrize(("flags", "sentence"), [
    (["--engine", "greedy", "--engine", "random"], "a move needs a limit: one of movetime, nodes, depth, tc"),
    (["--engine", "greedy", "--nodes", "5"], "expected at least 2 for rush-stones, got 1"),
    (["--engine", "greedy", "--engine", "nobody", "--nodes", "5"], "no searcher or program 'nobody'"),
    (["--engine", "greedy", "--engine", "random:Colour=red", "--nodes", "5"], "engine random: .*no option 'Colour'"),
    (["--engine", "greedy", "--engine", "random:Seed=-1", "--nodes", "5"], "Seed of .*got '-1'"),
    (["--engine", "greedy", "--engine", "true", "--nodes", "5"], "engine true: .*ended with code 0"),
    (["--engine", "greedy", "--engine", "random", "--nodes", "5", "--set", "size"], "expected OPTION=VALUE"),
    (["--engine", "greedy", "--engine", "random", "--nodes", "5", "--set", "size=4"], "an odd number from 3 to 19"),
    (["--engine", "greedy", "--engine", "random", "--nodes", "0"], "nodes: expected a number from 1"),
    (["--engine", "greedy", "--engine", "random", "--tc", "fast"], "BASE or BASE.INCREMENT"),
])
def test_what_cannot_be_played_is_one_sentence(flags: list[str], sentence: str) -> None:
    found = CliRunner().invoke(main, ["match", "--game", "rush-stones", *flags])
    assert (found.exit_code, found.stdout) == (2, "")
    assert re.search(sentence, found.stderr)
    assert len(found.stderr.splitlines()) == 1
