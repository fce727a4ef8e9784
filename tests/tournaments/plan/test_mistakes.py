"""Everything that can be typed wrong in a plan: one clear sentence, before anything is played or written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from dohyo.engine import game
from dohyo.tournaments.cli import main
from dohyo.tournaments.plan import settings

#: Values of TOML, of every type and size.
VALUES = (
    "1.5", "-1", "99999999999999999999", "nan", "inf", "true", '"x"', '""', '" "', '"a\\u0000b"', '"a\\nb"', "[]",
    "[[]]", "[1]", "{}", "{ x = [] }", "{ x = { y = 1 } }", '{ "" = 1 }', '{ x = "a\\nb" }', '{ "a=b" = 1 }',
    "1979-05-27",
)
#: Keys whose value may be any text: what is wrong with it is told elsewhere.
TEXTS = ("name", "out", "log", "outputs.games", "outputs.pgn", "outputs.sgf", "outputs.html", "outputs.json")
#: What some keys accept of those values.
FINE = {
    **dict.fromkeys((*TEXTS, "engine[].name"), ('"x"',)),
    **dict.fromkeys(("processes", "affinity", "[game[].]skip_forced", "[game[].]adjudication.resign_both"), ("true",)),
    **dict.fromkeys(("each.options", "engine[].options"), ("{}", '{ "a=b" = 1 }')),
    "each.env": ("{}",), "engine[].env": ("{}",), "game[].rules": ("{}",),
    "[game[].]sprt.low": ("1.5", "-1"), "[game[].]sprt.high": ("1.5",),
}
ENGINE = 'name = "a"\ncommand = "greedy"\n'
OTHER = '[[engine]]\nname = "b"\ncommand = "builtin:random"\n'
GAME = '[[game]]\ngame = "rush-stones"\nrules = { size = 5 }\n'
PLAN = f"[limits]\nnodes = 10\n[[engine]]\n{ENGINE}{OTHER}{GAME}"


def written(path: str, value: str) -> str:
    """A plan in which a key of `settings.every` has a value, and all else is right."""
    part, _, key = path.rpartition(".")
    line = f"{key} = {value}\n"
    top = "limits = { nodes = 10 }\n"
    engine, match = ENGINE, GAME
    if part == "engine[]":
        engine = "".join(each for each in ENGINE.splitlines(keepends=True) if not each.startswith(f"{key} =")) + line
    elif part == "engine[].limits":
        engine += f"limits = {{ {key} = {value} }}\n"
    elif part == "game[]":
        match = "".join(each for each in GAME.splitlines(keepends=True) if not each.startswith(f"{key} =")) + line
    elif part == "[game[].]limits":
        top = f"limits = {{ {key} = {value} }}\n"
    elif part == "[game[].]sprt":
        rest = {"low": "0", "high": "5", key: value}
        match += f'format = "sprt"\nsprt = {{ {", ".join(f"{name} = {each}" for name, each in rest.items())} }}\n'
    elif part == "[game[].]adjudication":
        rest = {"resign_moves": "1", key: value}
        match += f"adjudication = {{ {', '.join(f'{name} = {each}' for name, each in rest.items())} }}\n"
    elif part in ("each", "outputs"):
        top += f"{part} = {{ {key} = {value} }}\n"
    else:
        top += f"{path.removeprefix('[game[].]')} = {value}\n"
    return f"{top}[[engine]]\n{engine}{OTHER}{match}"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def check(plan: str | bytes, *flags: str, dry: bool = True) -> tuple[int, str]:
    """Exit code and what standard error says; nothing may be written."""
    Path("plan.toml").write_bytes(plan if isinstance(plan, bytes) else plan.encode())
    before = set(Path().iterdir())
    found = CliRunner().invoke(main, ["tournament", "check", "plan.toml", *(["--dry"] if dry else []), *flags])
    assert set(Path().iterdir()) == before
    return found.exit_code, found.stderr


def refused(plan: str | bytes, *flags: str, dry: bool = True) -> str:
    """The sentence."""
    code, said = check(plan, *flags, dry=dry)
    assert code == 2, said
    assert said.startswith("dohyo: ")
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize(("path", "setting"), list(settings.every()), ids=[path for path, _ in settings.every()])
def test_each_wrong_value_of_each_key_is_refused_and_named(path: str, setting: settings.Setting) -> None:
    key = path.rpartition(".")[2].removeprefix("]")
    refusals = 0
    for value in VALUES:
        plan = written(path, value)
        if value in FINE.get(path, ()):
            assert check(plan)[0] == 0, plan
        else:
            sentence = refused(plan)
            assert key.replace("_", " ") in sentence.replace("_", " ")
            if not setting.kind.takes(tomllib.loads(f"it = {value}")["it"]):
                assert f"{key}: expected {setting.kind.accepts}, got " in sentence
            refusals += 1
    assert refusals >= 17
    near = refused(written(path, "1").replace(f"{key} = 1", f"{key}q = 1"))
    assert f"{key}q = 1: unknown key; did you mean {key}?" in near


@pytest.mark.parametrize("setting", list(settings.flags()), ids=lambda setting: str(setting.flag))
def test_each_wrong_value_of_each_flag_is_refused_and_named(setting: settings.Setting) -> None:
    for value in ("", " ", "a\nb", "\x01"):
        assert refused(PLAN, f"--{setting.flag}", value).startswith(f"dohyo: --{setting.flag}: expected ")
    if setting.kind.short not in ("TEXT", "FILE", "FOLDER", "random:N|FILE"):
        for value in ("x", "-1e99", "1e99", "nan", "yes", "1,5"):
            sentence = refused(PLAN, f"--{setting.flag}", value)
            assert sentence == f"dohyo: --{setting.flag}: expected {setting.kind.accepts}, got '{value}'\n"


@pytest.mark.parametrize("setting", settings.HOW, ids=lambda setting: str(setting.flag))
def test_each_wrong_value_of_a_flag_of_resume_is_refused_and_named(setting: settings.Setting) -> None:
    """As those of `run` are, although nothing is left to be played."""
    Path("plan.toml").write_text(PLAN)
    assert CliRunner().invoke(main, ["tournament", "run", "plan.toml"]).exit_code == 0
    for value in ("", "a\nb") + ("x", "-1", "local:0", "local:1025") * (setting.key != "log"):
        found = CliRunner().invoke(main, ["tournament", "resume", "plan.db", f"--{setting.flag}", value])
        assert (found.exit_code, found.stdout) == (2, "")
        assert found.stderr.startswith(f"dohyo: --{setting.flag}: expected ")
        assert f": expected {setting.kind.accepts}, got " in found.stderr


@pytest.mark.parametrize(("plan", "sentence"), [
    ("a = [\n", "plan.toml: invalid TOML: "),
    ("seed = 1\nseed = 2\n", "invalid TOML: Cannot overwrite a value (at line 2"),
    (b'name = "\xff"\n', "plan.toml: not valid UTF-8 (byte "),
    ("seed=1".encode("utf-16"), "not valid UTF-8"),
    ("a = " + "[" * 20_000, "nested too deeply"),
    ("", "engine: expected at least one [[engine]]"),
    (PLAN.replace("[[game]]", "[game]"), "game: expected at least one [[game]]"),
    (f'game = "sumo"\n{PLAN.split("[[game]]", maxsplit=1)[0]}', "game: expected at least one [[game]]"),
    (f"nodes = 10\n{PLAN}", "nodes = 10: unknown key"),
    (f"{PLAN}size = 5\n", "game[0].size = 5: unknown key"),
    (f"{PLAN}seed = 5\n", "game[0].seed = 5: unknown key"),
    (PLAN.replace('"b"', '"a"'), "game[0]: duplicate engine name 'a'"),
    (PLAN + GAME, "duplicate game 'rush-stones size=5'"),
    (f"sprt = {{ low = 0, high = 5 }}\n{PLAN}", "applies only to format sprt, not to round-robin"),
    (f"challengers = 1\n{PLAN}", "challengers = 1: applies only to format gauntlet, not to round-robin"),
    (f"{PLAN}pairs = 2\n", "game[0].pairs = 2: applies only to format swiss, knockout, ladder, not to round-robin"),
    (f'{PLAN}format = "knockout"\nrounds = 2\n', "game[0].rounds = 2: applies only to format round-robin, "),
    (f"openings_start = 2\n{PLAN}", "openings_start = 2: applies only to a file of openings or deals"),
    (f'{PLAN}openings = "random:2"\nopenings_plies = 2\n', "openings_plies = 2: applies only to a file of openings"),
    (f"{PLAN}adjudication = {{ resign_both = true }}\n",
     "game[0].adjudication.resign_both = true: has no effect without resign_moves"),
    (f'{PLAN}[[game]]\ngame = "sumo"\nadjudication = {{ solver = 9 }}\n',
     "game[1].adjudication.solver = 9: no solver for sumo: neither a solitaire nor a game of two"),
    (f'name = "r"\n{PLAN}rules = 1\n'.replace("rules = { size = 5 }\n", ""), "game[0].rules: expected a table of "
                                                                             "names"),
    (PLAN.replace('"greedy"', '"builtin:greedy"\nenv = { A = 1 }'),
     "engine 'a': cwd and env need an engine process; builtin:greedy searches"),
    (PLAN.replace('"greedy"', '"./none"'), "engine[0].command = './none': no such file: /"),
    (PLAN.replace('"greedy"', '"./plan.toml"'), "engine[0].command = './plan.toml': ./plan.toml is not executable"),
    (PLAN.replace('"greedy"', '"cat \'"'),
     "engine[0].command = \"cat '\": cannot parse engine command 'cat '': No closing"),
], ids=str)
def test_mistakes_of_a_whole_file(plan: str | bytes, sentence: str) -> None:
    assert sentence in refused(plan)


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert check(b"\xef\xbb\xbf" + PLAN.encode())[0] == 0


@pytest.mark.parametrize(("flags", "sentence"), [
    (["--sprt-low", "0"], "dohyo: --sprt-low: applies only to format sprt, not to round-robin"),
    (["--format", "sprt", "--sprt-low", "3", "--sprt-high", "1"], "low, high: expected low < high, got 3 and 1"),
    (["--openings", "none.txt"], "none.txt': cannot read the file: No such file"),
    (["--openings", "."], "cannot read the file: Is a directory"),
    (["--engine", "mcts:foo"], "engine[0].command = 'mcts:foo': no searcher or program 'mcts:foo'"),
    (["--tc", "9" * 400], "in seconds up to 1000000, such as 10+0.1, got '9"),
    (["--engine", f"mcts:tc=1+{10**7}"], "engine[0].limits.tc: expected BASE or BASE+INCREMENT in seconds"),
    (["--engine", "mcts:nodes=0"], "engine[0].limits.nodes: expected an integer from 1"),
    (["--game", "sumo:jokers"], "game 'sumo:jokers': expected OPTION=VALUE, got 'jokers'"),
    (["--game", "sumo:jokers=0,jokers=2"], "game 'sumo:jokers=0,jokers=2': 'jokers' is given twice"),
    (["--game", "fifteen-rush", "--pgn-out", "x"], "outputs.pgn = 'x': PGN needs head-to-head games"),
    (["--game", "sumo", "--sgf-out", "x"], "--sgf-out = 'x': SGF needs games of rush-stones, and the plan has none"),
    (["--out", "."], "out: cannot write '.': is a folder"),
    (["--html-out", "plan.toml/x"], "outputs.html: cannot write 'plan.toml/x': "),
    (["--json-out", "n" * 300], "': File name too long"),
    (["--pgn-out", "x", "--out", "./x"], "--pgn-out = 'x': same file as out"),
    (["--pgn-out", "x", "--games-out", "x"], "--pgn-out = 'x': same file as outputs.games"),
    (["--json-out", "plan.toml"], "--json-out = 'plan.toml': same file as the plan"),
    (["--out", "plan.toml"], "--out = 'plan.toml': same file as the plan"),
])
def test_mistakes_in_flags(flags: list[str], sentence: str) -> None:
    said = refused(PLAN, *flags)
    assert sentence.removeprefix("outputs.pgn").removeprefix("outputs.html") in said


@pytest.mark.parametrize("value", ["3", "1.5", "true", '"sumo"', "[1]", "1979-05-27"])
@pytest.mark.parametrize("key", ["game", "engine", "limits", "adjudication", "outputs", "each"])
def test_a_flag_stands_above_what_is_no_table_without_hiding_it(key: str, value: str) -> None:
    flags = ["--rounds", "2", "--nodes", "5", "--resign-moves", "2", "--json-out", "x.json"]
    rest = "\n".join(part for part in (f"[[engine]]\n{ENGINE}", OTHER, GAME) if not part.startswith(f"[[{key}]]"))
    said = refused(f"{key} = {value}\n{rest}", *flags)
    assert re.search(rf"\b{key}(\[0\])?( = |: )", said), said


def test_what_stands_in_the_way_of_the_file_of_games_is_seen_before() -> None:
    Path("games.db").write_text("something else")
    assert "games.db: " in refused(PLAN, "--out", "games.db")
    run = ["tournament", "run", "plan.toml", "--out", "there.db"]
    assert CliRunner().invoke(main, run).exit_code == 0
    assert "there.db holds another match (seed: was 0, is 5)" in refused(PLAN, "--out", "there.db", "--seed", "5")
    found = CliRunner().invoke(main, ["tournament", "check", "plan.toml", "--dry", "--out", "there.db"])
    assert "2 games in about 1 s, 1 at a time; stored in there.db, 2 of them already." in found.stdout
    export = CliRunner().invoke(main, ["tournament", "export", "there.db", "--pgn", "./there.db"])
    assert (export.exit_code, export.stderr) == (2, "dohyo: --pgn there.db: same file as the game store\n")


def test_a_run_whose_engines_could_not_start_is_in_nobodys_way() -> None:
    def run(options: str) -> tuple[int, str]:
        Path("plan.toml").write_text(PLAN.replace('"greedy"', f'"greedy"\noptions = {{ {options} }}'))
        found = CliRunner().invoke(main, ["tournament", "run", "plan.toml"])
        return found.exit_code, found.stderr

    code, said = run("Nope = 1")
    assert (code, "engine a: " in said, "has no option 'Nope'" in said) == (2, True, True)
    found = CliRunner().invoke(main, ["tournament", "check", "plan.toml", "--dry", "--seed", "3"])
    assert (found.exit_code, found.stderr) == (0, "")
    assert run("Seed = 1") == (0, "")
    assert "plan.db holds another match (engines.a.options.Seed: was 1, is 2)" in run("Seed = 2")[1]


def test_an_engine_that_cannot_play_is_named_by_a_check() -> None:
    Path("silent").write_text("#!/bin/sh\nexit 3\n")
    Path("silent").chmod(0o755)
    assert "engine a: ./silent ended with code 3" in refused(PLAN.replace('"greedy"', '"./silent"'), dry=False)
    for options, sentence in (("Nope = 1", "has no option 'Nope'; it offers Game, Rules, "),
                              ("Threads = -1", "option Threads of Dohyo"), ('Hash = "much"', "option Hash of Dohyo")):
        told = refused(PLAN.replace('"greedy"', f'"builtin:mcts"\noptions = {{ {options} }}'), dry=False)
        assert f"engine a: {'' if 'Nope' in options else 'option '}" in told
        assert sentence in told
    told = refused(PLAN.replace('"greedy"', '"builtin:table"'), dry=False)
    assert "rush-stones size=5: engine a fails: engine returned no move" in told


def test_games_of_the_wrong_size_never_pass_for_those_of_the_plan(tmp_path: Path) -> None:
    """An opening of a game that the plan lacks would be played under its name."""
    (tmp_path / "small.txt").write_text(f"{game('rush-stones').deal(size=3)}\n")
    assert "expected a file with positions of rush-stones size=5" in refused(PLAN, "--deals", "small.txt")
