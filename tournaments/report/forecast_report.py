"""The text of `check`: how many games a plan has, how long they take, and their statistical power."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from dohyo.tournaments.plan import spec
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.results.forecast import (
    DIFFERENCE_VARIANCE,
    GAME_VARIANCE,
    PAIR_VARIANCE,
    POWER,
    Forecast,
    comparisons_of,
    forecast,
)
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.stats.sprt import Sprt, prospect

#: How the times are found.
TIMES = ("Times: what the game says of its length before the first move, times what the limits allow for a move, or "
         "what the first move took of engines without time limits.")

#: Event and engine, to the seconds that it took for a move.
Trials = Mapping[tuple[int, str], float]


def explained(tournament: Tournament, tried: Trials, played: int = 0, warning: str = "") -> RenderableType:
    """What to expect of each event, and of the whole.

    Parameters:
        tried: the time of a first move, see `Trials`.
        played: games that are stored already.
        warning: a last sentence, on how it will be played; '' for none.
    """
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
    parts += [Text(f"{most}{_many(games, 'game')} in about {_duration(seconds / at_once)}, {at_once} at a time; stored "
                   f"in {tournament.out}{there}."), Text(TIMES)]
    if warning:
        parts.append(Text(f"{warning}."))
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
    """What the games will be able to show."""
    units = _many(found.units, "deal" if match.solo or match.game.common else "pair")
    if found.half >= 0.5:
        yield f"{units}: too few for a 95 % interval"
    elif len(match.engines) == 1:
        yield f"95 % interval of its score: about ±{_percent(found.half)}, over {units}"
    elif match.solo or match.game.common:
        yield (f"95 % interval of the difference of two engines: at most about ±{_percent(found.half)}, over {units}; "
               f"{POWER:.0%} power to detect {_percent(found.min_detectable)}{_all(match)}")
    else:
        least = f"{found.min_detectable_elo:.0f} Elo" if found.min_detectable < 0.5 else "no difference"
        yield (f"95 % interval of two engines: at most about ±{_percent(found.half)} or ±{found.elo:.0f} Elo, over "
               f"{units}; {POWER:.0%} power to detect {least}{_all(match)}")


def _all(match: Match) -> str:
    """What the least detectable difference is corrected for."""
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
    yield (f"the test takes about {_many(round(ends), unit)} if {test.low:g} or {test.high:g} is true, and "
           f"{_many(round(middle), unit)} if the truth lies between; draws and equal deals make it shorter")
    if match.rounds < ends:
        yield f"at most {_many(match.rounds, unit)}: the test is likely to end undecided"


def _doubts(match: Match) -> Iterator[str]:
    """What makes games repeat each other, so that they tell less than their number says."""
    same = match.solo or match.format == spec.CROSS_PLAY  # all games of a round are of one deal
    deals = match.rounds if same else most_games(match) // 2
    if match.starts:
        if deals > len(match.starts) and not match.opening:
            yield (f"warning: {_many(len(match.starts), 'position')} for {_many(deals, 'deal')}; games with equal "
                   "openings may repeat, and the figures assume that they differ")
    elif match.game.has_start and not match.opening and deals > 1:
        yield ("warning: all games start from one position; engines without random numbers repeat their games; use "
               "openings = \"random:2\"")


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
