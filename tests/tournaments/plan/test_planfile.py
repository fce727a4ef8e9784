"""Plans: what a file and flags say, and what each error names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dohyo.engine import UsageError, game
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.tournaments.cli import main
from dohyo.tournaments.plan import planfile, settings
from dohyo.tournaments.plan.adjudication import Adjudication
from dohyo.tournaments.plan.tournament import Tournament, from_plan
from dohyo.tournaments.stats.sprt import Sprt

GOOD = """
name = "test"
seed = 5
rounds = 3
concurrency = 2
out = "games.db"
openings = "random:2"

[limits]
nodes = 10

[adjudication]
resign_moves = 3

[outputs]
pgn = "games.pgn"

[[engine]]
name = "one"
command = "mcts"
options = { Threads = 1, Solver = false }
env = { WORD = "yes" }
cwd = "."
restart = "on"

[[engine]]
name = "two"
command = "builtin:random"
limits = { tc = "10+0.1" }

[[game]]
game = "rush-stones"
rules = { size = 5 }
format = "sprt"
sprt = { low = 0, high = 10, model = "trinomial" }

[[game]]
game = "fifteen-rush"
rounds = 7
engines = ["two"]
limits = { movetime = 5 }
openings = "random:0"

[[game]]
game = "club-fight-coop"
format = "batch"
adjudication = { plies = 30 }
"""


def read(text: str, tmp_path: Path, **more: Any) -> Tournament:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    return planfile.read(file, **more)


def test_a_file_says_it_all(tmp_path: Path) -> None:
    plan = read(GOOD, tmp_path)
    assert (plan.name, plan.concurrency, plan.out, plan.outputs.pgn) == (
        "test", 2, Path("games.db"), Path("games.pgn"))
    stones, fifteen, partners = plan.events
    one, two = stones.engines
    assert (one.name, one.program, one.limits, one.restart) == ("one", "mcts", Limits(nodes=10), True)
    assert one.options == (("Threads", "1"), ("Solver", "false"))
    assert (one.env, one.cwd) == ((("WORD", "yes"),), str(tmp_path))
    assert (two.builtin, two.limits, two.restart) == (True, Limits(clocks=(Clock(10_000, 100),) * 2), False)
    assert (stones.rules, stones.rounds, stones.seed, stones.opening) == ((("size", "5"),), 3, 5, 2)
    assert stones.sprt == Sprt(0, 10, model="trinomial")
    assert stones.adjudication == partners.adjudication.__class__(resign_moves=3)
    assert (fifteen.rounds, fifteen.engines, fifteen.opening) == (7, (two,), 0)
    assert (partners.own_partners, partners.format, partners.adjudication) == (
        True, "round-robin", Adjudication(plies=30))
    assert {match.disqualify_after for match in plan.events} == {10}


def test_a_plan_that_was_kept_gives_the_same_tournament(tmp_path: Path) -> None:
    plan = read(GOOD, tmp_path)
    again = from_plan(json.loads(json.dumps(plan.plan)))
    assert [match.plan for match in again.events] == [match.plan for match in plan.events]
    assert again.plan == plan.plan


def test_flags_stand_above_the_file_for_all_games(tmp_path: Path) -> None:
    plan = read(GOOD, tmp_path, flags={"rounds": "9", "limits.nodes": "77", "adjudication.plies": "4", "seed": "1"})
    assert [match.rounds for match in plan.events] == [9, 9, 9]
    assert [match.adjudication.plies for match in plan.events] == [4, 4, 4]
    assert {match.seed for match in plan.events} == {1}
    assert plan.events[0].engines[0].limits == Limits(nodes=77)
    assert plan.events[0].engines[1].limits.clock(2) == Clock(10_000, 100)
    plan = read(GOOD, tmp_path, engines=["a=mcts:nodes=5,Threads=2,cwd=/,env.X=1,restart=on,patience=60", "b=random"],
                games=["sumo:jokers=2"])
    (only,) = plan.events
    assert (only.game_id, only.rules) == ("sumo", (("jokers", "2"),))
    first, second = only.engines
    assert (first.name, first.program, first.limits.nodes, first.options) == (
        "a", "mcts", 5, (("Threads", "2"),))
    assert (first.cwd, first.env, first.restart, first.start_timeout) == ("/", (("X", "1"),), True, 60)
    assert second.limits == Limits(nodes=10)


def test_what_all_engines_are_started_with_stands_below_what_one_says(tmp_path: Path) -> None:
    text = """
