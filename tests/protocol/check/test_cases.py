"""Where engines and runners are known to go wrong, from the trackers of the field: each case, held by this project's
engine loop or by its client."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation import GUARD, Conversation

from dohyo import engine
from dohyo.engine import Fault, UsageError
from dohyo.protocol import Client, EngineFault, Limits, Timeouts, own_engine_command
from dohyo.protocol.client import engine_process
from dohyo.protocol.server.streams import Writer
from dohyo.testing import battery

MOCK = str(Path(__file__).with_name("mock_engine.py"))
POSITION = "fen rush-stones size=5"
#: Generous for what must come, as the machine may be busy.
PATIENT = Timeouts(start=60, ready=60, quit=60)
EACH_GAME = pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
BRIEF = {"rush-stones": {"size": "5"}, "rush-cards": {"maxplies": "40"}}


def mock(fault: str, timeouts: Timeouts = PATIENT) -> Client:
    return Client([sys.executable, MOCK, fault], timeouts=timeouts)


def go(client: Client, deadline: float = 60) -> str:
    return client.go(POSITION, Limits(nodes=10), deadline).move


def fault_of(client: Client, deadline: float = 60) -> Fault:
    with pytest.raises(EngineFault) as caught:
        go(client, deadline)
    return caught.value.fault


def states(game: engine.Game) -> list[engine.State]:
    return list(battery.random_game(game.deal(1, **BRIEF.get(game.id, {})), 1))


def trivial(game: engine.Game) -> engine.Position:
    """A view with one decision left."""
    state = states(game)[-2]
    return state.view(state.to_move[0])


def huge(game: engine.Game) -> engine.Position:
    """The first view by the default rules."""
    return game.deal(1).view()


def finished(game: engine.Game) -> engine.Position:
    """A finished game; a solitaire's view does not always prove that it is."""
    return states(game)[-1]


@pytest.fixture(scope="module")
def loop() -> Iterator[Conversation]:
    """This project's engine, idle between tests."""
    with Conversation() as conversation:
        yield conversation


def beginning(lines: list[str]) -> list[str]:
    return [line.split()[0] for line in lines if line.split()[:1] != ["info"]]


# --- the engine loop ------------------------------------------------------------------------------------------------

@EACH_GAME
def test_isready_is_answered_in_a_search_and_does_not_end_it(loop: Conversation, game: engine.Game) -> None:
    loop.send(f"position fen {huge(game)}\ngo infinite")
    for _ in range(5):
        loop.send("isready")
        assert beginning(loop.until("readyok")) == ["readyok"]
    loop.send("stop")
    assert beginning(loop.until("bestmove")) == ["bestmove"]


@pytest.mark.parametrize("place", [trivial, huge])
@EACH_GAME
def test_stop_is_answered_in_trivial_and_huge_positions(loop: Conversation, game: engine.Game, place: object) -> None:
    assert callable(place)
    for _ in range(3):
        loop.send(f"position fen {place(game)}\ngo infinite\nisready")
        assert beginning(loop.until("readyok")) == ["readyok"]
        loop.send("stop")
        assert "(none)" not in loop.until("bestmove")[-1]


@EACH_GAME
def test_a_stale_stop_ends_no_later_search(loop: Conversation, game: engine.Game) -> None:
    """A stop that comes when the search before it has just ended."""
    loop.send(f"position fen {huge(game)}\ngo nodes 1")
    loop.until("bestmove")
    loop.send("stop\ngo infinite\nisready")
    assert beginning(loop.until("readyok")) == ["readyok"]
    loop.send("isready\nstop")
    assert beginning(loop.until("bestmove")) == ["readyok", "bestmove"]


@EACH_GAME
def test_go_at_once_after_a_bestmove_is_not_lost(loop: Conversation, game: engine.Game) -> None:
    loop.send(f"position fen {huge(game)}")
    for _ in range(20):
        loop.send("go movetime 1")
        assert "(none)" not in loop.until("bestmove")[-1]


