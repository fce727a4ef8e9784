"""The table of strength: its plan, its runs, what they leave and what it prints."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command import dohyo, refusal
from fake_players import SearchingPlayer
from places import TOURNAMENTS
from rich.console import Console
from sample_record import MATCH, RECORD

from dohyo import engine, search
from dohyo.engine import Fault, GameRecord, Ply
from dohyo.tournaments.results.forecast import ROUND_TRIP, expected
from dohyo.tournaments.schedule.units import Place, length
from dohyo.tournaments.stats.elo import Interval
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.strength import behaviour, playing, table, tasks
from dohyo.tournaments.strength.figures import RowFigures, RowResult, figures
from dohyo.tournaments.strength.plan import Part, Row, choose, read_plan
from dohyo.tournaments.strength.playing import put_aside
from dohyo.tournaments.strength.progress import duration
from dohyo.tournaments.strength.table import as_json, as_table, verdict
from dohyo.tournaments.strength.tasks import Task

OWN = read_plan(None)
FAULTY = shlex.join([sys.executable, str(TOURNAMENTS / "faulty_engine.py")])
#: Rows that are played in a second: a solitaire, partners that are compared, two seats against each other.
SMALL = """
[[part]]
name = "small"
title = "Small rows"

[[part.row]]
name = "alone"
game = "fifteen-rush"
engines = ["greedy"]
nodes = 1
games = 12
bar = 0.01

[[part.row]]
name = "partners"
game = "club-fight-coop"
engines = ["greedy", "random"]
nodes = 1
games = 3

[[part]]
name = "duels"
title = "Duels"

