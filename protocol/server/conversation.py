"""One conversation with this project's engine: lines in, lines out, without a stream or a process.

The way of a line, here for `go movetime 100`:

    take           the line is read: `messages.read` gives Go(movetime=100)
    CommandQueue   lets it wait while a job runs, then does it
    Session        turns it into the limits of a search, readies the searcher and returns a Job
    CommandQueue   runs the job on its own thread: the searcher searches
    Reporter       prints the searcher's reports as info lines
    CommandQueue   prints the last lines of the job, which end with bestmove, and does what waited

Data goes down as arguments and comes back as return values; nothing below calls what stands above it.
"""

from __future__ import annotations

from collections.abc import Callable

from dohyo.engine.grammar import quote
from dohyo.protocol.language import messages
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.language.messages import Word
from dohyo.protocol.language.replies import error_line
from dohyo.protocol.server.command_queue import CommandQueue
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.session import Session


class Conversation:
    """See the module. Lines are taken from one thread.

    Parameters
    ----------
    emit: takes one or more whole lines, without the last line end; called from several threads.
    options: the options at the start, by default those of the handshake.
    """

    def __init__(self, emit: Callable[[str], None], options: Options | None = None) -> None:
        self._emit = emit
        self.session = Session(emit, options)
        self._queue = CommandQueue(self.session.perform, emit)
        self.end_input = self._queue.end_input
        self.wait = self._queue.wait
        self.quit = self._queue.quit

    def take(self, line: str | None) -> bool:
        """Take one line, None for one that was too long. False for `quit`, after which the caller calls `quit`."""
        if line is None:
            self._emit(error_line(f"line too long: expected at most {MAX_LINE} bytes"))
            return True
        message, unknown = messages.read(line)
        if message is Word.QUIT:
            return False
        for token in unknown:
            self._emit(error_line(f"unknown token {quote(token)}"))
        self._queue.take(message)
        return True
