"""The formats: who plays whom in which order, as a pure function of the match and of the results of earlier stages.

A format is a generator of stages. The units of one stage may be played in any order, several at a time; where a stage
decides what comes next, the generator is sent the scores of its units. Everything is lazy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, count

from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.schedule import units as schedule
from dohyo.tournaments.schedule.pairing import Pair, bracket, pair_of, swiss_tables
from dohyo.tournaments.schedule.units import Pairing, Place, Unit

#: Round and pair of a unit, to the mean score of the engine that has seat 1 in its first game.
Scores = Mapping[tuple[int, int], float]

#: Pairs of games that a level knockout meeting may add, one after the other, before the engine named first goes on.
MOST_EXTRA = 8


@dataclass(frozen=True)
class Stage:
    """Units, and whether the format waits for their scores."""

    units: Iterable[Unit]
    decides: bool = False


#: Engines by their numbers, the best first, and what each reached.
Ranking = list[tuple[int, str]]
Stages = Generator[Stage, Scores, Ranking]


def stages(match: Match) -> Stages:
    """The whole schedule of a match; at its end the ranking, [] where only figures rank."""
    return _FORMATS[match.format](match)


def most_games(match: Match) -> int:
    """The number of games of the whole schedule; of a knockout without extra games, of a sequential test at most."""
    engines, meeting = len(match.engines), 2 * match.pairs
    if match.format in (spec.ROUND_ROBIN, spec.SPRT) or match.solo:
        return schedule.length(engines, match.rounds, match.game.seats, solo=match.solo)
    if match.format == spec.GAUNTLET:
        return 2 * match.rounds * sum(1 for _ in _gauntlet_pairs(match))
    if match.format == spec.CROSS_PLAY:
        return match.rounds * engines * engines
    if match.format == spec.SWISS:
        return match.rounds * (engines // 2) * meeting
    if match.format == spec.KNOCKOUT:
        return (engines - 1) * meeting
    return meeting * sum((engines - number % 2) // 2 for number in (0, 1)) * (match.rounds // 2) + (
        meeting * (engines // 2) * (match.rounds % 2))


# --- formats that know all games beforehand --------------------------------------------------------------------------


def _round_robin(match: Match) -> Stages:
    yield Stage(_all(match))
    return []


def _all(match: Match) -> Iterator[Unit]:
    return schedule.units(len(match.engines), match.rounds, match.game.seats, solo=match.solo)


def _gauntlet(match: Match) -> Stages:
    """The first engines against all that come after; where each plays alone, there is nobody to be against."""
    yield Stage(_all(match) if match.solo else _gauntlet_units(match))
    return []


def _gauntlet_units(match: Match) -> Iterator[Unit]:
    pairs = list(_gauntlet_pairs(match))
    for number in range(match.rounds):
        for pair, (first, second) in enumerate(pairs):
            yield swapped(number, pair, first, second, number * len(pairs) + pair)


def _gauntlet_pairs(match: Match) -> Iterator[tuple[int, int]]:
    for first in range(match.challengers):
        for second in range(match.challengers, len(match.engines)):
            yield first, second


def _cross_play(match: Match) -> Stages:
    """In each round every engine plays the same deal with every partner, itself included, in both orders of seats."""
    yield Stage(_cross_units(match))
    return []


def _cross_units(match: Match) -> Iterator[Unit]:
    for number in range(match.rounds):
        for pair, (first, second) in enumerate(combinations_with_replacement(range(len(match.engines)), 2)):
            unit = swapped(number, pair, first, second, number)
            yield unit if first != second else unit[:1]


# --- formats in which results decide ---------------------------------------------------------------------------------


def _swiss(match: Match) -> Stages:
    """Each round pairs engines of about equal points that have not met; without an opponent, an engine gets a point."""
    points = [0.0] * len(match.engines)
    meetings: Counter[Pair] = Counter()
    rests: Counter[int] = Counter()
    deals = count()
    for number in range(match.rounds):
        tables, free = swiss_tables(points, meetings, rests)
        if free is not None:
            rests[free] += 1
            points[free] += 1
        scores = yield Stage(list(_meetings(match, number, enumerate(tables), deals)), decides=True)
        for table, (first, second) in enumerate(tables):
            meetings[pair_of(first, second)] += 1
            mean = _meeting_score(match, scores, number, table)
            points[first] += mean
            points[second] += 1 - mean
    return [(engine, f"{points[engine]:g} of {match.rounds} points")
            for engine in sorted(range(len(points)), key=lambda engine: (-points[engine], engine))]


def _knockout(match: Match) -> Stages:
    """Whoever loses a meeting is out. Level meetings go on pair by pair."""
    alive = bracket(len(match.engines))
    deals = count()
    number = 0
    out: Ranking = []
    while len(alive) > 1:
        ties = [(table, first, second) for table, (first, second) in enumerate(_two_by_two(alive))]
        winners = {table: first if second is None else second for table, first, second in ties
                   if first is None or second is None}
        open_ties = {table: (first, second) for table, first, second in ties
                     if first is not None and second is not None}
        found = yield Stage(list(_meetings(match, number, open_ties.items(), deals)), decides=True)
        won = {table: _meeting_score(match, found, number, table) for table in open_ties}
        for extra in range(MOST_EXTRA):
            level = {table: tie for table, tie in open_ties.items() if won[table] == 0.5}
            if not level:
                break
            units = [swapped(number, _seat_of_extra(match, table, extra), *tie, next(deals))
                     for table, tie in level.items()]
            found = yield Stage(units, decides=True)
            won.update({table: found[number, _seat_of_extra(match, table, extra)] for table in level})
        for table, (first, second) in open_ties.items():
            ahead = first if won[table] > 0.5 else second
            winner = min(first, second) if won[table] == 0.5 else ahead
            winners[table] = winner
            out.append((first + second - winner, f"out in round {number + 1}"))
        alive = [winners[table] for table in range(len(ties))]
        number += 1
    out += [(engine, "winner") for engine in alive if engine is not None]
    return out[::-1]


def _ladder(match: Match) -> Stages:
    """Neighbours on the ladder meet, in every other round those one rung further; who wins from below goes up."""
    rungs = list(range(len(match.engines)))
    deals = count()
    for number in range(match.rounds):
        tables = list(zip(rungs[number % 2 :: 2], rungs[number % 2 + 1 :: 2], strict=False))
        scores = yield Stage(list(_meetings(match, number, enumerate(tables), deals)), decides=True)
        for table in range(len(tables)):
            if _meeting_score(match, scores, number, table) < 0.5:
                upper = 2 * table + number % 2
                rungs[upper], rungs[upper + 1] = rungs[upper + 1], rungs[upper]
    return [(engine, f"rung {rung}") for rung, engine in enumerate(rungs, 1)]


def swapped(number: int, pair: int, first: int, second: int, deal: int) -> Unit:
    """Two games of one deal, first the engine named first has seat 1."""
    return (
        Pairing(Place(number, pair, 0), (first, second), deal),
        Pairing(Place(number, pair, 1), (second, first), deal),
    )


def _meetings(
    match: Match, number: int, tables: Iterable[tuple[int, tuple[int, int]]], deals: Iterator[int]
) -> Iterator[Unit]:
    for table, (first, second) in tables:
        for pair in range(match.pairs):
            yield swapped(number, table * _stride(match) + pair, first, second, next(deals))


def _meeting_score(match: Match, scores: Scores, number: int, table: int) -> float:
    """The mean score of a meeting's first engine."""
    return sum(scores[number, table * _stride(match) + pair] for pair in range(match.pairs)) / match.pairs


def _stride(match: Match) -> int:
    """Numbers of pairs that a meeting has to itself."""
    return match.pairs + (MOST_EXTRA if match.format == spec.KNOCKOUT else 0)


def _seat_of_extra(match: Match, table: int, extra: int) -> int:
    return table * _stride(match) + match.pairs + extra


def _two_by_two(alive: list[int | None]) -> list[tuple[int | None, int | None]]:
    return list(zip(alive[::2], alive[1::2], strict=True))


_FORMATS: dict[str, Callable[[Match], Stages]] = {
    spec.ROUND_ROBIN: _round_robin,
    spec.GAUNTLET: _gauntlet,
    spec.SWISS: _swiss,
    spec.KNOCKOUT: _knockout,
    spec.LADDER: _ladder,
    spec.SPRT: _round_robin,  # which ends where its test does
    spec.CROSS_PLAY: _cross_play,
}