def test_end_of_input_is_no_quit_for_a_finite_search() -> None:
    """What `printf 'position …\\ngo nodes N\\n' | engine` prints is the whole search."""
    with Conversation("--searcher", "mcts") as conversation:
        conversation.send(f"position {POSITION}\ngo nodes 20000")
        lines, errors, code = conversation.end()
    assert (errors, code) == ("", 0)
    assert beginning(lines) == ["bestmove"]
    assert any("nodes 20000 " in line for line in lines)


@EACH_GAME
def test_no_bestmove_before_stop_in_a_solved_position(loop: Conversation, game: engine.Game) -> None:
    loop.send(f"position fen {trivial(game)}\ngo infinite")
    time.sleep(0.05)
    loop.send("isready")
    assert beginning(loop.until("readyok")) == ["readyok"]
    loop.send("stop")
    loop.until("bestmove")


@pytest.mark.parametrize("words", ["", "infinite", "movetime 1000000", "nodes 1000000", "depth 9", "wtime 1 btime 1"])
@EACH_GAME
def test_finished_games_do_not_spin(loop: Conversation, game: engine.Game, words: str) -> None:
    loop.send(f"position fen {finished(game)}\ngo {words}")
    assert loop.until("bestmove")[-1] == "bestmove (none)"


@pytest.mark.alone
def test_an_idle_engine_takes_no_processor_time(loop: Conversation) -> None:
    """Whatever it was last asked. Others may take the machine, but not this process's account."""
    for game in engine.games():
        for place in (finished(game), trivial(game)):
            loop.send(f"position fen {place}\ngo nodes 10")
            loop.until("bestmove")
    before = spent(loop.process.pid)
    time.sleep(0.5)
    assert spent(loop.process.pid) - before <= 0.05


