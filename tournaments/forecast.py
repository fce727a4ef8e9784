"""What a plan means before it is played: how many games, how long they take, and what they will be able to tell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

from rich.console import Group, RenderableType
from rich.text import Text

from dohyo.engine import Fault, MoveError, UsageError
from dohyo.engine.intervals import Z95
from dohyo.protocol.client import Answer, EngineFault, GoLimits
from dohyo.tournaments import deals, spec, stats
from dohyo.tournaments.formats import most_games, stages
from dohyo.tournaments.player import EnginePlayer
from dohyo.tournaments.referee import NO_MOVE
from dohyo.tournaments.spec import Engine, Match
from dohyo.tournaments.tournament import Tournament

#: Seconds for one move beside its thinking: lines to the engine and back, and the referee's share.
ROUND_TRIP = 0.003
#: Variance of the score of one game that nobody is expected to win, and of the mean of two games of a pair.
GAME_VARIANCE, PAIR_VARIANCE = 0.25, 0.125
#: The chance with which a difference that can be told is told.
POWER = 0.8
#: Milliseconds for a move of a trial, where a time limits it.
TRIAL_TIME = 100

#: Event and engine, to the seconds that it took for a move.
Trials = Mapping[tuple[int, str], float]


@dataclass(frozen=True)
class Forecast:
    """What to expect of one event. games: the most; seconds: of play, one game at a time; units: independent ones that
    compare two engines; half: half the width of the 95 % interval of a score near one half; elo: the same in Elo;
    told: the least difference, in score, that is told from none with a chance of POWER."""

    games: int
    seconds: float
    units: int
    half: float
    told: float

    @property
    def elo(self) -> float:
        """Half the width in Elo."""
        return stats.elo(min(0.999, 0.5 + self.half))

    @property
    def told_elo(self) -> float:
        """The least difference in Elo."""
        return stats.elo(min(0.999, 0.5 + self.told))


def forecast(match: Match, trials: Mapping[str, float]) -> Forecast:
    """What to expect of a match. trials: seconds a move of engines whose limits are no times."""
    games = most_games(match)
    units = units_of_two(match)
    variance = GAME_VARIANCE if match.solo else PAIR_VARIANCE
    error = math.sqrt(variance / units)
    return Forecast(games, games * expected(match, trials), units, Z95 * error,
                    (Z95 + NormalDist().inv_cdf(POWER)) * error)


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
    times += [(limits.clock.base + moves * limits.clock.increment) / 1000] if limits.clock else []
    return min(times, default=moves * trials.get(engine.name, 0.0))


def trial(match: Match, engine: Engine) -> float:
    """Seconds that an engine takes for the first move, which it makes in little time if time is what limits it.
    UsageError if it cannot take part, EngineFault if it fails."""
    first = next(iter(next(stages(match)).units))[0]
    state = deals.start(match, first)
    seat = state.to_move[0]
    player = EnginePlayer(engine, match.game)
    try:
        player.open()
        player.prepare(1)
        answer: Answer = player.go(f"fen {state.view(seat)}", _limits(engine), match.cap / 1000)
    finally:
        player.close()
    if answer.move == NO_MOVE:
        raise EngineFault(Fault.ILLEGAL, f"it says that there is no move{f': {answer.note}' if answer.note else ''}")
    try:
        state.code(answer.move, seat)
    except MoveError as error:
        raise EngineFault(Fault.ILLEGAL, str(error)) from error
    return answer.time


def trials(tournament: Tournament) -> tuple[dict[tuple[int, str], float], list[str]]:
    """A first move of every engine in every game that it plays, and what went wrong at that, as sentences."""
    found: dict[tuple[int, str], float] = {}
    problems = []
    for event, match in enumerate(tournament.events):
        for engine in match.engines:
            try:
                found[event, engine.name] = trial(match, engine)
            except EngineFault as fault:
                problems.append(f"{tournament.labels[event]}: engine {engine.name} fails: {fault}")
            except UsageError as error:
                problems.append(f"{tournament.labels[event]}: {error}")
    return found, problems


def _limits(engine: Engine) -> GoLimits:
    """Those of a trial."""
    limits = engine.limits
    movetime = min(limits.movetime or TRIAL_TIME, TRIAL_TIME) if limits.timed else None
    return GoLimits(movetime=movetime, nodes=limits.nodes, depth=limits.depth)


def explained(tournament: Tournament, tried: Trials, played: int = 0) -> RenderableType:
    """What to expect of each event, and of the whole. played: games that are kept already."""
    parts: list[RenderableType] = []
    seconds = games = 0.0
    for event, match in enumerate(tournament.events):
        known = {name: time for (number, name), time in tried.items() if number == event}
        found = forecast(match, known)
        seconds += found.seconds
        games += found.games
        parts += [Text(tournament.labels[event], style="bold"), *(Text(f"  {line}") for line in _lines(match, found))]
    at_once = tournament.concurrency
    there = f", {played:,} of them already" if played else ""
    parts.append(Text(f"{games:,.0f} games in about {_duration(seconds / at_once)}, {at_once} at a time; they are kept "
                      f"in {tournament.out}{there}."))
    parts.append(Text("Times: what the game says of its length before the first move, times what the limits allow for "
                      "a move, or what the first move took of engines whose limits are no times."))
    return Group(*parts)


def _lines(match: Match, found: Forecast) -> list[str]:
    most = "at most " if match.format == spec.SPRT else ""
    engines = ", ".join(f"{engine.name} ({engine.limits})" for engine in match.engines)
    deals_of = f"; {len(match.starts)} positions in turn" if match.starts else ""
    lines = [f"{match.format}, {match.rounds} rounds of {len(match.engines)} engines{deals_of}: {engines}",
             f"{most}{found.games:,} games in about {_duration(found.seconds)} one at a time"]
    if len(match.engines) == 1:
        lines.append(f"the interval of its score is about ±{100 * found.half:.1f} % wide, over {found.units:,} deals")
    elif match.solo or match.game.common:
        lines.append(f"the interval of a difference of two engines is about ±{100 * found.half:.1f} % wide, over "
                     f"{found.units:,} deals; one of {100 * found.told:.1f} % is told in {POWER:.0%} of tournaments")
    else:
        lines.append(f"the 95 % interval of two engines is about ±{100 * found.half:.1f} % or ±{found.elo:.0f} Elo "
                     f"wide, over {found.units:,} pairs; {found.told_elo:.0f} Elo are told in {POWER:.0%} of such "
                     "tournaments")
    return lines


def _duration(seconds: float) -> str:
    """About how long, for people."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
