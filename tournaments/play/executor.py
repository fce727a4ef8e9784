"""Plays the games of a tournament that are not stored yet, several at a time.

Every thread has a worker and takes unit after unit from the schedule, which stays lazy; a game is stored by the thread
that had it played, before the next.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.interrupts import Interrupt, noted
from dohyo.tournaments.play.processors import Share, shares, usable
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.play.workers import LocalWorker, Make, ProcessWorker, Worker, WorkerLostError, close_all
from dohyo.tournaments.schedule.units import Pairing, Unit
from dohyo.tournaments.store.games import Store

#: Seconds between two looks for Ctrl-C, and between two attempts to end games that are to be given up.
LOOK = 0.1
#: How often a game is begun whose worker is lost.
ATTEMPTS = 3

Listener = Callable[[Pairing, GameRecord], None]


def _workers(tournament: Tournament, make: Make) -> list[Worker]:
    """One for each game that is played at once."""
    if not tournament.in_process:
        return [LocalWorker(tournament, make) for _ in range(tournament.concurrency)]
    whose: list[Share] = [()] * tournament.concurrency
    if tournament.affinity:
        whose = shares(usable(), tournament.concurrency)
    return [ProcessWorker(tournament, make, share) for share in whose]


class Executor:
    """One run of a tournament, or of a match alone. make: a new player for an engine; where processes play it can be
    pickled; listener: called after each game is stored, from the thread that had it played; workers: who plays, by
    default as many of this machine as the tournament plays games at a time."""

    def __init__(
        self, tournament: Tournament | Match, store: Store, make: Make, listener: Listener,
        workers: Sequence[Worker] | None = None,
    ) -> None:
        if isinstance(tournament, Match):
            tournament = Tournament.of(tournament)
        self._tournament = tournament
        self._store = store
        self._listener = listener
        self._queues = [UnitQueue(match, store, event) for event, match in enumerate(tournament.events)]
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        #: Set when all engines are known to be able to take part, and when the run ends.
        self._opened = threading.Event()
        self._workers = workers or _workers(tournament, make)

    @property
    def disqualified(self) -> list[list[str]]:
        """Who is, event by event."""
        with self._changed:
            return [queue.disqualifications.disqualified for queue in self._queues]

    def run(self) -> None:
        """Play until the schedule is played. Whatever ends it early, Ctrl-C included, is raised once all engines have
        ended; games that were going on are as if they had not begun."""
        first = self._next()
        if not first:
            return
        with noted() as interrupt:
            try:
                with ThreadPoolExecutor(len(self._workers), thread_name_prefix="games") as pool:
                    jobs = [pool.submit(self._begin, self._workers[0], first)]
                    jobs += [pool.submit(self._work, worker) for worker in self._workers[1:]]
                    self._watch(jobs, interrupt)
            finally:
                close_all(self._workers)

    def _out(self) -> list[str]:
        """The engines that are disqualified in all that they take part in."""
        events = zip(self._queues, self._tournament.events, strict=True)
        left = {engine.name for queue, match in events for engine in match.engines
                if engine.name not in queue.disqualifications.disqualified}
        return [engine.name for engine in self._tournament.engines if engine.name not in left]

    def _watch(self, jobs: Sequence[Future[None]], interrupt: Interrupt) -> None:
        """Wait for the threads; if one fails or Ctrl-C comes, make all end and raise the reason."""
        try:
            while (found := wait(jobs, LOOK, FIRST_EXCEPTION)).not_done:
                if interrupt.came:
                    raise KeyboardInterrupt
                if any(job.exception() for job in found.done):
                    break
            for job in found.done:
                job.result()
        finally:
            self._stopping.set()
            self._opened.set()
            with self._changed:
                self._changed.notify_all()
            # An engine that is just being started escapes a single attempt.
            while wait(jobs, LOOK).not_done:
                for worker in self._workers:
                    worker.kill()

    def _next(self) -> Unit:
        """The next unit of the first event that has one; () when all are played or the run ends."""
        with self._changed:
            while not self._stopping.is_set():
                for queue in self._queues:
                    if unit := queue.take():
                        return unit
                if all(queue.finished for queue in self._queues):
                    break
                self._changed.wait()  # for units whose results decide what comes next
        return ()

    def _begin(self, worker: Worker, unit: Unit) -> None:
        """See whether all engines can take part; then play, and let the others play."""
        worker.open(self._out())
        self._opened.set()
        self._work(worker, unit)

    def _work(self, worker: Worker, unit: Unit = ()) -> None:
        """Play unit after unit until there are none or the run ends."""
        self._opened.wait()
        while unit := unit or self._next():
            for pairing in unit:
                record = self._play(worker, pairing)
                if record is None:
                    return
                self._store.add(pairing.place, record, pairing.event)
                with self._changed:
                    self._queues[pairing.event].stored(pairing, record)
                self._listener(pairing, record)
            with self._changed:
                self._queues[unit[0].event].done(unit)
                self._changed.notify_all()
            unit = ()

    def _play(self, worker: Worker, pairing: Pairing) -> GameRecord | None:
        """One game, begun again if its worker is lost; None when the run ends."""
        for attempt in range(1, ATTEMPTS + 1):
            if self._stopping.is_set():
                break
            try:
                record = worker.play(pairing)
            except WorkerLostError:
                if attempt == ATTEMPTS and not self._stopping.is_set():
                    raise
            else:
                return None if self._stopping.is_set() else record
        return None
