"""The result of a tournament, event by event: for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.report import match_report
from dohyo.tournaments.results.eligibility import SprtMonitor
from dohyo.tournaments.results.figure_texts import percents
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.results.verdict import ranked, verdict
from dohyo.tournaments.stats import elo


def as_tables(found: Sequence[Result]) -> RenderableType:
    """All events, one below the other."""
    parts: list[RenderableType] = []
    for each in found:
        parts += [Text()] if parts else []
        order = ranked(each)
        parts.append(match_report.as_table(each.match, each.standings, order))
        if each.matrix:
            parts += match_report.columns(*partners(each), names=1)
        if each.ranking:
            parts.append(_ranking(each))
        parts += [Text(f"\n{verdict(each, order)}"), *(Text(line) for line in lines(each))]
    return Group(*parts)


def as_json(tournament: Tournament, found: Sequence[Result]) -> dict[str, Any]:
    """Everything that the tables show; see `report.as_json` for an event's figures."""
    return {
        "name": tournament.name,
        "events": [
            {
                "label": label,
                **match_report.as_json(each.match, each.standings),
                "endings": dict(each.endings),
                "disqualified": each.disqualified,
                "surplus": each.surplus,
                "identities": {name: dict(said) for name, said in each.identities.items()},
                "ranking": [{"engine": each.match.engines[engine].name, "reached": reached}
                            for engine, reached in each.ranking],
                "partners": [
                    {"partners": list(names), **_figures(counts)} for names, counts in each.matrix.items()
                ],
                **({"sprt": _test(each.sprt)} if each.sprt is not None else {}),
            }
            for label, each in zip(tournament.labels, found, strict=True)
        ],
    }


def _figures(counts: Counter[float]) -> dict[str, Any]:
    found = elo.estimate(counts)
    assert found is not None
    return {"units": found.units, "score": found.score, "low": found.low, "high": found.high}


def _test(sprt: SprtMonitor) -> dict[str, Any]:
    """The test as the plan has it, and where it stands."""
    lower, upper = sprt.test.bounds
    return {**sprt.test.plan, "units": sprt.counts.total(), "llr": sprt.llr, "lower": lower, "upper": upper,
            "decision": str(sprt.decision)}


def partners(found: Result) -> tuple[str, list[str], list[list[str]]]:
    """A caption, the heads and the rows of the mean scores of partners, seats in both orders, each engine also with
    itself."""
    names = [engine.name for engine in found.match.engines]
    rows = []
    for row, name in enumerate(names):
        cells = (elo.estimate(found.matrix.get((name, other) if row <= column else (other, name), Counter()))
                 for column, other in enumerate(names))
        rows.append([name, *("-" if each is None else percents(each) for each in cells)])
    return "Score % of the row as partner of the column, over equal deals", ["", *names], rows


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
        yield (f"{found.surplus} stored games do not count: they were running when a test was decided or an engine "
               "disqualified.")
    if found.sprt is not None:
        test = _test(found.sprt)
        yield (f"Sequential test after {test['units']} units: LLR {test['llr']:.2f} in [{test['lower']:.2f}, "
               f"{test['upper']:.2f}].")