each = { options = { Hash = 4, Threads = 2 }, env = { A = "1", B = "2" }, restart = "on", cwd = "." }
limits = { nodes = 1 }
game = [{ game = "sumo" }]
engine = [{ command = "mcts", options = { hash = 9 }, env = { B = "3" }, restart = "off" },
          { command = "greedy" }, { command = "builtin:random" }]
"""
    one, two, three = read(text, tmp_path).events[0].engines
    assert one.options == (("Threads", "2"), ("hash", "9"))
    assert (one.env, one.restart, one.cwd) == ((("A", "1"), ("B", "3")), False, str(tmp_path))
    assert (two.options, two.restart) == ((("Hash", "4"), ("Threads", "2")), True)
    assert (three.options, three.env, three.cwd) == (two.options, (), "")
    one, two, three = read(text, tmp_path, each="Hash=7").events[0].engines
    assert (one.options, two.options, two.env, two.cwd) == ((("hash", "9"),), (("Hash", "7"),), (), "")
    for wrong, sentence in (("nodes=5", "--each 'nodes=5': limits for all engines are flags"),
                            ("Hash", "--each 'Hash': expected OPTION=VALUE, got 'Hash'"), ("A=1,a=2", "'a' is given "
                                                                                                      "twice")):
        with pytest.raises(UsageError, match=sentence):
            read(text, tmp_path, each=wrong)


def test_flags_alone_are_a_plan() -> None:
    plan = planfile.read(None, {"limits.movetime": "5"}, ["random"], ["fifteen-rush"])
    assert (plan.name, plan.events[0].engines[0].limits) == ("tournament", Limits(movetime=5))


def test_positions_of_a_file_are_played_in_turn(tmp_path: Path) -> None:
    first, second = (game("rush-stones").deal(size=5).play(move) for move in ("a1", "c3"))
    (tmp_path / "openings.txt").write_text(
        f"# two positions\nrush-stones size=5 board=5/5/5/5/5 turn=b moves a1\n\n{second}\n{game('sumo').deal(3)}\n")
    text = GOOD.replace('openings = "random:2"', 'openings = "openings.txt"', 1)

    def starts(size: int = 5, **flags: str) -> tuple[str, ...]:
        given = {"format": "round-robin", **{f"openings_{key}": value for key, value in flags.items()}}
        plan = read(text, tmp_path, games=[f"rush-stones:size={size}"], flags=given)
        assert from_plan(plan.plan).events[0].starts == plan.events[0].starts
        return plan.events[0].starts

    assert starts() == (str(first), str(second))
    assert starts(start="2") == (str(second), str(first))
    assert starts(plies="0") == (str(game("rush-stones").deal(size=5)), str(second))
    with pytest.raises(UsageError, match=r"--openings-start = 3: the file has only 2 positions"):
        starts(start="3")
    with pytest.raises(UsageError, match=r"openings = 'openings.txt': expected a file with positions of rush-stones "
                                         r"size=7; the first is 'rush-stones size=5"):
        starts(size=7)


def test_positions_at_random_are_each_taken_once_and_by_the_seed(tmp_path: Path) -> None:
    lines = [f"rush-stones size=5 moves a{row} {column}5" for row in range(1, 5) for column in "bcde"]
    (tmp_path / "openings.txt").write_text("\n".join(lines))

    def starts(**flags: str) -> tuple[str, ...]:
        return planfile.read(None, {"openings": str(tmp_path / "openings.txt"), "limits.nodes": "1", **flags},
                             ["random", "greedy"], ["rush-stones:size=5"]).events[0].starts

    told = starts()
    first, again, other = (starts(openings_order="random", seed=seed) for seed in ("1", "1", "2"))
    assert first == again
    assert len({told, first, other}) == 3
    assert set(told) == set(first) == set(other)
    assert starts(openings_order="random", seed="1", openings_start="4") == first[3:] + first[:3]


@pytest.mark.parametrize(("line", "sentence"), [
    ("rush-stones size=5 moves z9", "line 2: move 'z9': a move is a point"),
    ("chess", "line 2: unknown game 'chess'"),
    (str(game("sumo").deal(3).view(1)), "line 2: expected a whole position, got the view of a seat"),
    ("rush-stones size=3 board=bbb/bbb/bbb turn=b", "line 2: expected an unfinished game"),
])
def test_a_bad_line_of_positions_is_named(line: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(f"# deals\n{line}\n")
    with pytest.raises(UsageError) as error:
        read(GOOD, tmp_path, flags={"deals": str(tmp_path / "deals.txt"), "openings": "random:0"})
    assert f"--deals = '{tmp_path / 'deals.txt'}': {sentence}" in str(error.value)


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ("rounds = 3", "round = 3", "round = 3: unknown key; did you mean rounds?"),
    ("rounds = 3", 'rounds = "3"', "rounds: expected an integer from 1 to 1000000000, got '3'"),
    ("rounds = 3", "rounds = true", "rounds: expected an integer from 1"),
    ("rounds = 3", "rounds = 0", "rounds: expected an integer from 1"),
    ("rounds = 3", "rounds =", "Invalid value"),
    ('"random:2"', '"random:x"', 'openings: expected "random:N" for N plies at random, or the name of a file'),
    ('"random:2"', '"none.txt"', "openings = 'none.txt': cannot read the file: No such file"),
    ("nodes = 10", 'nodes = "ten"', "limits.nodes: expected an integer from 1"),
    ("nodes = 10", "node = 10", "limits.node = 10: unknown key; did you mean nodes?"),
    ("nodes = 10", "", "limits: a move needs a limit"),
    ("resign_moves = 3", "resign_value = 0.7", "adjudication.resign_value: expected a number from 0 to 0.499999"),
    ("resign_moves = 3", "draw_moves = 3", "game[0]: draw_moves needs draws"),
    ('pgn = "games.pgn"', 'pgm = "x"', "outputs.pgm = 'x': unknown key; did you mean pgn?"),
    ('command = "mcts"', 'command = "nobody"', "engine[0].command = 'nobody': no searcher or program"),
    ('command = "mcts"', 'commando = "mcts"', "engine[0].commando = 'mcts': unknown key; did you mean command?"),
    ('command = "mcts"', 'command = "builtin:nobody"', "engine[0].command = 'builtin:nobody': "),
    ('name = "one"', 'name = "two"', "game[0]: duplicate engine name 'two'"),
    ('cwd = "."', 'cwd = "nowhere"', "engine[0].cwd = 'nowhere': no such folder"),
    ('restart = "on"', 'restart = "yes"', "engine[0].restart: expected one of on, off, got 'yes'"),
    ('restart = "on"', "patience = 0", "engine[0].patience: expected an integer from 1"),
    ('restart = "on"', "limits = { depth = -1 }", "engine[0].limits.depth: expected an integer from 1"),
    ('tc = "10+0.1"', 'tc = "fast"', "engine[1].limits.tc: expected BASE or BASE+INCREMENT in seconds"),
    ('game = "rush-stones"', 'game = "chess"', "game[0].game: unknown game 'chess'"),
    ("size = 5", "size = 4", "game[0].rules: size: expected an odd number from 3 to 19, got '4'"),
    ("size = 5", "colour = 4", "game[0].rules: rush-stones has no option 'colour'"),
    ("low = 0, ", "", "game[0].sprt.low: missing; a test needs both hypotheses"),
    ("low = 0, ", "low = 20, ", "game[0].sprt: low, high: expected low < high, got 20 and 10"),
    ('high = 10, model = "trinomial"', 'high = 500, model = "normalized"',
     "game[0].sprt: low, high: expected differences of normalized Elo between -100 and 100, got 0 and 500"),
    ('format = "sprt"\n', "", "\"trinomial\"}: applies only to format sprt, not to round-robin"),
    ('model = "trinomial"', 'model = "bayes"', "game[0].sprt.model: expected one of pentanomial, trinomial"),
    ('engines = ["two"]', 'engines = ["three"]', "game[1].engines = 'three': expected engines of this plan (one, two)"),
    ('engines = ["two"]', 'format = "swiss"', "game[1]: format swiss needs head-to-head games; use batch for "
                                              "fifteen-rush"),
    ('format = "batch"', 'format = "bach"', "game[2].format: expected one of round-robin, gauntlet"),
    ('game = "club-fight-coop"', 'game = "sumo"', "game[2].format = 'batch': batch needs games in which engines do "
                                                  "not meet; sumo is head-to-head"),
    ('game = "club-fight-coop"', "", "game[2].game: missing; `dohyo games` lists the games"),
])
def test_an_error_names_file_key_value_and_what_would_be_right(
    old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    assert old in GOOD
    with pytest.raises(UsageError) as error:
        read(GOOD.replace(old, new, 1), tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'plan.toml'}: ")
    assert sentence in str(error.value)


@pytest.mark.parametrize(("flags", "sentence"), [
    ({"rounds": "x"}, "--rounds: expected an integer from 1"),
    ({"adjudication.resign_both": "maybe"}, "--resign-both: expected true or false, got 'maybe'"),
    ({"limits.tc": "slow"}, "--tc: expected BASE or BASE"),
])
def test_an_error_in_a_flag_names_the_flag(flags: dict[str, str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        read(GOOD, tmp_path, flags=flags)
    assert sentence in str(error.value)


def test_a_file_without_engines_or_games_says_so(tmp_path: Path) -> None:
    for missing in ("engine", "game"):
        with pytest.raises(UsageError, match=rf"{missing}: expected at least one \[\[{missing}\]\]"):
            read(GOOD.replace(f"[[{missing}]]", f"[[not_{missing}]]").replace("not_", "", 0).split("[[not_")[0]
                 if missing == "game" else GOOD.split("[[engine]]", maxsplit=1)[0], tmp_path)
    with pytest.raises(UsageError, match="No such file"):
        planfile.read(tmp_path / "absent.toml")


def test_every_setting_of_a_file_has_a_flag_of_its_own_or_a_place_in_one() -> None:
    flags = [setting.flag for setting in settings.flags()]
    assert len(set(flags)) == len(flags)
    assert all(flags)
    assert all(setting.flag for _, setting in settings.every())
    shown = CliRunner().invoke(main, ["tournament", "run", "--help"]).stdout
    assert all(f"--{flag} " in shown for flag in flags)


def test_settings_are_listed_all_or_by_words() -> None:
    def listed(*words: str) -> str:
        return CliRunner().invoke(main, ["tournament", "settings", *words]).stdout

    lines = listed().splitlines()
    assert [line for line in lines if line and line[0] != " "] == list(settings.PLACES.values())
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == [
        path.rpartition(".")[2].removeprefix("]") for path, _ in settings.every()]
    assert all(setting.meaning[1:] in listed() for _, setting in settings.every())
    assert listed("resign", "both").strip().splitlines() == [
        "In the table adjudication, at the top for all games, or in a [[game]] for it alone",
        "  resign_both       --resign-both true|false",
        "      The other seat must agree. Expects true or false. Default: false."]
    wrong = CliRunner().invoke(main, ["tournament", "settings", "zebra"])
    assert (wrong.exit_code, wrong.stderr) == (2, "dohyo: no setting matches 'zebra'\n")


def test_engines_of_a_cluster_are_looked_for_on_its_machines() -> None:
    """But where its workers are processes of this one."""
    engines, games = ["there=/opt/engine --quiet:nodes=1,cwd=/no/such/folder"], ["fifteen-rush"]
    for cluster in ("tcp://host:8786", "scheduler.json", "local.json"):
        (engine,) = planfile.read(None, {"cluster": cluster}, engines, games).engines
        assert (engine.program, engine.cwd) == ("/opt/engine --quiet", "/no/such/folder")
    for cluster in ("local", "local:2"):
        with pytest.raises(UsageError, match="no such folder: /no/such/folder"):
            planfile.read(None, {"cluster": cluster}, engines, games)
    with pytest.raises(UsageError, match="mctss"):
        planfile.read(None, {"cluster": "tcp://host:8786"}, ["builtin:mctss:nodes=1"], games)


@pytest.mark.parametrize("setting", [
    each for each in settings.flags() if each.default and each.kind.short in ("N", "X", "WORD", "true|false")
    and each.default not in ("all", "by the game", "for builtin engines")
], ids=lambda setting: str(setting.flag))
def test_what_is_told_as_the_default_is_what_holds_where_nothing_is_said(
    setting: settings.Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read with the default and without, a plan is the same."""
    monkeypatch.chdir(tmp_path)
    needed = {"pairs": {"format": "swiss"}, "challengers": {"format": "gauntlet"},
              "openings_order": {"openings": "positions.txt"}, "openings_start": {"openings": "positions.txt"}}
    more = dict(needed.get(setting.key, {}))
    if setting.key.startswith("sprt."):
        more = {"format": "sprt", "sprt.low": "-0.1", "sprt.high": "0.1"}
    elif setting.key.startswith("adjudication."):
        more = {"adjudication.resign_moves": "3", "adjudication.draw_moves": "3"}
        more.pop(setting.key, None)
    Path("positions.txt").write_text(f"{game('sumo').deal()}\n{game('sumo').deal(1)}\n")
    plain, told = (planfile.read(None, {"limits.nodes": "5", **more, **flags}, ["mcts", "greedy"], ["sumo"])
                   for flags in ({}, {setting.key: setting.default}))
    assert plain == told


