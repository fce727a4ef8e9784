"""Drives any UGI engine, or a UCI engine that plays by position texts, as a subprocess; or this project's in here.

What an engine does wrong is an `EngineFault`; what the caller does wrong a `UsageError`. After a fault the engine is
dead, unless it stopped within a second after its time was over; `restart` gives a new one either way.
"""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dohyo import search
from dohyo.engine import Fault, UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.client.engine_process import BUILTIN, EngineFault, Link, is_best
from dohyo.protocol.client.transcript import Talk
from dohyo.protocol.language import go_line, replies
from dohyo.protocol.language.go_line import Limits
from dohyo.protocol.language.messages import Dialect, NewGame, SetOption, Word
from dohyo.protocol.language.replies import BestMove, GameLine, HandshakeOk, Id, InfoLine, OptionLine, ReadyOk, Reply
from dohyo.protocol.server.options import AUTO

__all__ = ["BUILTIN", "Answer", "Client", "EngineFault", "Timeouts", "engine_command", "own_engine_command"]

#: Options and games that an engine may offer.
MOST_OFFERED = 5000
#: Characters of an engine's name that are kept.
LONGEST_NAME = 100


@dataclass(frozen=True)
class Timeouts:
    """Seconds. start: from the start to the end of the handshake; ready: for readyok, and for an engine to read what
    it is told; quit: from `quit` to its exit."""

    start: float = 20.0
    ready: float = 20.0
    quit: float = 2.0


@dataclass(frozen=True)
class Answer:
    """A move, '(none)' where the engine sees none. time: seconds from the flush of `go` to the arrival of the whole
    bestmove line. value: the engine's expected result in [0, 1]; it, depth and nodes are those of the last scored
    info line about the best move, None where there was none. note: the last text that it sent for people."""

    move: str
    time: float
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None
    note: str = ""


def searcher_names() -> tuple[str, ...]:
    """The searchers of this project's own engine."""
    return tuple(kind.name for kind in search.searchers())


def own_engine_command(searcher: str = AUTO) -> list[str]:
    """The command of this project's own engine with a searcher; UsageError if there is none of that name."""
    if searcher != AUTO:
        search.searcher(searcher)
    return [sys.executable, "-m", "dohyo.protocol.server.loop", "--searcher", searcher]


def engine_command(text: str) -> list[str]:
    """The command that a text means: a searcher's name means this project's own engine with it, BUILTIN and a name the
    same in this process, anything else is split as a shell would. UsageError for a text that cannot be split."""
    if text.startswith(BUILTIN):
        own_engine_command(text.removeprefix(BUILTIN))
        return [text]
    if text in searcher_names() or text in search.searcher_aliases():
        return own_engine_command(text)
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"engine {quote(text)} is no command: {error}") from error
    if not command:
        raise UsageError("the command of the engine is empty")
    return command


