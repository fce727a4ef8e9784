"""Who meets whom where results decide: functions from points to pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

#: Attempts to pair a round without two engines meeting more often than a limit, after which it is raised.
MOST_ATTEMPTS = 20_000

Pair = tuple[int, int]
Tables = list[Pair]


def swiss_tables(
    points: Sequence[float], meetings: Mapping[Pair, int], rests: Mapping[int, int]
) -> tuple[Tables, int | None]:
    """The tables of the next Swiss round, and who rests where the number is odd: the last of those that rested least.

    points: of each engine, by its number; meetings: how often two have met, the lower number first; rests: how often
    each has rested. Engines of equal points are ranked by their number. The upper half of a group of equal points meets
    the lower half, as in the Dutch system; nobody meets again while that can be had, nor a third time, and so on.
    """
    ranking = sorted(range(len(points)), key=lambda engine: (-points[engine], engine))
    free = None
    if len(ranking) % 2:
        free = min(reversed(ranking), key=lambda engine: rests.get(engine, 0))
        ranking.remove(free)
    found = (_Search(points, meetings, most).pair(ranking) for most in count())
    tables = next(tables for tables in found if tables is not None)
    # Who had seat 1 first does not matter in a pair of games; the better ranked is named first.
    return _with_fewer_meetings(tables, meetings), free


def pair_of(first: int, second: int) -> Pair:
    """Two engines, the lower number first."""
    return min(first, second), max(first, second)


class _Search:
    """Depth-first over the tables of one round. most: how often two who meet may have met before."""

    def __init__(self, points: Sequence[float], meetings: Mapping[Pair, int], most: int) -> None:
        self._points = points
        self._meetings = meetings
        self._most = most
        self._left = MOST_ATTEMPTS

    def pair(self, ranking: Sequence[int]) -> Tables | None:
        """Tables for all of them, best first; None where there are none, or too much was tried."""
        if not ranking:
            return []
        first, others = ranking[0], ranking[1:]
        for second in self._opponents(first, others):
            self._left -= 1
            if self._left < 0:
                return None
            if self._meetings.get(pair_of(first, second), 0) <= self._most:
                rest = self.pair([engine for engine in others if engine != second])
                if rest is not None:
                    return [(first, second), *rest]
        return None

    def _opponents(self, first: int, others: Sequence[int]) -> list[int]:
        """In order of preference: those of equal points around the one that is half a group below, then the rest."""
        equal = [engine for engine in others if self._points[engine] == self._points[first]]
        middle = len(equal) // 2
        folded = sorted(range(len(equal)), key=lambda place: (abs(place - middle), place))
        return [*(equal[place] for place in folded), *others[len(equal) :]]


def _with_fewer_meetings(tables: Tables, meetings: Mapping[Pair, int]) -> Tables:
    """The same tables, but that two of them change opponents while two who have met meet less often so: a search that
    was given up leaves such tables."""
    found = list(tables)
    while (better := next(_changes(found, meetings), None)) is not None:
        (one, other), (upper, lower) = better
        found[one], found[other] = upper, lower
    return found


def _changes(tables: Tables, meetings: Mapping[Pair, int]) -> Iterator[tuple[Pair, tuple[Pair, Pair]]]:
    """The numbers of two tables, and the tables in their place; the nearest of the tables first."""
    def met(*pairs: Pair) -> list[int]:
        return sorted((meetings.get(pair_of(*pair), 0) for pair in pairs), reverse=True)

    for one, (first, second) in enumerate(tables):
        if not meetings.get(pair_of(first, second), 0):
            continue
        for other in sorted(range(len(tables)), key=lambda table: abs(table - one)):
            third, fourth = tables[other]
            for pairs in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
                if other != one and met(*pairs) < met(tables[one], tables[other]):
                    yield (one, other), pairs


def bracket(engines: int) -> list[int | None]:
    """The order of a knockout's first round, two by two: the best meet last, and the first ones rest (beside None)
    unless the number is a power of two."""
    order = [0]
    while len(order) < engines:
        size = 2 * len(order)
        order = [engine for upper in order for engine in (upper, size - 1 - upper)]
    return [engine if engine < engines else None for engine in order]
