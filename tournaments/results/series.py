"""Series of any length in bounded memory: curves that keep no more points than a plot can show, and times in bins."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

#: A curve has from this many to twice this many points, where there are as many units.
POINTS = 100
#: Bins of times a factor of ten.
FINE = 40


class Thinned(Generic[T]):
    """A series of any length of which a bounded number of points is kept, about evenly spaced, and the last one."""

    def __init__(self) -> None:
        self._points: list[T] = []
        self._step = 1
        self._seen = 0
        self._last: T | None = None

    def put(self, point: Callable[[], T]) -> None:
        """The next point; it is computed only if it is wanted."""
        if self.wants:
            self.add(point())
        else:
            self.skip()

    @property
    def wants(self) -> bool:
        """Whether the next point would be kept, as far as is known now."""
        return (self._seen + 1) % self._step == 0

    def skip(self) -> None:
        """The next point need not be computed: it is not wanted."""
        self._seen += 1

    def add(self, point: T) -> None:
        """The next point, which is wanted."""
        self._seen += 1
        self._points.append(point)
        if len(self._points) >= 2 * POINTS:
            self._points = self._points[1::2]
            self._step *= 2

    def end(self, last: T) -> list[T]:
        """All points that are kept. last: the last of all."""
        return [*self._points, last] if self._seen % self._step else list(self._points)


@dataclass
class Times:
    """How long an engine took for its moves, those it was not asked for left out. bins: to the number of moves, the
    bin b of times from 10^(b/FINE) ms on; longest: in ms; nodes, searched: of the moves whose engine reported nodes."""

    bins: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    longest: float = 0.0
    nodes: int = 0
    searched: int = 0

    def add(self, milliseconds: float, nodes: int | None) -> None:
        """Count a move."""
        self.bins[math.floor(FINE * math.log10(milliseconds))] += 1
        self.moves += 1
        self.longest = max(self.longest, milliseconds)
        if nodes is not None:
            self.nodes += nodes
            self.searched += 1

    def quantile(self, share: float) -> float:
        """The time in ms that this share of the moves stayed within, to the width of a bin, 6 %."""
        wanted = share * self.moves
        seen = 0
        for number in sorted(self.bins):
            seen += self.bins[number]
            if seen >= wanted:
                return float(min(self.longest, 10 ** ((number + 0.5) / FINE)))
        return self.longest
