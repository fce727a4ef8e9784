"""`dohyo gtp` as a process: its streams, interrupts of a real search, and its end."""

from __future__ import annotations

import signal
import time

import pytest
from conversation import GUARD, Conversation

#: Milliseconds of a search that only an interrupt ends.
ENDLESS = "--movetime=100000000"
#: Seconds in which a search has begun.
BEGUN = 0.3


def talk(*arguments: str) -> Conversation:
    return Conversation("--size=9", *arguments, module=("-m", "dohyo.protocol.gtp.command"))


def next_answer(engine: Conversation) -> str:
    """The next answer, without the empty line that closes it."""
    lines = []
    while line := engine.line():
        lines.append(line)
    return "\n".join(lines)


def answers(lines: list[str]) -> list[str]:
    """The answers, each closed by an empty line."""
    return "\n".join(lines).removesuffix("\n").split("\n\n") if lines else []


@pytest.mark.parametrize("searcher", ["mcts", "alphabeta"])
def test_interrupt_ends_a_real_search(searcher: str) -> None:
    """The move that is best so far is played; the next search goes on undisturbed, and an interrupt between is void."""
    with talk(ENDLESS, f"--searcher={searcher}") as engine:
        for number, seat in ((1, "b"), (2, "w")):
            engine.send(f"{number} genmove {seat}")
            time.sleep(0.05)
            engine.send("# interrupt")
            assert next_answer(engine).startswith(f"={number} ")
            engine.send("# interrupt")
        engine.send("3 dohyo-candidates\n# interrupt\n4 gogui-rules_side_to_move")
        assert next_answer(engine).startswith("=3 COLOR ")
        assert engine.line() == "=4 black"


def test_written_ahead() -> None:
    """Commands and an interrupt in one write; the interrupt reaches the search that has not begun yet."""
    with talk(ENDLESS) as engine:
        engine.send("1 genmove b\n2 genmove w\n# interrupt\n3 quit\n4 name")
        lines, errors, code = engine.end()
    assert [answer[:3] for answer in answers(lines)] == ["=1 ", "=2 ", "=3 "]
    assert (errors, code) == ("", 0)


@pytest.mark.parametrize("end", ["", "quit\n", "quit", "quit\nname\n", "quit # good bye\r\n"])
def test_end_of_input_and_quit(end: str) -> None:
    """What was asked before is answered; nothing after it."""
    with talk("--nodes=500") as engine:
        engine.input.write(f"boardsize 7\ngenmove b\ngenmove w\n{end}".encode())
        lines, errors, code = engine.end()
    assert len(answers(lines)) == 3 + ("quit" in end)
    assert (errors, code) == ("", 0)


def test_quit_with_an_argument_is_no_quit() -> None:
    with talk() as engine:
        engine.send("quit now\nprotocol_version")
        assert next_answer(engine).startswith("? syntax error")
        assert engine.line() == "= 2"


@pytest.mark.parametrize("searching", [False, True])
def test_closed_output_ends_the_process(searching: bool) -> None:
    with talk(ENDLESS, "--searcher=mcts", "--option=Threads=2") as engine:
        engine.send("name")
        next_answer(engine)
        if searching:
            engine.send("genmove b")
            time.sleep(BEGUN)
        engine.output.close()
        assert engine.process.wait(GUARD) == 0
        assert engine.errors.read() == b""


def test_closed_output_ends_it_after_the_end_of_input_too() -> None:
    with talk(ENDLESS, "--searcher=mcts", "--option=Threads=2") as engine:
        engine.send("name\ngenmove b")
        next_answer(engine)
        engine.input.close()
        time.sleep(BEGUN)
        engine.output.close()
        assert engine.process.wait(GUARD) == 0


def test_ctrl_c_is_quiet() -> None:
    with talk(ENDLESS) as engine:
        engine.send("name\ngenmove b")
        next_answer(engine)
        engine.process.send_signal(signal.SIGINT)
        lines, errors, code = engine.end()
    assert (len(answers(lines)), errors, code) == (1, "", 130)


def test_lines_that_are_none() -> None:
    """Noise of every kind: one answer for each command, and the process lives on."""
    with talk() as engine:
        engine.send(bytes(range(256)) + b"\n\xff\xfe\n\x00")
        engine.send("x" * 70_000)
        engine.send("name " * 300_000)
        engine.send("9 protocol_version")
        lines = engine.until("=9")
        assert lines[-1] == "=9 2"
        assert all(line.startswith(("? unknown command", "? syntax error", "? line too long"))
                   for line in lines if line and line != "=9 2")
        assert sum(line.startswith("? line too long: expected at most 65536 bytes") for line in lines) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--size=8"], "size: expected an odd number from 3 to 19, got '8'"),
        (["--searcher=nobody"], "Searcher: expected one of"),
        (["--searcher=table"], "sumo_equilibrium does not play rush-stones"),
        (["--option=Threads=many"], "Threads: expected a whole number"),
        (["--option=Threads"], "'Threads' is not of the form name=value"),
    ],
)
def test_wrong_arguments(arguments: list[str], sentence: str) -> None:
    with talk(*arguments) as engine:
        output, errors, code = engine.end()
    assert (output, code) == ([], 2)
    assert errors.startswith(f"dohyo: {sentence}")
    assert errors.count("\n") == 1
