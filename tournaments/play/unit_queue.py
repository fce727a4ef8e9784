"""What is left to play of a match, unit by unit, lazily: in memory is no more than the units under way and, of a format
in which results decide, those of one stage."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.eligibility import Disqualifications, Key, SprtMonitor, key_of
from dohyo.tournaments.results.ranking import unit_score
from dohyo.tournaments.schedule import formats
from dohyo.tournaments.schedule.formats import Ranking, Stage
from dohyo.tournaments.schedule.units import Pairing, Place, Unit
from dohyo.tournaments.store.games import Store

#: Places that are read ahead.
AHEAD = 4096


class Taken:
    """Which places of an event have games, asked for about in the order of the schedule and each before this process
    stores its game: so it is enough to have read it once."""

    def __init__(self, store: Store, event: int) -> None:
        self._store = store
        self._event = event
        self._first: Place | None = None
        self._last: Place | None = None
        self._places: set[Place] = set()

    def __contains__(self, place: Place) -> bool:
        if self._first is None or place < self._first or (self._last is not None and place > self._last):
            found = self._store.places(self._event, place, AHEAD)
            self._first, self._last = place, found[-1] if len(found) == AHEAD else None
            self._places = set(found)
        return place in self._places


class UnitQueue:
    """The units of one event that are not stored yet. Used from one thread at a time; passed: told of every unit of the
    schedule, stored or not. finished: nothing is left to be taken; ranking: then, that of the format."""

    def __init__(
        self, match: Match, store: Store, event: int = 0, passed: Callable[[Unit], None] = lambda unit: None
    ) -> None:
        self._match = match
        self._taken = Taken(store, event)
        self._passed = passed
        self._store = store
        self._event = event
        self.disqualifications = Disqualifications.stored(match, store, event)
        self._stages = formats.stages(match)
        self._complete: dict[Key, Pairing] = {}
        self._open: set[Key] = set()
        self._order: deque[Key] = deque()
        self._sprt = SprtMonitor.of(match)
        self.finished = False
        #: The last round that had a game which is not void.
        self._last_valid = -1
        self.ranking: Ranking = []
        self._stage: Stage
        self._units: Iterator[Unit]
        self._enter(next(self._stages))

    def take(self) -> Unit:
        """The games to play of the next unit; () where all that is known is taken: for good if `finished`, else until
        units under way are done."""
        while not self.finished:
            unit = next(self._units, ())
            if not unit:
                if self._stage.decides and self._open:
                    return ()
                self._advance()
                continue
            self._passed(unit)
            key = key_of(self._match, unit[0].place)
            if self._sprt is not None:
                self._order.append(key)
            rest = tuple(self._left(unit, key))
            if rest:
                self._open.add(key)
                return rest
            self._settle(key, unit)
        return ()

    def stored(self, pairing: Pairing, record: GameRecord) -> None:
        """A game of a unit that was taken is in the store."""
        if record.fault is not None:
            self.disqualifications.add(pairing.place, record)

    def done(self, unit: Unit) -> None:
        """All games of a unit that was taken are in the store."""
        key = key_of(self._match, unit[0].place)
        self._open.discard(key)
        self._settle(key, unit)

    def _enter(self, stage: Stage) -> None:
        self._stage = stage
        self._units = iter(stage.units)

    def _advance(self) -> None:
        """Go on to the next stage, if there is one."""
        # Who is disqualified is certain when all units are complete, whatever the order in which they were played.
        scores = {key: unit_score(self._match, self.disqualifications, first, self._records(key))
                  for key, first in self._complete.items()}
        self._complete = {}
        try:
            self._enter(self._stages.send(scores) if self._stage.decides else next(self._stages))
        except StopIteration as end:
            self.finished = True
            self.ranking = end.value

    def _left(self, unit: Unit, key: Key) -> Sequence[Pairing]:
        """The games of a unit that are neither stored nor void. Where units under way may still change who is
        disqualified, they are played, and count if they turn out to."""
        names = [engine.name for engine in self._match.engines]
        first = min(self._open, default=key)
        out = {name for name in self.disqualifications.disqualified if self.disqualifications.out(name, key, first)}
        valid = [pairing for pairing in unit if not out & {names[engine] for engine in pairing.engines}]
        if valid:
            self._last_valid = unit[0].place.round
        elif not self._stage.decides and unit[0].place.round > self._last_valid + 1:
            self.finished = True  # the same engines meet in every round, and none could in the last one
        return [replace(pairing, event=self._event) for pairing in valid if pairing.place not in self._taken]

    def _settle(self, key: Key, unit: Unit) -> None:
        """A unit is complete: note it where its score decides anything."""
        if self._stage.decides:
            self._complete[key] = unit[0]
        while self._sprt is not None and self._order and self._order[0] not in self._open:
            self._sprt.add(self._records(self._order.popleft()))
            if self._sprt.decided:
                self.finished = True
                return

    def _records(self, key: Key) -> list[GameRecord]:
        """The games of a unit that count."""
        records = self._store.unit(key, self._event, solo=self._match.solo)
        return [record for record in records if not self.disqualifications.is_void(record.players, key)]