def spent(pid: int) -> float:
    """Processor seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("setoption name gAME value RUSH-STONES", ""),
        ("  setoption   name\tMULTIPV \t value   2", ""),
        ("setoption name Rules value", ""),
        ("setoption name Rules value <empty>", ""),
        ("setoption name Rules", ""),
        ("setoption name Move Overhead value 5", "unknown option 'Move Overhead'"),
        ("setoption name  value 5", "expected `setoption name"),
    ],
)
def test_names_of_options(loop: Conversation, line: str, error: str) -> None:
    loop.send(f"{line}\nisready")
    lines = loop.until("readyok")
    assert (len(lines) == 2 and error in lines[0]) if error else lines == ["readyok"]
    loop.send("setoption name MultiPV value 1")


def test_two_writers_do_not_mix_their_lines() -> None:
    """Two threads write through one lock, into a pipe that takes less than a line at a time."""
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    writer = Writer(sink)
    texts = ["a" * 70_000, "b" * 70_000 + "\nbestmove b"]
    threads = [threading.Thread(target=lambda text=text: [writer(text) for _ in range(20)]) for text in texts]
    for thread in threads:
        thread.start()
    with os.fdopen(source, "rb") as stream:
        lines = [stream.readline().decode().rstrip("\n") for _ in range(60)]
    for thread in threads:
        thread.join()
    os.close(sink)
    assert sorted(lines) == sorted([*texts[0].split("\n") * 20, *texts[1].split("\n") * 20])


def test_lines_do_not_wait_in_a_buffer() -> None:
    """Every answer comes while the engine waits for more."""
    with Conversation() as conversation:
        for word, answer in (("ugi", "ugiok"), ("isready", "readyok"), (f"position {POSITION}\ngo nodes 1", "bestmove"),
                             ("query turn", "response"), ("xyzzy", "info string error")):
            conversation.send(word)
            conversation.until(answer)


# --- the client -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("fault", ["buffered", "silent", "asleep", "flood-greeting", "crash-handshake"])
def test_who_does_not_greet_is_given_up(fault: str) -> None:
    """Output that stays in a buffer, none at all, or no end of it."""
    client = mock(fault, Timeouts(start=1.0 if fault != "crash-handshake" else 60))
    with pytest.raises(EngineFault) as caught:
        client.start()
    assert caught.value.fault in ((Fault.CRASH,) if fault == "crash-handshake" else (Fault.STALL, Fault.PROTOCOL))
    assert not client.alive


@pytest.mark.parametrize("fault", ["past-time", "endless-nodes", "dumb", "flood", "terminal-spin", "glued"])
def test_who_does_not_end_in_time_is_flagged(fault: str) -> None:
    """Info lines past the time, searches by nodes without an end, and a bestmove that another line swallowed."""
    limits = Limits(movetime=10) if fault == "past-time" else Limits(nodes=10)
    position = "fen rush-stones size=3 board=bwb/wbw/bwb" if fault == "terminal-spin" else POSITION
    with mock(fault) as client, pytest.raises(EngineFault) as caught:
        client.go(position, limits, 0.3)
    assert caught.value.fault is Fault.TIME


@pytest.mark.parametrize("fault", ["late-twice", "twice"])
def test_a_second_bestmove_answers_no_later_go(fault: str) -> None:
    with mock(fault) as client:
        assert go(client) == "a1"
        assert fault_of(client) is Fault.PROTOCOL
        client.restart()
        assert go(client) == "a1"


def test_a_late_bestmove_is_not_taken_for_that_of_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "STOP_WITHIN", 60.0)  # however busy the machine is
    with mock("late") as client:
        assert fault_of(client, deadline=0.05) is Fault.TIME
        client.new_game()
        client.ready()
        assert go(client) == "a2"


def test_a_stop_before_the_search_has_begun_is_not_lost() -> None:
    """It comes while the engine is still to be ready."""
    with mock("none") as client:
        ready = client.ready

        def stop_then_ready(*messages: object) -> None:
            client.send_stop()
            ready(*messages)

        client.ready = stop_then_ready  # type: ignore[method-assign]
        assert client.go(POSITION, Limits(), 60).move == "a1"
        client.ready = ready  # type: ignore[method-assign]
        client.send_stop()
        assert go(client) == "a1"


@pytest.mark.parametrize(
    ("name", "value"),
    [("opening book", "a  b"), ("OPENING BOOK", ""), ("Clear Hash", None), ("multipv", "5"), ("bold", "True"),
     ("rules", "size=5")],
)
def test_names_of_an_engine_s_options(name: str, value: str | None) -> None:
    with mock("none") as client:
        client.set_option(name, value)
        assert go(client) == "a1"


@pytest.mark.parametrize("text", ["size=5\nquit", "size=5\rstop", "\nx"])
def test_a_value_is_no_second_line(text: str) -> None:
    with mock("none") as client:
        with pytest.raises(UsageError, match="expected one line"):
            client.set_option("Rules", text)
        with pytest.raises(UsageError, match="expected one line"):
            client.go(f"startpos moves {text}", Limits(nodes=1), 60)
        assert go(client) == "a1"


def test_an_engine_that_prints_to_the_last_can_leave() -> None:
    """It need not wait for a reader of what it prints after `quit`."""
    code = textwrap.dedent("""
        import sys
        for line in sys.stdin:
            if line == "ugi\\n":
                print("ugiok", flush=True)
            elif line == "isready\\n":
                print("readyok", flush=True)
            elif line == "quit\\n":
                for number in range(100_000):
                    print("info string", number)
                sys.exit(7)
    """)
    client = Client([sys.executable, "-c", code], timeouts=PATIENT)
    client.start()
    client.close()
    assert client._process._transport is not None
    assert client._process._transport.exit_status == 7


# --- the end of a runner --------------------------------------------------------------------------------------------

#: Ways to start an engine, each with the command as its arguments.
LAUNCHERS = {
    "itself": "",
    "child of a launcher": '"$@"; true',
    "in a session of its own": 'setsid "$@"; true',
    "of a launcher that ignores its end": 'trap "" HUP TERM INT; "$@"; true',
    "grandchild in a session of its own": "sh -c 'setsid \"$@\"; true' sh \"$@\"; true",
}


def launched(launcher: str, fault: str) -> list[str]:
    command = [sys.executable, MOCK, fault]
    return ["sh", "-c", LAUNCHERS[launcher], "sh", *command] if LAUNCHERS[launcher] else command


def gone(pid: int) -> bool:
    """Whether a process is gone, or goes within the guard against hanging."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    poll = select.poll()
    poll.register(watch, select.POLLIN)
    ended = bool(poll.poll(1000 * GUARD))
    os.close(watch)
    return ended


