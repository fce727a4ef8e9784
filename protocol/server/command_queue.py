"""The queue of messages: one job runs at a time, and what would disturb it waits.

`isready`, `stop` and `quit` are answered at once. A message that only reads the session is done beside a job, unless
others wait already; the rest is done in order when the job has ended. So lines written ahead are done as if one by one.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable

from dohyo.protocol.language.messages import Handshake, Message, Query, Unknown, Word
from dohyo.protocol.language.replies import ReadyOk, error_line
from dohyo.protocol.server.job import Job

#: Seconds for which the thread of the jobs stays without a job.
LINGER = 2.0
#: Messages that may wait; more are refused.
MOST_WAITING = 20_000

_ASIDE = (Handshake, Query, Unknown)
_WORDS_ASIDE = (Word.DRAW, Word.EVAL, Word.HELP)


class CommandQueue:
    """See the module.

    Parameters
    ----------
    perform: does one message, and returns the job that it starts, if any; it is never called twice at once.
    emit: takes one or more whole lines, without the last line end; called from several threads.
    """

    def __init__(self, perform: Callable[[Message], Job | None], emit: Callable[[str], None]) -> None:
        self._perform = perform
        self._emit = emit
        self._job: Job | None = None
        self._waiting: deque[Message] = deque()
        # How many of the waiting messages are a `stop`: each stops the jobs that begin before its turn comes.
        self._stops = 0
        self._input_ended = False
        # Held while a message is done and while a job ends; notified when a job has ended.
        self._changed = threading.Condition()
        # The jobs come to a thread that stays for the next one: starting a thread takes as long as a small search.
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._served = False

    def take(self, message: Message) -> None:
        """Do a message now, or when its turn comes. `quit` is a method of its own."""
        with self._changed:
            if message is Word.ISREADY:
                self._emit(str(ReadyOk()))
            elif message is Word.STOP:
                self._stop()
            elif self._job is None or (not self._waiting and _reads_only(message)):
                self._do(message)
            elif len(self._waiting) < MOST_WAITING:
                self._waiting.append(message)
            else:
                self._emit(error_line(f"busy: {MOST_WAITING} messages wait, this one is dropped"))

    def quit(self) -> None:
        """Drop what waits and stop what runs. May be called again."""
        with self._changed:
            self._waiting.clear()
            self._stops = 0
            self._stop()

    def end_input(self) -> None:
        """No more messages come: an infinite job ends, a finite one goes on, and what waits is still done."""
        with self._changed:
            self._input_ended = True
            if self._job is not None and self._job.infinite:
                self._job.stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing runs or waits; False if the timeout (seconds) passes first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._job is None, timeout)

    def _do(self, message: Message) -> None:
        """Do a message; start the job that it gives."""
        job = self._perform(message)
        if job is None:
            return
        self._job = job
        if self._stops or (job.infinite and self._input_ended):
            job.stop()
        self._jobs.put(job)
        if not self._served:
            self._served = True
            threading.Thread(target=self._serve, name="jobs", daemon=True).start()

    def _stop(self) -> None:
        """A stop is for every `go` that came before it: the one that runs, and those that wait."""
        if self._job is not None:
            self._job.stop()
        if self._waiting and self._waiting[-1] is not Word.STOP:
            self._waiting.append(Word.STOP)
            self._stops += 1

    def _serve(self) -> None:
        """Run job after job, until none has come for `LINGER` seconds."""
        while True:
            try:
                self._run(self._jobs.get(timeout=LINGER))
            except queue.Empty:
                with self._changed:
                    if self._jobs.empty():
                        self._served = False
                        return

    def _run(self, job: Job) -> None:
        lines = job.work()
        with self._changed:
            self._emit("\n".join(lines))
            self._job = None
            while self._waiting and self._job is None:
                message = self._waiting.popleft()
                if message is Word.STOP:
                    self._stops -= 1
                else:
                    self._do(message)
            self._changed.notify_all()


def _reads_only(message: Message) -> bool:
    return isinstance(message, _ASIDE) or message in _WORDS_ASIDE
