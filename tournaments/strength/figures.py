"""The figures of a row, computed from its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.counts import Entrant, Standings, tally
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.elo import Interval
from dohyo.tournaments.strength.plan import Row


@dataclass(frozen=True)
class RowFigures:
    """The figures of a row. Shares lie in [0, 1]; what is counted by engine stands in their order; None or () where a
    figure has no meaning for the row."""

    #: Games.
    played: int
    planned: int
    #: The mean score of the first engine, its win rate where engines play alone.
    score: Interval | None = None
    #: Where two play alone: the win rate of the first less that of the second, over equal deals; and both rates.
    difference: Interval | None = None
    rates: tuple[float, ...] = ()
    #: The share of games that ended drawn, and of those that a limit of length ended.
    drawn: float | None = None
    cut: float | None = None
    #: By engine: the number of faults of each kind.
    faults: tuple[dict[str, int], ...] = ()
    #: By engine: the mean thinking time in a game, and for a move it was asked for, in seconds.
    seconds: tuple[float | None, ...] = ()
    per_move: tuple[float | None, ...] = ()
    #: Why the row cannot be played; '' if it can.
    problem: str = ""

    @property
    def complete(self) -> bool:
        """Whether all games are played."""
        return self.played == self.planned


@dataclass(frozen=True)
class RowResult:
    """A row, its match (None if it names an unknown engine) and its figures."""

    row: Row
    match: Match | None
    figures: RowFigures


def figures(match: Match, games: Iterable[tuple[Place, GameRecord]]) -> RowFigures:
    """The figures of a match from its games.

    Parameters:
        games: in the order of the schedule; those of rounds beyond the match's own are left out.
    """
    counts, asked = Counter[str](), Counter[str]()
    names = [engine.name for engine in match.engines]
    standings = tally(names, _counted(match, games, counts, asked), solo=match.solo)
    played = counts["played"]
    entrants = standings.entrants
    pair = match.solo and len(names) == 2
    return RowFigures(
        played=played,
        planned=most_games(match),
        score=None if pair else _share(elo.estimate(entrants[0].scores)),
        difference=_difference(standings) if pair else None,
        rates=tuple(elo.mean(entrant.scores) for entrant in entrants if entrant.scores) if pair else (),
        drawn=counts["drawn"] / played if played and not match.solo else None,
        cut=counts["cut"] / played if played and not match.solo else None,
        faults=tuple({str(fault): count for fault, count in sorted(each.faults.items())} for each in entrants),
        seconds=tuple(each.seconds / each.games if each.games else None for each in entrants),
        per_move=tuple(_per_move(each, asked) for each in entrants),
    )


def _counted(
    match: Match, games: Iterable[tuple[Place, GameRecord]], counts: Counter[str], asked: Counter[str]
) -> Iterator[tuple[Place, GameRecord]]:
    """The games of the match's rounds. On the way `counts` gets games played, drawn and cut, and `asked` by engine the
    moves that it was asked for."""
    for place, record in games:
        if place.round >= match.rounds:
            return
        counts["played"] += 1
        if not match.solo and set(record.returns) == {0.5}:
            counts["drawn"] += 1
            counts["cut"] += record.fault is None and _cut_short(record)
        asked.update(record.players[ply.seat - 1] for ply in record.plies if ply.time > 0)
        yield place, record


def _cut_short(record: GameRecord) -> bool:
    *_, end = record.replay()
    return end.cut_short


def _share(found: elo.Estimate | None) -> Interval | None:
    return None if found is None else Interval(found.score, found.low, found.high)


def _difference(standings: Standings) -> Interval | None:
    found = elo.estimate(standings.duels[0, 1])
    return None if found is None else Interval(*(2 * score - 1 for score in (found.score, found.low, found.high)))


def _per_move(entrant: Entrant, asked: Counter[str]) -> float | None:
    return entrant.seconds / asked[entrant.name] if asked[entrant.name] else None
