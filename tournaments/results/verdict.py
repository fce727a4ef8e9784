"""The answer of an event in a few sentences: who is stronger, by how much, how sure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dohyo.tournaments.plan.spec import CROSS_PLAY, Match
from dohyo.tournaments.results import comparisons
from dohyo.tournaments.results.counts import by_score, rank
from dohyo.tournaments.results.eligibility import SprtMonitor
from dohyo.tournaments.results.figure_texts import elos, p_text, percents
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.sprt import Decision

#: Share of games that end by faults from which on it is said.
MANY_FAULTS = 0.1


def ranked(result: Result) -> list[int]:
    """The engines' numbers, best first: by the ranking of the format, or by their mean score."""
    if result.ranking:
        return [engine for engine, _ in result.ranking]
    return by_score(result.standings)


def unit_name(match: Match) -> str:
    """What a unit is called, in the plural."""
    return "deals" if match.solo or match.format == CROSS_PLAY else "pairs of games"


def _units(count: int, match: Match) -> str:
    name = unit_name(match)
    return f"{count} {name}" if count != 1 else f"{count} {name.replace('s', '', 1)}"


def verdict(result: Result, best: Sequence[int]) -> str:
    """The answer in a few sentences."""
    return " ".join(filter(None, (_scores(result, best), _tested(result), _forfeits(result))))


def _tested(result: Result) -> str:
    """What the sequential test says."""
    if result.sprt is None or not result.sprt.counts:
        return ""
    test = result.sprt.test
    return f"The test of H0 ({test.low:g}) against H1 ({test.high:g}): {decision(result.sprt)}."


def _forfeits(result: Result) -> str:
    """Beware of scores that come from faults."""
    faults, games = result.endings["fault"], result.endings.total()
    return f"Faults ended {faults} of {games} games: they count as losses." if faults >= MANY_FAULTS * games > 0 else ""


def _scores(result: Result, best: Sequence[int]) -> str:
    """Who is the stronger, by the scores."""
    match, standings = result.match, result.standings
    names = [match.engines[number].name for number in best]
    found = elo.estimate(standings.entrants[best[0]].scores)
    if found is None:
        return "No unit is complete yet, so there is no score."
    scored = f"{names[0]} scored {percents(found)} % over {_units(found.units, match)}"
    if len(best) == 2 and match.game.common and not match.solo and match.format != CROSS_PLAY:
        return f"{names[0]} and {names[1]} together{scored.removeprefix(names[0])}."
    if len(best) == 1 or (match.game.common and not match.solo):
        return f"{scored}{_first(result, best)}."
    against = elo.estimate(comparisons.seen_by(best[0], best[1], match, standings))
    if against is None:
        return f"{scored}{_first(result, best)}; {names[1]}, the next, has played no unit against it."
    if len(best) == 2 and not match.solo:
        return (f"{names[0]} scored {percents(against)} % against {names[1]} over "
                f"{_units(against.units, match)}, {elos(against)} Elo{_judged(result, best)}.")
    if match.solo:
        gap = [200 * (value - 0.5) for value in (against.score, against.low, against.high)]
        compared = (f"On equal deals that is {gap[0]:+.1f} [{gap[1]:+.1f}, {gap[2]:+.1f}] percentage points vs "
                    f"{names[1]}")
    else:
        compared = (f"Against {names[1]} it scored {percents(against)} %, {elos(against)} Elo, "
                    f"over {_units(against.units, match)}")
    return f"{scored}{_first(result, best) if len(best) > 2 else ''}. {compared}{_judged(result, best)}."


def _first(result: Result, best: Sequence[int]) -> str:
    """What the first engine is before the others. Who comes first by the rules of a format need not have the highest
    score: who wins a knockout by a point a meeting may be below one who lost only the last."""
    if len(best) == 1:
        return ""
    if result.ranking:
        return f", and is first of the {result.match.format}"
    one, other = (rank(result.standings.entrants[number]) for number in best[:2])
    return ", and none scored more" if math.isclose(one, other, abs_tol=1e-12) else ", the highest of all"


def _judged(result: Result, best: Sequence[int]) -> str:
    """Whether the first two of the ranking differ significantly. Nothing where a sequential test says so itself: as it
    stops by its results, every other test of them is too sure."""
    if result.match.sprt is not None:
        return ""
    each = next(each for each in comparisons.comparisons(result.match, result.standings, best)
                if (each.first, each.second) == tuple(best[:2]))
    chance = f"p = {p_text(each.corrected)}".replace("= <", "< ")
    if not each.significant:
        return f": no significant difference ({chance})"
    stronger = each.first if elo.mean(each.counts) > 0.5 else each.second
    return f": {result.match.engines[stronger].name} is the stronger of the two ({chance})"


def decision(sprt: SprtMonitor) -> str:
    """What a sequential test came to, for people."""
    accepted = {Decision.H0: sprt.test.low, Decision.H1: sprt.test.high}.get(sprt.decision)
    return "not yet decided" if accepted is None else f"{sprt.decision} ({accepted:g}) is accepted"
