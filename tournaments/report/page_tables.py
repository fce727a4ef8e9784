"""The tables and sentences of a report: from figures to texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dohyo.engine import Fault
from dohyo.tournaments.plan.spec import START_TIMEOUT, Match
from dohyo.tournaments.report import match_report, tournament_report
from dohyo.tournaments.results import comparisons
from dohyo.tournaments.results.figure_texts import elos, percents
from dohyo.tournaments.results.game_figures import LISTED, EventFigures, Point, ShownGame
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.results.series import Times
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.ratings import Ratings

#: What stands for nothing.
NONE = "-"
#: Rows that show a curve, at most.
ROWS = 25
#: How a column is set, by its letter in `Table.sides`.
SIDES = {"l": "left", "r": "right", "w": "wide"}


@dataclass(frozen=True)
class PageTable:
    """rows: texts, the first of each heads it; sides: a letter a column, l left, r right, w left and broken into lines;
    the last letter holds for all that follow."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    sides: str = "lr"

    def side(self, column: int) -> str:
        """How a column is set."""
        return SIDES[self.sides[min(column, len(self.sides) - 1)]]


def notes(result: Result, seen: EventFigures) -> Iterator[str]:
    """Sentences below the first tables."""
    yield from tournament_report.lines(result)
    yield from match_report.unpaired(result.standings)
    found = elo.estimate(seen.first)
    if found is not None and not result.match.game.common:
        yield f"Seat 1 scored {percents(found)} % over {found.units} pairs of games."


# --- who is how strong ------------------------------------------------------------------------------------------------


def standings(result: Result, seen: EventFigures, best: Sequence[int]) -> PageTable:
    """The crosstable's left half: games, scores, faults, time."""
    with_elo = result.match.head_to_head
    rows = []
    for number in best:
        entrant = result.standings.entrants[number]
        found = elo.estimate(entrant.scores)
        cells = [NONE if found is None else percents(found)]
        if with_elo:
            cells.append(NONE if found is None else elos(found))
        milliseconds = f"{1000 * entrant.seconds / entrant.moves:.1f}" if entrant.moves else NONE
        rows.append([entrant.name, *cells, str(entrant.games), f"{entrant.wins}-{entrant.draws}-{entrant.losses}",
                     str(entrant.faults.total()), milliseconds])
    head = ["engine", "score % [95 %]", *(["Elo [95 %]"] if with_elo else []), "games", "W-D-L", "faults", "ms/move"]
    return PageTable(f"Standings, the best first; {match_report.progress(result.match, result.standings)}", head, rows)


def crosstable(result: Result, best: Sequence[int]) -> PageTable:
    """The score of each engine against each other."""
    return PageTable(*match_report.duels(result.match, result.standings, best))


def ranking(result: Result) -> PageTable:
    """What the format itself decided."""
    rows = [[str(place), result.match.engines[engine].name, reached]
            for place, (engine, reached) in enumerate(result.ranking, 1)]
    return PageTable(f"{result.match.format.capitalize()}", ["", "engine", "reached"], rows, "rl")


def partners(result: Result) -> PageTable:
    """Scores of all partners of a cross-play."""
    return PageTable(*tournament_report.partners(result))


def rating_table(found: Ratings) -> PageTable:
    """Ratings, and how likely each engine is stronger than the next."""
    return PageTable(*comparisons.rating_table(found))


def compared(result: Result, best: Sequence[int]) -> PageTable | None:
    """Any two engines; None where none are compared."""
    found = comparisons.comparisons(result.match, result.standings, best)
    return PageTable(*comparisons.table(result.match, found), "llr") if found else None


def scores(result: Result, best: Sequence[int]) -> Iterator[tuple[str, float, float, float]]:
    """Scores in percent with their intervals."""
    for number in best:
        found = elo.estimate(result.standings.entrants[number].scores)
        if found is not None:
            yield result.match.engines[number].name, 100 * found.score, 100 * found.low, 100 * found.high


# --- the figures of plots ---------------------------------------------------------------------------------------------


def _some(length: int) -> list[int]:
    """Places of a bounded number of a series' points, the last one among them."""
    return sorted({int(place) for place in np.linspace(0, length - 1, min(ROWS, length)).round()})


def curve_table(curves: Mapping[str, Sequence[Point]], unit: str) -> PageTable:
    """Scores over time."""
    rows = []
    for name, points in curves.items():
        rows += [[name, str(points[place].units), f"{100 * points[place].score:.1f}",
                  f"[{100 * points[place].low:.1f}, {100 * points[place].high:.1f}]"] for place in _some(len(points))]
    return PageTable("Score over time", ["engine", unit, "score %", "95 %"], rows)


def path_table(path: Sequence[tuple[int, float]]) -> PageTable:
    """The log-likelihood ratio over time."""
    rows = [[str(path[place][0]), f"{path[place][1]:.3f}"] for place in _some(len(path))]
    return PageTable("Log-likelihood ratio", ["units", "ratio"], rows, "rr")


