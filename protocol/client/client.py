"""Drives any UGI engine, or a UCI engine that takes position texts, as a subprocess; or this project's in this process.

A mistake of the engine raises `EngineFault`, one of the caller `UsageError`. After a fault the engine is dead, unless
it stopped within a second after its time limit; `restart` gives a new process in both cases.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dohyo.engine import Fault, UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.client import own_engine
from dohyo.protocol.client.engine_process import EngineFault, EngineProcess
from dohyo.protocol.client.own_engine import BUILTIN, engine_command, own_engine_command, searcher_names
from dohyo.protocol.client.transcript import Transcript
from dohyo.protocol.language import go_line, replies
from dohyo.protocol.language.go_line import Limits
from dohyo.protocol.language.messages import Dialect, NewGame, SetOption, Word
from dohyo.protocol.language.replies import (
    BestMove,
    GameLine,
    HandshakeOk,
    Id,
    InfoLine,
    OptionLine,
    ReadyOk,
    Reply,
    is_bestmove,
)

#: The names of `own_engine` belong to what a runner uses, and may be imported from here.
__all__ = [
    "BUILTIN", "Answer", "Client", "EngineFault", "Timeouts", "engine_command", "own_engine_command", "searcher_names",
]

#: Options and games that an engine may offer.
MOST_OFFERED = 5000
#: Characters of an engine's name that are kept.
LONGEST_NAME = 100


@dataclass(frozen=True)
class Timeouts:
    """Timeouts of a client, in seconds."""

    start: float = 20.0
    """From the start of the process to the end of its handshake."""
    ready: float = 20.0
    """For readyok, and for the engine to read what it is sent."""
    quit: float = 2.0
    """From `quit` to the exit."""


@dataclass(frozen=True)
class Answer:
    """The answer to one `go`. value, depth and nodes are those of the last scored info line about the best move, None
    without one."""

    move: str
    """'(none)' where the engine has no move."""
    time: float
    """Seconds from the flush of `go` to the arrival of the whole bestmove line."""
    value: float | None = None
    """The result that the engine expects, in [0, 1]."""
    depth: int | None = None
    nodes: int | None = None
    note: str = ""
    """The last `info string` of the search."""


class Client:
    """One engine. Used from one thread, except `send_stop` and `kill`, which any thread may call.

    Parameters
    ----------
    command: program and arguments, or BUILTIN and a searcher's name.
    timeouts: how long to wait for the engine.
    cwd, env: working directory and environment of the process, None for those of this one.
    transcript: gets every line.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeouts: Timeouts = Timeouts(),
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        transcript: Transcript | None = None,
    ) -> None:
        self.timeouts = timeouts
        self.transcript = transcript or Transcript()
        self.author = ""
        #: Options by lower-case name, and games by id, as the engine offered them.
        self.options: dict[str, OptionLine] = {}
        self.games: dict[str, GameLine] = {}
        self._process = EngineProcess(command, read_timeout=timeouts.ready, cwd=cwd, env=env,
                                      transcript=self.transcript)
        self._dialect: Dialect | None = None
        self._set: dict[str, SetOption] = {}
        # Whether `go` was sent and not answered, and whether a stop came since `go` was called.
        self._searching = self._stopped = False
        self._asking = threading.Lock()

    @property
    def name(self) -> str:
        """The name that the engine gave; before its handshake the program."""
        return self._process.name

    # --- its life --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process and do the handshake. UsageError if the program does not exist.

        An engine that answers `isready` but not `ugi` does not know UGI; it is then greeted with `uci`.
        """
        deadline = time.monotonic() + self.timeouts.start
        self._process.open()
        self.options, self.games, self._dialect = {}, {}, None
        self._process.send(Dialect.UGI)
        self._process.send(Word.ISREADY)
        self._process.receive(self._learn, deadline, "after `ugi`")
        if self._dialect is None:
            self._process.send(Dialect.UCI)
            self._process.receive(lambda reply: self._learn(reply) or self._dialect is not None, deadline,
                                  "after `uci`")

    def _learn(self, reply: Reply) -> bool:
        """Keep a line of the handshake; whether it was readyok."""
        if len(self.options) + len(self.games) > MOST_OFFERED:
            self._process.fail(Fault.PROTOCOL, f"offered more than {MOST_OFFERED} options and games")
        if isinstance(reply, Id) and reply.kind == "name":
            self._process.name = _shown(reply.text)
        elif isinstance(reply, Id):
            self.author = reply.text
        elif isinstance(reply, OptionLine):
            self.options[reply.name.lower()] = reply
        elif isinstance(reply, GameLine):
            self.games[reply.id] = reply
        elif isinstance(reply, HandshakeOk):
            self._dialect = reply.dialect
        return isinstance(reply, ReadyOk)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.alive

    @property
    def stderr_tail(self) -> str:
        """The last part of what the engine wrote to standard error."""
        return self._process.stderr_tail

    @property
    def recent_lines(self) -> list[str]:
        """The last lines of the conversation, to explain a fault: see `EngineProcess.recent_lines`."""
        return self._process.recent_lines

    def close(self) -> None:
        """Send `quit`, then end the process group and reap it. Never raises a fault; may be repeated."""
        self._process.close(self.timeouts.quit)

    def kill(self) -> None:
        """End the process group at once and reap."""
        self._process.kill()

    def restart(self) -> None:
        """Replace the process by a new one with the same options."""
        self.kill()
        self.start()
        for option in self._set.values():
            self._process.send(option)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # --- messages --------------------------------------------------------------------------------------------------

    def set_option(self, name: str, value: str | None) -> None:
        """Set an option, None to press a button; UsageError if the engine does not offer it or not this value."""
        offered = self.options.get(name.lower())
        if offered is None:
            # An option of this project by an earlier name, as a stored tournament may have it.
            offered = self.options.get(own_engine.current_name(name).lower())
        if offered is None:
            names = ", ".join(option.name for option in self.options.values()) or "none"
            raise UsageError(f"{self.name} has no option {quote(name)}; it offers {names}")
        if value is not None and not offered.takes(value):
            value = own_engine.current_word(offered.name, value)
        if not offered.takes(value):
            got = quote(value or "")
            raise UsageError(f"option {offered.name} of {self.name}: expected {offered.accepts}, got {got}")
        option = SetOption(offered.name, value)
        self._process.send(option)
        self._set[offered.name] = option

    def new_game(self) -> None:
        """Announce that the next position belongs to another game."""
        self._process.send(NewGame(self._dialect or Dialect.UGI))

    def ready(self, *messages: object) -> None:
        """Send messages and wait until the engine has processed all of them. EngineFault: STALL without readyok in
        time, PROTOCOL for a bestmove without a `go`."""
        self._process.send(*messages, Word.ISREADY)
        self._process.receive(self._is_ready, time.monotonic() + self.timeouts.ready, "after `isready`")

    def _is_ready(self, reply: Reply) -> bool:
        if is_bestmove(reply):
            self._process.fail(Fault.PROTOCOL, "printed a bestmove without a `go`")
        return isinstance(reply, ReadyOk)

    def go(self, position: str, limits: Limits, deadline: float | None) -> Answer:
        """Ask for a move.

        Parameters
        ----------
        position: what follows the word `position`.
        limits: of the search; with none at all it lasts until `send_stop`.
        deadline: seconds from the flush of `go` for the whole answer, None for no deadline.

        The engine first has to be `ready`, so that no earlier output passes for the answer and reading the position
        is not on its clock. EngineFault: PROTOCOL for a bestmove before `go` was sent, TIME after the deadline (see
        `EngineProcess.overstep`).
        """
        self._stopped = False
        limits = replace(limits, infinite=True) if limits.unlimited else limits
        self.ready(f"position {position}")
        before = time.monotonic()
        with self._asking:
            begin = self._process.send(go_line.write(limits, uci=self._dialect is Dialect.UCI))
            self._searching = True
            if self._stopped:
                self._process.send(Word.STOP)
        try:
            return self._answer(before, begin, deadline)
        finally:
            self._searching = False

    def _answer(self, before: float, begin: float, deadline: float | None) -> Answer:
        """Wait for the answer to a `go` whose sending began at `before` and ended at `begin`."""
        last = None if deadline is None else begin + deadline
        best, note = InfoLine(), ""
        while (arrival := self._process.take(last, "during its search")) is not None:
            reply = replies.read(arrival.line)
            if is_bestmove(reply) and arrival.time < before:
                self._process.fail(Fault.PROTOCOL, "printed a bestmove without a `go`")
            if isinstance(reply, InfoLine):
                note = reply.text or note
                best = reply if reply.score is not None and reply.multipv in (None, 1) else best
            elif isinstance(reply, BestMove):
                value = None if best.score is None else best.score.chance
                return Answer(reply.move, max(0.0, arrival.time - begin), value, best.depth, best.nodes, note)
            elif is_bestmove(reply):
                self._process.fail(Fault.PROTOCOL, f"printed {quote(arrival.line)}, not `bestmove MOVE`")
        raise self._process.overstep(deadline or 0.0)

    def send_stop(self) -> None:
        """Stop the search of the `go` that was called, even if it has not begun; `go` returns its answer. Does nothing
        without one."""
        with self._asking:
            self._stopped = True
            if self._searching:
                self._process.send(Word.STOP)


def _shown(name: str) -> str:
    """An engine's name, fit for tables and terminals."""
    return "".join(char if char.isprintable() else "�" for char in name[:LONGEST_NAME])
