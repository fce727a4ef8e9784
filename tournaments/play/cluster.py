"""Plays a tournament on a Dask cluster: the same units, seeds and places as here, on any number of machines.

This process alone takes units from the schedule and stores games; workers get a unit, play it and send its records
back. Few units more are handed over than can be played at once, so a schedule of any length costs no memory, here or
at the scheduler. A unit whose worker is lost is played again; its games count once, because a unit is one task and only
this process stores.
"""

from __future__ import annotations

import itertools
import logging
import os
import pickle
import queue
import signal
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import dask
from distributed import Client, Future, KilledWorker, LocalCluster

from dohyo.engine import DohyoError, UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan.tournament import LOCAL, Tournament, elsewhere
from dohyo.tournaments.play.cluster_worker import OtherCodeError, PlanWantedError
from dohyo.tournaments.play.executor import ATTEMPTS, Listener
from dohyo.tournaments.play.fingerprint import fingerprint
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.play.workers import Make
from dohyo.tournaments.schedule.units import Unit
from dohyo.tournaments.store.games import Store

#: Units handed over for each that can be played at once: so many that no worker waits for the next.
AHEAD = 2
#: Units handed over where no worker is there yet: enough for a cluster that grows on demand to begin to.
LEAST = 4
#: Seconds in which a scheduler answers.
CONNECT_WITHIN = 10.0
#: Seconds in which the workers of a local cluster start.
START_WITHIN = 120.0
#: Seconds in which workers are told that the run has ended.
END_WITHIN = 10.0
#: Seconds between two looks at how many workers there are.
LOOK = 1.0

Notice = Callable[[str], None]


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of a cluster, by what `Tournament.cluster` says. UsageError if none can be reached."""
    if not elsewhere(address):
        with _local(_processes(address)) as local, Client(local) as client:
            yield client
        return
    by_file = address.endswith(".json")
    if by_file and not Path(address).is_file():  # a client would wait for it
        raise UsageError(f"cluster={quote(address)}: no such file")
    try:
        where = {"scheduler_file": address} if by_file else {"address": address}
        client = Client(**where, timeout=CONNECT_WITHIN)
    except (OSError, ValueError) as error:
        raise UsageError(f"cluster={quote(address)}: no Dask scheduler answers: {error}") from error
    with client:
        yield client


def _processes(address: str) -> int:
    """How many workers a local cluster has."""
    found = LOCAL.fullmatch(address)
    return int(found[1]) if found and found[1] else len(os.sched_getaffinity(0))


@contextmanager
def _local(workers: int) -> Iterator[LocalCluster]:
    """Worker processes of this machine, a thread each. Their memory is bounded by the engines' own settings alone;
    Dask's profile, which nobody looks at, would add to it."""
    without_profile = dask.config.set({"distributed.worker.profile.enabled": False})
    folder = tempfile.TemporaryDirectory(prefix="dohyo-cluster-")
    with without_profile, folder as name, LocalCluster(
        n_workers=0, threads_per_worker=1, processes=True, memory_limit=None, dashboard_address="127.0.0.1:0",
        local_directory=name, silence_logs=logging.CRITICAL,
    ) as cluster:
        cluster.sync(_deafen)
        cluster.scale(workers)
        cluster.wait_for_workers(workers, START_WITHIN)
        yield cluster


async def _deafen() -> None:
    """Keep Ctrl-C, which a terminal sends to all processes, from the workers: they inherit the mask of the thread that
    starts them, this one. Who runs the tournament ends them."""
    resource_tracker.ensure_running()  # which lifts this mask, once
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@dataclass
class _Order:
    """A unit that is handed over. attempt: counted from 1; plan: that of the tournament goes with it, which a worker
    needs once: with a book of openings it is large."""

    unit: Unit
    attempt: int = 1
    plan: bool = False


