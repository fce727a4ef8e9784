"""What came out of a tournament, event by event, computed from its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dohyo.engine import GameRecord
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.results.counts import Standings, tally
from dohyo.tournaments.results.eligibility import Conduct, Watch, counted, key_of
from dohyo.tournaments.schedule.formats import Ranking
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

#: Scores of two partners, by their names in order of the match, and how often each occurred.
Matrix = dict[tuple[str, str], Counter[float]]
#: What engines said they are, by their names in the match.
Identities = dict[str, Counter[str]]


@dataclass(frozen=True)
class Result:
    """The result of one event. watch: its sequential test; ranking: of a format that ranks, when it is over; matrix: of
    a cross-play; surplus: games that are stored and do not count; endings: how games ended, and how often; identities:
    what each engine said it is, and in how many games."""

    match: Match
    standings: Standings
    watch: Watch | None
    ranking: Ranking
    matrix: Matrix
    disqualified: list[str]
    surplus: int
    endings: Counter[str]
    identities: Identities


def result(match: Match, store: Store, event: int) -> Result:
    """The result of an event so far."""
    endings: Counter[str] = Counter()
    matrix: Matrix = {}
    identities: Identities = {}
    watch = Watch(match) if match.sprt is not None else None
    conduct = Conduct(match)
    games = _heard(counted(match, store, event), conduct, identities)
    games = _seen(match, games, endings, matrix, watch)
    standings = tally([engine.name for engine in match.engines], games, solo=match.solo,
                      cross=match.format == spec.CROSS_PLAY)
    ranking: Ranking = []
    if match.format in spec.RANKING:
        queue = UnitQueue(match, store, event)
        queue.take()
        ranking = queue.ranking
    played = endings.total()
    return Result(match, standings, watch, ranking, matrix, conduct.disqualified,
                  store.count(event=event) - played, endings, identities)


def _heard(
    games: Iterator[tuple[Place, GameRecord]], conduct: Conduct, identities: Identities
) -> Iterator[tuple[Place, GameRecord]]:
    """The same games; the conduct is told of them, of those alone that count, and what engines said they are is noted.
    """
    for place, record in games:
        conduct.add(place, record)
        for name, identity in dict(zip(record.players, record.extra.get("identities", ()), strict=False)).items():
            if identity:  # which one that never started has not
                identities.setdefault(name, Counter())[identity] += 1
        yield place, record


def _seen(
    match: Match, games: Iterator[tuple[Place, GameRecord]], endings: Counter[str], matrix: Matrix, watch: Watch | None
) -> Iterator[tuple[Place, GameRecord]]:
    """The same games; on their way everything else is counted that is told of them."""
    order = {engine.name: number for number, engine in enumerate(match.engines)}
    unit: list[GameRecord] = []
    last = (-1, -1)
    for place, record in games:
        key = key_of(match, place)
        if key != last and unit:
            _unit(match, unit, order, matrix, watch)
            unit = []
        last = key
        unit.append(record)
        endings[str(record.extra.get("ending", "fault" if record.fault else "rules"))] += 1
        yield place, record
    if unit:
        _unit(match, unit, order, matrix, watch)


def _unit(match: Match, unit: list[GameRecord], order: dict[str, int], matrix: Matrix, watch: Watch | None) -> None:
    if watch is not None:
        watch.add(unit)
    if match.format == spec.CROSS_PLAY:
        first, second = sorted(unit[0].players, key=lambda name: order[name])
        if len(unit) == (1 if first == second else 2):
            mean = sum(record.returns[0] for record in unit) / len(unit)
            matrix.setdefault((first, second), Counter())[mean] += 1


def results(tournament: Tournament, store: Store) -> list[Result]:
    """The results of all events so far."""
    return [result(match, store, event) for event, match in enumerate(tournament.events)]