def test_a_flag_switches_off_what_a_file_adjudicates(tmp_path: Path) -> None:
    """With all that the file says of it."""
    (tmp_path / "plan.toml").write_text(GOOD.replace("resign_moves = 3", "resign_moves = 3\nresign_value = 0.1"))
    on, off = (planfile.read(tmp_path / "plan.toml", flags) for flags in ({}, {"adjudication.resign_moves": "0"}))
    assert (on.events[0].adjudication.resign_moves, off.events[0].adjudication.resign_moves) == (3, 0)


def test_older_names_of_settings_are_still_read(tmp_path: Path) -> None:
    """As keys, as flags and as options of an engine; both names at once are an error."""
    text = GOOD.split("[[game]]", maxsplit=1)[0] + '[[game]]\ngame = "sumo"\nformat = "sprt"\n'
    for test in ("low = 0, high = 10, least = 7", "low = 0, high = 10, min_units = 7"):
        (event,) = read(f"{text}sprt = {{ {test} }}\n", tmp_path).events
        assert event.sprt is not None
        assert event.sprt.plan["least"] == 7
    with pytest.raises(UsageError, match="given twice, as least and as min_units"):
        read(f"{text}sprt = {{ low = 0, high = 10, min_units = 7, least = 7 }}\n", tmp_path)
    flags = ["--format", "sprt", "--sprt-low", "0", "--sprt-high", "10", "--game", "sumo", "--nodes", "1", "--engine",
             "builtin:random", "--engine", "builtin:greedy", "--dry"]
    for name in ("--sprt-least", "--sprt-min-units"):
        found = CliRunner().invoke(main, ["tournament", "check", *flags, name, "x"])
        assert found.stderr == "dohyo: --sprt-min-units: expected an integer from 0 to 1000000000, got 'x'\n"
    assert "--sprt-least" not in CliRunner().invoke(main, ["tournament", "check", "--help"]).stdout