class ClusterExecutor:
    """One run of a tournament on its cluster. make: a new player for an engine, which can be pickled; listener: called
    after each game is stored; notice: told what people should know; code: the fingerprint that workers must have."""

    def __init__(
        self, tournament: Tournament, store: Store, make: Make, listener: Listener, *,
        notice: Notice = lambda text: None, code: str | None = None,
    ) -> None:
        self._store = store
        self._listener = listener
        self._notice = notice
        self._address = tournament.cluster
        self._code = code or fingerprint()
        self._play = _player()
        self._plan = pickle.dumps((tournament, make))
        self._queues = [UnitQueue(match, store, event) for event, match in enumerate(tournament.events)]
        self._run = uuid.uuid4().hex
        self._numbers = itertools.count()
        self._orders: dict[Future, _Order] = {}
        self._arrived: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._looked = -LOOK
        self._slots = 0

    @property
    def disqualified(self) -> list[list[str]]:
        """Who is, event by event."""
        return [units.disqualifications.disqualified for units in self._queues]

    def run(self) -> None:
        """Play until the schedule is played. Whatever ends it early, Ctrl-C included, is raised once the workers were
        told; units that were going on are as if they had not begun. DohyoError if the cluster is lost."""
        first = self._take()
        if not first:
            return
        with connected(self._address) as client:
            self._check(client)
            # Dask remembers a group of tasks for good whenever the last one is done; this one stays.
            anchor = client.submit(_anchor(), key=(f"dohyo-{self._run}", -1), pure=False)
            try:
                self._submit(client, _Order(first))
                while self._orders:
                    self._fill(client)
                    self._receive(client)
            finally:
                self._end(client)
                anchor.release()

    # --- the schedule ----------------------------------------------------------------------------------------------

    def _take(self) -> Unit:
        """The next unit of the first event that has one; () where units under way decide, or nothing is left."""
        return next((unit for units in self._queues if (unit := units.take())), ())

    def _count(self, unit: Unit, records: list[Any]) -> None:
        """Store the games of a unit."""
        units = self._queues[unit[0].event]
        for pairing, record in zip(unit, records, strict=True):
            self._store.add(pairing.place, record, pairing.event)
            units.stored(pairing, record)
            self._listener(pairing, record)
        units.done(unit)

    # --- the cluster -----------------------------------------------------------------------------------------------

    def _check(self, client: Client) -> None:
        """UsageError if a worker that is there now has other code; later ones are refused with their first unit."""
        for worker, problem in client.run(_examiner(self._code)).items():
            if problem:
                raise self._refused(worker, problem)

    def _fill(self, client: Client) -> None:
        """Hand over units, as many as the workers can soon play."""
        if time.monotonic() - self._looked >= LOOK:
            self._looked = time.monotonic()
            before, self._slots = self._slots, sum(client.nthreads().values())
            if not self._slots and (before or len(self._orders) < LEAST):
                self._notice(f"{self._address} has no workers; waiting for some")
        while len(self._orders) < max(LEAST, AHEAD * self._slots) and (unit := self._take()):
            self._submit(client, _Order(unit))

    def _submit(self, client: Client, order: _Order) -> None:
        key = (f"dohyo-{self._run}", next(self._numbers))
        future = client.submit(
            self._play, self._code, self._run, self._plan if order.plan else None, pickle.dumps(order.unit), key=key,
            pure=False,
        )
        self._orders[future] = order
        future.add_done_callback(self._arrived.put)

    def _receive(self, client: Client) -> None:
        """Count what has arrived; waits a moment for something."""
        with suppress(queue.Empty):
            future = self._arrived.get(timeout=LOOK)
            while True:
                self._settle(client, future)
                self._fill(client)
                future = self._arrived.get_nowait()
        if client.status not in ("running", "connecting"):
            raise self._lost()

    def _settle(self, client: Client, future: Future) -> None:
        order = self._orders.pop(future)
        try:
            records = pickle.loads(future.result())
        except KilledWorker as error:
            if order.attempt == ATTEMPTS:
                raise DohyoError(f"every worker that played {_name(order.unit)} was lost: {error}") from error
            self._submit(client, _Order(order.unit, order.attempt + 1))
            return
        except PlanWantedError:
            self._submit(client, _Order(order.unit, order.attempt, plan=True))
            return
        except CancelledError as error:
            raise self._lost() from error
        except OtherCodeError as error:
            raise self._refused("a worker", str(error)) from error
        except ImportError as error:
            raise self._refused("a worker", f"cannot import dohyo: {error}") from error
        finally:
            future.release()
        self._count(order.unit, records)

    def _end(self, client: Client) -> None:
        """Give up what is under way, and have the workers end their engines. What they cannot be told any more, because
        the scheduler is gone or answers nothing, they find out by themselves."""

        async def tell() -> None:
            await client.cancel(list(self._orders))
            await client.run(_ender(self._run), on_error="ignore")

        with suppress(OSError, TimeoutError, CancelledError):
            client.sync(tell, callback_timeout=END_WITHIN)
        self._orders.clear()

    def _lost(self) -> DohyoError:
        return DohyoError(f"the cluster at {self._address} is gone; run the same command again to resume, also on "
                          "another cluster")

    def _refused(self, worker: str, problem: str) -> UsageError:
        return UsageError(f"cluster={quote(self._address)}: {worker} cannot play: {problem}")


# The functions that follow make functions that are sent by value, because they are local: a scheduler need have no
# dohyo, and a worker without it can say so.


def _examiner(code: str) -> Callable[[], str]:
    """A function that tells what is wrong with the worker in which it runs, '' if nothing."""

    def examine() -> str:
        try:
            from dohyo.engine import DohyoError
            from dohyo.tournaments.play.cluster_worker import check
        except ImportError as error:
            return f"cannot import dohyo: {error}"
        try:
            check(code)
        except DohyoError as error:
            return str(error)
        return ""

    return examine


def _player() -> Callable[[str, str, bytes | None, bytes], bytes]:
    """A function that plays a unit and gives its records, pickled; see `cluster_worker.play_unit`."""

    def play(code: str, run: str, plan: bytes | None, unit: bytes) -> bytes:
        from dohyo.tournaments.play.cluster_worker import play_unit

        return play_unit(code, run, plan, unit)

    return play


def _anchor() -> Callable[[], None]:
    """A function that does nothing."""
    return lambda: None


def _ender(run: str) -> Callable[[], None]:
    """A function that ends the engines of a run."""

    def end() -> None:
        from dohyo.tournaments.play.cluster_worker import WORKERS

        WORKERS.end(run)

    return end


def _name(unit: Unit) -> str:
    return f"the unit of round {unit[0].place.round}, pair {unit[0].place.pair}"


