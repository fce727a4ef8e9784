"""Which games count: what ends before its schedule does ends at the same game, however many were played at once.

A sequential test ends with the first unit, in the order of the schedule, at which it is decided. An engine that has
faulted too often is disqualified from the unit after that of its last fault allowed. Games that were under way and come
later in the schedule stay in the file and count for nothing, and so do the faults in them.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Self, TypeVar

from dohyo.engine import DohyoError, Fault, GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.series import Thinned
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import sprt
from dohyo.tournaments.store.games import Store

#: A unit: its round and pair.
Key = tuple[int, int]
#: A game: its place, its record, and whatever its reader needs besides.
Played = TypeVar("Played", bound=tuple[Any, ...])


def key_of(match: Match, place: Place) -> Key:
    """The unit of a game: where each engine plays alone, all games of a round."""
    return (place.round, 0) if match.solo else (place.round, place.pair)


class _Faulty(NamedTuple):
    """A game with faults. key: of its unit; blamed: who faulted in it; players: all who played it."""

    key: Key
    swap: int
    blamed: tuple[str, ...]
    players: tuple[str, ...]


class Disqualifications:
    """Who faulted where, and so who plays no more. Games may be added in any order: what all of them come to depends
    on their places alone."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._games: list[_Faulty] = []
        self._counts: Counter[str] = Counter()
        #: The unit with the last fault allowed, of those who have reached it.
        self._last: dict[str, Key] = {}

    @classmethod
    def stored(cls, match: Match, store: Store, event: int) -> Self:
        """Those of all games that are stored of an event."""
        found = cls(match)
        for place, record in store.faulty(event) if match.disqualify_after else ():
            found.add(place, record)
        return found

    def add(self, place: Place, record: GameRecord) -> None:
        """Note the faults of a game."""
        blamed = tuple(record.players[seat - 1] for seat in faults(record))
        if not blamed or not self._match.disqualify_after:
            return
        game = _Faulty(key_of(self._match, place), place.swap, blamed, record.players)
        at = bisect(self._games, game)
        later = self._games[at:]
        del self._games[at:]
        for each in reversed(later):
            self._count(each, -1)
        for each in (game, *later):
            self._games.append(each)
            self._count(each, 1)

    def _count(self, game: _Faulty, step: int) -> None:
        """Count a game, step 1, after all that come before it, or take the last one back, step -1. The faults of one
        that is void, because somebody in it was disqualified before, count for nobody."""
        if self.is_void(game.players, game.key):
            return
        most = self._match.disqualify_after
        for name in game.blamed:
            before = self._counts[name]
            self._counts[name] += step
            if (before, self._counts[name]) == (most - 1, most):
                self._last[name] = game.key
            elif (before, self._counts[name]) == (most, most - 1):
                del self._last[name]

    def out(self, name: str, key: Key, known: Key | None = None) -> bool:
        """Whether an engine is disqualified when a unit's turn comes. known: whether that is certain already when all
        units before this one are complete and later ones may not be; without it, as far as games were added."""
        return name in self._last and key > self._last[name] and (known is None or known >= self._last[name])

    def is_void(self, players: Iterable[str], key: Key, known: Key | None = None) -> bool:
        """Whether a game of these players counts for nothing, because one of them is disqualified. known: see `out`."""
        return any(self.out(name, key, known) for name in players)

    @property
    def disqualified(self) -> list[str]:
        """Who is, by name, in the order of the match."""
        return [engine.name for engine in self._match.engines if engine.name in self._last]


