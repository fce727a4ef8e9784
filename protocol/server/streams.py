"""Two file descriptors of a process that is spoken to in lines: one is read, whole lines are written to the other."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

from dohyo.protocol.language.lines import LineSplitter

CHUNK = 65536


class Writer:
    """Writes whole lines, each call in one piece; when nobody reads them any more, they are thrown away."""

    def __init__(self, sink: int) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._closed = False
        self._poll = select.poll()
        self._poll.register(sink, 0)  # tells only of a closed output

    def __call__(self, lines: str) -> None:
        data = memoryview((lines + "\n").encode("utf-8", "replace"))
        with self._lock:
            while data and not self._closed:
                try:
                    data = data[os.write(self._sink, data) :]
                except BlockingIOError:
                    select.select([], [self._sink], [])
                except OSError:
                    self._closed = True

    @property
    def closed(self) -> bool:
        """Whether nobody reads the lines any more, also where none was written since."""
        return self._closed or bool(self._poll.poll(0))


def take_lines(writer: Writer, source: int, sink: int, take: Callable[[str | None], bool]) -> bool:
    """Hand over the lines of `source`, None for one that is too long, until input ends (True), or `take` gives False or
    nobody reads `sink` any more (False)."""
    splitter = LineSplitter()
    poll = select.poll()
    poll.register(source, select.POLLIN)
    poll.register(sink, 0)  # tells only of a closed output
    while not writer.closed:
        if any(place == sink for place, _ in poll.poll()):
            return False
        data = _read(source)
        for line in splitter.feed(data) if data else splitter.finish():
            if not take(line):
                return False
        if not data:
            return True
    return False


def _read(source: int) -> bytes:
    """What is there to read; nothing at the end of input, which a hung-up terminal reports as an error."""
    try:
        return os.read(source, CHUNK)
    except OSError:
        return b""
