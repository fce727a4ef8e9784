"""What came out of a tournament, event by event, computed from its games: for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dohyo.engine import GameRecord
from dohyo.tournaments import report, spec, stats
from dohyo.tournaments.counting import Conduct, Watch, counted, key_of
from dohyo.tournaments.feed import Feed
from dohyo.tournaments.formats import Ranking
from dohyo.tournaments.schedule import Place
from dohyo.tournaments.spec import Match
from dohyo.tournaments.store import Store
from dohyo.tournaments.tally import Standings, tally
from dohyo.tournaments.tournament import Tournament
from dohyo.tournaments.verdict import ranked, verdict

#: Scores of two partners, by their names in order of the match, and how often each occurred.
Matrix = dict[tuple[str, str], Counter[float]]


#: What engines said they are, by their names in the match.
Identities = dict[str, Counter[str]]


@dataclass(frozen=True)
class Result:
    """The result of one event. watch: its sequential test; ranking: of a format that ranks, when it is over; matrix: of
    a cross-play; surplus: games that are stored and do not count; endings: how games ended, and how often; identities:
    what each engine said it is, and in how many games."""

    match: Match
    standings: Standings
    watch: Watch | None
    ranking: Ranking
    matrix: Matrix
    disqualified: list[str]
    surplus: int
    endings: Counter[str]
    identities: Identities


def result(match: Match, store: Store, event: int) -> Result:
    """The result of an event so far."""
    endings: Counter[str] = Counter()
    matrix: Matrix = {}
    identities: Identities = {}
    watch = Watch(match) if match.sprt is not None else None
    conduct = Conduct(match)
    games = _heard(counted(match, store, event), conduct, identities)
    games = _seen(match, games, endings, matrix, watch)
    standings = tally([engine.name for engine in match.engines], games, solo=match.solo,
                      cross=match.format == spec.CROSS_PLAY)
    ranking: Ranking = []
    if match.format in spec.RANKING:
        feed = Feed(match, store, event)
        feed.take()
        ranking = feed.ranking
    played = endings.total()
    return Result(match, standings, watch, ranking, matrix, conduct.disqualified,
                  store.count(event=event) - played, endings, identities)


def _heard(
    games: Iterator[tuple[Place, GameRecord]], conduct: Conduct, identities: Identities
) -> Iterator[tuple[Place, GameRecord]]:
    """The same games; the conduct is told of them, of those alone that count, and what engines said they are is noted.
    """
    for place, record in games:
        conduct.add(place, record)
        for name, identity in dict(zip(record.players, record.extra.get("identities", ()), strict=False)).items():
            if identity:  # which one that never started has not
                identities.setdefault(name, Counter())[identity] += 1
        yield place, record


def _seen(
    match: Match, games: Iterator[tuple[Place, GameRecord]], endings: Counter[str], matrix: Matrix, watch: Watch | None
) -> Iterator[tuple[Place, GameRecord]]:
    """The same games; on their way everything else is counted that is told of them."""
    order = {engine.name: number for number, engine in enumerate(match.engines)}
    unit: list[GameRecord] = []
    last = (-1, -1)
    for place, record in games:
        key = key_of(match, place)
        if key != last and unit:
            _unit(match, unit, order, matrix, watch)
            unit = []
        last = key
        unit.append(record)
        endings[str(record.extra.get("ending", "fault" if record.fault else "rules"))] += 1
        yield place, record
    if unit:
        _unit(match, unit, order, matrix, watch)


def _unit(match: Match, unit: list[GameRecord], order: dict[str, int], matrix: Matrix, watch: Watch | None) -> None:
    if watch is not None:
        watch.add(unit)
    if match.format == spec.CROSS_PLAY:
        first, second = sorted(unit[0].players, key=lambda name: order[name])
        if len(unit) == (1 if first == second else 2):
            mean = sum(record.returns[0] for record in unit) / len(unit)
            matrix.setdefault((first, second), Counter())[mean] += 1


def results(tournament: Tournament, store: Store) -> list[Result]:
    """The results of all events so far."""
    return [result(match, store, event) for event, match in enumerate(tournament.events)]


def as_tables(found: list[Result]) -> RenderableType:
    """All events, one below the other."""
    parts: list[RenderableType] = []
    for each in found:
        parts += [Text()] if parts else []
        parts.append(report.as_table(each.match, each.standings))
        if each.matrix:
            parts.append(_matrix(each))
        if each.ranking:
            parts.append(_ranking(each))
        parts += [Text(f"\n{verdict(each, ranked(each))}"), *(Text(line) for line in lines(each))]
    return Group(*parts)


def as_json(tournament: Tournament, found: list[Result]) -> dict[str, Any]:
    """Everything that the tables show; see `report.as_json` for an event's figures."""
    return {
        "name": tournament.name,
        "events": [
            {
                "label": label,
                **report.as_json(each.match, each.standings),
                "endings": dict(each.endings),
                "disqualified": each.disqualified,
                "surplus": each.surplus,
                "identities": {name: dict(said) for name, said in each.identities.items()},
                "ranking": [{"engine": each.match.engines[engine].name, "reached": reached}
                            for engine, reached in each.ranking],
                "partners": [
                    {"partners": list(names), **_figures(counts)} for names, counts in each.matrix.items()
                ],
                **({"sprt": _test(each.watch)} if each.watch is not None else {}),
            }
            for label, each in zip(tournament.labels, found, strict=True)
        ],
    }


