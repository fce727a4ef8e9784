"""`dohyo tournament` as a whole: run, resume, report, replay, merge, export, check."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import kept, result, run

from dohyo.engine import UsageError
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.cli import main
from dohyo.tournaments.plan import planfile
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament, from_plan
from dohyo.tournaments.report import exports
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

PLAN = """
seed = 1
rounds = 2

[limits]
nodes = 20

[[engine]]
name = "mcts"
command = "builtin:mcts"

[[engine]]
name = "greedy"
command = "builtin:greedy"

[[engine]]
name = "random"
command = "builtin:random"

[[game]]
game = "rush-stones"
rules = { size = 3 }
openings = "random:2"
adjudication = { solver = 2000 }

[[game]]
game = "sumo"
format = "swiss"

[[game]]
game = "fifteen-rush"
rounds = 4
adjudication = { plies = 60 }

[[game]]
game = "club-fight-coop"
format = "cross-play"
engines = ["greedy", "random"]

[[game]]
game = "club-fight-coop"
rules = { jokers = 2 }
format = "batch"
engines = ["greedy", "random"]
"""
#: Round robin of three, a Swiss of three, three solitaires a round, partners of two, own partners of two.
GAMES = [12, 4, 12, 8, 4]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plan and its games, played in one run."""
    found = tmp_path_factory.mktemp("tournament")
    (found / "plan.toml").write_text(PLAN)
    run("run", found / "plan.toml", "--out", found / "games.db")
    return found


def test_every_event_is_played_and_told(folder: Path) -> None:
    found = result("report", folder / "games.db")["events"]
    assert [event["played"] for event in found] == GAMES
    assert [event["planned"] for event in found] == GAMES
    assert [event["label"] for event in found] == [
        "rush-stones size=3", "sumo", "fifteen-rush", "club-fight-coop", "club-fight-coop jokers=2"]
    assert all(entrant["faults"] == {} for event in found for entrant in event["standings"])
    assert {entrant["games"] for entrant in found[0]["standings"]} == {8}
    assert sorted(row["engine"] for row in found[1]["ranking"]) == ["greedy", "mcts", "random"]
    assert [row["partners"] for row in found[3]["partners"]] == [
        ["greedy", "greedy"], ["greedy", "random"], ["random", "random"]]
    assert {row["units"] for row in found[3]["partners"]} == {2}


def test_the_records_say_how_games_ended_and_who_played(folder: Path) -> None:
    games = kept(folder / "games.db")
    endings = Counter((event, game["extra"]["ending"]) for (event, _), game in games.items())
    assert endings[0, "solver"] > 0
    assert endings[2, "plies"] + endings[2, "rules"] == GAMES[2]
    assert all(identity.startswith("Dohyo") for game in games.values() for identity in game["extra"]["identities"])
    assert all({"deal", "deal_seed", "seeds"} <= set(game["extra"]) for game in games.values())


def test_an_engine_that_became_another_is_told(folder: Path, tmp_path: Path) -> None:
    """As when it was built anew before a run went on: its games are then those of two programs."""
    file = tmp_path / "changed.db"
    run("merge", file, folder / "games.db")
    assert "same program" not in run("report", file).stdout
    with closing(sqlite3.connect(file)) as store:
        store.execute("UPDATE games SET record = json_replace(record, '$.extra.identities[0]', 'Other 2') WHERE "
                      "event = 0 AND json_extract(record, '$.players[0]') = 'mcts' AND round = 0")
        store.commit()
    identities = result("report", file)["events"][0]["identities"]["mcts"]
    assert (sum(identities.values()), len(identities)) == (8, 2)
    few = identities["Other 2"]
    assert 0 < few < 8
    said = run("report", file).stdout
    assert "mcts was not the same program in all games: Dohyo" in said
    assert f", Other 2 in {few} games." in said


def test_the_table_is_for_people(folder: Path) -> None:
    shown = run("report", folder / "games.db").stdout
    assert "rush-stones size=3" in shown
    assert "Score % of the row as partner of the column" in shown
    assert "Swiss\n1  " in shown
    assert "by solver" in shown


