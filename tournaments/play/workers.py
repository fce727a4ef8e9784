"""Who plays the games: engines that this process drives, or a process of its own that drives them.

A worker plays one game at a time. All it needs is the tournament and a way to make players: it can be anywhere.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol, TypeVar

from dohyo.engine import DohyoError, GameRecord
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import referee
from dohyo.tournaments.play.processors import Share, make_room_for_files
from dohyo.tournaments.schedule import seeds
from dohyo.tournaments.schedule.units import Pairing

#: Seconds that a process gets to end its engines.
CLOSE_WITHIN = 10.0
#: Engines that a worker keeps running: those that play, and of the others the ones that played last.
MOST_RUNNING = 6


class TournamentPlayer(referee.Player, Protocol):
    """A player for the length of a tournament. It runs from `open` or `prepare` to `close`."""

    def open(self) -> None:
        """Start; UsageError if it cannot take part."""

    def close(self) -> None:
        """End, in peace. The next `prepare` starts it again."""


class Closable(Protocol):
    """What can be closed."""

    def close(self) -> None:
        """End."""


Make = Callable[[Engine], TournamentPlayer]
T = TypeVar("T")


class WorkerLostError(DohyoError):
    """The process of a worker died during a game."""


class Worker(Protocol):
    """Used from one thread, except `kill`, which any may call."""

    def open(self, without: Collection[str] = ()) -> None:
        """Start all engines, but those of these names, to see whether they can take part; UsageError if one cannot."""

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
        make_room_for_files(tournament.concurrency * MOST_RUNNING)
        self._players: dict[tuple[str, int], TournamentPlayer] = {}
        #: Those that may be running, the ones that played last at the end.
        self._running: OrderedDict[int, TournamentPlayer] = OrderedDict()
        self._by_event = [self._players_of(match, make) for match in tournament.events]

    def _players_of(self, match: Match, make: Make) -> list[TournamentPlayer]:
        """The players of a match, in the order of `Match.players`. Engines that play in several matches are shared."""
        players = []
        for number, engine in enumerate(match.players):
            key = (engine.name, number // len(match.engines))
            if key not in self._players:
                self._players[key] = make(engine)
            players.append(self._players[key])
        return players

    def open(self, without: Collection[str] = ()) -> None:
        for (name, _), player in self._players.items():
            if name not in without:
                self._use([player])
                player.open()

    def play(self, pairing: Pairing) -> GameRecord:
        match, label = self._tournament.events[pairing.event], self._tournament.labels[pairing.event]
        playing = seated(match, pairing, self._by_event[pairing.event])
        self._use(playing)
        record = play(match, pairing, playing, label)
        for engine, player in zip(pairing.engines, playing, strict=True):
            if match.engines[engine].restart:
                player.close()
        return record

    def _use(self, players: Sequence[TournamentPlayer]) -> None:
        """These are to run; end the others that ran longest ago, so that not more run than may."""
        for player in players:
            self._running.pop(id(player), None)
        while len(self._running) + len(players) > MOST_RUNNING and self._running:
            self._running.popitem(last=False)[1].close()
        self._running.update({id(player): player for player in players})

    def kill(self) -> None:
        for player in self._players.values():
            player.kill()

    def close(self) -> None:
        close_all(self._players.values())


@dataclass(frozen=True)
class Opening:
    """What a process is asked before games: see `Worker.open`."""

    without: tuple[str, ...]


class ProcessWorker:
    """Plays in a process of its own, which ends with this one. make: can be pickled; share: the processors that it and
    its engines use, () for all."""

    def __init__(self, tournament: Tournament, make: Make, share: Share = ()) -> None:
        self._arguments = (tournament, make, share)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lifeline: Connection | None = None

    def open(self, without: Collection[str] = ()) -> None:
        self._start()
        self._ask(Opening(tuple(without)))

    def play(self, pairing: Pairing) -> GameRecord:
        if self._process is None or not self._process.is_alive():
            self._start()
        record = self._ask(pairing)
        assert isinstance(record, GameRecord)
        return record

    def kill(self) -> None:
        process = self._process
        if process is not None and process.pid is not None:  # else it is just being started
            process.kill()

    def close(self) -> None:
        if self._process is None or self._pipe is None or self._lifeline is None:
            return
        with suppress(OSError):
            self._pipe.send(None)
        if self._process.pid is not None:  # else the system would not start it
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
        resource_tracker.ensure_running()  # the first start would do so, and lift this mask
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        watched.close()

    def _ask(self, question: Pairing | Opening) -> GameRecord | None:
        assert self._pipe is not None
        try:
            self._pipe.send(question)
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            if self._process is not None:  # its pipe ends before it does
                self._process.kill()
                self._process.join()
            raise WorkerLostError("a worker process died during a game") from error
        if isinstance(answer, BaseException):
            raise answer
        assert answer is None or isinstance(answer, GameRecord)
        return answer


def _serve(pipe: Connection, lifeline: Connection, tournament: Tournament, make: Make, share: Share) -> None:
    """The process of a ProcessWorker. lifeline: ends with the process that asks, whatever ends that."""
    if share:
        os.sched_setaffinity(0, share)  # whatever it starts has the same
    # Ctrl-C reaches this process too, but who asks tells it when to end. Ignored for good, it would be so for engines.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    worker = LocalWorker(tournament, make)
    try:
        while (question := pipe.recv()) is not None:
            try:
                pipe.send(_answer(worker, question))
            except Exception as error:
                pipe.send(error)
    except (EOFError, OSError):
        return
    finally:
        worker.close()


def _answer(worker: LocalWorker, question: Pairing | Opening) -> GameRecord | None:
    if isinstance(question, Pairing):
        return worker.play(question)
    worker.open(question.without)
    return None


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)  # the guards of the engines end them


def seated(match: Match, pairing: Pairing, players: Sequence[T]) -> list[T]:
    """Who plays a game, in seat order. players: in the order of `match.players`."""
    return [players[engine + pairing.engines[:seat].count(engine) * len(match.engines)]
            for seat, engine in enumerate(pairing.engines)]


def play(match: Match, pairing: Pairing, players: Sequence[referee.Player], label: str = "") -> GameRecord:
    """One game of a match. players: in seat order; label: of the match, see `Tournament.labels`."""
    numbers = range(1, len(pairing.engines) + 1)
    seats = [referee.Seat(seat, player, match.engines[engine].limits)
             for seat, player, engine in zip(numbers, players, pairing.engines, strict=True)]
    own = [seeds.engine_seed(match, pairing, seat) for seat in numbers]
    extra = {"deal": pairing.deal, "deal_seed": seeds.deal_seed(match, pairing), "seeds": own}
    return referee.play(
        seeds.start(match, pairing), seats, own, margin=match.margin, cap=match.cap, skip_forced=match.skip_forced,
        rule=match.adjudication, extra=extra, title=f"{label or match.game_id}, game {pairing.place}",
    )


def close_all(those: Iterable[Closable]) -> None:
    """Close all of them at once: one that takes its time costs the others none."""
    closing = list(those)
    with ThreadPoolExecutor(max(1, len(closing)), thread_name_prefix="closing") as pool:
        for job in [pool.submit(each.close) for each in closing]:
            job.result()