def _figures(counts: Counter[float]) -> dict[str, Any]:
    found = stats.estimate(counts)
    assert found is not None
    return {"units": found.units, "score": found.score, "low": found.low, "high": found.high}


def _test(watch: Watch) -> dict[str, Any]:
    lower, upper = watch.test.bounds
    return {"units": watch.counts.total(), "llr": watch.llr, "lower": lower, "upper": upper,
            "decision": str(watch.decision)}


def _matrix(found: Result) -> RenderableType:
    """Mean scores of partners, seats in both orders, each engine also with itself."""
    names = [engine.name for engine in found.match.engines]
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    for row, name in enumerate(names):
        cells = []
        for column, other in enumerate(names):
            counts = found.matrix.get((name, other) if row <= column else (other, name))
            each = None if counts is None else stats.estimate(counts)
            cells.append("-" if each is None else report.percents(each))
        table.add_row(Text(name, style="bold"), *cells)
    return Group(Text("\nScore % of the row as partner of the column, over equal deals\n", style="bold"), table)


def _ranking(found: Result) -> RenderableType:
    lines = [f"{place}  {found.match.engines[engine].name}  {reached}"
             for place, (engine, reached) in enumerate(found.ranking, 1)]
    return Text("\n".join(["", found.match.format.capitalize(), *lines]))


def lines(found: Result) -> Iterator[str]:
    """Sentences below the tables."""
    early = {name: count for name, count in found.endings.items() if name not in ("rules", "fault")}
    if early:
        yield "Ended early: " + ", ".join(f"{count} by {name}" for name, count in sorted(early.items())) + "."
    for name, said in found.identities.items():
        if len(said) > 1:
            each = ", ".join(f"{identity} in {count} games" for identity, count in said.most_common())
            yield f"{name} was not the same program in all games: {each}."
    if found.disqualified:
        yield f"Disqualified after {found.match.disqualify_after} faults: {', '.join(found.disqualified)}."
    if found.surplus:
        yield (f"{found.surplus} games are kept that do not count: they were under way when a test was decided or an "
               "engine disqualified.")
    if found.watch is not None:
        told = _test(found.watch)
        yield (f"Sequential test after {told['units']} units: LLR {told['llr']:.2f} in [{told['lower']:.2f}, "
               f"{told['upper']:.2f}].")
