"""What a transport says of the lines of a process, and of the process itself."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from dohyo.protocol.client.transport import LOG_SIZE, Arrival, OutputEndedError, Transport
from dohyo.protocol.language.lines import MAX_LINE

#: Seconds: a guard against hanging.
GUARD = 60


def arrivals(script: str) -> list[Arrival]:
    """All lines of a Python script."""
    transport = Transport([sys.executable, "-c", script], cwd=None, env=None)
    found = []
    try:
        while (arrival := transport.mailbox.take(time.monotonic() + GUARD)) is not None:
            found.append(arrival)
    except OutputEndedError:
        return found
    finally:
        transport.kill()
    raise AssertionError("the output did not end")


@pytest.mark.parametrize(
    ("written", "line", "flaw"),
    [
        (b"readyok\n", "readyok", ""),
        (b"readyok\r\n", "readyok", ""),
        ("Привет\n".encode(), "Привет", ""),
        ("�\n".encode(), "�", ""),
        (b"id \xff\xfe\n", "id ��", "not UTF-8"),
        (b"readyok", "readyok", "without an end"),
        (b"x" * MAX_LINE + b"\n", "x" * MAX_LINE, ""),
        (b"x" * (MAX_LINE + 1) + b"\n", "", "too long"),
    ],
)
def test_flaws_of_lines(written: bytes, line: str, flaw: str) -> None:
    script = f"import sys; sys.stdout.buffer.write({written!r})" if len(written) < 100 else (
        f"import sys; sys.stdout.buffer.write(b'x' * {len(written) - 1} + b'\\n')")
    found, = arrivals(script)
    assert (found.line, found.flaw) == (line, flaw)
    assert found.begun <= found.time


@pytest.mark.alone
def test_a_line_in_pieces_says_when_it_began() -> None:
    script = "import os, time; os.write(1, b'a\\nbest'); time.sleep(0.2); os.write(1, b'move\\nc\\n')"
    first, torn, last = arrivals(script)
    assert [first.line, torn.line, last.line] == ["a", "bestmove", "c"]
    assert torn.begun == first.time < torn.time == last.begun
    assert torn.time - torn.begun >= 0.15


@pytest.mark.parametrize(
    ("script", "tail"),
    [
        ("[os.write(2, b'.') for _ in range(900)]", "." * 900),
        ("[os.write(2, b'.') for _ in range(900)]; os.write(2, b'x' * 300_000 + b' last words')",
         "x" * (LOG_SIZE - 11) + " last words"),
    ],
)
def test_the_end_of_stderr_is_kept_however_it_was_written(script: str, tail: str) -> None:
    transport = Transport([sys.executable, "-c", f"import os; {script}"], cwd=None, env=None)
    with pytest.raises(OutputEndedError):
        transport.mailbox.take(time.monotonic() + GUARD)
    transport.kill()
    assert transport.stderr_tail == tail


def test_processor_time_is_that_of_all_descendants() -> None:
    """A launcher sleeps while its child computes."""
    busy = "sum(range(40_000_000)); print('done', flush=True); input()"
    transport = Transport(["sh", "-c", '"$@"; true', "sh", sys.executable, "-c", busy], cwd=None, env=None)
    before = transport.cpu_seconds
    assert transport.mailbox.take(time.monotonic() + GUARD) is not None
    assert transport.cpu_seconds >= before + 0.1
    transport.kill()
    assert transport.cpu_seconds == 0


def test_the_streams_belong_to_the_engine() -> None:
    """They end when it closes them, though it and its guard go on."""
    transport = Transport([sys.executable, "-c", "import os, time; os.close(1); os.close(2); time.sleep(1000)"],
                          cwd=None, env=None)
    with pytest.raises(OutputEndedError):
        transport.mailbox.take(time.monotonic() + GUARD)
    assert transport.exit_status is None
    transport.kill()
    assert transport.exit_status == -9


def test_descriptors_are_given_back() -> None:
    folder = Path("/proc/self/fd")
    before = len(list(folder.iterdir()))
    for _ in range(5):
        Transport(["true"], cwd=None, env=None).kill()
    assert len(list(folder.iterdir())) <= before
