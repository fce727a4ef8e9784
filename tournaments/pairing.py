"""Who meets whom where results decide: functions from points to pairs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

#: Attempts to pair a round without two engines meeting again, after which they may.
MOST_ATTEMPTS = 20_000

Tables = list[tuple[int, int]]


def swiss_tables(
    points: Sequence[float], met: AbstractSet[tuple[int, int]], rested: Collection[int]
) -> tuple[Tables, int | None]:
    """The tables of the next Swiss round, and who rests where the number is odd: the last who has not rested yet.

    points: of each engine, by its number; met: pairs, lower number first; rested: who has. Engines of equal points are
    ranked by their number. The upper half of a group of equal points meets the lower half, as in the Dutch system;
    nobody meets again while that can be had.
    """
    ranking = sorted(range(len(points)), key=lambda engine: (-points[engine], engine))
    free = None
    if len(ranking) % 2:
        free = next((engine for engine in reversed(ranking) if engine not in rested), ranking[-1])
        ranking.remove(free)
    tables = _Search(points, met).pair(ranking)
    if tables is None:
        tables = [(ranking[place], ranking[place + 1]) for place in range(0, len(ranking), 2)]
    # Who had seat 1 first does not matter in a pair of games; the better ranked is named first.
    return tables, free


class _Search:
    """Depth-first over the tables of one round."""

    def __init__(self, points: Sequence[float], met: AbstractSet[tuple[int, int]]) -> None:
        self._points = points
        self._met = met
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
            if (min(first, second), max(first, second)) not in self._met:
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


def bracket(engines: int) -> list[int | None]:
    """The order of a knockout's first round, two by two: the best meet last, and the first ones rest (beside None)
    where the number is no power of two."""
    order = [0]
    while len(order) < engines:
        size = 2 * len(order)
        order = [engine for upper in order for engine in (upper, size - 1 - upper)]
    return [engine if engine < engines else None for engine in order]
