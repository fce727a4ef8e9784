"""`check-engine` against engines that are wrong in one way each: the step that is about it fails, and no other of those
that were run; engines that are right pass every step."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

import pytest
from command import dohyo, refusal

from dohyo.engine import games
from dohyo.protocol import own_engine_command
from dohyo.protocol.check import STEPS, CheckSettings, CheckStep, Outcome, StepResult, run_steps

FOLDER = Path(__file__).parent
NUMBERS = {step.name: number for number, step in enumerate(STEPS, 1)}
#: Run with every fault.
ALWAYS = ("isready",)

#: Fault of `mock_engine.py`: the steps that fail, and some that look near it and must not.
FAULTS = {
    "none": ("", "order of tokens, stop, whole lines"),
    "slow-start": ("", "silent at the start"),
    "stderr": ("", "forms of go, whole lines"),
    "one-by-one": ("", "uci, whole lines"),
    # The greeting.
    "silent": ("ugi, uci", "forms of go"),
    "crash-handshake": ("ugi, uci", ""),
    "asleep": ("ugi, uci", ""),
    "buffered": ("ugi, uci", ""),
    "flood-greeting": ("ugi, uci", ""),
    "banner": ("silent at the start, whole lines", "ugi"),
    "no-author": ("ugi, uci", "options are well formed"),
    "uci-only": ("", "uci, forms of go, scores, games are told"),
    "ugi-only": ("uci", "forms of go"),
    "uci-games": ("uci", "games are told"),
    "bad-option": ("options are well formed", "options that every engine has"),
    "twin-option": ("options are well formed", "options that every engine has"),
    "few-options": ("options that every engine has", "options are well formed"),
    "wrong-traits": ("games are told", "options are well formed"),
    "twice-ready": ("isready", ""),
    "never-reads": ("isready, quit when idle", ""),
    # Options and words.
    "exact-names": ("setoption, options take effect", "wrong options"),
    "first-words": ("setoption", "options take effect"),
    "deaf-options": ("options take effect", "setoption"),
    "lenient": ("wrong options, options take effect", "setoption"),
    "crash-option": ("wrong options", "setoption"),
    "mute": ("unknown words", "noise"),
    # Bytes in.
    "no-crlf": ("CRLF", "blanks, lines in pieces"),
    "single-blanks": ("blanks", "CRLF, lines in pieces"),
    "whole-reads": ("lines in pieces", "CRLF, blanks"),
    "short-lines": ("a line of 64 KiB", "a line of 1 MiB"),
    "no-limit": ("a line of 1 MiB", "a line of 64 KiB"),
    "crash-long": ("a line of 1 MiB", "a line of 64 KiB"),
    "crash-noise": ("noise", "CRLF"),
    # Positions.
    "assumes-start": ("go without a position", "bad positions"),
    "keeps-position": ("bad positions", "go without a position"),
    "crash-position": ("bad positions", "go without a position"),
    "ignores-moves": ("positions say everything", "legal moves"),
    "no-history": ("history", "positions say everything"),
    "terminal-spin": ("finished games", "a game of rush-stones"),
    "terminal-silent": ("finished games", "a game of rush-stones"),
    "terminal-busy": ("idle", "finished games"),
    # What a search says.
    "crash-go": ("forms of go", ""),
    "killed": ("forms of go", ""),
    "closed-output": ("forms of go", ""),
    "dumb": ("forms of go", ""),
    "flood": ("forms of go", ""),
    "endless-nodes": ("forms of go", "stop"),
    "order-bound": ("order of tokens", "forms of go"),
    "wrong-go-silent": ("wrong go", "forms of go"),
    "ignores-searchmoves": ("searchmoves", "legal moves"),
    "past-time": ("time limits", "legal moves"),
    "illegal": ("legal moves, a game of rush-stones", "one bestmove"),
    "wrong-score": ("scores", "scored"),
    "one-line": ("MultiPV", "scores"),
    "malformed": ("two tokens, whole lines", "one bestmove"),
    "ponder": ("two tokens", "one bestmove, legal moves"),
    "twice": ("one bestmove", "two tokens, scored, legal moves"),
    "late-twice": ("one bestmove", "two tokens"),
    "unscored": ("scored", "legal moves, one bestmove"),
    "chatty": ("silent after bestmove", "one bestmove, scored"),
    "hasty": ("rate of info", "silent after bestmove, scored"),
    # When it may speak.
    "crash-ready": ("isready during a search", ""),
    "stall": ("isready during a search", ""),
    "deaf-searching": ("isready during a search", "forms of go"),
    "slow-stop": ("stop", "stop when idle, forms of go"),
    "lost-stop": ("go infinite and stop in one write", "stop when idle"),
    "loses-go": ("go at once after a bestmove", "go nodes 1 back to back"),
    "nodes-hang": ("go nodes 1 back to back", "go at once after a bestmove"),
    "stale-stop": ("stop when idle, stale stop", "stop"),
    "early-infinite": ("infinite in a solved position", "stop when idle"),
    "stops-at-setoption": ("setoption during a search", "setoption"),
    # Queries, games, cost.
    "wrong-turn": ("queries", "legal moves"),
    "long-response": ("queries", "legal moves"),
    "resigns": ("a game of rush-stones", "history"),
    "busy": ("idle", "stop"),
    # The end.
    "deaf": ("end of input when idle, end of input in a finite search, end of input in an infinite search, "
             "quit when idle, quit in a search", "isready during a search"),
    "eof-quit": ("end of input in a finite search", "end of input when idle"),
    "eof-cut": ("end of input in a finite search", "end of input in an infinite search"),
    "eof-infinite": ("end of input in an infinite search", "end of input in a finite search"),
    "quit-mute": ("quit in a search", ""),
    "slow-quit": ("quit when idle, quit in a search", "end of input when idle"),
    "keeps-writing": ("closed output", "end of input when idle"),
    # Bytes out.
    "half-lines": ("", "stop, one bestmove"),
    "torn": ("whole lines", "one bestmove"),
    "noise": ("whole lines", "legal moves, two tokens"),
    "long-line": ("whole lines", "legal moves"),
    "interleaved": ("whole lines", "one bestmove"),
}

#: Fault of `wrong_server.py`: as above.
WRONG_SERVERS = {
    "any-seat": ("a seat that is not to move, seats that choose at once", "legal moves"),
    "silent-seat": ("a seat that is not to move, seats that choose at once", "legal moves"),
    "first-seat": ("seats that choose at once, a game of sumo", "a seat that is not to move"),
    "no-states": ("states of hidden games", "a game of sumo"),
}
#: Those whose greeting never comes; the others may take long on a loaded machine.
NEVER_GREETED = ("silent", "asleep", "buffered", "flood-greeting")
OWN, BABBLE = "own engine", "babble"


def mock(fault: str) -> list[str]:
    return [sys.executable, str(FOLDER / "mock_engine.py"), fault]


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def check(settings: CheckSettings, steps: set[str] | None = None) -> list[StepResult]:
    numbers = None if steps is None else {NUMBERS[name] for name in steps}
    return [found for found in run_steps(settings, numbers) if isinstance(found, StepResult)]


def check_fault(fault: str) -> list[StepResult]:
    """The results on an engine: of all steps, or of some on one with a single fault."""
    if fault == OWN:
        return check(CheckSettings(own_engine_command(), start=60, timeout=60, margin=5, quick=True))
    if fault == BABBLE:
        return check(CheckSettings(mock(fault), start=60, timeout=1, margin=0, quick=True))
    failing, others = FAULTS[fault] if fault in FAULTS else WRONG_SERVERS[fault]
    command = mock(fault) if fault in FAULTS else [sys.executable, str(FOLDER / "wrong_server.py"), fault]
    steps = {*names(failing), *names(others), *ALWAYS}
    start = 3 if fault in NEVER_GREETED else 60
    return check(CheckSettings(command, start, timeout=4, margin=1.5, quick=True), steps)


#: Checks at the same time.
TOGETHER = 12


@pytest.fixture(scope="module")
def checks(request: pytest.FixtureRequest) -> Iterator[dict[str, Future[list[StepResult]]]]:
    """The checks of all engines that are tested, at the same time, as they mostly wait."""
    wanted = [item.callspec.params["fault"] for item in request.session.items
              if isinstance(item, pytest.Function) and item.path == Path(__file__) and "checks" in item.fixturenames]
    with ThreadPoolExecutor(TOGETHER) as pool:
        yield {fault: pool.submit(check_fault, fault) for fault in wanted}


@pytest.mark.parametrize("fault", [OWN, BABBLE])
def test_every_step_has_its_verdict(fault: str, checks: dict[str, Future[list[StepResult]]]) -> None:
    """Our own engine passes all; one that says anything at any time breaks much, and not the check itself."""
    found = checks[fault].result()
    assert [result.number for result in found] == list(NUMBERS.values())
    wrong = [f"{result.name}: {result.seen}" for result in found if result.outcome is not Outcome.PASS]
    assert len(wrong) > 10 if fault == BABBLE else wrong == []


def failures(found: list[StepResult]) -> dict[str, str]:
    return {result.name: result.seen for result in found if result.outcome is Outcome.FAIL}


@pytest.mark.alone
@pytest.mark.parametrize("fault", [*FAULTS, *WRONG_SERVERS])
def test_fault_fails_its_step(fault: str, checks: dict[str, Future[list[StepResult]]]) -> None:
    """The steps keep to real deadlines, and the checks that run together load the machine: one that came out otherwise
    than expected counts only if it does so again when all others have ended."""
    found = checks[fault].result()
    expected = set(names((FAULTS | WRONG_SERVERS)[fault][0]))
    if set(failures(found)) != expected:
        wait(checks.values())
        found = check_fault(fault)
    failed = failures(found)
    assert set(failed) == expected, failed
    assert all("\n" not in result.seen and result.seen for result in found)
    assert failed or any(result.outcome is Outcome.PASS for result in found)


def test_each_step_has_a_fault() -> None:
    """Every step can fail. The games differ only in the game."""
    failing = {name for failing, _ in (FAULTS | WRONG_SERVERS).values() for name in names(failing)}
    games_played = {f"a game of {game.id}" for game in games()}
    assert set(NUMBERS) - failing <= games_played
    assert len(NUMBERS) == len(STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("threads", ["1", "2"])
def test_own_engine_passes_every_step_in_full(threads: str) -> None:
    found = check(CheckSettings(own_engine_command(), margin=1, options=[("Threads", threads)]))
    assert [f"{result.name}: {result.seen}" for result in found if result.outcome is not Outcome.PASS] == []


@pytest.mark.slow
def test_good_engine_passes_every_step_in_full() -> None:
    found = check(CheckSettings(mock("none"), margin=1))
    assert [f"{result.name}: {result.seen}" for result in found if result.outcome is Outcome.FAIL] == []


# --- the command ----------------------------------------------------------------------------------------------------

#: The machine may be busy.
PATIENT = ("--start", "60", "--timeout", "60")


def command(fault: str) -> str:
    return shlex.join(mock(fault))


def test_command_names_what_was_seen_and_what_would_be_right() -> None:
    result = dohyo("check-engine", command("twin-option"), "--steps", "5,4", *PATIENT, code=1)
    passed, failed, counts = result.stdout.splitlines()
    assert passed == " 4 pass isready: each of five was answered by one readyok."
    assert failed.startswith(" 5 fail options are well formed: option Seed is offered twice. Expected: an option ")
    assert counts == "1 pass, 1 fail, 0 skip"


def test_command_prints_json() -> None:
    result = dohyo("check-engine", command("none"), "--quick", "--json", "--steps", "2-3,22,36", *PATIENT,
                   "--margin", "5")
    found = json.loads(result.stdout)
    assert [(step["number"], step["outcome"]) for step in found["steps"]] == [
        (2, "pass"), (3, "pass"), (22, "skip"), (36, "pass")]
    assert (found["pass"], found["fail"], found["skip"]) == (3, 0, 1)
    assert found["steps"][3]["figures"]["tries"] == 50
    assert found["command"] == mock("none")


def test_command_sets_options_and_chooses_games() -> None:
    result = dohyo("check-engine", "random", "--steps", "29,46,47", "--quick", "--game", "rush-cards", "--option",
                   "Seed=5", *PATIENT)
    assert [line.split()[1] for line in result.stdout.splitlines()[:3]] == ["pass", "pass", "skip"]
    result = dohyo("check-engine", command("none"), "--steps", "4", "--option", "Seed=99", *PATIENT, code=1)
    assert "it refused its options: error" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-engine -x"], "program 'no-such-engine' not found (command: no-such-engine -x)"),
        (["greedy", "--steps", "0"], f"--steps: expected numbers or ranges from 1 to {len(STEPS)}, got '0'"),
        (["greedy", "--steps", "3-x"], f"--steps: expected numbers or ranges from 1 to {len(STEPS)}, got '3-x'"),
        (["greedy", "--option", "Seed"], "'Seed' is not of the form name=value"),
    ],
)
def test_bad_use(arguments: list[str], sentence: str) -> None:
    assert refusal("check-engine", *arguments) == sentence


def test_unknown_game_is_refused() -> None:
    assert "chess" in refusal("check-engine", "greedy", "--game", "chess")


def test_help_lists_the_steps() -> None:
    text = dohyo("check-engine", "--help").stdout
    assert all(f"{number:2} {step.name}" in text for number, step in enumerate(STEPS, 1))


def test_every_step_says_what_would_be_right() -> None:
    assert all(isinstance(step, CheckStep) and step.right and not step.right.endswith(".") for step in STEPS)
