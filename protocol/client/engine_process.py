"""One engine process: lines to it and from it. Whatever the engine does wrong becomes an `EngineFault`."""

from __future__ import annotations

import errno
import shlex
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from dohyo.engine import DohyoError, Fault, UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.client.local import LocalTransport
from dohyo.protocol.client.own_engine import BUILTIN
from dohyo.protocol.client.transcript import WROTE, Transcript
from dohyo.protocol.client.transport import Arrival, InputStuckError, OutputEndedError, Transport
from dohyo.protocol.language import replies
from dohyo.protocol.language.messages import Word
from dohyo.protocol.language.replies import Reply, is_bestmove

#: Seconds that an engine has to print its move after `stop`, or to exit after its streams are closed.
STOP_WITHIN = 1.0
#: Errors of the system, not of the program, that keep a process from being started.
SYSTEM_FULL = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
#: Lines of standard error that `recent_lines` ends with, and the characters that are kept of each.
WORDS = 10
WORDS_WIDTH = 200


class EngineFault(DohyoError):  # noqa: N818
    """An engine broke the protocol or its time limit. fault: the kind."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class EngineProcess:
    """The process of one command; after `open` again, the next process.

    Parameters
    ----------
    command: program and arguments; BUILTIN and a searcher's name mean this project's engine in this process.
    read_timeout: seconds in which the engine has to read what it is sent.
    cwd, env: working directory and environment of the process, None for those of this one.
    transcript: gets every line.
    """

    def __init__(
        self, command: Sequence[str], *, read_timeout: float, cwd: Path | str | None, env: Mapping[str, str] | None,
        transcript: Transcript | None = None,
    ) -> None:
        if not command:
            raise UsageError("the command of the engine is empty")
        #: The engine's name in error messages.
        self.name = command[0]
        self._command = list(command)
        self._read_timeout = read_timeout
        self._cwd, self._env = cwd, env
        self.transcript = transcript or Transcript()
        self._transport: Transport | LocalTransport | None = None

    def open(self) -> None:
        """Start the process. UsageError if the program does not exist, another DohyoError if the system is out of
        processes."""
        if self.alive:
            raise UsageError(f"{self.name} is already running")
        program = self._command[0]
        if program.startswith(BUILTIN):
            self._transport = LocalTransport(program.removeprefix(BUILTIN))
            return
        path = None if self._env is None else self._env.get("PATH")
        if self._cwd is None and shutil.which(program, path=path) is None:
            raise UsageError(f"program {quote(program)} not found (command: {shlex.join(self._command)})")
        self.kill()
        try:
            self._transport = Transport(self._command, cwd=self._cwd, env=self._env, on_stderr=self.transcript.wrote)
        except OSError as error:
            if error.errno in SYSTEM_FULL:
                raise DohyoError(f"cannot start {self.name}: process limit reached ({error.strerror}); "
                                 "lower --concurrency") from error
            raise UsageError(f"cannot start {quote(program)}: {error.strerror}") from error

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._transport is not None and self._transport.exit_status is None

    @property
    def stderr_tail(self) -> str:
        """The last part of what the engine wrote to standard error."""
        return "" if self._transport is None else self._transport.stderr_tail

    @property
    def recent_lines(self) -> list[str]:
        """The last lines of the conversation, then those of standard error, marked as in `Transcript`."""
        return [*self.transcript.recent_lines, *(WROTE + line for line in self._last_words(WORDS))]

    def _last_words(self, most: int) -> list[str]:
        """The last lines of standard error that are not blank."""
        lines = [line.rstrip() for line in self.stderr_tail.splitlines() if line.strip()]
        return ["".join(char if char.isprintable() else " " for char in line[:WORDS_WIDTH]) for line in lines[-most:]]

    def close(self, timeout: float) -> None:
        """Send `quit`, wait up to `timeout` seconds for the exit, then kill the process group and reap it."""
        try:
            if self.alive and self._transport is not None:
                with suppress(OutputEndedError, InputStuckError):
                    self.transcript.sent(str(Word.QUIT))
                    self._transport.send(Word.QUIT, min(timeout, self._read_timeout))
                    self._transport.close_input()
                    self._transport.ignore_output()
                    self._transport.wait(timeout)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process group at once and reap."""
        if self._transport is not None:
            self._transport.kill()
        self.transcript.close()

    # --- lines -----------------------------------------------------------------------------------------------------

    def send(self, *messages: object) -> float:
        """Send lines in one write; the time of its flush.

        EngineFault: STALL if the engine does not read them in time, CRASH if it has ended. UsageError for a message
        that contains a line end."""
        lines = [str(message) for message in messages]
        for line in lines:
            if "\n" in line or "\r" in line:
                raise UsageError(f"expected one line, got {quote(line)}")
            self.transcript.sent(line)
        try:
            return self._running().send("\n".join(lines), self._read_timeout)
        except InputStuckError:
            self.fail(Fault.STALL, f"did not read its input for {self._read_timeout:g} s")
        except OutputEndedError:
            self._crash(f"before it could read `{lines[0].split(maxsplit=1)[0]}`")

    def take(self, deadline: float | None, when: str) -> Arrival | None:
        """The next line that arrived by the deadline, else None; CRASH at the end of output. when: for the message."""
        try:
            return self._next(deadline)
        except OutputEndedError:
            self._crash(when)

    def _next(self, deadline: float | None) -> Arrival | None:
        arrival = self._running().mailbox.take(deadline)
        if arrival is not None:
            self.transcript.heard(arrival.line, arrival.time)
        return arrival

    def receive(self, satisfied: Callable[[Reply], bool], deadline: float, when: str) -> None:
        """Pass replies to `satisfied` until it returns True; STALL at the deadline. when: for the message."""
        while (arrival := self.take(deadline, when)) is not None:
            if satisfied(replies.read(arrival.line)):
                return
        self.fail(Fault.STALL, f"did not answer in time {when}")

    def overstep(self, allowed: float) -> EngineFault:
        """A search is over its time: the fault to raise. The engine is sent `stop`. If it prints its move within a
        second, the move is discarded; otherwise it is killed."""
        until = time.monotonic() + STOP_WITHIN
        try:
            self.transcript.sent(str(Word.STOP))
            self._running().send(Word.STOP, STOP_WITHIN)
            arrival = self._next(until)
            while arrival is not None and not is_bestmove(replies.read(arrival.line)):
                arrival = self._next(until)
            if arrival is None:
                self.kill()
        except (InputStuckError, OutputEndedError):
            self.kill()
        return EngineFault(Fault.TIME, f"{self.name} did not move within {allowed:.3f} s")

    def fail(self, fault: Fault, what: str) -> NoReturn:
        """Kill the engine and raise its fault."""
        self.kill()
        raise EngineFault(fault, f"{self.name} {what}")

    def _crash(self, when: str) -> NoReturn:
        """The output or input of the process has ended."""
        transport = self._running()
        if transport.wait(STOP_WITHIN):
            status = transport.exit_status or 0
            what = f"ended {f'by signal {-status}' if status < 0 else f'with code {status}'} {when}"
        else:
            what = f"closed its streams {when}"
        self.kill()  # so that all of its standard error is there
        words = self._last_words(1)
        self.fail(Fault.CRASH, f"{what}; its last words: {words[0].strip()}" if words else what)

    def _running(self) -> Transport | LocalTransport:
        if self._transport is None:
            raise UsageError(f"{self.name} is not started")
        return self._transport
