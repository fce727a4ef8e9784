"""This project's engine inside the process of its client: the same session and the same lines, without a process.

It saves the way of each line through the system, for bulk runs. It plays what a process would: the same lines give the
same answers, where no time is involved. What it lacks is a process's walls: it cannot be killed in the midst of a
search, only asked to stop, and it shares its memory and processor with whoever talks to it.
"""

from __future__ import annotations

import threading
import time

from dohyo.protocol.client.transport import Arrival, Mailbox, OutputEndedError
from dohyo.protocol.language import messages
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.language.messages import Word
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.session import Session

#: Seconds in which a search ends after it was asked to stop.
STOP_WITHIN = 1.0


class LocalTransport:
    """One engine that runs in this process; used as a `Transport`. searcher: its name, or `auto`; UsageError if there
    is none of that name."""

    stderr_tail = ""

    def __init__(self, searcher: str) -> None:
        options = Options()
        options.set("Searcher", searcher)
        # Who sends a line emits what it answers, so a full mailbox would wait for itself.
        self.mailbox = Mailbox(most=None)
        self.exit_status: int | None = None
        self._session = Session(self._emit, options)
        self._ending = threading.Lock()

    def _emit(self, lines: str) -> None:
        now = time.monotonic()
        self.mailbox.put([Arrival(now, line, now) for line in lines.split("\n")])

    def send(self, lines: str, timeout: float) -> float:
        """Hand over one line or several; the time before they were looked at. OutputEndedError after the end."""
        del timeout  # they are taken at once
        begin = time.monotonic()
        for line in lines.split("\n"):
            if self.exit_status is not None:
                raise OutputEndedError
            self._take(line)
        return begin

    def _take(self, line: str) -> None:
        if len(line.encode("utf-8", "replace")) > MAX_LINE:
            self._session.error(f"a line is longer than {MAX_LINE} bytes and is not read")
            return
        message, unknown = messages.read(line)
        if message is Word.QUIT:
            self.kill()
        else:
            self._session.handle(message, unknown)

    def wait(self, timeout: float) -> bool:
        """Whether it has ended, or what runs ends within the timeout (seconds)."""
        return self.exit_status is not None or self._session.wait(timeout)

    def kill(self) -> None:
        """Stop what runs and end. May be called again."""
        with self._ending:
            if self.exit_status is None:
                self.exit_status = 0
                self.mailbox.close()  # before its last move, which is no answer any more
                self._session.handle(Word.QUIT)
                self._session.wait(STOP_WITHIN)

    def close_input(self) -> None:
        """No more lines come."""
        self._session.end_input()

    def ignore_output(self) -> None:
        """Throw away what still comes."""
        self.mailbox.close()