[[part.row]]
name = "duel"
game = "sumo"
rules = { maxrounds = "5" }
engines = ["greedy", "random"]
nodes = 1
games = 6
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "plan.toml"
    file.write_text(SMALL)
    return file


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searchers play without processes of their own."""
    for module in (playing, behaviour):
        monkeypatch.setattr(module, "EnginePlayer", SearchingPlayer)


def rows() -> Iterator[tuple[Part, Row]]:
    return ((part, row) for part in OWN for row in part.rows)


def row(name: str) -> Row:
    return next(row for _, row in rows() if row.name == name)


# --- the plan ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "rules", "limit", "games", "bar"), [
    ("bars-fifteen-rush", {}, "tc=0.5+0", 2000, 0.80),
    ("bars-club-fight-1", {"jokers": "1"}, "tc=1+0", 1000, 0.92),
    ("bars-club-fight-2", {"jokers": "2"}, "tc=1+0", 1000, 0.78),
    ("bars-club-fight-coop", {}, "tc=1+0", 500, 0.75),  # two seats, so 2 s a game
    ("bars-sumo-random", {}, "movetime=5", 4000, 0.75),
    ("bars-sumo-greedy", {}, "movetime=5", 4000, 0.70),
])
def test_the_bars_are_those_to_reach(name: str, rules: dict[str, str], limit: str, games: int, bar: float) -> None:
    match = row(name).match(seed=1, scale=1, jobs=2)
    assert (row(name).rules, row(name).bar, str(match.engines[0].limits)) == (rules, bar, limit)
    assert length(len(match.engines), match.rounds, match.game.seats, solo=match.solo) == games
    assert (match.concurrency, match.skip_forced, match.own_partners) == (2, True, match.game.common)


def test_rush_cards_has_a_bar_for_games_cut_short_too() -> None:
    found = row("bars-rush-cards-rules")
    assert (list(found.engines), found.movetime, found.games) == (["mcts", "rules"], 100, 200)
    assert (found.bar, found.caps) == (0.85, 0.02)


def test_every_game_is_played_by_both_searchers_and_at_three_levels() -> None:
    games = {game.id for game in engine.games()}
    assert {row.game_id for part, row in rows() if part.name == "engines"} == games
    levels = {game: {ms for part, row in rows() for ms in re.findall(r"\b(10+)(?:ms)?\b", row.name)
                     if part.name == "time" and row.game_id == game} for game in games}
    assert set(map(frozenset, levels.values())) == {frozenset({"10", "100", "1000"})}


@pytest.mark.parametrize("row", [row for _, row in rows()], ids=lambda row: row.name)
def test_every_row_is_a_match_between_engines_that_there_are(row: Row) -> None:
    match = row.match(seed=1, scale=1, jobs=2)
    for entrant in match.engines:
        kind = search.searcher(entrant.program)
        assert kind.refusal(match.game) is None
        assert {name for name, _ in entrant.options} <= {parameter.name for parameter in kind.parameters()}


def test_scale_takes_a_part_of_the_games_and_at_least_one() -> None:
    assert row("bars-sumo-random").match(seed=1, scale=0.1, jobs=2).rounds == 200
    assert row("bars-fifteen-rush").match(seed=1, scale=0.1, jobs=2).rounds == 200
    assert row("bars-fifteen-rush").match(seed=1, scale=0.0001, jobs=2).rounds == 1


def test_engines_that_think_at_the_same_time_leave_room_for_fewer_games() -> None:
    busy = replace(row("bars-sumo-random"), busy=2)
    assert [busy.match(seed=1, scale=1, jobs=jobs).concurrency for jobs in (1, 2, 4)] == [1, 1, 2]


def test_the_expected_time_follows_limits_and_lengths() -> None:
    """Half a second for the clock, and the lines of 17 decisions."""
    deal = row("bars-fifteen-rush").match(seed=1, scale=1, jobs=2)
    assert 0.5 < expected(deal) < 0.6
    partners = row("bars-club-fight-coop").match(seed=1, scale=1, jobs=2)
    assert 2 < expected(partners) < 2.2
    level = row("time-fifteen-rush-100").match(seed=1, scale=1, jobs=2)
    assert expected(level) == pytest.approx(0.66 * 26 * (0.1 + ROUND_TRIP))


@pytest.mark.parametrize(("wanted", "found"), [
    ([], ["alone", "partners", "duel"]),
    (["duels"], ["duel"]),
    (["sumo", "alone"], ["alone", "duel"]),
    (["partners", "small"], ["alone", "partners"]),
])
def test_rows_are_chosen_by_name_part_and_game(wanted: list[str], found: list[str], plan: Path) -> None:
    assert [row.name for part in choose(read_plan(plan), wanted) for row in part.rows] == found


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ('"fifteen-rush"', '"chess"', "unknown game 'chess'"),
    ('maxrounds = "5"', 'maxrounds = "0"', "maxrounds: expected a number from 1"),
    ('maxrounds = "5"', "maxrounds = 5", "row duel: rules: expected a table of texts, got "),
    ('engines = ["greedy"]', "engines = 3", "row alone: engines: expected a list of texts, got 3"),
    ("games = 12", "games = true", "row alone: games: expected a whole number, got True"),
    ("games = 12", "games = 0", "row alone: expected games >= 1, busy >= 1 and opening >= 0, got 0, "),
    ("games = 12", "", "row alone: missing games"),
    ("bar = 0.01", "best = 1", "row alone: expected fields among name, game"),
    ('name = "alone"', 'name = "a b"', "row: expected a name of letters, digits and any of .+-_, got 'a b'"),
    ('name = "alone"', 'name = "duels"', "expected distinct names of rows, parts and games, got 'duels' twice"),
    ('name = "alone"', 'name = "sumo"', "expected distinct names of rows, parts and games, got 'sumo' twice"),
    ('title = "Duels"', "", "part: expected a name and a title"),
    ("[[part]]", "[[parts]]", "expected a list of tables called part"),
    ('rules = { maxrounds = "5" }\nengines = ["greedy", "random"]', 'engines = ["greedy"]',
     "row duel: engines: expected 2, got 1"),
    ('engines = ["greedy"]', 'engines = ["a", "b", "c"]', "row alone: engines: expected 1 or 2, got 3"),
    ("nodes = 1", "nodes = 0", "nodes: expected a number from 1 to 1000000000000000, got 0"),
    ("[[part]]", "[part", "Expected"),
])
def test_a_plan_that_cannot_be_played_is_one_sentence(old: str, new: str, sentence: str, plan: Path) -> None:
    assert old in SMALL
    plan.write_text(SMALL.replace(old, new))
    found = refusal("strength", "--plan", str(plan), "--show")
    assert found.startswith(f"plan {plan}: ")
    assert sentence in found


def test_wrong_flags_are_one_sentence(plan: Path, tmp_path: Path) -> None:
    assert "or one of bars, engines, time, fifteen-rush" in refusal("strength", "--only", "chess")
    assert refusal("strength", "--plan", str(plan), "--out", str(plan / "x")).endswith("Not a directory")
    assert "No such file" in refusal("strength", "--plan", str(tmp_path / "none"))
    assert "expected at most one of them, got both" in refusal("strength", "--anew", "--show")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "duel.db").write_text("no games at all, but a text that is long enough to be taken for a header " * 20)
    assert "file is not a database" in refusal("strength", "--plan", str(plan), "--out", str(folder), "--show")


# --- runs ----------------------------------------------------------------------------------------------------------

def play(plan: Path, out: Path, *flags: str, code: int = 0) -> tuple[dict[str, Any], str]:
    """The rows of a run by name, and what it said meanwhile."""
    found = dohyo("strength", "--plan", str(plan), "--out", str(out), "--json", *flags, code=code)
    return {row["row"]: row for part in json.loads(found.stdout).values() for row in part}, found.stderr


def stored(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What may not differ between two runs: everything but the times."""
    found = {}
    for file in sorted(folder.glob("*.db")):
        with Store(file, None) as store:
            found[file.name] = [
                (place, record.start, record.players, record.returns, record.extra, [ply.move for ply in record.plies])
                for place, record in store.games()
            ]
    return found


