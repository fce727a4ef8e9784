"""Who plays the games: engines that this process drives, or a process of its own that drives them.

A worker plays one game at a time. All it needs is the tournament and a way to make players: it can be anywhere.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol

from dohyo.engine import DohyoError, GameRecord
from dohyo.tournaments import deals, referee
from dohyo.tournaments.schedule import Pairing
from dohyo.tournaments.spec import Engine, Match
from dohyo.tournaments.tournament import Tournament

#: Seconds that a process gets to end its engines.
CLOSE_WITHIN = 10.0


class Member(referee.Player, Protocol):
    """A player for the length of a tournament."""

    def open(self) -> None:
        """Start; UsageError if it cannot take part."""

    def close(self) -> None:
        """End, for good."""


Make = Callable[[Engine], Member]


class WorkerLostError(DohyoError):
    """The process of a worker ended in the midst of its work."""


class Worker(Protocol):
    """Used from one thread, except `kill`, which any may call."""

    def open(self) -> None:
        """Start all engines; UsageError if one cannot take part."""

    def play(self, pairing: Pairing) -> GameRecord:
        """One game to its end. WorkerLostError if that cannot be told any more."""

    def kill(self) -> None:
        """End what runs at once; `play` returns or raises."""

    def close(self) -> None:
        """End, for good."""


class LocalWorker:
    """Plays in the thread that asks. make: a new player for an engine."""

    def __init__(self, tournament: Tournament, make: Make) -> None:
        self._tournament = tournament
        self._members: dict[tuple[str, int], Member] = {}
        self._crews = [self._crew(match, make) for match in tournament.events]

    def _crew(self, match: Match, make: Make) -> list[Member]:
        """The players of a match, in the order of `Match.crew`. Engines that play in several matches are shared."""
        crew = []
        for number, engine in enumerate(match.crew):
            key = (engine.name, number // len(match.engines))
            if key not in self._members:
                self._members[key] = make(engine)
            crew.append(self._members[key])
        return crew

    def open(self) -> None:
        for member in self._members.values():
            member.open()

    def play(self, pairing: Pairing) -> GameRecord:
        return play(self._tournament.events[pairing.event], pairing, self._crews[pairing.event])

    def kill(self) -> None:
        for member in self._members.values():
            member.kill()

    def close(self) -> None:
        for member in self._members.values():
            member.close()


class ProcessWorker:
    """Plays in a process of its own, which ends with this one. make: can be pickled."""

    def __init__(self, tournament: Tournament, make: Make) -> None:
        self._arguments = (tournament, make)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lifeline: Connection | None = None

    def open(self) -> None:
        self._start()
        self._ask("open")

    def play(self, pairing: Pairing) -> GameRecord:
        if self._process is None or not self._process.is_alive():
            self._start()
        record = self._ask(pairing)
        assert isinstance(record, GameRecord)
        return record

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        if self._process is None or self._pipe is None or self._lifeline is None:
            return
        with suppress(OSError):
            self._pipe.send("close")
        self._process.join(CLOSE_WITHIN)
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self._lifeline.close()
        self._process = None

    def _start(self) -> None:
        self.close()
        context = get_context("spawn")  # a fork would copy locks that other threads hold
        self._pipe, theirs = context.Pipe()
        watched, self._lifeline = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(theirs, watched, *self._arguments), name="games")
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        watched.close()

    def _ask(self, question: Pairing | str) -> GameRecord | None:
        assert self._pipe is not None
        try:
            self._pipe.send(question)
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            if self._process is not None:  # its pipe ends before it does
                self._process.kill()
                self._process.join()
            raise WorkerLostError("a process that played games has ended in the midst of one") from error
        if isinstance(answer, BaseException):
            raise answer
        assert answer is None or isinstance(answer, GameRecord)
        return answer


def _serve(pipe: Connection, lifeline: Connection, tournament: Tournament, make: Make) -> None:
    """The process of a ProcessWorker. lifeline: ends with the process that asks, whatever ends that."""
    # Ctrl-C reaches this process too, but who asks tells it when to end. Ignored for good, it would be so for engines.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    worker = LocalWorker(tournament, make)
    try:
        while (question := pipe.recv()) != "close":
            try:
                pipe.send(_answer(worker, question))
            except Exception as error:
                pipe.send(error)
    except (EOFError, OSError):
        return
    finally:
        worker.close()


def _answer(worker: LocalWorker, question: Pairing | str) -> GameRecord | None:
    if isinstance(question, Pairing):
        return worker.play(question)
    worker.open()
    return None


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)  # the guards of the engines end them


def play(match: Match, pairing: Pairing, crew: Sequence[referee.Player]) -> GameRecord:
    """One game of a match. crew: the players, in the order of `match.crew`."""
    numbers = range(1, len(pairing.engines) + 1)
    seats = []
    for seat, engine in zip(numbers, pairing.engines, strict=True):
        earlier = pairing.engines[: seat - 1].count(engine)
        player = crew[engine + earlier * len(match.engines)]
        seats.append(referee.Seat(seat, player, match.engines[engine].limits))
    seeds = [deals.engine_seed(match, pairing, seat) for seat in numbers]
    extra = {"deal": pairing.deal, "deal_seed": deals.deal_seed(match, pairing), "seeds": seeds}
    return referee.play(
        deals.start(match, pairing), seats, seeds, margin=match.margin, cap=match.cap, skip_forced=match.skip_forced,
        rule=match.adjudication, extra=extra,
    )
