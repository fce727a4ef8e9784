"""One engine process and what it says: whatever it does wrong becomes an `EngineFault` that names it."""

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
from dohyo.protocol.client.transcript import WROTE, Talk
from dohyo.protocol.client.transport import Arrival, InputStuckError, OutputEndedError, Transport
from dohyo.protocol.language import replies
from dohyo.protocol.language.messages import Malformed, Word
from dohyo.protocol.language.replies import BestMove, Reply

#: Before the name of a searcher: it is to search in this process.
BUILTIN = "builtin:"
#: Seconds that an engine has to print its move after `stop`, or to exit after its streams are closed.
STOP_WITHIN = 1.0
#: What the system says when it, and not the program, is the reason that a process cannot be started.
FULL = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
#: Lines of standard error that an account ends with, and the characters of each, and of the one that a sentence quotes.
WORDS = 10
WORDS_WIDTH = 200


class EngineFault(DohyoError):  # noqa: N818
    """An engine broke the protocol or its time. fault: how."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class Link:
    """The process of one command, and the next one after `open` again. command: BUILTIN and a searcher's name stand for
    this project's engine in this process; name: what a sentence calls the engine; patience: seconds in which it has to
    read what it is sent; talk: told of every line."""

    def __init__(
        self, command: Sequence[str], *, patience: float, cwd: Path | str | None, env: Mapping[str, str] | None,
        talk: Talk | None = None,
    ) -> None:
        if not command:
            raise UsageError("the command of the engine is empty")
        self.name = command[0]
        self._command = list(command)
        self._patience = patience
        self._cwd, self._env = cwd, env
        self.talk = talk or Talk()
        self._transport: Transport | LocalTransport | None = None

    def open(self) -> None:
        """Start the process. UsageError if there is no such program, another DohyoError if the system has no room for
        one more process."""
        if self.alive:
            raise UsageError(f"{self.name} is already running")
        program = self._command[0]
        if program.startswith(BUILTIN):
            self._transport = LocalTransport(program.removeprefix(BUILTIN))
            return
        path = None if self._env is None else self._env.get("PATH")
        if self._cwd is None and shutil.which(program, path=path) is None:
            raise UsageError(f"there is no program {quote(program)} (command: {shlex.join(self._command)})")
        self.kill()
        try:
            self._transport = Transport(self._command, cwd=self._cwd, env=self._env, told=self.talk.wrote)
        except OSError as error:
            if error.errno in FULL:
                raise DohyoError(f"the system lets no further process be started for {self.name}: {error.strerror}; "
                                 "fewer engines at once would be right") from error
            raise UsageError(f"{quote(program)} cannot be started: {error.strerror}") from error

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._transport is not None and self._transport.exit_status is None

    @property
    def stderr_tail(self) -> str:
        """The last part of what the engine wrote to standard error."""
        return "" if self._transport is None else self._transport.stderr_tail

    @property
    def account(self) -> list[str]:
        """The last lines that were said, and the last ones on standard error, marked as in `Talk`."""
        return [*self.talk.last, *(WROTE + line for line in self._last_words(WORDS))]

    def _last_words(self, most: int) -> list[str]:
        """The last lines on standard error that are not blank."""
        lines = [line.rstrip() for line in self.stderr_tail.splitlines() if line.strip()]
        return ["".join(char if char.isprintable() else " " for char in line[:WORDS_WIDTH]) for line in lines[-most:]]

    def close(self, timeout: float) -> None:
        """Say `quit`, give the process so many seconds, then end its group and reap whatever happened."""
        try:
            if self.alive and self._transport is not None:
                with suppress(OutputEndedError, InputStuckError):
                    self.talk.sent(str(Word.QUIT))
                    self._transport.send(Word.QUIT, min(timeout, self._patience))
                    self._transport.close_input()
                    self._transport.ignore_output()
                    self._transport.wait(timeout)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process group at once and reap."""
        if self._transport is not None:
            self._transport.kill()
        self.talk.close()

    # --- lines -----------------------------------------------------------------------------------------------------

    def send(self, *messages: object) -> float:
        """Send lines, in one piece; the time of its flush. STALL if they are not read, CRASH if nobody is there to read
        them. UsageError for a text that would be several lines."""
        lines = [str(message) for message in messages]
        for line in lines:
            if "\n" in line or "\r" in line:
                raise UsageError(f"{quote(line)} is more than one line")
            self.talk.sent(line)
        try:
            return self._running().send("\n".join(lines), self._patience)
        except InputStuckError:
            self.fail(Fault.STALL, f"did not read its input for {self._patience:g} s")
        except OutputEndedError:
            self._crash(f"before it could read `{lines[0].split(maxsplit=1)[0]}`")

    def take(self, deadline: float | None, when: str) -> Arrival | None:
        """The next line that arrived by the deadline, else None; CRASH at the end of output. when: for the sentence."""
        try:
            return self._next(deadline)
        except OutputEndedError:
            self._crash(when)

    def _next(self, deadline: float | None) -> Arrival | None:
        arrival = self._running().mailbox.take(deadline)
        if arrival is not None:
            self.talk.heard(arrival.line, arrival.time)
        return arrival

    def receive(self, satisfied: Callable[[Reply], bool], deadline: float, when: str) -> None:
        """Hand over replies until one satisfies; STALL at the deadline."""
        while (arrival := self.take(deadline, when)) is not None:
            if satisfied(replies.read(arrival.line)):
                return
        self.fail(Fault.STALL, f"did not answer in time {when}")

    def overstep(self, allowed: float) -> EngineFault:
        """The time of a search is over: the fault to raise. The engine is sent `stop` and has a second to print its
        move, which is thrown away; else it is killed."""
        until = time.monotonic() + STOP_WITHIN
        try:
            self.talk.sent(str(Word.STOP))
            self._running().send(Word.STOP, STOP_WITHIN)
            arrival = self._next(until)
            while arrival is not None and not is_best(replies.read(arrival.line)):
                arrival = self._next(until)
            if arrival is None:
                self.kill()
        except (InputStuckError, OutputEndedError):
            self.kill()
        return EngineFault(Fault.TIME, f"{self.name} did not move within {allowed:.3f} s")

    def fail(self, fault: Fault, what: str) -> NoReturn:
        """Kill the engine and say why."""
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
            raise UsageError(f"{self.name} was not started")
        return self._transport


def is_best(reply: Reply) -> bool:
    """Whether a reply is a bestmove, well formed or not."""
    return isinstance(reply, BestMove) or (isinstance(reply, Malformed) and reply.verb == "bestmove")
