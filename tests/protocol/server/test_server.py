"""The engine loop as a process: its streams, its end, and what it costs when idle."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conversation import GUARD, Conversation
from places import PROTOCOL

WAITING = (str(PROTOCOL / "waiting.py"),)
POSITION = "position fen rush-stones size=3"


def talk(*arguments: str) -> Conversation:
    return Conversation("--searcher", "greedy", *arguments)


def waiting() -> Conversation:
    """An engine whose finite searches last until `stop`."""
    return Conversation("--searcher", "waiting", module=WAITING)


def test_issue_example_as_one_write() -> None:
    script = (
        "ugi\nisready\nsetoption name Game value rush-stones\nposition fen rush-stones size=9\ngo movetime 500\nquit"
    )
    with talk() as engine:
        engine.send(script)
        lines, errors, code = engine.end()
    assert (errors, code) == ("", 0)
    assert [lines.count(word) for word in ("ugiok", "readyok")] == [1, 1]
    assert any(" score win " in line and " pv " in line for line in lines)
    assert len([line for line in lines if line.startswith("bestmove ")]) == 1
    assert len(lines[-1].split()) == 2


def test_quit_during_a_search() -> None:
    with waiting() as engine:
        engine.send(f"{POSITION}\ngo movetime 1000000\nisready")
        engine.until("readyok")
        engine.send("quit")
        assert engine.process.wait(GUARD) == 0
        assert [line.split()[0] for line in engine.end()[0]] == ["info", "bestmove"]


@pytest.mark.parametrize("script", ["quit", "isready\nquit\nisready"])
def test_quit_without_line_end_or_with_more_after_it(script: str) -> None:
    with talk() as engine:
        engine.input.write(script.encode())
        lines, errors, code = engine.end()
    assert (lines, errors, code) == (["readyok"] * script.count("isready\nq"), "", 0)


def test_end_of_input_ends_an_infinite_search() -> None:
    with talk() as engine:
        engine.send(f"{POSITION}\ngo infinite")
        lines, errors, code = engine.end()
    assert ([line.split()[0] for line in lines], errors, code) == (["info", "bestmove"], "", 0)


def test_end_of_input_lets_finite_searches_finish() -> None:
    """Three searches written ahead; none is cut off, and all are done in order."""
    with talk() as engine:
        engine.send("\n".join(f"position fen rush-stones size={size}\ngo nodes 10" for size in (3, 5, 7)))
        lines, _, code = engine.end()
    assert code == 0
    assert [line.split(" nodes ")[1].split()[0] for line in lines if line.startswith("info")] == ["9", "25", "49"]
    assert len(lines) == 6


def test_idle_engine_at_the_end_of_input() -> None:
    with talk() as engine:
        assert engine.end() == ([], "", 0)


@pytest.mark.parametrize("state", ["idle", "searching"])
def test_closed_output_ends_the_process(state: str) -> None:
    with waiting() as engine:
        engine.send(f"{POSITION}\nisready")
        engine.until("readyok")
        if state == "searching":
            engine.send("go movetime 1000000\nisready")
            engine.until("readyok")
        engine.output.close()
        assert engine.process.wait(GUARD) == 0
        assert engine.errors.read() == b""


@pytest.mark.parametrize("searcher", ["mcts", "alphabeta"])
def test_closed_output_ends_a_real_search(searcher: str) -> None:
    """The interpreter would wait for its threads for ever."""
    with Conversation("--searcher", searcher) as engine:
        engine.send("position fen rush-stones size=9\ngo infinite\nisready")
        engine.until("readyok")
        engine.output.close()
        assert engine.process.wait(GUARD) == 0
        assert engine.errors.read() == b""


def test_output_closed_from_the_start() -> None:
    command = "exec 1>&-; exec \"$@\""
    with talk() as engine:
        result = subprocess.run(
            ["sh", "-c", command, "sh", *map(str, engine.process.args)],  # type: ignore[arg-type]
            input=b"ugi\nisready\n", stderr=subprocess.PIPE, timeout=GUARD, check=False,
        )
    assert (result.returncode, result.stderr) == (0, b"")


def test_interrupt_is_quiet() -> None:
    with talk() as engine:
        engine.send(f"{POSITION}\ngo infinite\nisready")
        engine.until("readyok")
        engine.process.send_signal(signal.SIGINT)
        lines, errors, code = engine.end()
    assert ([line.split()[0] for line in lines], errors, code) == (["info", "bestmove"], "", 130)


def test_long_lines_are_refused_whole() -> None:
    with talk() as engine:
        fits = b"x" * 65536
        for line, expected in (
            (fits, "info string error unknown command 'xxx"),
            (fits + b"\r", "info string error unknown command 'xxx"),
            (fits + b"x", "info string error line too long: expected at most 65536 bytes"),
            (b"isready " * 150_000, "info string error line too long: expected at most 65536 bytes"),
        ):
            engine.send(line)
            assert engine.line().startswith(expected)
        engine.send("isready")
        assert engine.line() == "readyok"


def test_garbage_is_survived() -> None:
    with talk() as engine:
        engine.send(bytes(range(256)) * 20 + b"\n\xff\xfe\n\x00")
        engine.send("isready")
        for line in engine.until("readyok")[:-1]:
            assert line.startswith("info string error unknown command ")


def test_many_searches_in_one_write() -> None:
    with talk() as engine:
        engine.send(POSITION + "\ngo nodes 1" * 500)
        lines, _, _ = engine.end()
    assert len(lines) == 1000


@pytest.mark.alone
def test_idle_engine_burns_no_processor_time() -> None:
    with talk() as engine:
        engine.send(f"{POSITION}\ngo infinite\nisready")
        engine.until("readyok")
        before = ticks(engine.process.pid)
        begin = time.monotonic()
        with pytest.raises(subprocess.TimeoutExpired):
            engine.process.wait(1)
        spent = (ticks(engine.process.pid) - before) / os.sysconf("SC_CLK_TCK")
        assert spent <= 0.05 * (time.monotonic() - begin)


def ticks(pid: int) -> int:
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--searcher", "nobody"], "Searcher='nobody': Searcher is one of"),
        (["--option", "Threads=many"], "Threads='many': Threads is a whole number from 1 to 64"),
        (["--option", "Threads"], "'Threads' is not of the form name=value"),
    ],
)
def test_wrong_arguments(arguments: list[str], sentence: str) -> None:
    with Conversation(*arguments) as engine:
        output, errors, code = engine.end()
    assert (output, code) == ([], 2)
    assert errors.startswith(f"dohyo: {sentence}")
    assert errors.count("\n") == 1


def test_options_from_the_command_line() -> None:
    with talk("--option", "rules=size=5", "--option", "MultiPV=2") as engine:
        engine.send("position startpos\ngo nodes 1")
        assert " nodes 25 " in engine.line()
        assert " multipv 2 " in engine.line()
