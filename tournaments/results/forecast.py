"""The estimate of `check`: how many games a plan has, how long they take, and their statistical power."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

from dohyo.engine.intervals import Z95
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.results.comparisons import LEVEL
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.stats import elo

#: Seconds for one move beside its thinking: lines to the engine and back, and the referee's share.
ROUND_TRIP = 0.001
#: Variance of the score of one game that nobody is expected to win and that has no draws, of the mean of two such games
#: of a pair, and of the difference of two. Deals or openings that decide games, and draws, make the last two smaller.
GAME_VARIANCE, PAIR_VARIANCE, DIFFERENCE_VARIANCE = 0.25, 0.125, 0.5
#: The chance with which the least detectable difference is found significant.
POWER = 0.8


@dataclass(frozen=True)
class Forecast:
    """What to expect of one event. games: the most; seconds: of play, one game at a time; units: independent ones that
    compare two engines; half: half the width of the 95 % interval of a score near one half, or of the difference of two
    scores; min_detectable: the least difference, in score, that is significant with a chance of POWER, corrected for
    all comparisons of the event."""

    games: int
    seconds: float
    units: int
    half: float
    min_detectable: float

    @property
    def elo(self) -> float:
        """Half the width in Elo."""
        return elo.elo(min(0.999, 0.5 + self.half))

    @property
    def min_detectable_elo(self) -> float:
        """The least difference in Elo."""
        return elo.elo(min(0.999, 0.5 + self.min_detectable))


def forecast(match: Match, trials: Mapping[str, float]) -> Forecast:
    """What to expect of a match. trials: seconds a move of engines without time limits."""
    games = most_games(match)
    units = units_of_two(match)
    alone = match.solo or match.game.common
    variance = (GAME_VARIANCE if len(match.engines) == 1 else DIFFERENCE_VARIANCE) if alone else PAIR_VARIANCE
    error = math.sqrt(variance / units)
    # Half the step by which one unit more moves the mean: an exact test loses so much against the normal one.
    step = (1.0 if alone else 0.5) / units
    needed = NormalDist().inv_cdf(1 - LEVEL / 2 / comparisons_of(match)) + NormalDist().inv_cdf(POWER)
    return Forecast(games, games * expected(match, trials), units, Z95 * error, needed * error + step)


def comparisons_of(match: Match) -> int:
    """How many times two engines are compared, at most; at least 1."""
    engines = len(match.engines)
    if match.format == spec.GAUNTLET and not match.solo:
        return match.challengers * (engines - match.challengers)
    return max(1, engines * (engines - 1) // 2)


def units_of_two(match: Match) -> int:
    """Units in which two engines are compared: pairs of games, or deals that both play."""
    if match.solo or match.format in (spec.ROUND_ROBIN, spec.GAUNTLET, spec.SPRT, spec.CROSS_PLAY):
        return match.rounds
    return match.pairs  # of a meeting; how often two meet is not known


def expected(match: Match, trials: Mapping[str, float] | None = None) -> float:
    """About how many seconds a game takes, by what its view says of its length before the first move
    (`View.decisions_left`): with a clock, all of it; with a time for a move, that for each; with neither, what a move
    took in a trial, or nothing where there was none. Engines that do not use their time are not known here, so it is
    rather too long."""
    known = trials or {}
    total = 0.0
    state = match.game.deal(0, **match.all_rules)
    for seat in range(1, match.game.seats + 1):
        moves = state.view(seat).decisions_left
        spent = [_spent(engine, moves, known) for engine in match.engines]
        total += sum(spent) / len(spent) + moves * ROUND_TRIP
    return total


def _spent(engine: Engine, moves: float, trials: Mapping[str, float]) -> float:
    limits = engine.limits
    times = [moves * limits.movetime / 1000] if limits.movetime else []
    clock = limits.clock(1)
    times += [(clock.remaining + moves * clock.increment) / 1000] if clock else []
    return min(times, default=moves * trials.get(engine.name, 0.0))