@pytest.mark.parametrize("left", [0, 1, 17, 39])
def test_a_file_with_some_games_goes_on_to_all(folder: Path, left: int, tmp_path: Path) -> None:
    """By the plan, or by what the file holds of it."""
    file = tmp_path / "part.db"
    run("merge", file, folder / "games.db")
    with closing(sqlite3.connect(file)) as store:
        store.execute("DELETE FROM games WHERE (event, round, pair, swap) NOT IN "
                      "(SELECT event, round, pair, swap FROM games ORDER BY event, round, pair, swap LIMIT ?)", (left,))
        store.commit()
    how = ["--concurrency", "2", "--processes", "false", "--progress", "0"]
    found = result("resume", file, *how) if left % 2 else result("run", folder / "plan.toml", "--out", file)
    assert [event["played"] for event in found["events"]] == GAMES
    assert kept(file) == kept(folder / "games.db")


def test_whoever_only_reads_may_while_a_run_writes(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "part.db"
    run("merge", file, folder / "games.db")
    with Store(file, None):
        assert "another run" in run("resume", file, code=2).stderr
        for command in ("report", "faults", "replay"):
            run(command, file)
        run("export", file, "--games", "-")


def test_processes_play_the_same_tournament(folder: Path, tmp_path: Path) -> None:
    run("run", folder / "plan.toml", "--out", tmp_path / "games.db", "--concurrency", "2")
    assert kept(tmp_path / "games.db") == kept(folder / "games.db")


def test_records_replay_bit_for_bit_by_the_rules_and_by_the_engines(folder: Path) -> None:
    for flags in ((), ("--ask",)):
        assert run("replay", folder / "games.db", *flags).stdout == f"{sum(GAMES)} games, 0 differences\n"


def test_who_asks_again_where_time_decides_is_told_that_nobody_was(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    run("run", "--engine", "builtin:random", "--engine", "builtin:greedy", "--movetime", "1", "--game",
        "rush-stones:size=3", "--out", file)
    asked = run("replay", file, "--ask")
    assert asked.stdout == "2 games, 0 differences\n"
    assert asked.stderr == "rush-stones size=3: no engine was asked again, because time limits one of them\n"
    assert not run("replay", file).stderr


@pytest.mark.parametrize(("change", "sentence"), [
    ("""json_replace(record, '$.returns', json('[0.5, 0.5]'))""", "the result is (0.5, 0.5) and should be"),
    ("""json_replace(record, '$.extra.deal_seed', 5)""", "the seed of the deal is another"),
    ("""json_replace(record, '$.extra.seeds', json('[1, 2]'))""", "the seeds of the engines are others"),
    ("""json_replace(record, '$.plies[0].move', 'z9')""", "z9"),
    ("""json_replace(record, '$.start', 'rush-stones size=3 board=3/3/3 turn=b')""", "the deal is another"),
    ("""json_replace(record, '$.extra.ending', 'resign')""", "it ended by solver, and the record says by resign"),
    ("""json_remove(record, '$.plies[#-1]')""", "it had not ended after its last ply"),
    ("""json_replace(record, '$.players[0]', 'nobody')""", "got nobody and "),
    ("""record || ' '""", "the text of the record is not what it says"),
])
def test_a_record_that_was_changed_is_told(folder: Path, change: str, sentence: str, tmp_path: Path) -> None:
    """In a game that a solver ended."""
    file = tmp_path / "changed.db"
    run("merge", file, folder / "games.db")
    with closing(sqlite3.connect(file)) as store:
        store.execute(f"UPDATE games SET record = {change} WHERE (event, round, pair, swap) = (SELECT event, round, "
                      "pair, swap FROM games WHERE json_extract(record, '$.extra.ending') = 'solver' LIMIT 1)")
        store.commit()
    found = run("replay", file, code=1).stdout
    assert sentence in found
    assert "rush-stones size=3, game " in found


@pytest.mark.parametrize(("change", "sentence"), [
    ("record = json_replace(record, '$.extra.deal', 1)", "deal: expected 0, got 1"),
    ("record = 'null'", "game 0.0.0: {file} is damaged: event 0, game 0.0.0: invalid game record"),
    ("record = json_replace(record, '$.returns', json('[]'))", "the record has no result"),
    ("record = json_replace(record, '$.returns', json('[1]'))",
     "returns: expected a number in [0, 1] for each of 2 players, or none, got (1.0,)"),
    ("record = json_insert(record, '$.extra.faults', 3)", "invalid faults in record, 3"),
    ("round = 99", "game 99.0.0: not in the schedule"),
    ("swap = 2", "game 0.0.2: not in the schedule"),
    ("event = 9", "1 games are of event 9, which the plan does not have"),
])
def test_what_no_run_could_have_stored_is_told(folder: Path, change: str, sentence: str, tmp_path: Path) -> None:
    """By `replay`, which goes on with the other games; the other commands end with a sentence or count it not."""
    file = tmp_path / "changed.db"
    run("merge", file, folder / "games.db")
    with closing(sqlite3.connect(file)) as store:
        store.execute(f"UPDATE games SET {change} WHERE (event, round, pair, swap) = (0, 0, 0, 0)")
        store.commit()
    found = run("replay", file, code=1).stdout
    assert sentence.format(file=file) in found
    assert found.endswith(f"{sum(GAMES)} games, 1 differences\n")
    for arguments in (["report", file], ["export", file, "--games", tmp_path / "games.jsonl"], ["resume", file]):
        said = CliRunner().invoke(main, ["tournament", *map(str, arguments)])
        assert said.exit_code in (0, 2)
        assert "fault of dohyo" not in said.stderr


def test_a_plan_that_cannot_be_read_is_told(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "changed.db"
    for plan in ("{", "[]", '{"events": 3}', "{}"):
        file.unlink(missing_ok=True)
        run("merge", file, folder / "games.db")
        with closing(sqlite3.connect(file)) as store:
            store.execute("UPDATE match SET plan = ?", (plan,))
            store.commit()
        assert "plan" in run("report", file, code=2).stderr


def test_another_move_of_an_engine_is_told(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "changed.db"
    run("merge", file, folder / "games.db")
    with closing(sqlite3.connect(file)) as store:
        store.execute("UPDATE games SET record = json_replace(record, '$.plies[0].nodes', 12345) WHERE event = 2")
        store.commit()
    assert f"{sum(GAMES)} games, {GAMES[2]} differences" in run("replay", file, "--ask", code=1).stdout
    run("replay", file)


def test_parts_that_were_played_apart_are_merged(folder: Path, tmp_path: Path) -> None:
    parts = [tmp_path / "one.db", tmp_path / "two.db"]
    for number, part in enumerate(parts):
        run("merge", part, folder / "games.db")
        with closing(sqlite3.connect(part)) as store:
            store.execute("DELETE FROM games WHERE (round + pair) % 2 = ?", (number,))
            store.commit()
    shown = run("merge", tmp_path / "whole.db", *parts, parts[0]).stdout
    assert f"{tmp_path / 'whole.db'}: {sum(GAMES)} games" in shown
    assert f"{parts[0]}: 0 of" in shown
    assert kept(tmp_path / "whole.db") == kept(folder / "games.db")


def test_games_of_another_plan_are_not_merged(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    Store(other, Match("sumo", (Engine("a", "random", Limits(nodes=1)), Engine("b", "random", Limits(nodes=1)))).plan
          ).close()
    error = run("merge", tmp_path / "whole.db", folder / "games.db", other, code=2).stderr
    assert "holds another match" in error
    assert len(error.splitlines()) == 1


def test_a_plan_is_checked_before_it_is_played(folder: Path) -> None:
    shown = run("check", folder / "plan.toml", "--rounds", "200", "--openings", "random:1").stdout
    assert "round-robin, 200 rounds of 3 engines: mcts (nodes=20)" in shown
    assert "1,200 games in about" in shown
    assert "two engines: at most about ±4.9 % or ±34 Elo, over 200 pairs; 80% power to detect 58 Elo" in shown
    assert "stored in plan.db" in shown
    assert not (folder / "plan.db").exists()


def test_a_check_tells_what_cannot_be_played(folder: Path) -> None:
    error = run("check", folder / "plan.toml", "--engine", "random:Colour=red,nodes=1", "--game",
                "fifteen-rush", code=2).stderr
    assert "random has no option 'Colour'" in error
    error = run("check", folder / "plan.toml", "--engine", "true:nodes=1", "--game", "fifteen-rush", code=2).stderr
    assert "ended with code 0" in error


def test_a_tournament_refuses_what_makes_no_sense() -> None:
    def match(*names: str, **more: str) -> Match:
        engines = tuple(Engine(name, "random", Limits(nodes=1)) for name in names)
        return Match("sumo", engines, **more)  # type: ignore[arg-type]

    for bad, sentence in (
        ((), "at least one game"),
        ((match("a", "b"), match("a", "c")), "duplicate game 'sumo'"),
    ):
        with pytest.raises(UsageError, match=sentence):
            Tournament(bad)
    other = Match("rush-cards", (Engine("a", "greedy", Limits(nodes=1)), Engine("c", "random", Limits(nodes=1))))
    with pytest.raises(UsageError, match="engine 'a' differs between games"):
        Tournament((match("a", "b"), other))


def test_the_figures_are_written_where_the_plan_says(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "figures.json"
    run("run", folder / "plan.toml", "--out", folder / "games.db", "--json-out", out)
    assert json.loads(out.read_text()) == result("report", folder / "games.db") | {"name": "plan"}


TEST = """
concurrency = 2
rounds = 500
limits = { nodes = 10 }
format = "sprt"

[[engine]]
command = "builtin:greedy"

[[engine]]
command = "builtin:random"

[[game]]
game = "rush-stones"
rules = { size = 3 }
sprt = { low = 0, high = 60 }

[[game]]
game = "fifteen-rush"
sprt = { low = 0.0, high = 0.2 }
"""


def test_sequential_tests_end_at_the_same_game_however_many_are_played_at_once(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(TEST)
    found = []
    for at_once in (1, 2, 3):
        file = tmp_path / f"{at_once}.db"
        events = result("run", tmp_path / "plan.toml", "--out", file, "--concurrency", str(at_once), "--processes",
                        "false")["events"]
        found.append((kept(file, all_games=False), [{**event["sprt"], "played": event["played"]} for event in events]))
        assert [event["surplus"] for event in events] == [0, 0] or at_once > 1
    assert found[0] == found[1] == found[2]
    stones, deals = found[0][1]
    assert (stones["low"], stones["high"], stones["model"]) == (0, 60, "pentanomial")
    assert (deals["low"], deals["high"], deals["alpha"], deals["model"]) == (0, 0.2, 0.05, "difference")
    assert {test["decision"] for test in found[0][1]} == {"H1"}
    assert all(test["played"] == 2 * test["units"] < 1000 for test in found[0][1])
    assert "Sequential test after" in run("report", tmp_path / "1.db").stdout


def test_games_are_exported_for_other_programs(folder: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("games.jsonl", "games.pgn", "games.sgf")]
    flags = [part for flag, file in zip(("--games", "--pgn", "--sgf"), files, strict=True) for part in (flag, file)]
    said = run("export", folder / "games.db", *flags).stderr
    lines, pgn, sgf = (file.read_text() for file in files)
    games = list(exports.from_jsonl(lines.splitlines()))
    assert [(game.round, game.record.as_json()) for game in games[:2]] == [
        ("1.1.1.1", kept_whole(folder / "games.db", Place(0, 0, 0))),
        ("1.1.1.2", kept_whole(folder / "games.db", Place(0, 0, 1)))]
    assert len(games) == sum(GAMES)
    assert pgn.count("[White ") == GAMES[0] + GAMES[1]
    assert sgf.count("GM[") == GAMES[0]
    assert "12 games left out: fifteen-rush is a solitaire" in said
    assert f"{files[2]}: " in said
    run("export", folder / "games.db", "--sgf", files[2], "--setup")
    assert files[2].read_text().count("\n;AB[") == sgf.count("\n;B[") > 0


def kept_whole(file: Path, place: Place) -> dict[str, object]:
    with Store(file, None) as store:
        return dict(store.games())[place].as_json()


def test_commands_say_what_is_wrong_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("notes")
    for arguments, sentence in (
        (["run"], "engine: expected at least one [[engine]]"),
        (["run", str(tmp_path / "none.toml")], "No such file"),
        (["run", str(tmp_path / "notes")], "notes: "),
        (["report", str(tmp_path / "notes")], "file is not a database"),
        (["export", str(tmp_path / "notes")], "specify at least one of"),
    ):
        found = CliRunner().invoke(main, ["tournament", *arguments])
        assert (found.exit_code, found.stdout) == (2, "")
        assert sentence in found.stderr
        assert len(found.stderr.splitlines()) == 1


def test_the_plan_that_a_file_holds_is_the_whole_plan(folder: Path) -> None:
    with Store(folder / "games.db", None) as store:
        assert from_plan(store.plan).plan == planfile.read(folder / "plan.toml").plan == store.plan
