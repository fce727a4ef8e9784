"""The engine that was written from the description of the protocol alone: its rules, and that it enters a match."""

from __future__ import annotations

import ast
import json
import random
import shlex
import subprocess
import sys

import pytest
from command import dohyo
from pages import ROOT

from dohyo import engine
from dohyo.engine import DohyoError, Position
from dohyo.protocol.check import STEPS

EXAMPLES = ROOT / "examples"
ENGINE = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'fifteen_rush_engine.py'))}"

#: Seconds: a guard against hanging, nothing that a test measures.
GUARD = 60
EMPTY = "fifteen-rush piles=-,-,-,-,-,-,-"

sys.path.insert(0, str(EXAMPLES))
import fifteen_rush_rules as rules  # noqa: E402


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_need_only_python(path: object) -> None:
    """They import the standard library and each other, nothing of this project."""
    tree = ast.parse(EXAMPLES.joinpath(str(path)).read_text(encoding="utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules
    for module in modules:
        assert module in sys.stdlib_module_names or (EXAMPLES / f"{module}.py").exists(), module


# --- rules -----------------------------------------------------------------------------------------------------------


def after(position: Position, move: str) -> str:
    """The text after a move; '' if it cannot be played here."""
    try:
        return str(position.play(move))
    except DohyoError:
        return ""


def played(position: rules.Position, move: str) -> str:
    """The same by the example."""
    copy = position.copy()
    try:
        copy.play(move)
    except rules.PositionError:
        return ""
    return str(copy)


@pytest.mark.parametrize("deal", ["stuck", "anytime"])
@pytest.mark.parametrize("redeal", ["combined", "separate"])
def test_rules_in_step_with_the_engine(deal: str, redeal: str) -> None:
    """States and views of random games: text, moves, what follows them, and the end."""
    ends = set()
    for seed in range(6):
        choose = random.Random(seed)
        state = engine.game("fifteen-rush").deal(seed, deal=deal, redeal=redeal)
        while not state.over:
            view = state.view()
            mine, seen = rules.Position(str(state)), rules.Position(str(view))
            assert (str(mine), str(seen), str(mine.view())) == (str(state), str(view), str(view))
            assert (mine.moves(), seen.moves()) == (state.moves(), view.moves())
            world = seen.world(choose)
            assert (str(world.view()), "?" in str(world)) == (str(view), False)
            move = choose.choice(state.moves())
            assert (played(mine, move), played(seen, move)) == (after(state, move), after(view, move))
            state = state.play(move)
        last = rules.Position(str(state))
        assert (last.moves(), last.won) == ([], state.returns == (1.0,))
        ends.add(last.won)
    assert ends


@pytest.mark.parametrize(
    "text",
    [
        "sumo x=0",
        "fifteen-rush",
        "fifteen-rush piles=- stock=- waste=-",
        "fifteen-rush piles=A,2,3,4,5,6,? stock=- waste=-",
        f"{EMPTY} stock=- waste=?",
        f"{EMPTY} stock=- waste=AAAAA",
        f"{EMPTY} stock=?x3 waste=-",
        f"{EMPTY} stock=1 waste=-",
        f"{EMPTY} stock=- stock=- waste=-",
        f"{EMPTY} stock=- waste=- passes=-1",
        f"{EMPTY} stock=- waste=- deal=never",
        f"{EMPTY} stock=- waste=- a=b",
    ],
)
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(rules.PositionError):
        rules.Position(text)
    with pytest.raises(DohyoError):
        engine.parse(text)


# --- the engine ------------------------------------------------------------------------------------------------------


def said(*lines: str) -> list[str]:
    """What it says to these lines and the end of input."""
    done = subprocess.run(shlex.split(ENGINE), input="\n".join(lines), capture_output=True, text=True, check=True,
                          timeout=GUARD)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_it_repeats_by_seed_and_nodes() -> None:
    view = engine.game("fifteen-rush").deal(2).view()

    def moves(seed: int) -> list[str]:
        lines = said(f"setoption name Seed value {seed}", f"position fen {view}", "go nodes 40")
        return [line.partition(" pv ")[0].partition(" nps ")[0] for line in lines]

    assert moves(1) == moves(1)


def test_it_sees_no_more_than_the_view() -> None:
    """Asked with the state or with the view, it plays and values the same."""
    state = engine.game("fifteen-rush").deal(2)
    asked = [said(f"position fen {position}", "go nodes 60") for position in (state, state.view())]
    first, second = ([line.split(" nps ")[0] for line in lines] for lines in asked)
    assert first == second


def test_twenty_games_against_random_without_a_fault() -> None:
    """Ten deals, each played by both."""
    result = json.loads(dohyo("match", "--game", "fifteen-rush", "--engine", f"fifteen={ENGINE}", "--engine", "random",
                              "--rounds", "10", "--nodes", "4", "--seed", "1", "--json").stdout)
    assert result["played"] == 20
    assert [row["faults"] for row in result["standings"]] == [{}, {}]


def checked(*arguments: str) -> None:
    """The conformance check finds nothing wrong."""
    printed = dohyo("check-engine", ENGINE, "--quick", "--margin", "5", "--json", *arguments, code=None).stdout
    report = json.loads(printed)
    assert [step for step in report["steps"] if step["outcome"] == "fail"] == []
    assert report["pass"] > report["skip"]


def test_it_keeps_to_the_protocol() -> None:
    names = {"ugi", "bad positions", "forms of go", "legal moves", "queries", "a game of fifteen-rush",
             "quit in a search"}
    numbers = [str(number) for number, step in enumerate(STEPS, 1) if step.name in names]
    assert len(numbers) == len(names)
    checked("--steps", ",".join(numbers))


@pytest.mark.slow
def test_it_keeps_to_the_whole_protocol() -> None:
    checked()
