"""A subprocess that is spoken to in lines.

It is started without a shell, in its own session, under a guard that ends all its descendants with it and with this
process (`process_guard`). Its standard error is always drained. Every wait has a deadline.
"""

from __future__ import annotations

import errno
import os
import select
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from dohyo.protocol.client import process_guard
from dohyo.protocol.language.lines import LineSplitter

CHUNK = 65536
#: Lines that are read ahead; then the process has to wait until some are taken.
READ_AHEAD = 256
#: Bytes of standard error that are kept.
LOG_SIZE = 65536
#: Seconds for threads to notice that their process is dead.
JOIN_WITHIN = 1.0
#: Seconds in which the guard ends all descendants.
GUARD_WITHIN = 5.0


class OutputEndedError(Exception):
    """The process has closed its output, and all of it was taken."""


class InputStuckError(Exception):
    """The process does not read what was written to it."""


class Arrival(NamedTuple):
    """A line and when its end arrived, on the clock of `time.monotonic`. begun: when its first byte arrived; flaw:
    '', 'too long' (the line is given as empty), 'not UTF-8' (it has replacement characters) or 'without an end'."""

    time: float
    line: str
    begun: float
    flaw: str = ""


class Mailbox:
    """A queue of arrivals from one thread to another. most: its capacity, None for no bound."""

    def __init__(self, most: int | None = READ_AHEAD) -> None:
        self._most = sys.maxsize if most is None else most
        self._lines: deque[Arrival] = deque()
        self._closed = False
        self._changed = threading.Condition()

    def put(self, arrivals: Sequence[Arrival]) -> None:
        """Add lines; blocks while the mailbox is full. After `close` they are discarded."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._lines) < self._most)
            if not self._closed:
                self._lines.extend(arrivals)
                self._changed.notify_all()

    def close(self) -> None:
        """No more lines come; those that wait can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, deadline: float | None) -> Arrival | None:
        """The next line that arrived by the deadline (None: at any time), else None; OutputEndedError after the last.
        Only the time of arrival counts, not that of the call; a later line stays for the next call."""
        with self._changed:
            timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._changed.wait_for(lambda: self._lines or self._closed, timeout):
                return None
            if not self._lines:
                raise OutputEndedError
            if deadline is not None and self._lines[0].time > deadline:
                return None
            arrival = self._lines.popleft()
            if len(self._lines) == self._most - 1:
                self._changed.notify_all()
            return arrival


