"""Plays the games of a match that are not stored yet, several at a time.

The engines are processes of their own, so a thread for each game suffices. Every thread has its own engines and takes
unit after unit from the schedule, which stays lazy; a game is stored by the thread that played it, before the next.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from itertools import chain
from typing import Protocol

from dohyo.engine import GameRecord
from dohyo.tournaments import deals, referee
from dohyo.tournaments.schedule import Pairing, Unit, units
from dohyo.tournaments.spec import Engine, Match
from dohyo.tournaments.store import Store

#: Seconds between two attempts to end games that are to be given up.
INSIST = 0.1


class Member(referee.Player, Protocol):
    """A player for the length of a match."""

    def open(self) -> None:
        """Start; UsageError if it cannot take part."""

    def close(self) -> None:
        """End, for good."""


Listener = Callable[[Pairing, GameRecord], None]


def pending(match: Match, store: Store) -> Iterator[Unit]:
    """The games still to play, in order, unit by unit."""
    for unit in units(len(match.engines), match.rounds, match.game.seats, solo=match.solo):
        rest = tuple(pairing for pairing in unit if not store.has(pairing.place))
        if rest:
            yield rest


def play(match: Match, pairing: Pairing, crew: Sequence[referee.Player]) -> GameRecord:
    """One game of the match. crew: the players, in the order of `match.crew`."""
    numbers = range(1, len(pairing.engines) + 1)
    seats = []
    for seat, engine in zip(numbers, pairing.engines, strict=True):
        earlier = pairing.engines[: seat - 1].count(engine)
        player = crew[engine + earlier * len(match.engines)]
        seats.append(referee.Seat(seat, player, match.engines[engine].limits))
    seeds = [deals.engine_seed(match, pairing, seat) for seat in numbers]
    extra = {"deal": pairing.deal, "deal_seed": deals.deal_seed(match, pairing), "seeds": seeds}
    start = deals.start(match, pairing)
    return referee.play(
        start, seats, seeds, margin=match.margin, cap=match.cap, skip_forced=match.skip_forced, extra=extra
    )


class Executor:
    """One run of a match. make: a new member for an engine; listener: called after each game is stored, from the
    thread that played it."""

    def __init__(self, match: Match, store: Store, make: Callable[[Engine], Member], listener: Listener) -> None:
        self._match = match
        self._store = store
        self._listener = listener
        self._pending = pending(match, store)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._crews = [[make(engine) for engine in match.crew] for _ in range(match.concurrency)]

    def run(self) -> None:
        """Play until the schedule is played. Whatever ends it early, Ctrl-C included, is raised once all engines have
        ended; games that were going on are as if they had not begun."""
        first = next(self._pending, None)
        if first is None:
            return
        self._pending = chain((first,), self._pending)
        try:
            for member in self._crews[0]:
                member.open()
            with ThreadPoolExecutor(len(self._crews), thread_name_prefix="games") as pool:
                self._watch([pool.submit(self._work, crew) for crew in self._crews])
        finally:
            for member in chain(*self._crews):
                member.close()

    def _watch(self, jobs: Sequence[Future[None]]) -> None:
        """Wait for the threads; if one fails or Ctrl-C comes, make all end and raise the reason."""
        try:
            for job in wait(jobs, return_when=FIRST_EXCEPTION).done:
                job.result()
        finally:
            self._stopping.set()
            # An engine that is just being started escapes a single attempt.
            while wait(jobs, INSIST).not_done:
                for member in chain(*self._crews):
                    member.kill()

    def _work(self, crew: Sequence[Member]) -> None:
        """Play unit after unit until there are none or the run ends."""
        while not self._stopping.is_set():
            with self._lock:
                unit = next(self._pending, ())
            if not unit:
                return
            for pairing in unit:
                record = play(self._match, pairing, crew)
                if self._stopping.is_set():
                    return
                self._store.add(pairing.place, record)
                self._listener(pairing, record)
