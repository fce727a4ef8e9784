"""The ranking of a format in which results decide who meets whom, followed game by game in schedule order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from dohyo.engine import GameRecord
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.eligibility import Disqualifications, Key, key_of, result_of
from dohyo.tournaments.schedule import formats
from dohyo.tournaments.schedule.formats import Ranking, Stage
from dohyo.tournaments.schedule.units import Pairing, Place, Unit


def unit_score(
    match: Match, disqualifications: Disqualifications, first: Pairing, records: Sequence[GameRecord]
) -> float:
    """The mean score in a unit of the engine that has seat 1 in its first game.

    first: a game of the unit; records: those of its games that count. Without any, who is disqualified loses.
    """
    one, two = (match.engines[engine].name for engine in first.engines[:: -1 if first.place.swap else 1])
    scores = [result_of(record, one) for record in records]
    if not scores:
        key = key_of(match, first.place)
        return 0.5 + (disqualifications.out(two, key) - disqualifications.out(one, key)) / 2
    return sum(scores) / len(scores)


class RankingFollower:
    """Follows a format from stage to stage. In memory are the results of one round.

    disqualifications: those of the games added so far, which somebody else keeps.
    """

    def __init__(self, match: Match, disqualifications: Disqualifications) -> None:
        self._match = match
        self._disqualifications = disqualifications
        self._stages = formats.stages(match)
        #: The stage whose games are awaited; None where there is nothing to follow (any more).
        self._stage: Stage | None = next(self._stages) if match.format in spec.RANKING else None
        self._round = -1
        self._games: dict[Key, dict[Place, GameRecord]] = {}
        self._ranking: Ranking = []

    def add(self, unit: Sequence[tuple[Place, GameRecord]]) -> None:
        """Note the games of the next unit that count, one at least."""
        if self._stage is None:
            return
        first = unit[0][0]
        if first.round != self._round:
            self._follow(self._round)
            self._round = first.round
            self._games = {}
        # A later stage may have earlier places in its round, so a round is kept until its end; its moves are not.
        self._games[key_of(self._match, first)] = {
            place: replace(record, plies=(), extra={}) for place, record in unit}

    def end(self) -> Ranking:
        """The ranking after all games; [] where the format is not over, or ranks nobody."""
        self._follow(math.inf)
        return self._ranking

    def _follow(self, number: float) -> None:
        """Go through all stages of rounds up to this one, whose games have all been added."""
        while self._stage is not None:
            units = list(self._stage.units)
            if units and units[0][0].place.round > number:
                return
            if all(map(self._is_complete, units)):
                self._advance({key_of(self._match, unit[0].place): unit[0] for unit in units})
            else:
                self._stage = None

    def _is_complete(self, unit: Unit) -> bool:
        """Whether every game of a unit was played or is void."""
        key = key_of(self._match, unit[0].place)
        played = self._games.get(key, {})
        names = [engine.name for engine in self._match.engines]
        return all(pairing.place in played
                   or self._disqualifications.is_void((names[engine] for engine in pairing.engines), key)
                   for pairing in unit)

    def _advance(self, units: dict[Key, Pairing]) -> None:
        """Tell the format the scores of a stage. units: its units by the first game of each."""
        scores = {key: unit_score(self._match, self._disqualifications, first,
                                  [*self._games.get(key, {}).values()]) for key, first in units.items()}
        try:
            self._stage = self._stages.send(scores)
        except StopIteration as end:
            self._stage = None
            self._ranking = end.value
