"""A subprocess that talks in lines: started without a shell in its own process group, told to die with its parent,
its standard error drained, and never waited for without a deadline.

`kill` reaches the children of the process too. Where this process itself is killed, only the process that it started
dies with it; that one's children see the end of their input.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

from dohyo.protocol.lines import LineSplitter

CHUNK = 65536
#: Lines that are read ahead; then the process has to wait until some are taken.
READ_AHEAD = 256
#: Bytes of standard error that are kept.
LOG_SIZE = 65536
#: Seconds for threads to notice that their process is dead.
JOIN_WITHIN = 1.0


class OutputEndedError(Exception):
    """The process has closed its output and all of it was taken."""


class InputStuckError(Exception):
    """The process does not read what was written to it."""


class Arrival(NamedTuple):
    """A line and when its end arrived, on the clock of `time.monotonic`. A line that was too long is empty."""

    time: float
    line: str


class Mailbox:
    """A bounded queue of arrivals from one thread to another."""

    def __init__(self) -> None:
        self._lines: deque[Arrival] = deque()
        self._closed = False
        self._changed = threading.Condition()

    def put(self, arrivals: Sequence[Arrival]) -> None:
        """Add lines; blocks while READ_AHEAD or more wait. After `close` they are thrown away."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._lines) < READ_AHEAD)
            if not self._closed:
                self._lines.extend(arrivals)
                self._changed.notify_all()

    def close(self) -> None:
        """No more lines come; those that wait can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, deadline: float | None) -> Arrival | None:
        """The next line that arrived by the deadline (None: whenever), else None; OutputEndedError after the last.
        It may be taken later than that; a line that arrived after the deadline stays for the next call."""
        with self._changed:
            timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._changed.wait_for(lambda: self._lines or self._closed, timeout):
                return None
            if not self._lines:
                raise OutputEndedError
            if deadline is not None and self._lines[0].time > deadline:
                return None
            arrival = self._lines.popleft()
            if len(self._lines) == READ_AHEAD - 1:
                self._changed.notify_all()
            return arrival


@cache
def _starter(pid: int) -> ThreadPoolExecutor:
    """The thread that starts all processes of this process (by its id: a fork has no threads of its parent).

    The kernel ends a process that is to die with its parent when the *thread* that started it ends, so it must be one
    that lasts.
    """
    del pid
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="starter")


class Transport:
    """One running process. OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], *, cwd: Path | str | None, env: Mapping[str, str] | None) -> None:
        guard = [sys.executable, "-I", "-S", str(Path(__file__).with_name("deathguard.py")), str(os.getpid())]
        self._process: subprocess.Popen[bytes] = _starter(os.getpid()).submit(
            subprocess.Popen,
            [*guard, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            start_new_session=True,
        ).result()
        self._exit = os.pidfd_open(self._process.pid)
        self._dead = False
        self._writing = threading.Lock()
        self._ending = threading.Lock()
        self._log = deque[bytes](maxlen=LOG_SIZE // 1024)
        self.mailbox = Mailbox()
        assert self._process.stdin is not None
        self._stdin: IO[bytes] = self._process.stdin
        os.set_blocking(self._stdin.fileno(), False)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._drain)]
        for thread in self._threads:
            thread.start()

    # --- both directions -------------------------------------------------------------------------------------------

    def send(self, line: str, timeout: float) -> float:
        """Write one line; the time when the last byte was written.

        InputStuckError if the process does not take it within the timeout (seconds), OutputEndedError if it has
        closed its input.
        """
        deadline = time.monotonic() + timeout
        data = memoryview((line + "\n").encode("utf-8", "replace"))
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
        splitter = LineSplitter()
        with self._process.stdout as stream:
            while data := stream.read(CHUNK):
                now = time.monotonic()
                if lines := splitter.feed(data):
                    self.mailbox.put([Arrival(now, line or "") for line in lines])
        self.mailbox.put([Arrival(time.monotonic(), line or "") for line in splitter.finish()])
        self.mailbox.close()

    def _drain(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            while data := stream.read(1024):
                self._log.append(data)

    @property
    def stderr_tail(self) -> str:
        """The last part of what the process wrote to standard error."""
        return b"".join(self._log.copy()).decode("utf-8", "replace")

    # --- its end ---------------------------------------------------------------------------------------------------

    def wait(self, timeout: float) -> bool:
        """Whether the process ends by itself within the timeout (seconds)."""
        if self._dead:
            return True
        poll = select.poll()
        poll.register(self._exit, select.POLLIN)
        return bool(poll.poll(max(0.0, 1000 * timeout)))

    @property
    def exit_status(self) -> int | None:
        """The exit code, the negative number of the signal that ended it, or None while it runs."""
        if self._dead:
            return self._process.returncode
        # Looked at without reaping, so that the process group cannot become another's before `kill`.
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def kill(self) -> None:
        """End the whole process group at once and reap. May be called again."""
        with self._ending:
            if self._dead:
                return
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._dead = True
            os.close(self._exit)
        self.mailbox.close()
        self.close_input()
        for thread in self._threads:
            # One that a process outside the group keeps waiting by an inherited pipe is left behind.
            thread.join(JOIN_WITHIN)

    def close_input(self) -> None:
        """Let the process see the end of its input."""
        with self._writing:
            self._stdin.close()
