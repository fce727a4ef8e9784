"""A process that is written to and read from at once, with a limit on every wait, and what it costs by /proc."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

CHUNK = 65536


class SilentError(Exception):
    """What was waited for did not come in time, or the output ended."""


class Peer:
    """One process. within: seconds for each wait. After a wait in vain it prints its stacks to standard error."""

    def __init__(self, module: str, *arguments: str, within: float) -> None:
        command = [sys.executable, "-X", "faulthandler", "-m", module, *arguments]
        self._errors_in, errors_out = os.pipe()
        # The C library keeps memory for each thread, in up to eight arenas a processor; in one, what grows is a leak.
        one_arena = {**os.environ, "MALLOC_ARENA_MAX": "1"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors_out, env=one_arena
        )
        os.close(errors_out)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        for descriptor in (self._stdin.fileno(), self._stdout.fileno(), self._errors_in):
            os.set_blocking(descriptor, False)
        self._within = within
        self._rest = b""
        self._lines: list[str] = []
        self._errors = b""
        self._complains = True  # whether standard error is open

    # --- talking ---------------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Write all of it, reading meanwhile."""
        deadline, view = time.monotonic() + self._within, memoryview(data)
        while view:
            self._turn(deadline, writing=True)
            try:
                view = view[os.write(self._stdin.fileno(), view[:CHUNK]) :]
            except BlockingIOError:
                pass
            except OSError as error:
                raise SilentError(f"it does not read any more{self.farewell()}") from error

    def until(self, last: Callable[[str], bool]) -> list[str]:
        """The lines up to the first that is the last; they are taken from the process."""
        deadline, seen = time.monotonic() + self._within, 0
        while True:
            for place in range(seen, len(self._lines)):
                if last(self._lines[place]):
                    found, self._lines = self._lines[: place + 1], self._lines[place + 1 :]
                    return found
            seen = len(self._lines)
            self._turn(deadline)

    def take(self) -> list[str]:
        """All lines that have come and were not taken."""
        found, self._lines = self._lines, []
        return found

    def end(self, *, close: bool) -> list[str]:
        """The lines that come up to the end of output, which must come; close: let it see the end of input first."""
        if close:
            self._stdin.close()
        deadline = time.monotonic() + self._within
        with suppress(EOFError):
            while True:
                self._turn(deadline)
        if self._rest:
            raise SilentError(f"the last line has no end: {self._rest!r}")
        return self.take()

    def gone(self) -> None:
        """The process has to be gone soon."""
        try:
            self.process.wait(self._within)
        except subprocess.TimeoutExpired:
            raise SilentError(f"it does not leave{self.farewell()}") from None

    def deafen(self) -> None:
        """Read nothing any more, and let the process see that."""
        self._stdout.close()

    def _turn(self, deadline: float, writing: bool = False) -> None:
        """Wait until something can be read or written, and read it."""
        left = deadline - time.monotonic()
        watched = [self._stdout.fileno()] + [self._errors_in] * self._complains
        readable, writable, _ = select.select(
            watched, [self._stdin.fileno()] if writing else [], [], max(0.0, left))
        if not readable and not writable:
            raise SilentError(f"nothing came within {self._within:g} s{self.farewell()}")
        if self._errors_in in readable:
            data = os.read(self._errors_in, CHUNK)
            self._complains = bool(data)
            self._errors = (self._errors + data)[-CHUNK:]
        if self._stdout.fileno() in readable:
            data = os.read(self._stdout.fileno(), CHUNK)
            if not data:
                raise EOFError(f"its output ended{self.farewell()}")
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines += [line.decode("utf-8") for line in lines]

    # --- its cost and its end --------------------------------------------------------------------------------------

    @property
    def memory(self) -> float:
        """Resident megabytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def idle_threads(self, usual: int) -> int:
        """How many threads stay when nothing is searched; if there are more than usual, those that have just had their
        say are given a second."""
        deadline = time.monotonic() + 1
        while (count := self._count("task")) > usual and time.monotonic() < deadline:
            time.sleep(0.001)
        return count

    @property
    def descriptors(self) -> int:
        return self._count("fd")

    def _count(self, what: str) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/{what}").iterdir()))

    @property
    def errors(self) -> str:
        """What it wrote to standard error, the last of it."""
        while select.select([self._errors_in], [], [], 0)[0] and (data := os.read(self._errors_in, CHUNK)):
            self._errors = (self._errors + data)[-CHUNK:]
        return self._errors.decode("utf-8", "replace")

    def farewell(self) -> str:
        """How it ended, or where all its threads are, and its standard error; it is dead then."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                self.process.kill()
            return f"; where it was:\n{self.errors}"
        return f"; it ended with code {self.process.returncode}:\n{self.errors}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self._stdin, self._stdout):
            if not stream.closed:
                stream.close()
        os.close(self._errors_in)

