"""The engine without a process: it says what a process says, and ends when it is told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from dohyo.engine import Fault, UsageError
from dohyo.protocol.client import engine_process
from dohyo.protocol.client.client import BUILTIN, Client, EngineFault, engine_command
from dohyo.protocol.client.engine_process import EngineProcess
from dohyo.protocol.client.local import LocalTransport
from dohyo.protocol.client.transport import OutputEndedError
from dohyo.protocol.language.go_line import Limits
from dohyo.protocol.language.lines import MAX_LINE

BOARD = "fen rush-stones size=5"
ENDLESS = Limits(nodes=10**15)


@pytest.fixture
def client() -> Iterator[Client]:
    with Client(engine_command("builtin:mcts")) as found:
        yield found


def said(transport: LocalTransport) -> list[str]:
    """The lines that wait to be taken."""
    found = []
    while (arrival := transport.mailbox.take(time.monotonic())) is not None:
        found.append(arrival.line)
    return found


def test_it_offers_and_answers_what_a_process_does(client: Client) -> None:
    with Client(engine_command("mcts")) as process:
        for engine in (client, process):
            engine.set_option("Seed", "7")
            engine.new_game()
        assert (client.name, client.author) == (process.name, process.author)
        assert (client.options, client.games) == (process.options, process.games)
        for position in (BOARD, f"{BOARD} moves a1 c3", "startpos", "fen nonsense"):
            ours, theirs = (engine.go(position, Limits(nodes=300), 60) for engine in (client, process))
            assert (ours.move, ours.value, ours.depth, ours.nodes, ours.note) == (
                theirs.move, theirs.value, theirs.depth, theirs.nodes, theirs.note)


def test_only_searchers_are_builtin() -> None:
    assert engine_command(f"{BUILTIN}random") == ["builtin:random"]
    with pytest.raises(UsageError, match="there is no searcher 'nobody'"):
        engine_command(f"{BUILTIN}nobody")
    with pytest.raises(UsageError, match="nobody"):
        Client([f"{BUILTIN}nobody"]).start()


def test_a_search_that_takes_too_long_is_stopped_and_the_engine_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "STOP_WITHIN", 60.0)  # however busy the machine is
    with pytest.raises(EngineFault) as fault:
        client.go(BOARD, ENDLESS, 0.05)
    assert fault.value.fault is Fault.TIME
    assert client.alive
    assert client.go(BOARD, Limits(nodes=50), 60).nodes == 50


def test_it_is_stopped_and_killed_from_another_thread(client: Client) -> None:
    searching = threading.Event()

    def stop_soon() -> None:
        searching.wait(60)
        client.send_stop()

    threading.Thread(target=stop_soon).start()
    searching.set()
    assert client.go(BOARD, ENDLESS, 60).move != "(none)"
    killer = threading.Timer(0.05, client.kill)
    killer.start()
    with pytest.raises(EngineFault) as fault:
        client.go(BOARD, ENDLESS, 60)
    assert fault.value.fault is Fault.CRASH
    assert not client.alive
    client.restart()
    assert client.go(BOARD, Limits(nodes=50), 60).nodes == 50


def test_after_quit_it_says_nothing_more() -> None:
    transport = LocalTransport("random")
    transport.send("ugi\nisready", 1)
    assert said(transport)[-2:] == ["ugiok", "readyok"]
    transport.send("quit", 1)
    assert transport.exit_status == 0
    assert transport.wait(0)
    with pytest.raises(OutputEndedError):
        transport.send("isready", 1)
    with pytest.raises(OutputEndedError):
        transport.mailbox.take(None)
    transport.kill()


def test_lines_that_are_too_long_or_mean_nothing_are_refused_as_by_a_process() -> None:
    transport = LocalTransport("random")
    transport.send("x" * (MAX_LINE + 1), 1)
    transport.send("é" * (MAX_LINE // 2 + 1), 1)
    transport.send("hello", 1)
    assert said(transport) == [
        *[f"info string error line too long: expected at most {MAX_LINE} bytes"] * 2,
        "info string error unknown command 'hello'",
    ]


def test_more_answers_than_a_process_reads_ahead_do_not_stop_it() -> None:
    link = EngineProcess([f"{BUILTIN}random"], read_timeout=5, cwd=None, env=None)
    link.open()
    for _ in range(2000):
        link.send("nonsense")
    link.send("isready")
    found = []
    while not found or found[-1] != "readyok":
        arrival = link.take(time.monotonic() + 60, "in the test")
        assert arrival is not None
        found.append(arrival.line)
    assert len(found) == 2001
    link.close(1)
    assert not link.alive


def test_engines_leave_no_threads_behind() -> None:
    before = threading.active_count()
    for _ in range(3):
        with Client(engine_command("builtin:random")) as engine:
            engine.go(BOARD, Limits(nodes=1), 60)
    late = time.monotonic() + 60
    while threading.active_count() > before:
        assert time.monotonic() < late
        time.sleep(0.05)
