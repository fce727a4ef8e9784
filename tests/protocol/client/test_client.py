"""The client against engines that are wrong in one way each (`mock_engine.py`)."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import CHECK

from dohyo.engine import DohyoError, Fault, UsageError
from dohyo.protocol import Client, Clock, EngineFault, Limits, Timeouts, engine_command, own_engine_command
from dohyo.protocol.client import engine_process

MOCK = str(CHECK / "mock_engine.py")
POSITION = "fen rush-stones size=5"
#: Generous for what must come, as the machine may be busy.
PATIENT = Timeouts(start=60, ready=60, quit=60)


def mock(fault: str, timeouts: Timeouts = PATIENT) -> Client:
    return Client([sys.executable, MOCK, fault], timeouts=timeouts)


def ends(pid: int) -> bool:
    """Whether a process is gone, or goes within the guard against hanging."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    poll = select.poll()
    poll.register(watch, select.POLLIN)
    gone = bool(poll.poll(30_000))
    os.close(watch)
    return gone


def go(client: Client, deadline: float | None = 60) -> str:
    return client.go(POSITION, Limits(nodes=10), deadline).move


def fault_of(client: Client, deadline: float | None = 60) -> Fault:
    with pytest.raises(EngineFault) as caught:
        go(client, deadline)
    assert "\n" not in str(caught.value)
    return caught.value.fault


@pytest.fixture
def own() -> Iterator[Client]:
    with Client(own_engine_command("greedy"), timeouts=PATIENT) as client:
        yield client


def test_own_engine_plays(own: Client) -> None:
    assert own.name.startswith("Dohyo")
    assert own.games["rush-stones"].seats == 2
    own.set_option("multipv", "3")
    own.new_game()
    answer = own.go(f"{POSITION} moves c3", Limits(clocks=(Clock(1000, 10),) * 2), 60)
    assert len(answer.move) == 2
    assert answer.value is not None
    assert 0 < answer.value < 1
    assert answer.depth == 1
    assert answer.nodes == 24
    assert answer.time < 60  # 0 where the answer arrived before the flush of `go` was noted


def test_finished_game_has_no_move(own: Client) -> None:
    answer = own.go("fen rush-stones size=3 board=bbb/bbb/www", Limits(nodes=1), 60)
    assert answer.move == "(none)"


def test_options_are_checked_and_survive_a_restart(own: Client) -> None:
    with pytest.raises(UsageError, match="has no option 'Nonsense'"):
        own.set_option("Nonsense", "1")
    with pytest.raises(UsageError, match="an integer from 1 to 20"):
        own.set_option("MultiPV", "21")
    own.set_option("Rules", "size=3")
    own.set_option("Rules", "size=5")
    own.restart()
    answer = own.go("startpos", Limits(nodes=1), 60)
    assert answer.nodes == 25


def test_stop_ends_an_infinite_search(own: Client) -> None:
    timer = threading.Timer(0.05, own.send_stop)
    timer.start()
    assert len(own.go(POSITION, Limits(), 60).move) == 2
    timer.join()


@pytest.mark.parametrize("fault", ["none", "half-lines", "noise", "long-line", "stderr", "slow-start", "uci-only"])
def test_engines_that_are_odd_but_right(fault: str) -> None:
    with mock(fault) as client:
        client.new_game()
        for _ in range(3):
            answer = client.go(POSITION, Limits(clocks=(Clock(500), Clock(600))), 60)
            assert (answer.move, answer.depth, answer.nodes) == ("a1", 3, 42)
            assert answer.value == pytest.approx(0.7, abs=0.001)
        pid = int(client.author)
    assert ends(pid)
    assert not client.alive


def test_uci_engine_gets_its_own_words() -> None:
    with mock("uci-only") as client:
        client.go(POSITION, Limits(clocks=(Clock(500, 7), Clock(600, 8)), movestogo=9), 60)
    assert "go wtime 500 btime 600 winc 7 binc 8 movestogo 9" in client.stderr_tail


def test_stderr_is_drained_and_bounded() -> None:
    with mock("stderr") as client:
        go(client)
    assert client.stderr_tail.strip().endswith("the last words")
    assert len(client.stderr_tail) < 100_000


def test_illegal_move_is_the_referee_s_business() -> None:
    with mock("illegal") as client:
        assert go(client) == "z99"


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("crash-go", Fault.CRASH),
        ("killed", Fault.CRASH),
        ("closed-output", Fault.CRASH),
        ("malformed", Fault.PROTOCOL),
    ],
)
def test_faults_of_the_first_move(fault: str, expected: Fault) -> None:
    with mock(fault) as client:
        pid = int(client.author)
        assert fault_of(client) is expected
        assert not client.alive
        assert ends(pid)
        client.restart()
        assert client.alive
        assert int(client.author) != pid


