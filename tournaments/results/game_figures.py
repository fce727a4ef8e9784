"""What a report tells of an event besides its tables: gathered in one pass over its games, in bounded memory.

Curves keep no more points than a plot can show, times and lengths are counted in bins, and of games only those that are
shown are kept.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.plan.spec import CROSS_PLAY, Match
from dohyo.tournaments.results.eligibility import fault_text, faults, result_of
from dohyo.tournaments.results.series import Thinned, Times
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo

#: Games of each kind whose values are shown, faults and deals that are listed.
SURPRISES, LISTED = 2, 10


class Point(NamedTuple):
    """After so many units: the score and its 95 % interval."""

    units: int
    score: float
    low: float
    high: float


class StatedValue(NamedTuple):
    """What an engine expected at a ply: the result of seat 1, or the shared one."""

    seat: int
    ply: int
    value: float


@dataclass(frozen=True)
class ShownGame:
    """A game whose values are shown. why: what it stands for; result: that of seat 1, or the one that all share."""

    why: str
    place: Place
    players: tuple[str, ...]
    values: tuple[StatedValue, ...]
    result: float
    plies: int
    shared: bool


class ListedFault(NamedTuple):
    """A fault: where, whose, of which kind, and the sentence that says how."""

    place: Place
    engine: str
    fault: Fault
    text: str


class SplitDeal(NamedTuple):
    """A deal that engines played apart: how far, and the result of each by name."""

    spread: float
    round: int
    deal: int
    seed: int
    results: dict[str, float]


@dataclass
class EventFigures:
    """All of it.

    curves: the score over units, by engine; times: by engine; lengths: plies of a game, to the number of games; games:
    those whose values are shown; fell: the first faults; splits: the deals that engines played most differently; deals,
    differing: how many were played by engines alone, and on how many of them their results differed; first: the scores
    of seat 1 in pairs of games.
    """

    curves: dict[str, list[Point]] = field(default_factory=dict)
    times: dict[str, Times] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)
    games: list[ShownGame] = field(default_factory=list)
    fell: list[ListedFault] = field(default_factory=list)
    splits: list[SplitDeal] = field(default_factory=list)
    deals: int = 0
    differing: int = 0
    first: Counter[float] = field(default_factory=Counter)


class FiguresCounter:
    """Gathers the figures of games that count, unit by unit in the order of the schedule."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._figures = EventFigures()
        self._scores: dict[str, Counter[float]] = {}
        self._curves: dict[str, Thinned[Point]] = {}
        self._round = -1
        self._of_round: dict[str, list[float]] = {}
        self._surprises: list[tuple[float, int, ShownGame]] = []
        self._longest: ShownGame | None = None
        self._splits: list[tuple[float, int, SplitDeal]] = []

    def add(self, unit: Sequence[tuple[Place, GameRecord]]) -> None:
        """Count the games of the next unit, one at least."""
        for place, record in unit:
            self._game(place, record)
        self._unit(unit)

    # --- game by game ----------------------------------------------------------------------------------------------

    def _game(self, place: Place, record: GameRecord) -> None:
        """Count a game by itself."""
        found = self._figures
        for ply in record.plies:
            if ply.time > 0:
                name = record.players[ply.seat - 1]
                found.times.setdefault(name, Times()).add(1000 * ply.time, ply.nodes)
        found.lengths[len(record.plies)] += 1
        for seat, fault in faults(record).items():
            if len(found.fell) < LISTED:
                found.fell.append(ListedFault(place, record.players[seat - 1], fault, fault_text(record, seat)))
        self._keep(place, record)

    def _keep(self, place: Place, record: GameRecord) -> None:
        """Keep the game if its values are among those that are shown."""
        spoken = list(_spoken(record, self._match.game.common))
        # An engine that says the same all the time, as some do that do not search, tells nothing.
        if len({each.value for each in spoken}) < 3 or record.fault is not None:
            return
        shared = self._match.game.common or len(record.players) == 1
        game = ShownGame("", place, record.players, tuple(spoken), record.returns[0], len(record.plies), shared)
        surprise = sum(abs(each.value - game.result) for each in spoken) / len(spoken)
        number = -self._figures.lengths.total()  # of equal surprises the earlier one stays
        heapq.heappush(self._surprises, (surprise, number, game))
        if len(self._surprises) > SURPRISES:
            heapq.heappop(self._surprises)
        if self._longest is None or game.plies > self._longest.plies:
            self._longest = game

    # --- unit by unit ----------------------------------------------------------------------------------------------

    def _unit(self, games: Sequence[tuple[Place, GameRecord]]) -> None:
        """Count the games of a unit together, if it is complete."""
        records = [record for _, record in games]
        results: dict[str, list[float]] = {}
        for record in records:
            for name in dict.fromkeys(record.players):
                results.setdefault(name, []).append(result_of(record, name))
        alone = len(results) == 1 and not self._match.solo  # an engine that is its own partner has one game
        if not self._match.solo and len(records) < 2 and not alone:
            return
        self._scored({name: sum(scores) / len(scores) for name, scores in results.items()}, games[0][0].round)
        if self._match.solo:
            self._split(games, {name: scores[0] for name, scores in results.items()})
        elif not self._match.game.common:
            self._figures.first[sum(record.returns[0] for record in records) / len(records)] += 1

    def _scored(self, means: dict[str, float], number: int) -> None:
        """Enter the scores of a unit; in a cross-play those of a whole round, which is one deal, together."""
        if self._match.format != CROSS_PLAY:
            for name, mean in means.items():
                self._score(name, mean)
            return
        if number != self._round:
            self._end_round()
            self._round = number
        for name, mean in means.items():
            self._of_round.setdefault(name, []).append(mean)

    def _end_round(self) -> None:
        for name, means in self._of_round.items():
            self._score(name, sum(means) / len(means))
        self._of_round = {}

    def _score(self, name: str, mean: float) -> None:
        counts = self._scores.setdefault(name, Counter())
        curve = self._curves.setdefault(name, Thinned())
        counts[mean] += 1
        curve.put(lambda: _point(counts))

    def _split(self, games: Sequence[tuple[Place, GameRecord]], results: dict[str, float]) -> None:
        """Keep the deal if its results differ as much as those of the deals that are listed."""
        spread = max(results.values()) - min(results.values())
        self._figures.deals += 1
        if spread == 0:
            return
        self._figures.differing += 1
        place, record = games[0]
        deal, seed = record.extra.get("deal", place.round), record.extra.get("deal_seed", 0)
        split = SplitDeal(spread, place.round, deal, seed, results)
        heapq.heappush(self._splits, (spread, -place.round, split))
        if len(self._splits) > LISTED:
            heapq.heappop(self._splits)

    def end(self) -> EventFigures:
        """All that was gathered."""
        found = self._figures
        self._end_round()
        found.curves = {name: curve.end(_point(self._scores[name])) for name, curve in self._curves.items()}
        found.splits = [split for *_, split in sorted(self._splits, key=lambda each: each[:2], reverse=True)]
        found.games = list(self._chosen())
        return found

    def _chosen(self) -> Iterator[ShownGame]:
        """The games whose values are shown, each once."""
        places = set()
        for _, _, game in sorted(self._surprises, key=lambda each: each[:2], reverse=True):
            places.add(game.place)
            yield replace(game, why="the end that was least expected")
        if self._longest is not None and self._longest.place not in places:
            yield replace(self._longest, why="the longest game")


def _spoken(record: GameRecord, common: bool) -> Iterator[StatedValue]:
    """The values of a game as expectations of the result of seat 1, or of the shared one."""
    for number, ply in enumerate(record.plies, 1):
        if ply.value is not None:
            yield StatedValue(ply.seat, number, ply.value if ply.seat == 1 or common else 1 - ply.value)


def _point(counts: Counter[float]) -> Point:
    low, high = elo.interval(counts)
    return Point(counts.total(), elo.mean(counts), low, high)
