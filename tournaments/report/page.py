"""The report of a tournament as one page that opens anywhere: no network, no script, plots and tables inside.

Everything is computed from the games that are kept. A page of equal games is equal, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources

from jinja2 import Environment, StrictUndefined

from dohyo.engine import DohyoError
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.report import page_tables as tables
from dohyo.tournaments.report import plots
from dohyo.tournaments.report.page_tables import PageTable
from dohyo.tournaments.report.plots import Plot
from dohyo.tournaments.results import comparisons
from dohyo.tournaments.results.game_figures import EventFigures
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.results.verdict import decision, ranked, unit_name, verdict

#: Engines whose scores are drawn over time, the best ones.
CURVES = 6

FOOTER = ("Intervals hold with a confidence of 95 %. A unit is a pair of games from one deal with seats swapped or, "
          "where engines play alone or with every partner, a deal that each of them played; a score counts complete "
          "units. A game is named by its round, pair and swap, all counted from 0.")


@dataclass(frozen=True)
class Item:
    """A plot, and its figures where they stand in no other table."""

    plot: Plot
    table: PageTable | None = None


@dataclass(frozen=True)
class Part:
    """A headed part of an event: plots, then tables."""

    title: str
    plots: list[Item] = field(default_factory=list)
    tables: list[PageTable] = field(default_factory=list)


@dataclass(frozen=True)
class Event:
    """An event as the template shows it. verdict: the answer in a sentence."""

    label: str
    anchor: str
    verdict: str
    tables: list[PageTable]
    notes: list[str]
    parts: list[Part]
    engines: PageTable
    settings: PageTable


def page(tournament: Tournament, found: Sequence[Result]) -> str:
    """The whole page. found: the result of each event."""
    events = []
    games = moves = 0
    for number, (label, result) in enumerate(zip(tournament.labels, found, strict=True)):
        games += result.standings.played
        moves += sum(entrant.moves for entrant in result.standings.entrants)
        events.append(_event(label, f"event-{number}", result))
    engines = len(tournament.engines)
    summary = (f"{engines} engine{'s' * (engines != 1)}, {len(events)} game{'s' * (len(events) != 1)}, {games:,} games "
               f"played, {moves:,} moves.")
    source = resources.files("dohyo.tournaments.report").joinpath("page.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    return environment.from_string(source).render(name=tournament.name, summary=summary, events=events, footer=FOOTER)


def _event(label: str, anchor: str, result: Result) -> Event:
    order, seen = ranked(result), result.figures
    top = [tables.standings(result, seen, order)]
    if result.matrix:
        top.append(tables.partners(result))
    elif len(order) > 1:
        top.append(tables.crosstable(result, order))
    if result.ranking:
        top.append(tables.ranking(result))
    parts = [
        _strength(anchor, result, seen, order), _test(anchor, result), _times(anchor, result, seen, order),
        _lengths(anchor, result, seen), _values(anchor, seen), _splits(result, seen), _faults(result, seen, order),
    ]
    return Event(label, anchor, verdict(result, order), top, list(tables.notes(result, seen)),
                 [part for part in parts if part.plots or part.tables], tables.engines(result),
                 tables.settings(result.match.plan))


def _strength(anchor: str, result: Result, seen: EventFigures, order: Sequence[int]) -> Part:
    """Ratings or scores with intervals, and scores over time."""
    part = Part("Strength")
    try:
        rated, unrated = comparisons.ratings(result.match, result.standings), ""
    except DohyoError as error:
        rated, unrated = None, comparisons.unrated(error)
    if rated is not None:
        rows = [(rated.names[engine], float(rated.elo[engine]), *rated.interval(engine)) for engine in rated.order]
        part.plots.append(Item(plots.intervals(f"{anchor}-ratings", "Ratings", "Elo, their mean 0", rows),
                               tables.rating_table(rated)))
    else:
        rows = list(tables.scores(result, order))
        if rows:
            plot = plots.intervals(f"{anchor}-scores", "Scores", "score in percent", rows, unrated)
            part.plots.append(Item(plot))
    curves = {name: seen.curves[name] for name in _shown(result, order) if name in seen.curves}
    if curves:
        unit = unit_name(result.match)
        plot = plots.score_curves(f"{anchor}-curve", curves, unit, middle=result.match.head_to_head)
        part.plots.append(Item(plot, tables.curve_table(curves, unit)))
    compared = tables.compared(result, order)
    part.tables.extend([] if compared is None else [compared])
    return part


def _shown(result: Result, order: Sequence[int]) -> Iterator[str]:
    """The engines whose scores are drawn over time. Of two that play against each other one says it all."""
    names = [result.match.engines[number].name for number in order]
    yield from names[:1] if len(names) == 2 and result.match.head_to_head else names[:CURVES]


def _test(anchor: str, result: Result) -> Part:
    part = Part("Sequential test")
    if result.sprt is not None and result.sprt.path:
        lower, upper = result.sprt.test.bounds
        part.plots.append(Item(
            plots.ratio_path(f"{anchor}-test", result.sprt.path, lower, upper, decision(result.sprt)),
            tables.path_table(result.sprt.path),
        ))
    return part


def _times(anchor: str, result: Result, seen: EventFigures, order: Sequence[int]) -> Part:
    part = Part("Time use")
    names = [result.match.engines[number].name for number in order]
    times = {name: seen.times[name] for name in names if name in seen.times}
    limits = {engine.name: float(engine.limits.movetime) for engine in result.match.engines if engine.limits.movetime}
    if times:
        part.plots.append(Item(plots.think_times(f"{anchor}-times", times, limits)))
        part.tables.append(tables.time_table(times, result.match))
    return part


def _lengths(anchor: str, result: Result, seen: EventFigures) -> Part:
    part = Part("Length and endings")
    if seen.lengths:
        part.plots.append(Item(plots.lengths(f"{anchor}-lengths", seen.lengths), tables.length_table(seen.lengths)))
        part.tables.append(tables.endings(result))
    return part


def _values(anchor: str, seen: EventFigures) -> Part:
    items = [Item(plots.values(f"{anchor}-game-{number}", game), tables.value_table(game))
             for number, game in enumerate(seen.games)]
    return Part("What the engines expected", items)


def _splits(result: Result, seen: EventFigures) -> Part:
    return Part("Deals on which the engines differed most", tables=[tables.splits(result, seen)] if seen.splits else [])


def _faults(result: Result, seen: EventFigures, order: Sequence[int]) -> Part:
    part = Part("Faults")
    if seen.fell:
        part.tables.extend([tables.fault_counts(result, order), tables.fault_list(seen)])
    return part

