"""What a plan means before it is played: how many games, how long they take, and what they will be able to tell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import NormalDist

from rich.console import Group, RenderableType
from rich.text import Text

from dohyo.engine import Fault, MoveError, UsageError
from dohyo.engine.intervals import Z95
from dohyo.protocol.client.client import Answer, EngineFault
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.play.processors import crowded
from dohyo.tournaments.play.referee import NO_MOVE
from dohyo.tournaments.results.comparisons import LEVEL
from dohyo.tournaments.schedule import seeds as deals
from dohyo.tournaments.schedule.formats import most_games, stages
from dohyo.tournaments.stats import elo as stats
from dohyo.tournaments.stats.sprt import Sprt, prospect

#: Seconds for one move beside its thinking: lines to the engine and back, and the referee's share.
ROUND_TRIP = 0.001
#: Variance of the score of one game that nobody is expected to win and that has no draws, of the mean of two such games
#: of a pair, and of the difference of two. Deals or openings that decide games, and draws, make the last two smaller.
GAME_VARIANCE, PAIR_VARIANCE, DIFFERENCE_VARIANCE = 0.25, 0.125, 0.5
#: The chance with which a difference that can be told is told.
POWER = 0.8
#: How the times are found.
TIMES = ("Times: what the game says of its length before the first move, times what the limits allow for a move, or "
         "what the first move took of engines whose limits are no times.")
#: Milliseconds for a move of a trial, where a time limits it.
TRIAL_TIME = 100

#: Event and engine, to the seconds that it took for a move.
Trials = Mapping[tuple[int, str], float]


@dataclass(frozen=True)
class Forecast:
    """What to expect of one event. games: the most; seconds: of play, one game at a time; units: independent ones that
    compare two engines; half: half the width of the 95 % interval of a score near one half, or of the difference of two
    scores; told: the least difference, in score, that is told from none with a chance of POWER, with regard to all
    comparisons of the event."""

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


def trial(match: Match, engine: Engine) -> float:
    """Seconds that an engine takes for the first move, which it makes in little time if time is what limits it.
    UsageError if it cannot take part, EngineFault if it fails."""
    first = next(iter(next(stages(match)).units))[0]
    state = deals.start(match, first)
    seat = state.to_move[0]
    player = EnginePlayer(engine, match.game)
    try:
        player.open()
        player.prepare(1, "a trial of its first move")
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


def _limits(engine: Engine) -> Limits:
    """Those of a trial."""
    limits = engine.limits
    movetime = min(limits.movetime or TRIAL_TIME, TRIAL_TIME) if limits.timed else None
    return Limits(movetime=movetime, nodes=limits.nodes, depth=limits.depth)


def explained(tournament: Tournament, tried: Trials, played: int = 0) -> RenderableType:
    """What to expect of each event, and of the whole. played: games that are kept already."""
    parts: list[RenderableType] = []
    seconds = games = 0.0
    for event, match in enumerate(tournament.events):
        known = {name: time for (number, name), time in tried.items() if number == event}
        found = forecast(match, known)
        seconds += found.seconds
        games += found.games
        told = [f"{_described(match)}: {', '.join(f'{engine.name} ({engine.limits})' for engine in match.engines)}",
                f"{_bound(match)}{_many(found.games, 'game')} in about {_duration(found.seconds)} one at a time",
                *(_interval(match, found) if match.sprt is None else _test(match, match.sprt)), *_doubts(match)]
        parts += [Text(tournament.labels[event], style="bold"), *(Text(f"  {line}") for line in told)]
    at_once = tournament.concurrency
    there = f", {played:,} of them already" if played else ""
    bounds = set(filter(None, map(_bound, tournament.events)))
    most = bounds.pop() if len(bounds) == 1 else "about " if bounds else ""
    parts += [Text(f"{most}{_many(games, 'game')} in about {_duration(seconds / at_once)}, {at_once} at a time; they "
                   f"are kept in {tournament.out}{there}."), Text(TIMES)]
    if sentence := crowded(tournament):
        parts.append(Text(f"{sentence}."))
    return Group(*parts)


def _bound(match: Match) -> str:
    """What the number of games is: a test may end early, and level meetings of a knockout go on."""
    return {spec.SPRT: "at most ", spec.KNOCKOUT: "at least "}.get(match.format, "")


def _described(match: Match) -> str:
    """Who plays whom."""
    engines = len(match.engines)
    meetings = f"{_many(match.pairs, 'pair')} of games a meeting"
    if match.format == spec.SPRT:
        told = f"sprt of at most {_many(match.rounds, 'deal' if match.solo else 'pair')}"
    elif match.solo:
        told = f"batch of {_many(match.rounds, 'deal')}, the same for {_many(engines, 'engine')}"
    elif match.format == spec.GAUNTLET:
        told = (f"gauntlet, {_many(match.rounds, 'round')} of {_many(match.challengers, 'challenger')} against "
                f"{engines - match.challengers}")
    elif match.format == spec.KNOCKOUT:
        told = f"knockout of {engines} engines, {meetings}"
    else:
        told = f"{match.format}, {_many(match.rounds, 'round')} of {_many(engines, 'engine')}"
        told += f", {meetings}" if match.format in spec.RANKING else ""
    return f"{told}; {_many(len(match.starts), 'position')} in turn" if match.starts else told


def _interval(match: Match, found: Forecast) -> Iterator[str]:
    """What the games will be able to tell."""
    units = _many(found.units, "deal" if match.solo or match.game.common else "pair")
    if found.half >= 0.5:
        yield f"{units} for a figure: the 95 % interval says nothing"
    elif len(match.engines) == 1:
        yield f"the 95 % interval of its score is about ±{_percent(found.half)} wide, over {units}"
    elif match.solo or match.game.common:
        yield (f"the 95 % interval of the difference of two engines is at most about ±{_percent(found.half)} wide, "
               f"over {units}; one of {_percent(found.told)} is told in {POWER:.0%} of such tournaments{_all(match)}")
    else:
        least = f"{found.told_elo:.0f} Elo are" if found.told < 0.5 else "no difference is"
        yield (f"the 95 % interval of two engines is at most about ±{_percent(found.half)} or ±{found.elo:.0f} Elo "
               f"wide, over {units}; {least} told in {POWER:.0%} of such tournaments{_all(match)}")


def _all(match: Match) -> str:
    """What the least difference has regard to."""
    many = comparisons_of(match)
    return f", corrected for {many} comparisons" if many > 1 else ""


def _test(match: Match, test: Sprt) -> Iterator[str]:
    """How long a sequential test is likely to take."""
    deviation = math.sqrt(DIFFERENCE_VARIANCE if match.solo else PAIR_VARIANCE if test.games == 2 else GAME_VARIANCE)
    games = 1 if match.solo else 2 // test.games  # that a unit of the schedule adds to the counts
    ends, middle = (
        max(prospect(test, strength, deviation).units for strength in strengths) / games
        for strengths in ((test.low, test.high), ((test.low + test.high) / 2,))
    )
    unit = "deal" if match.solo else "pair"
    yield (f"the test takes about {_many(round(ends), unit)} where {test.low:g} or {test.high:g} is true, and "
           f"{_many(round(middle), unit)} where the truth lies between; draws and equal deals make it shorter")
    if match.rounds < ends:
        yield f"{_many(match.rounds, unit)} are at most played: it is likely to end undecided"


def _doubts(match: Match) -> Iterator[str]:
    """What makes games repeat each other, so that they tell less than their number says."""
    same = match.solo or match.format == spec.CROSS_PLAY  # all games of a round are of one deal
    deals = match.rounds if same else most_games(match) // 2
    if match.starts:
        if deals > len(match.starts) and not match.opening:
            yield (f"beware: {_many(len(match.starts), 'position')} for {_many(deals, 'deal')}; games that begin alike "
                   "may go alike, and count as if they did not")
    elif match.game.has_start and not match.opening and deals > 1:
        yield ("beware: all games begin alike; engines that use no random numbers play the same again and again, and "
               "openings = \"random:2\" helps")


def _many(count: float, what: str) -> str:
    """A number of things, for people."""
    return f"{count:,.0f} {what}{'s' * (count != 1)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.01 else f"{100 * share:.2g} %"


def _duration(seconds: float) -> str:
    """About how long, for people."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 72 * 3600 else f"{seconds / 86400:,.0f} days"
