"""The table of playing strength as JSON and as text, from the figures of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.stats.elo import Interval
from dohyo.tournaments.strength.figures import RowFigures, RowResult
from dohyo.tournaments.strength.plan import Part, Row

# --- for programs --------------------------------------------------------------------------------------------------

def as_json(parts: Sequence[tuple[Part, Sequence[RowResult]]]) -> dict[str, Any]:
    """Everything that the table shows: a list of rows for each part. Shares lie in [0, 1], times are in seconds."""
    return {part.name: [_row_as_json(found) for found in rows] for part, rows in parts}


def _row_as_json(found: RowResult) -> dict[str, Any]:
    row, match = found.row, found.match
    return {
        "row": row.name,
        "game": row.game_id,
        "rules": row.rules,
        "engines": list(row.engines),
        "limits": None if match is None else [str(engine.limits) for engine in match.engines],
        "seed": None if match is None else match.seed,
        "bar": row.bar,
        "caps": row.caps,
        **_figures_as_json(found.figures),
        "complete": found.figures.complete,
        "verdict": verdict(found),
    }


def _figures_as_json(figures: RowFigures) -> dict[str, Any]:
    found = {each.name: getattr(figures, each.name) for each in fields(figures)}
    return {name: value._asdict() if isinstance(value, Interval) else value for name, value in found.items()}


# --- for people ----------------------------------------------------------------------------------------------------

def as_table(parts: Sequence[tuple[Part, Sequence[RowResult]]]) -> RenderableType:
    """A table for each part, and below them why rows could not be played."""
    blocks: list[RenderableType] = []
    for part, rows in parts:
        blocks += [Text(f"{part.title}\n", style="bold"), _table(rows), Text("")]
    problems = [f"{found.row.name}: {found.figures.problem}" for _, rows in parts for found in rows
                if found.figures.problem]
    return Group(*blocks, *map(Text, problems))


def _table(rows: Sequence[RowResult]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for name in ("row", "engines", "time"):
        table.add_column(name, overflow="fold")
    for name in ("games", "% [95 %]", "bar", "drawn", "cut", "faults", "used"):
        table.add_column(name, justify="right")
    table.add_column("")
    for found in rows:
        table.add_row(*map(Text, _cells(found)))
    return table


def _cells(found: RowResult) -> list[str]:
    row, match, figures = found.row, found.match, found.figures
    faults = sum(sum(each.values()) for each in figures.faults)
    return [
        row.name,
        " - ".join(row.engines) if match is None else " - ".join(engine.name for engine in match.engines),
        "-" if match is None else _time(match),
        f"{figures.played:,}" if figures.complete else f"{figures.played:,} of {figures.planned:,}",
        result(figures),
        "" if row.bar is None else f"{100 * row.bar:.0f}",
        "" if figures.drawn is None else f"{100 * figures.drawn:.1f}",
        _cut(row, figures),
        str(faults) if figures.faults else "",
        "" if match is None else _used(match, figures),
        verdict(found),
    ]


def _cut(row: Row, figures: RowFigures) -> str:
    if figures.cut is None:
        return ""
    return f"{100 * figures.cut:.1f}" + ("" if row.caps is None else f" (< {100 * row.caps:.0f})")


def result(figures: RowFigures) -> str:
    """The score in percent with its 95 % interval; for two that play alone both rates and their difference."""
    if figures.score is not None:
        return _interval(figures.score, "")
    if figures.difference is not None:
        rates = " - ".join(f"{100 * rate:.1f}" for rate in figures.rates)
        return f"{rates} = {_interval(figures.difference, '+')}"
    return "-"


def verdict(found: RowResult) -> str:
    """Whether the bars are reached, and whether games are missing; '' if neither is in question."""
    row, figures = found.row, found.figures
    if figures.problem:
        return "cannot be played"
    words = [] if figures.complete else ["incomplete"]
    if figures.score is not None and row.bar is not None:
        words.append("reached" if figures.score.value >= row.bar else "missed")
        if figures.score.low < row.bar <= figures.score.high:
            words.append("not significantly")
    if figures.cut is not None and row.caps is not None and figures.cut >= row.caps:
        words.append("too many cut")
    return ", ".join(words)


def _interval(share: Interval, sign: str) -> str:
    value, low, high = (f"{100 * number:{sign}.1f}" for number in (share.value, share.low, share.high))
    return f"{value} [{low}, {high}]"


def _time(match: Match) -> str:
    limits = list(dict.fromkeys(_limits(engine) for engine in match.engines))
    return limits[0] if len(limits) == 1 else "by engine"


def _limits(engine: Engine) -> str:
    limits = engine.limits
    words = [] if limits.movetime is None else [f"{limits.movetime:,} ms a move"]
    words += [] if limits.clock(1) is None else [f"{limits.clock(1)} s a game"]
    words += [] if limits.nodes is None else [f"{limits.nodes:,} nodes"]
    words += [] if limits.depth is None else [f"depth {limits.depth}"]
    return ", ".join(words).replace("+0 s", " s")


def _used(match: Match, figures: RowFigures) -> str:
    """The time that the first engine used: the share of its clock in a game, or the mean for a move."""
    clock = match.engines[0].limits.clock(1)
    if clock is not None and figures.seconds[0] is not None:
        clocks = match.game.seats if match.own_partners else 1
        return f"{100 * figures.seconds[0] / (clock.remaining / 1000 * clocks):.0f} %"
    return "" if not figures.per_move or figures.per_move[0] is None else f"{1000 * figures.per_move[0]:.1f} ms"
