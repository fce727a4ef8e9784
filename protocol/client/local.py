"""This project's engine inside the process of its client: the same conversation and the same lines, without a process.

It spares bulk runs the cost of a pipe for each line. Where no time limit is involved, the same lines give the same
answers as a process. It has no process of its own: its search can be asked to stop but not killed, and it shares memory
and processor with its client.
"""

from __future__ import annotations

import threading
import time

from dohyo.protocol.client.transport import Arrival, Mailbox, OutputEndedError
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.server.conversation import Conversation
from dohyo.protocol.server.options import Options

#: Seconds in which a search ends after it was asked to stop.
STOP_WITHIN = 1.0


class LocalTransport:
    """One engine that runs in this process; used as a `Transport`. searcher: its name, or `auto`; UsageError if there
    is none of that name."""

    stderr_tail = ""

    def __init__(self, searcher: str) -> None:
        options = Options()
        options.set("Searcher", searcher)
        # The thread that sends a line may emit its answer, so a bounded mailbox could wait for itself.
        self.mailbox = Mailbox(most=None)
        self.exit_status: int | None = None
        self._conversation = Conversation(self._emit, options)
        self._ending = threading.Lock()

    def _emit(self, lines: str) -> None:
        now = time.monotonic()
        self.mailbox.put([Arrival(now, line, now) for line in lines.split("\n")])

    def send(self, lines: str, timeout: float) -> float:
        """Hand over one line or several; the time before they were read. OutputEndedError after the end."""
        del timeout  # lines are taken at once
        begin = time.monotonic()
        for line in lines.split("\n"):
            if self.exit_status is not None:
                raise OutputEndedError
            self._take(line)
        return begin

    def _take(self, line: str) -> None:
        too_long = len(line.encode("utf-8", "replace")) > MAX_LINE
        if not self._conversation.take(None if too_long else line):
            self.kill()

    def wait(self, timeout: float) -> bool:
        """Whether it has ended, or its search ends within the timeout (seconds)."""
        return self.exit_status is not None or self._conversation.wait(timeout)

    def kill(self) -> None:
        """Stop what runs and end. May be called again."""
        with self._ending:
            if self.exit_status is None:
                self.exit_status = 0
                self.mailbox.close()  # before its last move, which answers nothing
                self._conversation.quit()
                self._conversation.wait(STOP_WITHIN)

    def close_input(self) -> None:
        """No more lines come."""
        self._conversation.end_input()

    def ignore_output(self) -> None:
        """Discard all further output."""
        self.mailbox.close()
