"""The score of an event while it is played, game by game, in whichever order games end: for people who watch."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import CROSS_PLAY, Match
from dohyo.tournaments.results.eligibility import Key, SprtMonitor, faults, key_of, result_of
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo

#: Engines that are shown, the best ones, and characters of their names.
SHOWN, LONGEST = 3, 20


class LiveScore:
    """What the games of a match come to so far. In memory are counts, and the games of units that are not complete. Any
    thread may use it."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._lock = threading.Lock()
        self._open: dict[Key, list[GameRecord]] = {}
        self._scores: dict[str, Counter[float]] = {}
        self._faults: Counter[str] = Counter()
        self._sprt = SprtMonitor.of(match)

    def add(self, place: Place, record: GameRecord) -> None:
        """Count a game."""
        key = key_of(self._match, place)
        with self._lock:
            self._faults.update(map(str, faults(record).values()))
            if self._match.solo and self._sprt is None:
                # The unit of an engine alone need not wait for others, who may be disqualified.
                self._count([record])
                return
            unit = self._open.setdefault(key, [])
            unit.append(record)
            if self._complete(unit):
                self._count(self._open.pop(key))

    def _complete(self, unit: list[GameRecord]) -> bool:
        if self._match.solo:
            return len(unit) == len(self._match.engines)
        return len(unit) == 2 or len(set(unit[0].players)) == 1

    def _count(self, unit: list[GameRecord]) -> None:
        results: dict[str, list[float]] = {}
        for record in unit:
            for name in dict.fromkeys(record.players):
                results.setdefault(name, []).append(result_of(record, name))
        for name, mine in results.items():
            self._scores.setdefault(name, Counter())[sum(mine) / len(mine)] += 1
        if self._sprt is not None:
            self._sprt.add(unit)

    @property
    def scores(self) -> dict[str, Counter[float]]:
        """The scores of complete units, by engine: how often each occurred."""
        with self._lock:
            return {name: Counter(scores) for name, scores in self._scores.items()}

    @property
    def faults(self) -> str:
        """Faults by kind, '' without any."""
        with self._lock:
            return ", ".join(f"{count} {fault}" for fault, count in sorted(self._faults.items()))

    def __str__(self) -> str:
        """Such as `mcts 63 ± 9 %, greedy 37 ± 9 %`, and where a sequential test stands."""
        # In a cross-play an engine plays each deal with every partner: these units are worth one.
        shared = len(self._match.engines) if self._match.format == CROSS_PLAY else 1
        found = [(elo.mean(scores), name, scores) for name, scores in self.scores.items()]
        parts = []
        for score, name, scores in sorted(found, key=lambda each: each[:2], reverse=True)[:SHOWN]:
            low, high = elo.interval({value: count / shared for value, count in scores.items()})
            parts.append(f"{_short(name)} {100 * score:.0f} ± {50 * (high - low):.0f} %")
        return "  ".join([*([", ".join(parts)] if parts else []), *self._test()])

    def _test(self) -> Iterator[str]:
        if self._sprt is not None:
            lower, upper = self._sprt.test.bounds
            yield f"LLR {self._sprt.llr:.2f} in [{lower:.2f}, {upper:.2f}]"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
