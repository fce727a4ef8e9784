"""What came out of a tournament, event by event: everything that is reported follows from one pass over its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dohyo.engine import GameRecord
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.results.counts import Standings, StandingsCounter
from dohyo.tournaments.results.eligibility import Eligibility, SprtMonitor
from dohyo.tournaments.results.game_figures import EventFigures, FiguresCounter
from dohyo.tournaments.results.ranking import RankingFollower
from dohyo.tournaments.schedule.formats import Ranking
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

#: Scores of two partners, by their names in order of the match, and how often each occurred.
Matrix = dict[tuple[str, str], Counter[float]]
#: What engines said they are, by their names in the match.
Identities = dict[str, Counter[str]]


@dataclass(frozen=True)
class Result:
    """The result of one event: all that reports of any kind show. Its size does not depend on the number of games.

    sprt: the monitor of its sequential test, with the test's path, None without one; ranking: of a format that ranks,
    when it is over; matrix: of a cross-play; surplus: games that are stored and do not count; endings: how games ended,
    and how often; identities: what each engine said it is, and in how many games; figures: curves, times, lengths and
    faults.
    """

    match: Match
    standings: Standings
    sprt: SprtMonitor | None
    ranking: Ranking
    matrix: Matrix
    disqualified: list[str]
    surplus: int
    endings: Counter[str]
    identities: Identities
    figures: EventFigures


class ResultCounter:
    """Turns the games of an event into its result, in one pass."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._order = {engine.name: number for number, engine in enumerate(match.engines)}
        self._eligibility = Eligibility(match)
        self._standings = StandingsCounter(list(self._order), solo=match.solo, cross=match.format == spec.CROSS_PLAY)
        self._figures = FiguresCounter(match)
        self._ranking = RankingFollower(match, self._eligibility.disqualifications)
        self._matrix: Matrix = {}
        self._endings: Counter[str] = Counter()
        self._identities: Identities = {}

    def read(self, games: Iterable[tuple[Place, GameRecord]]) -> None:
        """Count all games of the event, in the order of the schedule; those that do not count are passed over."""
        for unit in self._eligibility.units(games):
            for _, record in unit:
                self._game(record)
            self._standings.add(unit)
            self._figures.add(unit)
            self._ranking.add(unit)
            if self._match.format == spec.CROSS_PLAY:
                self._partners([record for _, record in unit])

    def _game(self, record: GameRecord) -> None:
        self._endings[str(record.extra.get("ending", "fault" if record.fault else "rules"))] += 1
        for name, identity in dict(zip(record.players, record.extra.get("identities", ()), strict=False)).items():
            if identity:  # an engine that never started has none
                self._identities.setdefault(name, Counter())[identity] += 1

    def _partners(self, unit: Sequence[GameRecord]) -> None:
        first, second = sorted(unit[0].players, key=lambda name: self._order[name])
        if len(unit) == (1 if first == second else 2):
            mean = sum(record.returns[0] for record in unit) / len(unit)
            self._matrix.setdefault((first, second), Counter())[mean] += 1

    def end(self, stored: int) -> Result:
        """The result. stored: how many games of the event there are, those that do not count included."""
        return Result(
            self._match, self._standings.end(), self._eligibility.sprt, self._ranking.end(), self._matrix,
            self._eligibility.disqualifications.disqualified, stored - self._endings.total(), self._endings,
            self._identities, self._figures.end(),
        )


def result(match: Match, store: Store, event: int) -> Result:
    """The result of an event so far: reads each of its games at most once."""
    counter = ResultCounter(match)
    counter.read(store.games(event))
    return counter.end(store.count(event=event))


def results(tournament: Tournament, store: Store) -> list[Result]:
    """The results of all events so far."""
    return [result(match, store, event) for event, match in enumerate(tournament.events)]