class SprtMonitor:
    """The sequential test of a match, fed unit by unit.

    llr: the log-likelihood ratio; decision: see `sprt`; counts: the scores of units; path: after how many units which
    ratio was reached, thinned to a bounded number of points.
    """

    def __init__(self, match: Match) -> None:
        assert match.sprt is not None
        self._match = match
        self._path: Thinned[tuple[int, float]] = Thinned()
        self.test = match.sprt
        self.counts: Counter[float] = Counter()
        self.llr = 0.0
        self.decision = sprt.Decision.CONTINUE

    @classmethod
    def of(cls, match: Match) -> Self | None:
        """The monitor of a match; None if it has no sequential test."""
        return None if match.sprt is None else cls(match)

    def add(self, records: Sequence[GameRecord]) -> None:
        """Count the games of the next unit; a unit that is not complete, or comes after the decision, adds nothing."""
        if self.decided or len(records) < 2:
            return
        self.counts.update(self.scores(records))
        self.llr = sprt.llr(self.test, self.counts)
        self.decision = self.test.decide(self.llr, self.counts.total())
        self._path.put(lambda: self._point)

    @property
    def _point(self) -> tuple[int, float]:
        return self.counts.total(), self.llr

    @property
    def path(self) -> list[tuple[int, float]]:
        """Units and the ratio after them, in order, the last unit included; [] before the first."""
        return self._path.end(self._point) if self.counts else []

    @property
    def decided(self) -> bool:
        """Whether no more units are needed."""
        return self.decision is not sprt.Decision.CONTINUE

    def scores(self, records: Sequence[GameRecord]) -> list[float]:
        """What a complete unit adds to the counts."""
        first, second = (engine.name for engine in self._match.engines)
        mine = [result_of(record, first) for record in records if first in record.players]
        if self.test.scale is sprt.Scale.DIFFERENCE:
            return [mine[0] - result_of(next(record for record in records if second in record.players), second)]
        return mine if self.test.games == 1 else [sum(mine) / len(mine)]


def result_of(record: GameRecord, name: str) -> float:
    """What an engine that played got; DohyoError if it did not."""
    if name not in record.players:
        raise DohyoError(f"game: expected a player {name} by the schedule, got {' and '.join(record.players)}")
    return record.returns[record.players.index(name)]


def faults(record: GameRecord) -> dict[int, Fault]:
    """The seats that forfeited, and how; both where two that choose at once did. DohyoError if the record's faults
    cannot be read."""
    try:
        found = {int(seat): Fault(fault) for seat, fault in record.extra.get("faults", {}).items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise DohyoError(f"invalid faults in record, {record.extra['faults']!r}: {error}") from error
    if record.fault is not None and record.fault_seat is not None:
        found[record.fault_seat] = record.fault
    return found


def fault_text(record: GameRecord, seat: int) -> str:
    """The sentence that says how a seat forfeited."""
    return str(record.extra.get("fault_texts", {}).get(str(seat), record.fault_text))


class Eligibility:
    """Which games of a match count, decided unit by unit in the order of the schedule.

    disqualifications: by the games that count so far; sprt: the monitor of the sequential test, None without one.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._names = {engine.name for engine in match.engines}
        self.disqualifications = Disqualifications(match)
        self.sprt = SprtMonitor.of(match)

    def units(self, games: Iterable[Played]) -> Iterator[list[Played]]:
        """The games that count, those of a unit together; a unit without any is left out.

        games: in the order of the schedule. No more of them are read than are needed: a sequential test that is decided
        ends them. When a unit is yielded it is counted in `disqualifications` and `sprt`. DohyoError names a game that
        is not of the plan's engines.
        """
        for key, games_of_unit in groupby(games, key=lambda game: key_of(self._match, game[0])):
            # Whether a game counts depends on units before it, which are all read.
            unit = [game for game in games_of_unit if not self.disqualifications.is_void(game[1].players, key)]
            for place, record, *_ in unit:
                if not self._names.issuperset(record.players):
                    raise DohyoError(
                        f"game {place}: expected engines of the plan, got {' and '.join(record.players)}")
                self.disqualifications.add(place, record)
            if self.sprt is not None:
                self.sprt.add([game[1] for game in unit])
            if unit:
                yield unit
            if self.sprt is not None and self.sprt.decided:
                return


def counted(match: Match, store: Store, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
    """The games of an event that count, in the order of the schedule. DohyoError names one that is not of the plan's
    engines."""
    for unit in Eligibility(match).units(store.games(event)):
        yield from unit


def counted_with_dates(match: Match, store: Store, event: int) -> Iterator[tuple[Place, GameRecord, str]]:
    """As `counted`, each with when it ended: UTC, ISO 8601."""
    for unit in Eligibility(match).units((row.place, store.record(row), row.ended) for row in store.rows(event)):
        yield from unit
