"""The engine loop over stdin and stdout.

The process never ends because of what it reads. It ends after `quit`, at the end of input when a finite search has
printed its move, and when nobody reads its output any more.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading

from dohyo.engine import DohyoError
from dohyo.protocol import messages
from dohyo.protocol.lines import MAX_LINE, LineSplitter
from dohyo.protocol.messages import Word
from dohyo.protocol.options import Options
from dohyo.protocol.session import Session

CHUNK = 65536
#: Seconds that `quit` leaves to a running search for its last lines.
QUIT_WITHIN = 0.15
#: Seconds between two looks at the output while a search ends after the end of input.
LOOK_EVERY = 0.1


class Writer:
    """Writes whole lines, each call in one piece. closed: nobody reads them any more; they are thrown away then."""

    def __init__(self, sink: int) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self.closed = False

    def __call__(self, lines: str) -> None:
        data = memoryview((lines + "\n").encode("utf-8", "replace"))
        with self._lock:
            while data and not self.closed:
                try:
                    data = data[os.write(self._sink, data) :]
                except BlockingIOError:
                    select.select([], [self._sink], [])
                except OSError:
                    self.closed = True


def serve(options: Options, source: int = 0, sink: int = 1) -> int:
    """Hold one conversation over two file descriptors; the exit code: 0, or 130 after Ctrl-C."""
    writer = Writer(sink)
    session = Session(writer, options)
    try:
        if _converse(session, writer, source, sink):
            session.end_input()
            while not writer.closed and not session.wait(LOOK_EVERY):
                pass
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        _leave(session)
        return 130
    return 0


def _converse(session: Session, writer: Writer, source: int, sink: int) -> bool:
    """Take lines until input ends (True), or `quit` or the end of output (False)."""
    splitter = LineSplitter()
    poll = select.poll()
    poll.register(source, select.POLLIN)
    poll.register(sink, 0)  # tells only of a closed output
    while not writer.closed:
        if any(place == sink for place, _ in poll.poll()):
            return False
        data = _read(source)
        for line in splitter.feed(data) if data else splitter.finish():
            if not _take(session, line):
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


def _take(session: Session, line: str | None) -> bool:
    """Hand one line to the session; False after `quit`."""
    if line is None:
        session.error(f"a line is longer than {MAX_LINE} bytes and is not read")
        return True
    message, unknown = messages.read(line)
    if message is Word.QUIT:
        _leave(session)
        return False
    session.handle(message, unknown)
    return True


def _leave(session: Session) -> None:
    session.handle(Word.QUIT)
    session.wait(QUIT_WITHIN)


def main() -> None:
    """`python -m dohyo.protocol.server`: the command `dohyo engine` without the rest of the command line."""
    from dohyo.protocol.commands import engine

    try:
        engine()
    except DohyoError as error:
        print(f"dohyo: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
