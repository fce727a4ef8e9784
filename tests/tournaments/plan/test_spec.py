"""What a match is made of: what is refused, and what makes two matches the same."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_players import small_match

from dohyo.engine import UsageError, game
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.tournaments.plan.entrants import read_engine
from dohyo.tournaments.plan.limits import checked, from_flags, from_text, read_clock
from dohyo.tournaments.plan.spec import Engine, differences

NODES = Limits(nodes=10)


@pytest.mark.parametrize(("change", "sentence"), [
    ({"game_id": "chess"}, "unknown game 'chess'"),
    ({"rules": (("size", "4"),)}, "size: expected an odd number from 3 to 19"),
    ({"rules": (("colour", "red"),)}, "no option 'colour'"),
    ({"rules": (("size", "3"), ("size", "5"))}, "duplicate"),
    ({"engines": (Engine("a", "random", NODES),)}, "expected at least 2 for rush-stones, got 1"),
    ({"engines": (Engine("a", "random", NODES),) * 2}, "duplicate engine name 'a'"),
    ({"rounds": 0}, "rounds: expected a number from 1"),
    ({"margin": -1}, "margin: expected a number from 0"),
    ({"concurrency": 0}, "concurrency: expected"),
    ({"seed": -1}, "seed: expected"),
    ({"own_partners": True}, "own_partners applies only to cooperative games, not to rush-stones"),
])
def test_a_match_that_cannot_be_played_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        replace(small_match("a", "b"), **change)


def test_limits_are_some_and_above_nothing() -> None:
    with pytest.raises(UsageError, match="needs a limit"):
        checked(Limits())
    with pytest.raises(UsageError, match=r"nodes: expected a number from 1 to .*, got 0"):
        checked(Limits(nodes=0))
    with pytest.raises(UsageError, match="base must be > 0"):
        checked(Limits(clocks=(Clock(0),) * 2))
    for name in ("movetime", "nodes", "depth"):  # beyond what the system can wait for, or the engine count
        with pytest.raises(UsageError, match=f"{name}: expected a number from 1 to 10+, got 9+"):
            checked(Limits(**{name: 10**18 - 1}))
    assert str(Limits(movetime=50, clocks=(Clock(10_000, 100),) * 2)) == "movetime=50 tc=10+0.1"


def test_the_start_timeout_has_an_end() -> None:
    for seconds in (0, 10**5 + 1):
        with pytest.raises(UsageError, match="start_timeout: expected seconds from 1 to 100000"):
            Engine("a", "random", NODES, start_timeout=seconds)


def test_an_engine_has_a_name_and_each_option_once() -> None:
    with pytest.raises(UsageError, match="duplicate option 'hash'"):
        Engine("a", "random", NODES, options=(("Hash", "1"), ("hash", "2")))
    with pytest.raises(UsageError, match="expected a printable, non-empty name"):
        Engine("\n", "random", NODES)


def test_defaults_and_what_does_not_decide_the_games_are_no_difference() -> None:
    match = small_match("a", "b")
    assert replace(match, concurrency=4, out=Path("games")).plan == match.plan
    whole, default = replace(match, rules=(("size", "19"),)), replace(match, rules=())
    assert whole.plan == default.plan


def test_a_difference_is_named_with_both_values() -> None:
    match = small_match("a", "b")
    options = (("Hash", "8"),)
    changed = replace(
        match, seed=7, rules=(("size", "5"),), engines=(match.engines[0], replace(match.engines[1], options=options))
    )
    assert list(differences(match.plan, changed.plan)) == [
        "rules.size: was 3, is 5", "seed: was 0, is 7", "engines.b.options.Hash: was absent, is 8",
    ]
    assert list(differences(match.plan, match.plan)) == []
    deals = [str(game("rush-stones").deal(size=3).play(move)) for move in ("a1", "b1", "c1")]
    first, second, third = (replace(match, starts=tuple(starts)) for starts in (deals, deals[::2], deals[:2]))
    assert list(differences(first.plan, second.plan)) == [
        "starts: was a list of 3, is a list of 2, the first that differs is number 2"]
    assert list(differences(first.plan, third.plan)) == ["starts: was a list of 3, is a list of 2"]
    assert list(differences(match.plan, first.plan)) == ["starts: was absent, is a list of 3"]
    swapped = replace(match, engines=match.engines[::-1])
    assert list(differences(match.plan, swapped.plan)) == [
        "engines.a.place: was 1, is 2", "engines.b.place: was 2, is 1",
    ]


@pytest.mark.parametrize(("text", "engine"), [
    ("greedy", Engine("greedy", "greedy", NODES)),
    ("g=greedy", Engine("g", "greedy", NODES)),
    ("g=greedy:Seed=3,Threads=2", Engine("g", "greedy", NODES, (("Seed", "3"), ("Threads", "2")))),
    ("greedy:nodes=7", Engine("greedy", "greedy", Limits(nodes=7))),
    ("greedy:tc=10+0.1,Hash=1", Engine("greedy", "greedy", Limits(clocks=(Clock(10_000, 100),) * 2), (("Hash", "1"),))),
    ("/bin/cat", Engine("cat", "/bin/cat", NODES)),
    ("cat -u", Engine("cat", "cat -u", NODES)),
    ("c=cat --a=b:c", Engine("c", "cat --a=b:c", NODES)),
    ("c='cat' x:Own Book=", Engine("c", "'cat' x", NODES, (("Own Book", ""),))),
    ("c=cat '--to:x=1':Clear Hash=a:b", Engine("c", "cat '--to:x=1'", NODES, (("Clear Hash", "a:b"),))),
])
def test_an_entrant_on_the_command_line(text: str, engine: Engine) -> None:
    assert read_engine(text, NODES) == engine


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "the command of the engine is empty"),
    ("nobody", "engine 'nobody': no searcher or program 'nobody'; the searchers are mcts"),
    ("greedy:Hash=1,oops", "expected OPTION=VALUE, got 'oops'"),
    ("greedy:nodes=few", "expected an integer"),
    ("greedy:tc=soon", "BASE or BASE.INCREMENT"),
    ("greedy:restart=maybe", "restart: expected on or off, got 'maybe'"),
    ("greedy:env.=x", "expected env.NAME=VALUE, got 'env.=x'"),
    ("'greedy", "No closing quotation"),
])
def test_a_text_that_is_no_entrant(text: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        read_engine(text, NODES)


def test_a_program_with_a_slash_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted from the folder that the engine is started in, or from this one."""
    (tmp_path / "sub").mkdir()
    program = tmp_path / "sub" / "mine"
    program.write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"sub/mine is not executable"):
        read_engine("sub/mine", NODES)
    program.chmod(0o755)
    assert read_engine("sub/mine", NODES).program == "sub/mine"
    monkeypatch.chdir(tmp_path / "sub")
    assert read_engine("m=./mine --fast", NODES) == Engine("m", "./mine --fast", NODES)
    with pytest.raises(UsageError, match=rf"no such file: {tmp_path}/sub/other"):
        read_engine("./other", NODES)
    monkeypatch.chdir("/")
    assert read_engine(f"./mine:cwd={tmp_path}/sub", NODES).cwd == f"{tmp_path}/sub"
    with pytest.raises(UsageError, match=r"\./sub is a folder"):
        read_engine(f"./sub:cwd={tmp_path}", NODES)


def test_limits_of_any_size_are_read_again() -> None:
    """Also from the file of games."""
    most = Limits(movetime=10**9, nodes=10**15, depth=10**6, clocks=(Clock(10**9, 1),) * 2)
    assert from_text(str(most)) == most
    assert read_engine("greedy:nodes=1000000000000000", None).limits == Limits(nodes=10**15)


def test_an_engine_without_any_limit_is_refused() -> None:
    assert from_flags(movetime=None, nodes=None, depth=None, tc=None) is None
    with pytest.raises(UsageError, match="needs a limit"):
        read_engine("greedy", None)


def test_clocks_are_written_in_seconds() -> None:
    assert read_clock("10+0.1") == Clock(10_000, 100)
    assert read_clock("0.5") == Clock(500)
    with pytest.raises(UsageError, match=r"tc=0\+0.1: base must be > 0"):
        read_clock("0+0.1")
    for text in ("", "+1", "10+", "-3", "1+1+1", "ten"):
        with pytest.raises(UsageError, match="BASE"):
            read_clock(text)