class Transport:
    """One running process. OSError if it cannot be started.

    Parameters
    ----------
    command: program and arguments.
    cwd, env: working directory and environment of the process, None for those of this one.
    on_stderr: gets the bytes that it writes to standard error, as they come, from a thread of its own.
    """

    def __init__(
        self, command: Sequence[str], *, cwd: Path | str | None, env: Mapping[str, str] | None,
        on_stderr: Callable[[bytes], None] = lambda data: None,
    ) -> None:
        guard = [sys.executable, "-I", "-S", process_guard.__file__, str(os.getpid())]
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            [*guard, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        try:
            self._listen(on_stderr)
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def _listen(self, on_stderr: Callable[[bytes], None]) -> None:
        """Start the threads that read its output and drain its standard error."""
        self._exit = os.pidfd_open(self._process.pid)
        # Not closed by `kill`, because another thread may be waiting on it.
        weakref.finalize(self, os.close, self._exit)
        self._writing = threading.Lock()
        self._log = bytearray()
        self._on_stderr = on_stderr
        self.mailbox = Mailbox()
        assert self._process.stdin is not None
        self._stdin: IO[bytes] = self._process.stdin
        os.set_blocking(self._stdin.fileno(), False)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._drain)]
        for thread in self._threads:
            try:
                thread.start()
            except RuntimeError as error:  # how Python reports that the system has no thread left
                raise OSError(errno.EAGAIN, "thread limit reached") from error

    # --- both directions -------------------------------------------------------------------------------------------

    def send(self, line: str, timeout: float) -> float:
        """Write one line, or several separated by line ends; see `write`."""
        return self.write((line + "\n").encode("utf-8", "replace"), timeout)

    def write(self, text: bytes, timeout: float) -> float:
        """Write bytes, in one piece if the pipe has room for them; the time when the last one was written.

        InputStuckError if the process does not take them within the timeout (seconds), OutputEndedError if it has
        closed its input.
        """
        deadline = time.monotonic() + timeout
        data = memoryview(text)
        with self._writing:
            poll = select.poll()
            if not self._stdin.closed:
                poll.register(self._stdin, select.POLLOUT)
            while True:
                try:
                    with suppress(BlockingIOError):
                        data = data[os.write(self._stdin.fileno(), data) :]
                except (OSError, ValueError) as error:  # ValueError: closed by `kill` in another thread
                    raise OutputEndedError from error
                if not data:
                    return time.monotonic()
                left = deadline - time.monotonic()
                if left <= 0 or not poll.poll(1000 * left):
                    raise InputStuckError

    def _read(self) -> None:
        assert self._process.stdout is not None
        splitter = LineSplitter("surrogateescape")
        begun = now = 0.0
        with self._process.stdout as stream:
            while data := stream.read(CHUNK):
                now = time.monotonic()
                if not splitter.pending:
                    begun = now
                arrivals = []
                for line in splitter.feed(data):
                    arrivals.append(_arrival(now, begun, line))
                    begun = now
                self.mailbox.put(arrivals)
        rest = [_arrival(now, begun, line)._replace(flaw="without an end") for line in splitter.finish()]
        self.mailbox.put(rest)
        self.mailbox.close()

    def _drain(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            while data := stream.read(CHUNK):
                self._log += data
                del self._log[:-LOG_SIZE]
                self._on_stderr(data)

    @property
    def stderr_tail(self) -> str:
        """The last part of what the process wrote to standard error."""
        return self._log.decode("utf-8", "replace")

    # --- its cost --------------------------------------------------------------------------------------------------

    @property
    def cpu_seconds(self) -> float:
        """Processor time that the process and its living descendants have taken."""
        return sum(map(_cpu_seconds, process_guard.descendants(self._process.pid)))

    @property
    def busy(self) -> bool:
        """Whether a thread of a living descendant runs or waits for a processor. A loaded machine does not hide it."""
        return any(map(_runs, process_guard.descendants(self._process.pid)))

    # --- its end ---------------------------------------------------------------------------------------------------

    def wait(self, timeout: float) -> bool:
        """Whether the process ends by itself within the timeout (seconds)."""
        poll = select.poll()
        poll.register(self._exit, select.POLLIN)
        return bool(poll.poll(max(0.0, 1000 * timeout)))

    @property
    def exit_status(self) -> int | None:
        """The exit code, the negative number of the signal that ended it, or None while it runs."""
        return self._process.poll()

    def kill(self) -> None:
        """End the process and all its descendants at once and reap. May be called again."""
        self._process.terminate()
        if not self.wait(GUARD_WITHIN):
            self._process.kill()
        self._process.wait()
        self.mailbox.close()
        self.close_input()
        for thread in self._threads:
            # A thread may wait on a pipe that another process holds open; it is left behind.
            thread.join(JOIN_WITHIN)

    def close_input(self) -> None:
        """Close the input of the process."""
        with self._writing:
            self._stdin.close()

    def ignore_output(self) -> None:
        """Discard all further output, so that the process can end without a reader."""
        self.mailbox.close()


def _arrival(time: float, begun: float, line: str | None) -> Arrival:
    if line is None:
        return Arrival(time, "", begun, "too long")
    if line.isascii():
        return Arrival(time, line, begun)
    text = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return Arrival(time, text, begun, "" if text == line else "not UTF-8")


def _cpu_seconds(pid: int) -> float:
    """Processor time of one process, 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _runs(pid: int) -> bool:
    """Whether a thread of a process runs or is ready to."""
    found = False
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found = found or (thread / "stat").read_bytes().rpartition(b")")[2].split()[0] == b"R"
    return found
