"""What runs inside the workers of a cluster: the games of a unit, with engines that stay for the next one.

A worker keeps engines for each thread that plays. It ends them when it is told that their run has ended, or
when nothing was asked of them for long: whoever ran the tournament may be gone.
"""

from __future__ import annotations

import pickle
import threading
import time
from contextlib import suppress
from socket import gethostname

from dohyo.engine import DohyoError, UsageError
from dohyo.tournaments.play.fingerprint import fingerprint
from dohyo.tournaments.play.workers import LocalWorker

#: Seconds for which engines wait for the next unit.
IDLE = 300.0
#: Seconds between two attempts to end engines that play.
INSIST = 0.1
#: Seconds between two looks at the engines that wait.
LOOK = 15.0


class OtherCodeError(UsageError):
    """A worker has another version of this project than the program that runs the tournament."""


class RunEndedError(DohyoError):
    """The run that a unit belongs to has ended."""


class PlanWantedError(DohyoError):
    """A worker does not know the plan of a run yet."""


class WorkerPool:
    """The engines of this process, by the run that they belong to, and how to make more. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[str, list[tuple[float, LocalWorker]]] = {}
        self._playing: dict[str, set[LocalWorker]] = {}
        self._plans: dict[str, bytes] = {}
        self._ended: set[str] = set()

    def take(self, run: str, plan: bytes | None = None) -> LocalWorker:
        """A worker that plays for nobody else until it is given back. plan: what to make new ones of, pickled: the
        arguments of a LocalWorker; it is kept. RunEndedError after `end`, PlanWantedError where there never was a plan,
        UsageError if an engine cannot be started."""
        with self._lock:
            self._check(run)
            plan = self._plans.setdefault(run, plan) if plan is not None else self._plans.get(run)
            if plan is None:
                raise PlanWantedError("this worker does not know the plan of this run yet")
            waiting = self._idle.get(run)
            worker = waiting.pop()[1] if waiting else None
            if worker is not None:
                self._playing.setdefault(run, set()).add(worker)
        if worker is None:
            worker = LocalWorker(*pickle.loads(plan))
            with self._lock:
                self._playing.setdefault(run, set()).add(worker)
            try:
                worker.open()
            except BaseException:
                self.give(run, worker, keep=False)
                raise
        return worker

    def give(self, run: str, worker: LocalWorker, *, keep: bool = True) -> None:
        """Give a worker back; without `keep`, and after `end`, its engines end."""
        with self._lock:
            self._playing[run].discard(worker)
            keep = keep and run not in self._ended
            if keep:
                self._idle.setdefault(run, []).append((time.monotonic(), worker))
        if not keep:
            worker.close()

    def alive(self, run: str) -> None:
        """RunEndedError after `end`."""
        with self._lock:
            self._check(run)

    def end(self, run: str) -> None:
        """End all engines of a run, also during their games; returns before those have ended."""
        with self._lock:
            self._ended.add(run)
            self._plans.pop(run, None)
            waiting = self._idle.pop(run, [])
        for _, worker in waiting:
            worker.close()
        threading.Thread(target=self._kill, args=(run,), name="ending engines", daemon=True).start()

    def _kill(self, run: str) -> None:
        """Kill the engines that play until their threads have given them back, and so closed them. An engine that is
        just being started escapes a single attempt."""
        while True:
            with self._lock:
                playing = list(self._playing.get(run, ()))
            if not playing:
                return
            for worker in playing:
                worker.kill()
            time.sleep(INSIST)

    def expire(self, before: float) -> None:
        """End the engines that were given back before this time, on the clock of `time.monotonic`."""
        with self._lock:
            old = []
            for run, waiting in self._idle.items():
                old += [worker for since, worker in waiting if since < before]
                self._idle[run] = [(since, worker) for since, worker in waiting if since >= before]
            # A run whose engines have all gone may be over; it hands its plan over again if not.
            for run in [run for run in self._plans if not self._idle.get(run) and not self._playing.get(run)]:
                del self._plans[run]
        for worker in old:
            worker.close()

    def count(self) -> int:
        """How many there are."""
        with self._lock:
            return sum(map(len, self._idle.values())) + sum(map(len, self._playing.values()))

    def _check(self, run: str) -> None:
        if run in self._ended:
            raise RunEndedError("the run of this unit has ended")


WORKERS = WorkerPool()
_watching = threading.Event()


def play_unit(code: str, run: str, plan: bytes | None, unit: bytes) -> bytes:
    """Play the games of a unit and give their records, pickled.

    code: the fingerprint that this process must have, looked at before all else; run: a name that no other run has;
    plan: as in `WorkerPool.take`; unit: pickled. UsageError names this machine if an engine cannot be started on it.
    """
    check(code)
    _watch()
    try:
        worker = WORKERS.take(run, plan)
    except UsageError as error:
        raise UsageError(f"on the machine {gethostname()}: {error}") from error
    keep = False
    try:
        records = []
        for pairing in pickle.loads(unit):
            records.append(worker.play(pairing))
            WORKERS.alive(run)  # a game whose engines were killed is none
        keep = True
        return pickle.dumps(records)
    finally:
        WORKERS.give(run, worker, keep=keep)


def check(code: str) -> None:
    """OtherCodeError unless this process has the code with this fingerprint."""
    if code != fingerprint():
        raise OtherCodeError(f"it has dohyo {fingerprint()}, and this program is dohyo {code}; install the same "
                             "version on both")


def _watch() -> None:
    """Start, once, the thread that ends engines of which nothing is asked any more."""
    if not _watching.is_set():
        _watching.set()
        threading.Thread(target=_expire, name="idle engines", daemon=True).start()


def _expire() -> None:
    while True:
        time.sleep(LOOK)
        # An engine that dies while it is ended is gone all the same, and this thread has others to look after.
        with suppress(DohyoError):
            WORKERS.expire(time.monotonic() - IDLE)
