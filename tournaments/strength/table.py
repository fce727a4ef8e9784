"""The table of playing strength, for people and for programs, from the games of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dohyo.engine import GameRecord
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.results.counts import Entrant, Standings, tally
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.stats.elo import Interval
from dohyo.tournaments.strength.plan import Part, Row


@dataclass(frozen=True)
class RowFigures:
    """What the games of a row come to.

    played, planned: games; score: of the first engine, its rate of wins where engines play alone; difference: by how
    much the rate of the first is above that of the second over equal deals; rates: of both; drawn, cut: parts of the
    games played that ended drawn, and that a limit of length ended; faults: by engine; seconds: by engine, of thinking
    in a game, the mean; per_move: the same for a move it was asked for; problem: why no game can be played.
    """

    played: int
    planned: int
    score: Interval | None = None
    difference: Interval | None = None
    rates: tuple[float, ...] = ()
    drawn: float | None = None
    cut: float | None = None
    faults: tuple[dict[str, int], ...] = ()
    seconds: tuple[float | None, ...] = ()
    per_move: tuple[float | None, ...] = ()
    problem: str = ""

    @property
    def complete(self) -> bool:
        return self.played == self.planned


@dataclass(frozen=True)
class RowResult:
    """A row, its match (None where it has none), and its figures."""

    row: Row
    match: Match | None
    figures: RowFigures


def figures(match: Match, games: Iterable[tuple[Place, GameRecord]]) -> RowFigures:
    """Count the games of a match; those of later rounds are left out."""
    counts, asked = Counter[str](), Counter[str]()
    names = [engine.name for engine in match.engines]
    standings = tally(names, _counted(match, games, counts, asked), solo=match.solo)
    played = counts["played"]
    entrants = standings.entrants
    pair = match.solo and len(names) == 2
    return RowFigures(
        played=played,
        planned=most_games(match),
        score=None if pair else _share(elo.estimate(entrants[0].scores)),
        difference=_difference(standings) if pair else None,
        rates=tuple(elo.mean(entrant.scores) for entrant in entrants if entrant.scores) if pair else (),
        drawn=counts["drawn"] / played if played and not match.solo else None,
        cut=counts["cut"] / played if played and not match.solo else None,
        faults=tuple({str(fault): count for fault, count in sorted(each.faults.items())} for each in entrants),
        seconds=tuple(each.seconds / each.games if each.games else None for each in entrants),
        per_move=tuple(_per_move(each, asked) for each in entrants),
    )


def _counted(
    match: Match, games: Iterable[tuple[Place, GameRecord]], counts: Counter[str], asked: Counter[str]
) -> Iterator[tuple[Place, GameRecord]]:
    """The games of the match's rounds; counts games, draws, cut games, and moves asked for by engine."""
    for place, record in games:
        if place.round >= match.rounds:
            return
        counts["played"] += 1
        if not match.solo and set(record.returns) == {0.5}:
            counts["drawn"] += 1
            counts["cut"] += record.fault is None and _cut_short(record)
        asked.update(record.players[ply.seat - 1] for ply in record.plies if ply.time > 0)
        yield place, record


def _cut_short(record: GameRecord) -> bool:
    *_, end = record.replay()
    return end.cut_short


def _share(found: elo.Estimate | None) -> Interval | None:
    return None if found is None else Interval(found.score, found.low, found.high)


def _difference(standings: Standings) -> Interval | None:
    found = elo.estimate(standings.duels[0, 1])
    return None if found is None else Interval(*(2 * score - 1 for score in (found.score, found.low, found.high)))


def _per_move(entrant: Entrant, asked: Counter[str]) -> float | None:
    return entrant.seconds / asked[entrant.name] if asked[entrant.name] else None


# --- for programs --------------------------------------------------------------------------------------------------

def as_json(parts: Sequence[tuple[Part, Sequence[RowResult]]]) -> dict[str, Any]:
    """Everything that the table shows: by part a list of rows. Shares lie in [0, 1], times are in seconds."""
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


def _figures_as_json(counted: RowFigures) -> dict[str, Any]:
    found = {each.name: getattr(counted, each.name) for each in fields(counted)}
    return {name: value._asdict() if isinstance(value, Interval) else value for name, value in found.items()}


# --- for people ----------------------------------------------------------------------------------------------------

def as_table(parts: Sequence[tuple[Part, Sequence[RowResult]]]) -> RenderableType:
    """One table for each part, and below them why rows have no figures."""
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
    row, match, counted = found.row, found.match, found.figures
    faults = sum(sum(each.values()) for each in counted.faults)
    return [
        row.name,
        " - ".join(row.engines) if match is None else " - ".join(engine.name for engine in match.engines),
        "-" if match is None else _time(match),
        f"{counted.played:,}" if counted.complete else f"{counted.played:,} of {counted.planned:,}",
        result(counted),
        "" if row.bar is None else f"{100 * row.bar:.0f}",
        "" if counted.drawn is None else f"{100 * counted.drawn:.1f}",
        _cut(row, counted),
        str(faults) if counted.faults else "",
        "" if match is None else _used(match, counted),
        verdict(found),
    ]


def _cut(row: Row, counted: RowFigures) -> str:
    if counted.cut is None:
        return ""
    return f"{100 * counted.cut:.1f}" + ("" if row.caps is None else f" (< {100 * row.caps:.0f})")


def result(counted: RowFigures) -> str:
    """The score in percent and its interval; with a sign where it is a difference."""
    if counted.score is not None:
        return _interval(counted.score, "")
    if counted.difference is not None:
        rates = " - ".join(f"{100 * rate:.1f}" for rate in counted.rates)
        return f"{rates} = {_interval(counted.difference, '+')}"
    return "-"


def verdict(found: RowResult) -> str:
    """What the figures say of the bars, and whether games are missing."""
    row, counted = found.row, found.figures
    if counted.problem:
        return "cannot be played"
    words = [] if counted.complete else ["incomplete"]
    if counted.score is not None and row.bar is not None:
        words.append("reached" if counted.score.value >= row.bar else "missed")
        if counted.score.low < row.bar <= counted.score.high:
            words.append("not surely")
    if counted.cut is not None and row.caps is not None and counted.cut >= row.caps:
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


def _used(match: Match, counted: RowFigures) -> str:
    """Of the first engine: the part of its clock in a game, or the time for a move."""
    clock = match.engines[0].limits.clock(1)
    if clock is not None and counted.seconds[0] is not None:
        clocks = match.game.seats if match.own_partners else 1
        return f"{100 * counted.seconds[0] / (clock.remaining / 1000 * clocks):.0f} %"
    return "" if not counted.per_move or counted.per_move[0] is None else f"{1000 * counted.per_move[0]:.1f} ms"