@pytest.mark.usefixtures("inside")
def test_a_run_plays_all_rows_and_says_how_long_it_takes(plan: Path, tmp_path: Path) -> None:
    found, said = play(plan, tmp_path / "out")
    assert [(row["played"], row["planned"], row["complete"]) for row in found.values()] == [
        (12, 12, True), (6, 6, True), (6, 6, True)]
    assert {row["problem"] for row in found.values()} == {""}
    assert found["alone"]["verdict"] == "reached"
    assert found["alone"]["score"]["low"] < found["alone"]["score"]["value"] < found["alone"]["score"]["high"]
    greedy, random = found["partners"]["rates"]
    assert found["partners"]["difference"]["value"] == pytest.approx(greedy - random)
    assert found["duel"]["faults"] == [{}, {}]
    assert "3 rows, 24 games, 24 left to play in about" in said
    assert "[2/3] partners: 6 games, about 1 s; all: about 1 s" in said


def test_engines_in_processes_of_their_own_play_the_same(plan: Path, tmp_path: Path) -> None:
    found, _ = play(plan, tmp_path / "out", "--only", "duel", "--scale", "0.5", "--jobs", "1")
    assert [(row["played"], row["complete"], row["faults"]) for row in found.values()] == [(4, True, [{}, {}])]


@pytest.mark.usefixtures("inside")
def test_the_table_can_be_shown_without_playing(plan: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "out")
    empty = dohyo("strength", "--plan", str(plan), "--out", folder, "--show").stdout
    assert empty.count("incomplete") == 3
    play(plan, tmp_path / "out", "--only", "duel")
    shown = dohyo("strength", "--plan", str(plan), "--out", folder, "--show").stdout
    assert [line.split()[0] for line in shown.splitlines() if "incomplete" in line] == ["alone", "partners"]


@pytest.mark.usefixtures("inside")
def test_a_longer_run_goes_on_from_a_shorter_one(plan: Path, tmp_path: Path) -> None:
    play(plan, tmp_path / "parts", "--scale", "0.3", "--jobs", "1")
    before = stored(tmp_path / "parts")
    assert [len(games) for games in before.values()] == [4, 2, 2]
    _, said = play(plan, tmp_path / "parts")
    assert "24 games, 16 left to play" in said
    play(plan, tmp_path / "whole")
    after = stored(tmp_path / "parts")
    assert after == stored(tmp_path / "whole")
    assert all(after[name][: len(games)] == games for name, games in before.items())
    shorter, _ = play(plan, tmp_path / "whole", "--scale", "0.3", "--show")
    assert [(row["played"], row["complete"]) for row in shorter.values()] == [(4, True), (2, True), (2, True)]


RUNNER = """
import os, sys
sys.path.insert(0, sys.argv[3])
from fake_players import SearchingPlayer
from dohyo.tournaments.strength import behaviour, playing
from dohyo.tournaments.cli import main

behaviour.EnginePlayer = playing.EnginePlayer = SearchingPlayer

def tell(self, task):
    os.write(1, b"x")
    os.read(0, 1)

playing.Display.advance = tell
main(["strength", "--plan", sys.argv[1], "--out", sys.argv[2]])
"""


def run_and_kill(plan: Path, out: Path, games: int) -> None:
    """A run each of whose threads goes on only when told so after a game; killed after so many games."""
    command = [sys.executable, "-c", RUNNER, str(plan), str(out), str(TOURNAMENTS)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0) as runner:
        assert runner.stdin is not None
        assert runner.stdout is not None
        for game in range(games):
            if game:
                runner.stdin.write(b"x")
            assert runner.stdout.read(1) == b"x"
        runner.kill()


