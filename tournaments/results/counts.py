"""What the games of a match add up to: the counts from which every figure of a report follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.results.eligibility import faults
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats.elo import Meeting


@dataclass
class Entrant:
    """One engine's games. seconds: of thinking, over all its moves; scores: of its complete units, as stats.Counts."""

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


def tally(
    names: Sequence[str], games: Iterable[tuple[Place, GameRecord]], *, solo: bool = False, cross: bool = False
) -> Standings:
    """Count games that come in the order of the schedule. solo: see `Match.solo`; cross: all games of a round are
    played from one deal, as in a cross-play, so that of one engine they are a single unit."""
    pairs = combinations(range(len(names)), 2)
    standings = Standings([Entrant(name) for name in names], {pair: Counter() for pair in pairs}, Counter())
    numbers = {name: number for number, name in enumerate(names)}
    for _, of_round in groupby(games, key=lambda game: game[0].round):
        of_deal: dict[int, list[float]] = {}
        for _, unit in groupby(of_round, key=lambda game: solo or game[0].pair):
            for engine, mean in _unit(standings, numbers, unit, solo).items():
                if cross:
                    of_deal.setdefault(engine, []).append(mean)
                else:
                    standings.entrants[engine].scores[mean] += 1
        for engine, means in of_deal.items():
            standings.entrants[engine].scores[sum(means) / len(means)] += 1
    return standings


def _unit(
    standings: Standings, numbers: Mapping[str, int], games: Iterable[tuple[Place, GameRecord]], solo: bool
) -> dict[int, float]:
    """Count the games of a unit; the mean score of each engine, or nothing where a game is missing. Engines that played
    the same deal, each without the other, are compared by the difference of their results."""
    results: dict[int, list[float]] = {}
    whole = solo
    records = []
    for _, record in games:
        records.append(record)
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
