"""One engine under test: raw bytes in, lines out. Every wait has a deadline.

The client of this package hides what an engine does a little wrong; a probe shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.check.ledger import Ledger
from dohyo.protocol.client.transport import Arrival, InputStuckError, OutputEndedError, Transport
from dohyo.protocol.language import replies
from dohyo.protocol.language.messages import Dialect, Malformed
from dohyo.protocol.language.replies import (
    GameLine,
    HandshakeOk,
    Id,
    InfoLine,
    OptionLine,
    ReadyOk,
    Reply,
    Response,
    is_bestmove,
)

#: Lines that one wait takes in.
MOST_LINES = 50_000
#: Seconds in which a process is to be gone after its output has ended, before a sentence says how it ended.
EXIT_WITHIN = 1.0


class BrokenError(Exception):
    """The engine did something wrong: what was seen, as a sentence without its full stop."""


class SkipError(Exception):
    """A step has nothing to look at: why, as a sentence without its full stop."""


@dataclass
class Greeting:
    """What an engine says of itself."""

    dialect: Dialect
    names: dict[str, str] = field(default_factory=dict)
    options: list[OptionLine] = field(default_factory=list)
    games: list[GameLine] = field(default_factory=list)

    def option(self, name: str) -> OptionLine | None:
        """The option of that name, in any case."""
        return next((option for option in self.options if option.name.lower() == name.lower()), None)


@dataclass(frozen=True)
class Found:
    """The answer to one `go`. time: seconds from the flush of what was written last to the whole bestmove line."""

    move: str
    infos: tuple[InfoLine, ...]
    time: float

    @property
    def shown(self) -> str:
        """The move for a sentence."""
        return quote(self.move) if self.move else "no move"

    @property
    def errors(self) -> list[str]:
        """The errors that the engine reported before it."""
        return [info.text for info in self.infos if info.text is not None and info.text.startswith("error")]

    @property
    def scored(self) -> list[InfoLine]:
        """The info lines with a score."""
        return [info for info in self.infos if info.score is not None]


class Probe:
    """One process. UsageError if it cannot be started. timeout: seconds for whatever is to come at once."""

    def __init__(self, command: Sequence[str], ledger: Ledger, timeout: float) -> None:
        self._ledger = ledger
        self._timeout = timeout
        ledger.restart()
        try:
            self.transport = Transport(command, cwd=None, env=None)
        except OSError as error:
            raise UsageError(f"cannot start {quote(command[0])}: {error.strerror}") from error
        #: When the last write was done.
        self.flushed = time.monotonic()

    def close(self) -> None:
        """End it with all its descendants."""
        self.transport.kill()

    # --- writing ---------------------------------------------------------------------------------------------------

    def say(self, *lines: str, searches: int = 0) -> None:
        """Send lines in one write; searches: how many `go` are among them."""
        self.write("".join(f"{line}\n" for line in lines).encode(), searches)

    def write(self, data: bytes, searches: int = 0) -> None:
        """Send bytes in one write."""
        self._ledger.asked(searches)
        try:
            self.flushed = self.transport.write(data, self._timeout)
        except InputStuckError as error:
            raise BrokenError(f"it did not read its input for {self._timeout:g} s") from error
        except OutputEndedError as error:
            raise BrokenError(f"it closed its input{self._end()}") from error

    # --- reading ---------------------------------------------------------------------------------------------------

    def line(self, deadline: float) -> Arrival | None:
        """The next line that arrives by the deadline (on the monotonic clock), else None."""
        try:
            arrival = self.transport.mailbox.take(deadline)
        except OutputEndedError as error:
            raise BrokenError(f"its output ended{self._end()}") from error
        if arrival is not None:
            self._ledger.look(arrival)
        return arrival

    def quiet(self, seconds: float) -> list[Arrival]:
        """All lines that arrive within some seconds, from now on."""
        deadline = time.monotonic() + seconds
        lines: list[Arrival] = []
        while (arrival := self.line(deadline)) is not None:
            _keep(lines, arrival)
        return lines

    def rest(self, within: float) -> list[Arrival]:
        """The lines up to the end of output, or those that arrive within some seconds."""
        deadline = time.monotonic() + within
        lines: list[Arrival] = []
        with suppress(BrokenError):
            while (arrival := self.line(deadline)) is not None:
                _keep(lines, arrival)
        return lines

    def until(self, wanted: Callable[[Reply], bool], what: str, within: float | None = None) -> list[Arrival]:
        """The lines up to the first that is wanted, that one included; what: for the sentence."""
        within = self._timeout if within is None else within
        deadline = time.monotonic() + within
        lines: list[Arrival] = []
        while (arrival := self.line(deadline)) is not None:
            _keep(lines, arrival)
            if wanted(replies.read(arrival.line)):
                return lines
        raise BrokenError(f"no {what} came within {within:g} s")

    def _end(self) -> str:
        """How the process ended, if it did."""
        if not self.transport.wait(EXIT_WITHIN):
            return ""
        status = self.transport.exit_status or 0
        return f"; it ended {f'by signal {-status}' if status < 0 else f'with code {status}'}"

    # --- conversation ----------------------------------------------------------------------------------------------

    def greet(self, dialect: Dialect, within: float) -> Greeting:
        """What it says to `ugi` or `uci` within some seconds. SkipError if it does not know the word but answers
        `isready`."""
        self.say(dialect, "isready")
        found = Greeting(dialect)
        lines = self.until(lambda reply: isinstance(reply, HandshakeOk | ReadyOk), f"{dialect}ok", within)
        for arrival in lines[:-1]:
            reply = replies.read(arrival.line)
            if isinstance(reply, Id):
                found.names[reply.kind] = reply.text
            elif isinstance(reply, OptionLine):
                found.options.append(reply)
            elif isinstance(reply, GameLine):
                found.games.append(reply)
        last = replies.read(lines[-1].line)
        if isinstance(last, ReadyOk):
            raise SkipError(f"it does not know `{dialect}`: it answered the isready after it without {dialect}ok")
        if last != HandshakeOk(dialect):
            raise BrokenError(f"it answered `{dialect}` with {quote(lines[-1].line)}")
        self.until(lambda reply: isinstance(reply, ReadyOk), "readyok")
        return found

    def ready(self) -> list[Arrival]:
        """Say `isready`; the lines before readyok, and readyok."""
        self.say("isready")
        return self.until(lambda reply: isinstance(reply, ReadyOk), "readyok")

    def go(self, words: str, position: str | None = None, within: float | None = None) -> Found:
        """The answer to a `go`, after a `position` if one is given."""
        self.say(*([] if position is None else [f"position {position}"]), f"go {words}", searches=1)
        return self.best(within)

    def best(self, within: float | None = None) -> Found:
        """The answer to a `go` that was sent."""
        lines = self.until(is_bestmove, "bestmove", within)
        infos = [reply for arrival in lines[-1000:] if isinstance(reply := replies.read(arrival.line), InfoLine)]
        move = " ".join(lines[-1].line.split()[1:2])
        return Found(move, tuple(infos), max(0.0, lines[-1].time - self.flushed))

    def query(self, what: str) -> str:
        """The token that answers a query."""
        self.say(f"query {what}")
        line = self.until(_is_response, f"response to `query {what}`")[-1].line
        if len(line.split()) != 2:
            raise BrokenError(f"`query {what}` was answered by {quote(line)}")
        return line.split()[1]


def _keep(lines: list[Arrival], arrival: Arrival) -> None:
    lines.append(arrival)
    if len(lines) > MOST_LINES:
        raise BrokenError(f"more than {MOST_LINES} lines came, the last of them {quote(arrival.line)}")


def errors_of(lines: Sequence[Arrival]) -> list[str]:
    """The errors that lines report."""
    texts = [reply.text for arrival in lines if isinstance(reply := replies.read(arrival.line), InfoLine)]
    return [text for text in texts if text is not None and text.startswith("error")]


def _is_response(reply: Reply) -> bool:
    return isinstance(reply, Response) or (isinstance(reply, Malformed) and reply.verb == "response")