class Client:
    """One engine. Used from one thread, except `send_stop` and `kill`, which any may call."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeouts: Timeouts = Timeouts(),
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        talk: Talk | None = None,
    ) -> None:
        self.timeouts = timeouts
        #: Told of every line that is said.
        self.talk = talk or Talk()
        self.author = ""
        #: Options by lower-case name, and games by id, as the engine offered them.
        self.options: dict[str, OptionLine] = {}
        self.games: dict[str, GameLine] = {}
        self._link = Link(command, patience=timeouts.ready, cwd=cwd, env=env, talk=self.talk)
        self._dialect: Dialect | None = None
        self._set: dict[str, SetOption] = {}
        # Whether `go` was sent and not answered, and whether a stop came since `go` was called.
        self._searching = self._stopped = False
        self._asking = threading.Lock()

    @property
    def name(self) -> str:
        """As the engine said it; before that the program."""
        return self._link.name

    # --- its life --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process and greet it with `ugi`. UsageError if there is no such program.

        An engine that answers `isready` without having said ugiok does not know the word; it is greeted with `uci`.
        """
        deadline = time.monotonic() + self.timeouts.start
        self._link.open()
        self.options, self.games, self._dialect = {}, {}, None
        self._link.send(Dialect.UGI)
        self._link.send(Word.ISREADY)
        self._link.receive(self._learn, deadline, "after `ugi`")
        if self._dialect is None:
            self._link.send(Dialect.UCI)
            self._link.receive(lambda reply: self._learn(reply) or self._dialect is not None, deadline, "after `uci`")

    def _learn(self, reply: Reply) -> bool:
        """Keep what a line of the handshake says; whether it was readyok."""
        if len(self.options) + len(self.games) > MOST_OFFERED:
            self._link.fail(Fault.PROTOCOL, f"offered more than {MOST_OFFERED} options and games")
        if isinstance(reply, Id) and reply.kind == "name":
            self._link.name = _shown(reply.text)
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
        return self._link.alive

    @property
    def stderr_tail(self) -> str:
        """The last part of what the engine wrote to standard error."""
        return self._link.stderr_tail

    @property
    def account(self) -> list[str]:
        """What was said of late, for a look at a fault: see `Link.account`."""
        return self._link.account

    def close(self) -> None:
        """Say `quit`, and end the process group and reap whatever happens. Never raises a fault; may be repeated."""
        self._link.close(self.timeouts.quit)

    def kill(self) -> None:
        """End the process group at once and reap."""
        self._link.kill()

    def restart(self) -> None:
        """A new process in place of the old one, with the options that were set."""
        self.kill()
        self.start()
        for option in self._set.values():
            self._link.send(option)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # --- what it is told and asked ---------------------------------------------------------------------------------

    def set_option(self, name: str, value: str | None) -> None:
        """Set an option, None to press a button; UsageError if the engine does not offer it or not this value."""
        offered = self.options.get(name.lower())
        if offered is None:
            # An option of this project by an earlier name, as a stored tournament may have it.
            offered = self.options.get(search.current_name(name).lower())
        if offered is None:
            names = ", ".join(option.name for option in self.options.values()) or "none"
            raise UsageError(f"{self.name} has no option {quote(name)}; it offers {names}")
        if value is not None and not offered.takes(value):
            value = search.current_word(offered.name, value)
        if not offered.takes(value):
            raise UsageError(f"option {offered.name}={quote(value or '')} of {self.name}: it is {offered.accepts}")
        option = SetOption(offered.name, value)
        self._link.send(option)
        self._set[offered.name] = option

    def new_game(self) -> None:
        """Tell that the next position is of another game."""
        self._link.send(NewGame(self._dialect or Dialect.UGI))

    def ready(self, *messages: object) -> None:
        """Tell the engine this and wait until it has done all that it was told. STALL if it does not say so in time;
        PROTOCOL if it prints a bestmove that nobody asked for."""
        self._link.send(*messages, Word.ISREADY)
        self._link.receive(self._is_ready, time.monotonic() + self.timeouts.ready, "after `isready`")

    def _is_ready(self, reply: Reply) -> bool:
        if is_best(reply):
            self._link.fail(Fault.PROTOCOL, "printed a bestmove without a `go`")
        return isinstance(reply, ReadyOk)

    def go(self, position: str, limits: Limits, deadline: float | None) -> Answer:
        """The engine's move. position: what follows the word `position`; limits: with none at all it searches until
        `send_stop`; deadline: seconds from the flush of `go` for the whole answer, None for any.

        The engine first has to be `ready`, so nothing that it said before can pass for the answer, and reading the
        position is not on its clock; a bestmove before `go` was sent is a fault (PROTOCOL). After the deadline (TIME)
        see `Link.overstep`.
        """
        self._stopped = False
        limits = replace(limits, infinite=True) if limits.unlimited else limits
        self.ready(f"position {position}")
        before = time.monotonic()
        with self._asking:
            begin = self._link.send(go_line.write(limits, uci=self._dialect is Dialect.UCI))
            self._searching = True
            if self._stopped:
                self._link.send(Word.STOP)
        try:
            return self._answer(before, begin, deadline)
        finally:
            self._searching = False

    def _answer(self, before: float, begin: float, deadline: float | None) -> Answer:
        """Wait for the answer to a `go` that was sent between two times."""
        last = None if deadline is None else begin + deadline
        best, note = InfoLine(), ""
        while (arrival := self._link.take(last, "during its search")) is not None:
            reply = replies.read(arrival.line)
            if is_best(reply) and arrival.time < before:
                self._link.fail(Fault.PROTOCOL, "printed a bestmove without a `go`")
            if isinstance(reply, InfoLine):
                note = reply.text or note
                best = reply if reply.score is not None and reply.multipv in (None, 1) else best
            elif isinstance(reply, BestMove):
                value = None if best.score is None else best.score.chance
                return Answer(reply.move, max(0.0, arrival.time - begin), value, best.depth, best.nodes, note)
            elif is_best(reply):
                self._link.fail(Fault.PROTOCOL, f"printed {quote(arrival.line)}, not `bestmove MOVE`")
        raise self._link.overstep(deadline or 0.0)

    def send_stop(self) -> None:
        """Ask the search of a `go` that was called to end, also where it has still to begin; its answer comes from
        `go`. Nothing happens when none was called."""
        with self._asking:
            self._stopped = True
            if self._searching:
                self._link.send(Word.STOP)


def _shown(name: str) -> str:
    """A name of an engine, fit for tables and terminals."""
    return "".join(char if char.isprintable() else "�" for char in name[:LONGEST_NAME])