@pytest.mark.usefixtures("inside")
def test_a_killed_run_goes_on_where_it_stopped(plan: Path, tmp_path: Path) -> None:
    """Killed in the first row, in the second, and played to its end."""
    broken = tmp_path / "broken"
    run_and_kill(plan, broken, 5)
    first = stored(broken)["alone.db"]
    assert 5 <= len(first) <= 7
    run_and_kill(plan, broken, 10)
    kept = stored(broken)
    assert [name for name, games in kept.items() if games] == ["alone.db", "partners.db"]
    found, _ = play(plan, broken)
    assert all(row["complete"] for row in found.values())
    play(plan, tmp_path / "whole")
    assert stored(broken) == stored(tmp_path / "whole")
    assert all(game in stored(broken)[name] for name, games in kept.items() for game in games)


@pytest.mark.usefixtures("inside")
def test_ctrl_c_ends_a_run_with_the_table_so_far(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(shown: playing.Display, task: Task) -> None:
        if task.row.name == "partners":
            raise KeyboardInterrupt

    monkeypatch.setattr(playing.Display, "advance", interrupt)
    found, _ = play(plan, tmp_path / "out", code=130)
    assert [row["complete"] for row in found.values()] == [True, False, False]
    assert found["partners"]["verdict"] == "incomplete"
    assert found["partners"]["played"] >= 1


@pytest.mark.usefixtures("inside")
def test_a_changed_row_is_played_anew_after_saying_so(plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    play(plan, folder)
    old = stored(folder)
    plan.write_text(SMALL.replace('maxrounds = "5"', 'maxrounds = "4"'))
    shown, _ = play(plan, folder, "--show")
    assert (shown["duel"]["played"], shown["duel"]["verdict"]) == (0, "cannot be played")
    assert "by another plan" in shown["duel"]["problem"]
    found, said = play(plan, folder)
    assert "duel: rules.maxrounds: was 5, is 4; " in said
    assert "Its games so far are kept as duel.1.db; the row starts again." in said
    assert (found["duel"]["played"], found["duel"]["complete"]) == (6, True)
    new = stored(folder)
    assert (new["duel.1.db"], new["alone.db"]) == (old["duel.db"], old["alone.db"])
    assert new["duel.db"] != old["duel.db"]
    _, said = play(plan, folder, "--seed", "2", "--only", "duel")
    assert "seed: was 1, is 2" in said
    assert "kept as duel.2.db" in said


@pytest.mark.usefixtures("inside")
def test_engines_that_play_otherwise_now_are_not_counted_with_old_games(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    play(plan, folder, "--only", "duel")
    _, said = play(plan, folder, "--only", "duel")
    assert "0 left to play" in said
    assert "anew" not in said
    with Store(folder / "duel.db", None) as store:
        before = store.plan["behaviour"]
    assert before["greedy"] != before["random"]
    monkeypatch.setattr(playing, "behaviour", lambda entrant, match: "12345678")
    _, said = play(plan, folder, "--only", "duel")
    assert f"behaviour.greedy: was {before['greedy']}, is 12345678" in said
    assert len(stored(folder)["duel.1.db"]) == 6


@pytest.mark.usefixtures("inside")
def test_games_are_put_aside_on_demand(plan: Path, tmp_path: Path) -> None:
    play(plan, tmp_path / "out", "--only", "duel")
    play(plan, tmp_path / "out", "--only", "duel", "--anew")
    found = stored(tmp_path / "out")
    assert found["duel.1.db"] == found["duel.db"]


@pytest.mark.parametrize(("program", "problem"), [
    ("nobody", "engine 'nobody': no searcher or program 'nobody'"),
    (f"bad={FAULTY} refusal", "engine bad does not move in sumo: error go this game has too many cards"),
    (f"bad={FAULTY} crash", "during its search"),
    ("greedy:Colour=red", "has no option 'Colour'"),
])
def test_a_row_that_cannot_be_played_is_told_and_the_others_are_played(
    program: str, problem: str, plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "EnginePlayer", SearchingPlayer)
    before, after = SMALL.split('engines = ["greedy", "random"]\nnodes = 1\ngames = 6')
    plan.write_text(f"{before}engines = {json.dumps([program, 'random'])}\nnodes = 1\ngames = 6{after}")
    # The behaviour of the good ones is not looked at, so that no process is started for them.
    real = playing.behaviour
    monkeypatch.setattr(playing, "behaviour", lambda entrant, match: (
        real(entrant, match) if entrant.program == program.partition("=")[2] or entrant.options else "00000000"))
    found, said = play(plan, tmp_path / "out", code=1)
    assert [row["complete"] for row in found.values()][:2] == [True, True]
    assert (found["duel"]["played"], found["duel"]["verdict"]) == (0, "cannot be played")
    assert problem in found["duel"]["problem"]
    assert problem in said


def test_builtin_engines_play_in_processes_of_their_own(plan: Path, tmp_path: Path) -> None:
    """And a file of its games is reported with their number, though its plan leaves that open."""
    plan.write_text(SMALL.replace('engines = ["greedy"]', 'engines = ["builtin:greedy"]'))
    found, _ = play(plan, tmp_path / "out", "--only", "alone")
    assert (found["alone"]["played"], found["alone"]["problem"]) == (12, "")
    printed = dohyo("tournament", "report", str(tmp_path / "out" / "alone.db")).stdout
    assert "seed=1: 12 games\n" in printed
    assert json.loads(dohyo("tournament", "report", str(tmp_path / "out" / "alone.db"), "--json").stdout)[
        "events"][0]["planned"] == 12


# --- what is printed -----------------------------------------------------------------------------------------------

def record(players: tuple[str, ...], *returns: float, start: str = "", **more: Any) -> GameRecord:
    plies = tuple(Ply(seat, "b2", time) for seat in range(1, len(players) + 1) for time in (0.2, 0.0))
    return GameRecord(start, players, plies, returns, **more)


def walked(maxplies: int) -> GameRecord:
    """A game of rush-cards by its first legal moves that ends drawn after so many plies."""
    start = state = engine.game("rush-cards").deal(1, maxplies=maxplies)
    plies = []
    while not state.over:
        seat = state.to_move[0]
        plies.append(Ply(seat, state.moves()[0], 0.1))
        state = state.play(plies[-1].move)
    assert state.returns == (0.5, 0.5)
    return GameRecord(str(start), ("mcts", "greedy"), tuple(plies), state.returns)


def drawn_row() -> RowResult:
    """Three of four games: one was cut short, one was lost on time, and the twin of the third is missing."""
    row = Row("cards", "rush-cards", ("mcts", "greedy"), 4, rules={"maxplies": "25"}, movetime=100, bar=0.85, caps=0.02)
    match = row.match(seed=1, scale=1, jobs=2)
    games = [
        (Place(0, 0, 0), walked(25)),
        (Place(0, 0, 1), record(("greedy", "mcts"), 0, 1, fault=Fault.TIME, fault_seat=1)),
        (Place(1, 0, 0), record(("mcts", "greedy"), 0, 1)),
        (Place(2, 0, 0), record(("mcts", "greedy"), 0, 1)),  # of a longer run
    ]
    return RowResult(row, match, figures(match, games))


def alone_row() -> RowResult:
    row = Row("deals", "fifteen-rush", ("mcts",), 4, tc="0.5", bar=0.7)
    match = row.match(seed=1, scale=1, jobs=2)
    games = [(Place(deal, 0, 0), record(("mcts",), won)) for deal, won in enumerate((1, 1, 0, 1))]
    return RowResult(row, match, figures(match, games))


def compared_row() -> RowResult:
    """Three deals by two engines, each its own partner; the second has not played the last."""
    row = Row("both", "club-fight-coop", ("mcts", "alphabeta"), 3, tc="1")
    match = row.match(seed=1, scale=1, jobs=2)
    won = {"mcts": (1, 1, 0), "alphabeta": (0, 1)}
    games = [(Place(deal, number, 0), record((name, name), won[name][deal], won[name][deal]))
             for deal in range(3) for number, name in enumerate(won) if deal < len(won[name])]
    return RowResult(row, match, figures(match, games))


def test_a_duel_is_counted_with_its_draws_caps_and_faults() -> None:
    told = drawn_row().figures
    assert (told.played, told.planned, told.complete) == (3, 4, False)
    assert told.score is not None
    assert told.score.value == 0.75  # of one pair of games
    assert (told.drawn, told.cut) == (1 / 3, 1 / 3)
    assert told.faults == ({}, {"time": 1})
    assert verdict(drawn_row()) == "incomplete, missed, not significantly, too many cut"


def test_the_rate_of_a_solitaire_has_an_interval() -> None:
    told = alone_row().figures
    assert told.score == Interval(0.75, pytest.approx(0.2776, abs=1e-4), pytest.approx(0.9838, abs=1e-4))
    assert (told.drawn, told.cut, told.faults, told.seconds, told.per_move) == (None, None, ({},), (0.2,), (0.2,))
    assert verdict(alone_row()) == "reached, not significantly"
    sure = replace(alone_row(), row=replace(alone_row().row, bar=0.2))
    assert verdict(sure) == "reached"


def test_two_engines_are_compared_over_the_deals_that_both_played() -> None:
    told = compared_row().figures
    assert (told.played, told.planned, told.score) == (5, 6, None)
    assert told.rates == (2 / 3, 1 / 2)
    assert told.difference is not None
    assert told.difference.value == 0.5  # one deal won, one shared
    assert -1 <= told.difference.low < 0.5 < told.difference.high <= 1
    assert told.seconds == pytest.approx((0.4, 0.4))


def test_the_table_says_all_in_one_line_a_row() -> None:
    unknown = Row("none", "sumo", ("nobody", "greedy"), 2, nodes=1)
    broken = RowResult(unknown, None, RowFigures(0, 0, problem="no such engine"))
    parts = [(Part("first", "First part", ()), [drawn_row(), alone_row()]),
             (Part("second", "Second part", ()), [compared_row(), broken])]
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(as_table(parts), highlight=False)
    text = re.sub(" +", " ", capture.get())
    assert "First part" in text
    assert "cards mcts - greedy 100 ms a move 3 of 4 75.0 [" in text
    assert "] 85 33.3 33.3 (< 2) 1 113.3 ms incomplete, missed, not significantly, too many cut" in text
    assert "deals mcts 0.5 s a game 4 75.0 [27.8, 98.4] 70 0 40 % reached, not significantly" in text
    assert "both mcts - alphabeta 1 s a game 5 of 6 66.7 - 50.0 = +50.0 [" in text
    assert "none nobody - greedy - 0 - cannot be played" in text
    assert text.rstrip().endswith("none: no such engine")
    data = json.loads(json.dumps(as_json(parts), allow_nan=False))
    assert [len(rows) for rows in data.values()] == [2, 2]
    assert data["first"][0]["limits"] == ["movetime=100", "movetime=100"]
    assert data["second"][1]["problem"] == "no such engine"


def test_a_row_without_games_has_a_line() -> None:
    row = Row("deals", "fifteen-rush", ("mcts",), 4, tc="0.5", bar=0.7)
    match = row.match(seed=1, scale=1, jobs=2)
    found = RowResult(row, match, figures(match, []))
    assert (found.figures.played, found.figures.score, verdict(found)) == (0, None, "incomplete")
    assert table.result(found.figures) == "-"


@pytest.mark.parametrize(("seconds", "text"), [
    (0.2, "about 1 s"), (89, "about 89 s"), (91, "about 2 min"), (5000, "about 83 min"), (5400, "about 1 h 30 min"),
    (10_000, "about 2 h 47 min"),
])
def test_durations_are_round(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_what_is_left_follows_the_pace_once_there_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    row = Row("deals", "fifteen-rush", ("mcts",), 100, tc="0.5")
    task = Task(row, "part", tmp_path / "deals.db", row.match(seed=1, scale=1, jobs=2), played=20, since=20)
    assert task.match is not None
    assert task.left == pytest.approx(80 * expected(task.match) / 2)
    monkeypatch.setattr(tasks.time, "monotonic", lambda: 130.0)
    task.begun, task.played = 100.0, 30
    assert task.left == pytest.approx(70 * 30 / 10)
    task.problem = "no such engine"
    assert task.left == 0


def test_what_a_kill_left_in_the_log_is_put_aside_with_its_file(tmp_path: Path) -> None:
    """SQLite keeps the last games beside the file until it is closed, under its name."""
    file = tmp_path / "row.db"
    with Store(tmp_path / "run.db", MATCH.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
        for name in ("run.db", "run.db-wal"):  # as a kill leaves them
            shutil.copy(tmp_path / name, tmp_path / name.replace("run", "row"))
    aside = put_aside(file)
    with Store(file, MATCH.plan) as store:
        assert store.count() == 0
    with Store.read(aside) as store:
        assert store.count() == 1
