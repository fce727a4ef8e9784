"""The GTP process: lines are read while a command runs, so that `# interrupt` reaches it; commands are done one after
the other.

It ends after `quit`, at the end of input when all commands are answered, and when nobody reads its output any more.
"""

from __future__ import annotations

import queue
import signal
import threading

from dohyo.protocol.gtp.session import GtpSession
from dohyo.protocol.gtp.text import INTERRUPT, Command, answer, read
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.server.streams import Writer, take_lines

#: Seconds between two looks at the output while the last commands are done.
LOOK_EVERY = 0.1
#: Seconds that Ctrl-C leaves to a running search for its answer.
LEAVE_WITHIN = 0.5
#: Commands that may wait; when there are more, no line is read until one is done.
MOST_WAITING = 10_000


class Loop:
    """One conversation: commands come in from the thread that reads and are done by another."""

    def __init__(self, session: GtpSession, writer: Writer) -> None:
        self._session = session
        self._writer = writer
        self._waiting: queue.Queue[tuple[int, Command] | str | None] = queue.Queue(MOST_WAITING)
        self._taken = 0
        self._worker = threading.Thread(target=self._work, name="gtp", daemon=True)
        self._worker.start()

    def take(self, line: str | None) -> bool:
        """One line, None for one that was too long; False after `quit`."""
        if line is None:
            self._waiting.put(answer("", f"line too long: expected at most {MAX_LINE} bytes", failed=True))
            return True
        if line.strip() == INTERRUPT:
            self.interrupt()
            return True
        command = read(line)
        if command is not None:
            self._taken += 1
            self._waiting.put((self._taken, command))
        return command is None or command.name != "quit" or bool(command.arguments)

    def interrupt(self) -> None:
        """End the searches of all commands that were taken."""
        self._session.interrupt(self._taken)

    def finish(self, timeout: float | None = None) -> None:
        """Wait until all that was taken is answered, or nobody reads the answers; timeout in seconds."""
        self._waiting.put(None)
        if timeout is not None:
            self._worker.join(timeout)
        while timeout is None and self._worker.is_alive() and not self._writer.closed:
            self._worker.join(LOOK_EVERY)

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            self._writer(item if isinstance(item, str) else self._session.run(item[1], item[0]))


def serve(session: GtpSession, source: int = 0, sink: int = 1) -> int:
    """Hold one conversation over two file descriptors; the exit code: 0, or 130 after Ctrl-C."""
    writer = Writer(sink)
    loop = Loop(session, writer)
    try:
        take_lines(writer, source, sink, loop.take)
        loop.finish()
        loop.interrupt()  # where nobody reads the answers, a search may still run, and the interpreter waits for it
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        loop.interrupt()
        loop.finish(LEAVE_WITHIN)
        return 130
    return 0