@pytest.mark.parametrize(
    ("fault", "expected"),
    [("twice", Fault.PROTOCOL), ("crash-ready", Fault.CRASH), ("stall", Fault.STALL)],
)
def test_faults_between_moves(fault: str, expected: Fault) -> None:
    with mock(fault) as client:
        assert go(client) == "a1"
        if fault == "stall":
            client.timeouts = Timeouts(ready=0.3)
        assert fault_of(client) is expected


def test_crash_names_the_exit() -> None:
    with mock("crash-go") as client, pytest.raises(EngineFault, match=r"^mock ended with code 3 during its search$"):
        go(client)
    with mock("killed") as client, pytest.raises(EngineFault, match=r"^mock ended by signal 9 during its search$"):
        go(client)


@pytest.mark.parametrize(("fault", "expected"), [("silent", Fault.STALL), ("crash-handshake", Fault.CRASH)])
def test_faults_of_the_handshake(fault: str, expected: Fault) -> None:
    client = mock(fault, Timeouts(start=1 if fault == "silent" else 60))
    with pytest.raises(EngineFault) as caught:
        client.start()
    assert caught.value.fault is expected
    assert not client.alive


@pytest.mark.parametrize("fault", ["flood", "dumb"])
def test_no_output_extends_the_deadline(fault: str) -> None:
    with mock(fault) as client:
        assert fault_of(client, deadline=0.1) is Fault.TIME
        assert not client.alive
        assert ends(int(client.author))


def test_late_bestmove_never_answers_the_next_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "STOP_WITHIN", 60.0)  # however busy the machine is
    with mock("late") as client:
        assert fault_of(client, deadline=0.05) is Fault.TIME
        assert client.alive
        assert go(client) == "a2"
        assert go(client) == "a3"


def test_engine_that_does_not_read_cannot_block() -> None:
    with mock("never-reads", Timeouts(start=60, ready=0.3)) as client, pytest.raises(EngineFault) as caught:
        client.go("fen " + "x" * 1_000_000, Limits(nodes=1), 60)
    assert caught.value.fault is Fault.STALL


def test_deaf_engine_is_killed() -> None:
    client = mock("deaf", Timeouts(start=60, quit=0.2))
    client.start()
    client.close()
    client.close()
    assert ends(int(client.author))


def test_whole_process_group_ends() -> None:
    """The engine is the child of a launcher, and deaf."""
    command = ["sh", "-c", f"{sys.executable} {MOCK} deaf; true"]
    client = Client(command, timeouts=Timeouts(start=60, quit=0.2))
    client.start()
    client.close()
    assert ends(int(client.author))


def test_no_orphan_after_the_runner_was_killed() -> None:
    """The client starts the engine in a thread that ends, and its process is killed in the middle of a game."""
    runner = textwrap.dedent(f"""
        import sys, threading
        from dohyo.protocol import Client, Limits
        client = Client([sys.executable, {MOCK!r}, "deaf"])
        thread = threading.Thread(target=client.start)
        thread.start()
        thread.join()
        print(client.go({POSITION!r}, Limits(nodes=1), 60).move, client.author, flush=True)
        sys.stdin.read()
    """)
    with subprocess.Popen(
        [sys.executable, "-c", runner], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        move, pid = process.stdout.readline().split()
        assert move == "a1"
        assert Path(f"/proc/{pid}").exists()
        process.send_signal(signal.SIGKILL)
        assert ends(int(pid))


def test_what_cannot_be_started() -> None:
    with pytest.raises(UsageError, match="program 'no-such-engine' not found"):
        Client(["no-such-engine", "x"]).start()
    with pytest.raises(UsageError, match="empty"):
        Client([])
    with pytest.raises(DohyoError, match="not started"):
        Client(["true"]).ready()
    with pytest.raises(EngineFault, match=r"^true ended with code 0"):
        Client(["true"]).start()


def test_engine_command() -> None:
    assert engine_command("greedy") == own_engine_command("greedy")
    assert engine_command("./engine --name 'a b'") == ["./engine", "--name", "a b"]
    with pytest.raises(UsageError, match="cannot parse engine command"):
        engine_command("engine 'open")
    with pytest.raises(UsageError, match="empty"):
        engine_command(" ")