def family(pid: int) -> list[int]:
    """The living descendants of a process."""
    children: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        children.setdefault(int(fields[1]), []).append(int(place.parent.name))
    found = children.get(pid, [])
    return [member for child in found for member in [child, *family(child)]]


def kill_in_mid_game(launcher: str, notes: Path) -> list[int]:
    """`kill -9` of `dohyo match` while it waits for engines that hear nothing: the processes that it had started.
    notes: a file that the engine writes its process id to."""
    command = [sys.executable, "-m", "dohyo.tournaments.cli", "match", "--game", "rush-stones", "--set", "size=5",
               "--engine", f"deaf={shlex.join(launched(launcher, 'deaf-dumb'))}", "--engine", "random", "--rounds", "1",
               "--movetime", "600000"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "FAULT_NOTES": str(notes)}) as runner:
        deadline = time.monotonic() + GUARD
        while not (notes.exists() and notes.read_text().endswith("\n")):
            assert runner.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        members = family(runner.pid)
        assert int(notes.read_text()) in members
        runner.send_signal(signal.SIGKILL)
        return members


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_no_process_is_left_when_a_runner_is_killed_in_mid_game(launcher: str, tmp_path: Path) -> None:
    assert [pid for pid in kill_in_mid_game(launcher, tmp_path / "notes") if not gone(pid)] == []


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_no_process_is_left_when_an_engine_is_closed(launcher: str) -> None:
    before = family(os.getpid())
    client = Client(launched(launcher, "deaf"), timeouts=Timeouts(start=60, quit=0.2))
    client.start()
    members = set(family(os.getpid())) - set(before)
    assert int(client.author) in members
    client.close()
    assert all(gone(member) for member in members)


def test_what_a_launcher_leaves_behind_ends_with_it() -> None:
    """The engine goes on when its launcher has ended: that is a crash, and nothing stays."""
    script = f'setsid sleep 1000 & echo "id author $!"; exec {shlex.quote(sys.executable)} {shlex.quote(MOCK)} none'
    client = Client(["sh", "-c", script], timeouts=PATIENT)
    client.start()
    member, = [pid for pid in family(os.getpid()) if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"sleep")]
    client.close()
    assert gone(member)


def test_orphans_of_an_engine_leave_no_zombies() -> None:
    """They become children of the guard, which reaps them while the engine runs."""
    script = f'for n in 1 2 3; do (sleep 0.01 &); done; sleep 0.2; exec {shlex.join([sys.executable, MOCK, "none"])}'
    client = Client(["sh", "-c", script], timeouts=PATIENT)
    before = family(os.getpid())
    client.start()
    assert go(client) == "a1"
    # The guard and the engine.
    assert len(set(family(os.getpid())) - set(before)) == 2
    client.close()


def test_exit_codes_and_signals_are_passed_on() -> None:
    for script, status in (("exit 7", "with code 7"), ("kill -9 $$", "by signal 9"), ("kill -15 $$", "by signal 15"),
                           ("kill -11 $$", "by signal 11"), ("exit 0", "with code 0")):
        with pytest.raises(EngineFault, match=f"^sh ended {status} "):
            Client(["sh", "-c", script], timeouts=PATIENT).start()


def test_own_engine_ends_when_its_runner_does() -> None:
    """A thread started it and has ended since; that alone ends nothing."""
    client = Client(own_engine_command("greedy"), timeouts=PATIENT)
    thread = threading.Thread(target=client.start)
    thread.start()
    thread.join()
    time.sleep(0.05)
    assert len(go(client)) == 2
    client.close()
    assert not client.alive