def time_table(times: Mapping[str, Times], match: Match) -> PageTable:
    """Times and nodes of moves."""
    limits = {engine.name: str(engine.limits) for engine in match.engines}
    rows = [
        [name, f"{found.moves:,}", *(f"{found.quantile(share):.3g}" for share in (0.05, 0.5, 0.95)),
         f"{found.longest:.3g}", f"{found.nodes / found.searched:,.0f}" if found.searched else NONE, limits[name]]
        for name, found in times.items()
    ]
    head = ["engine", "moves", "5 %", "median", "95 %", "longest", "nodes/move", "limit"]
    return PageTable("Milliseconds a move, to about 6 %", head, rows)


def length_table(counts: Mapping[int, int]) -> PageTable:
    """Games by their length, in as many classes as rows may be."""
    least, most = min(counts), max(counts)
    width = max(1, -(-(most - least + 1) // ROWS))
    rows = []
    for start in range(least, most + 1, width):
        count = sum(counts.get(plies, 0) for plies in range(start, start + width))
        rows.append([str(start) if width == 1 else f"{start} to {start + width - 1}", str(count)])
    return PageTable("Games by length", ["plies", "games"], rows, "rr")


def value_table(game: ShownGame) -> PageTable:
    """What the engines expected in a game."""
    rows = [[str(each.ply), f"{game.players[each.seat - 1]}, seat {each.seat}", f"{100 * each.value:.1f}"]
            for each in (game.values[place] for place in _some(len(game.values)))]
    return PageTable("Expected result by ply", ["ply", "engine", "expected %"], rows, "rlr")


# --- endings, deals, faults -------------------------------------------------------------------------------------------

ENDINGS = {
    "rules": "by the rules", "length": "by the rule that limits their length", "fault": "by a fault",
    "resign": "resigned for, as the values agreed", "draw": "drawn, as the values agreed", "solver": "by a solver",
    "plies": "by the limit of plies",
}


def endings(result: Result) -> PageTable:
    """How games ended."""
    total = result.endings.total()
    rows = [[ENDINGS.get(ending, ending), str(count), f"{100 * count / total:.1f}"]
            for ending, count in result.endings.most_common()]
    return PageTable("How games ended", ["ending", "games", "%"], rows)


def splits(result: Result, seen: EventFigures) -> PageTable:
    """Deals on which results differed most."""
    names = [engine.name for engine in result.match.engines]
    rows = [[str(split.round), str(split.deal), str(split.seed),
             *(f"{100 * split.results[name]:.0f}" if name in split.results else NONE for name in names)]
            for split in seen.splits]
    caption = (f"Results differed on {seen.differing} of {seen.deals} deals. Score % of each engine; the round counts "
            "from 0, the seed makes the deal")
    return PageTable(caption, ["round", "deal", "seed", *names], rows, "rr")


def fault_counts(result: Result, best: Sequence[int]) -> PageTable:
    """Faults by engine and kind."""
    rows = []
    for number in best:
        entrant = result.standings.entrants[number]
        rows.append([entrant.name, *(str(entrant.faults[fault]) for fault in Fault), str(entrant.faults.total())])
    return PageTable("Games forfeited", ["engine", *map(str, Fault), "all"], rows)


def fault_list(seen: EventFigures) -> PageTable:
    """The first faults, in words."""
    rows = [[str(fell.place), fell.engine, str(fell.fault), fell.text] for fell in seen.fell]
    return PageTable("The first faults", ["game", "engine", "fault", "what happened"], rows, "lllw")


# --- what was played --------------------------------------------------------------------------------------------------


def engines(result: Result) -> PageTable:
    """Who took part, and what each may spend."""
    rows = []
    for engine in result.match.engines:
        extra = [f"in {engine.cwd}"] if engine.cwd else []
        extra += [f"{name} set in its environment" for name, _ in engine.env]  # a page is shown to others
        extra += ["restarted for every game"] if engine.restart else []
        extra += [f"start timeout of {engine.start_timeout} s"] if engine.start_timeout != START_TIMEOUT else []
        options = ", ".join(f"{name}={value}" for name, value in engine.options)
        rows.append([engine.name, engine.program, "; ".join([*([options] if options else []), *extra]) or NONE,
                     str(engine.limits), ", ".join(list(result.identities.get(engine.name, ()))[:LISTED]) or NONE])
    return PageTable("Engines", ["engine", "command", "options", "limits", "says it is"], rows, "lwwlw")


def settings(plan: Mapping[str, Any]) -> PageTable:
    """The plan of an event, a setting a row, without its engines."""
    rows = list(_flat({key: value for key, value in plan.items() if key != "engines"}))
    return PageTable("Settings", ["setting", "value"], rows, "lw")


def _flat(plan: Mapping[str, Any], path: str = "") -> Iterator[list[str]]:
    for key, value in plan.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{key}.")
        elif isinstance(value, list):
            yield [f"{path}{key}", f"{len(value)} positions, the first {value[0]}"]
        else:
            yield [f"{path}{key}", str(value)]
