"""What the games of a match add up to: the counts from which every figure of a report follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.results.eligibility import faults
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.elo import Meeting


@dataclass
class Entrant:
    """One engine's games. seconds: of thinking, over all its moves; scores: of its complete units, as `elo.Counts`."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: Counter[Fault] = field(default_factory=Counter)
    moves: int = 0
    seconds: float = 0.0
    scores: Counter[float] = field(default_factory=Counter)

    def add(self, seats: Sequence[int], record: GameRecord) -> None:
        """Count a game that it played in these seats, which share a result if there are several."""
        result = record.returns[seats[0] - 1]
        self.games += 1
        self.wins += result > 0.5
        self.draws += result == 0.5
        self.losses += result < 0.5
        self.faults.update(fault for seat, fault in faults(record).items() if seat in seats)
        times = [ply.time for ply in record.plies if ply.seat in seats]
        self.moves += len(times)
        self.seconds += sum(times)


@dataclass
class Standings:
    """A match so far.

    entrants: in the order of the match; duels: for i < j, the scores of engine i against engine j, unit by unit;
    meetings: pairs of games of two engines against each other, or as partners, result by result; unpaired: games whose
    twin is not played yet, which are in no score; played: all games.
    """

    entrants: list[Entrant]
    duels: dict[tuple[int, int], Counter[float]]
    meetings: Counter[Meeting]
    unpaired: int = 0
    played: int = 0


class StandingsCounter:
    """Counts the games of a match, unit by unit in the order of the schedule.

    solo: see `Match.solo`; cross: all games of a round are played from one deal, as in a cross-play, so that of one
    engine they are a single unit.
    """

    def __init__(self, names: Sequence[str], *, solo: bool = False, cross: bool = False) -> None:
        pairs = combinations(range(len(names)), 2)
        self._standings = Standings([Entrant(name) for name in names], {pair: Counter() for pair in pairs}, Counter())
        self._numbers = {name: number for number, name in enumerate(names)}
        self._solo = solo
        self._cross = cross
        self._round = -1
        #: Of a cross-play: the mean scores of each engine in the round that is under way.
        self._of_round: dict[int, list[float]] = {}

    def add(self, unit: Sequence[tuple[Place, GameRecord]]) -> None:
        """Count the games of the next unit, one at least."""
        means = _unit(self._standings, self._numbers, [record for _, record in unit], self._solo)
        if not self._cross:
            self._score(means)
            return
        if unit[0][0].round != self._round:
            self._end_round()
            self._round = unit[0][0].round
        for engine, mean in means.items():
            self._of_round.setdefault(engine, []).append(mean)

    def _score(self, means: Mapping[int, float]) -> None:
        for engine, mean in means.items():
            self._standings.entrants[engine].scores[mean] += 1

    def _end_round(self) -> None:
        self._score({engine: sum(means) / len(means) for engine, means in self._of_round.items()})
        self._of_round = {}

    def end(self) -> Standings:
        """The standings after all units."""
        self._end_round()
        return self._standings


def tally(
    names: Sequence[str], games: Iterable[tuple[Place, GameRecord]], *, solo: bool = False, cross: bool = False
) -> Standings:
    """Count games that come in the order of the schedule, all of which count. solo, cross: see `StandingsCounter`."""
    counter = StandingsCounter(names, solo=solo, cross=cross)
    for _, unit in groupby(games, key=lambda game: (game[0].round, solo or game[0].pair)):
        counter.add(list(unit))
    return counter.end()


def _unit(
    standings: Standings, numbers: Mapping[str, int], records: Sequence[GameRecord], solo: bool
) -> dict[int, float]:
    """Count the games of a unit; the mean score of each engine, or nothing where a game is missing. Engines that played
    the same deal, each without the other, are compared by the difference of their results."""
    results: dict[int, list[float]] = {}
    whole = solo
    for record in records:
        standings.played += 1
        whole = whole or len(set(record.players)) < len(record.players)  # a game of partners has no twin
        seats: dict[str, list[int]] = {}
        for seat, name in enumerate(record.players, 1):
            seats.setdefault(name, []).append(seat)
        for name, own in seats.items():
            standings.entrants[numbers[name]].add(own, record)
            results.setdefault(numbers[name], []).append(record.returns[own[0] - 1])
    if not whole and len(records) != 2:
        standings.unpaired += 1
        return {}
    means = {engine: sum(found) / len(found) for engine, found in sorted(results.items())}
    for first, second in combinations(means, 2):
        score = means[first] if not solo else 0.5 + (means[first] - means[second]) / 2
        standings.duels[first, second][score] += 1
    if not whole:
        standings.meetings[meeting(records, numbers)] += 1
    return means


def meeting(pair: Sequence[GameRecord], numbers: Mapping[str, int]) -> Meeting:
    """What a pair of games adds, the second with seats swapped."""
    ahead, behind = pair
    first, second = ahead.players
    return Meeting(numbers[first], numbers[second], ahead.returns[0], behind.returns[1])


def by_score(standings: Standings) -> list[int]:
    """The engines' numbers, the one with the highest mean score first."""
    return sorted(range(len(standings.entrants)), key=lambda number: rank(standings.entrants[number]))


def rank(entrant: Entrant) -> float:
    """A number that is lower for the better."""
    return -elo.mean(entrant.scores) if entrant.scores else 1.0
