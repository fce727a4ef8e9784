"""The transcript of a conversation with an engine: its last lines, to explain a fault, and on request all lines in a
file."""

from __future__ import annotations

import threading
import time
from collections import deque
from pathlib import Path
from typing import IO

from dohyo.engine import DohyoError
from dohyo.protocol.language.lines import LineSplitter

#: How a line begins: sent to the engine, received from it, written to its standard error, or a title.
SENT, HEARD, WROTE, TITLE = "> ", "< ", "! ", "# "
#: Lines that are remembered, and characters of each.
LAST = 24
WIDTH = 600


class Transcript:
    """The conversation with one engine, across restarts. file: where all lines are appended, each with the seconds
    since the last title at which it was sent or arrived. Any thread may add lines."""

    def __init__(self, file: Path | None = None) -> None:
        self._path = file
        self._file: IO[str] | None = None
        self._lines: deque[str] = deque(maxlen=LAST)
        self._lock = threading.Lock()
        self._begun = time.monotonic()
        self._stderr = LineSplitter()
        self._problem: OSError | None = None

    def begin(self, title: str) -> None:
        """Start a new part, such as a game: forget the recent lines and write a title."""
        with self._lock:
            self._lines.clear()
            self._begun = time.monotonic()
            self._write(self._begun, TITLE + title)

    def sent(self, line: str) -> None:
        """A line was sent to the engine. DohyoError, here and in `heard`, if the file cannot be written."""
        self._add(time.monotonic(), SENT + line)

    def heard(self, line: str, arrived: float) -> None:
        """A line of the engine arrived at this time of `time.monotonic`."""
        self._add(arrived, HEARD + line)

    def wrote(self, data: bytes) -> None:
        """The engine wrote this to its standard error. Only the file keeps it: `Transport` has its last part."""
        if self._path is not None:
            now = time.monotonic()
            with self._lock:
                for line in self._stderr.feed(data):
                    self._write(now, WROTE + ("(line too long)" if line is None else line))

    @property
    def recent_lines(self) -> list[str]:
        """The last lines since `begin`, the oldest first."""
        with self._lock:
            return [line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in self._lines]

    def close(self) -> None:
        """Close the file. The next line opens it again."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _add(self, now: float, line: str) -> None:
        with self._lock:
            self._lines.append(line)
            self._write(now, line)
            if self._problem is not None:
                raise DohyoError(f"{self._path} cannot be written: {self._problem.strerror}") from self._problem

    def _write(self, now: float, line: str) -> None:
        """Append a line to the file; an error is kept for the next line that is sent or heard."""
        if self._path is None or self._problem is not None:
            return
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._path.open("a", encoding="utf-8", errors="replace", buffering=1)
            self._file.write(f"{now - self._begun:9.3f} {line}\n")
        except OSError as error:
            self._problem = error
