"""The command `hint`: ranks the moves of a position, with values and lines (docs/notation.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console

from dohyo.engine import Position, State, UsageError, View
from dohyo.engine.commands import aligned, assignments, position_argument
from dohyo.search.core.api import Searcher
from dohyo.search.core.limits import Limits
from dohyo.search.core.results import Info, Listener, Ranked, Result
from dohyo.search.registry import default_searcher, make, searchers

DEFAULT_SECONDS = 2.0
#: Moves of a line that people are shown; programs get all.
SHOWN = 8


@click.command()
@position_argument
@click.option("--seat", type=int, metavar="N",
              help="Seat whose moves are ranked, where two seats choose at once.")
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True), metavar="S",
              help=f"Time limit in seconds. Default: {DEFAULT_SECONDS:g} if --nodes is not given.")
@click.option("--nodes", type=click.IntRange(1), metavar="N",
              help="Node limit; the search ends at the first limit reached.")
@click.option("--searcher", metavar="NAME", help="One of " + ", ".join(kind.name for kind in searchers())
              + ". Default: the first that plays the game.")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, metavar="K",
              help="Number of moves to print.")
@click.option("--threads", type=int, metavar="N",
              help="Search threads, if the searcher supports several.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              help="Set a parameter of the searcher; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def hint(*, position: Position, seat: int | None, seconds: float | None, nodes: int | None, searcher: str | None,
         top: int, threads: int | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Rank the moves of POSITION by the chance to win.

    The search sees only what the seat to move knows. With a node limit, no time limit and one thread, equal parameters
    give equal hints.
    """
    seen = view_to_hint(position, seat)
    chosen = make(searcher or default_searcher(seen.game).name)
    for name, value in assignments(settings).items():
        chosen.set(name, value)
    if threads is not None:
        chosen.set("Threads", threads)
    chosen.set_position(seen)
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    with progress() as listener:
        movetime = None if seconds is None else 1000 * seconds
        result = chosen.search(Limits(movetime=movetime, nodes=nodes, top=top), listener)
    click.echo(json.dumps(as_object(seen, chosen, result)) if as_json else as_text(seen, chosen, result))


def view_to_hint(position: Position, seat: int | None) -> View:
    """The view of the seat to move, or of the seat asked for; UsageError where it has nothing to choose."""
    if position.over:
        raise UsageError("POSITION: expected an unfinished game, got one that is over")
    movers = position.to_move
    if seat is None and isinstance(position, View):
        seat = position.seat
    if seat is None and len(movers) > 1:
        raise UsageError("--seat: expected 1 or 2, as both seats choose at once, got nothing")
    if seat is None:
        seat = movers[0]
    if seat not in movers:
        raise UsageError(f"seat {seat} is not to move; seat {' and '.join(map(str, movers))} is")
    if isinstance(position, State):
        return position.view(seat)
    assert isinstance(position, View)
    if position.seat != seat:
        raise UsageError(f"the position is the view of seat {position.seat}; it cannot hint a move of seat {seat}")
    return position


@contextmanager
def progress() -> Iterator[Listener | None]:
    """A listener that keeps one line on stderr up to date during a search; None where stderr is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("searching") as status:
        yield lambda info: status.update(progress_line(info))


def progress_line(info: Info) -> str:
    """One line about a running search."""
    best = f"{info.ranked[0].move} {chance(info.ranked[0])}  " if info.ranked else ""
    return f"{best}depth {info.depth}  {info.nodes:,} nodes  {info.time:.1f} s"


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def chance(ranked: Ranked) -> str:
    """The chance to win, with its standard error where there is one: 0 and 100 % only where they are proved, - where it
    was not estimated."""
    if not ranked.estimated:
        return "-"
    if not ranked.proven and ranked.value >= 0.9995:
        return ">99.9 %"
    if not ranked.proven and ranked.value < 0.0005:
        return "<0.1 %"
    error = "" if ranked.proven or ranked.error is None else f" ± {100 * ranked.error:.1f}"
    return f"{100 * ranked.value:.1f}{error} %"


def as_object(view: View, searcher: Searcher, result: Result) -> dict[str, object]:
    """The JSON object of notation.md."""
    return {
        "position": str(view),
        "seat": view.seat,
        "searcher": searcher.name,
        "nodes": result.nodes,
        "time": round(result.time, 3),
        "worlds": result.worlds,
        "moves": [
            {
                "move": ranked.move,
                "value": ranked.value,
                "share": ranked.share,
                "depth": ranked.depth,
                "line": list(ranked.line),
                "reason": ranked.reason,
                "error": ranked.error,
            }
            for ranked in result.ranked
        ],
    }


def as_text(view: View, searcher: Searcher, result: Result) -> str:
    """A table for people. A proven value is exact, not estimated; behind ± stands a standard error."""
    worlds = f" in {result.worlds:,} worlds" if result.worlds else ""
    head = (f"{view.game.notation.seat_name(view.seat)} to move; {searcher.name}, {result.nodes:,} nodes{worlds}, "
            f"{result.time:.1f} s")
    rows = [("move", "chance", "share", "depth", "line"), *map(_row, result.ranked)]
    return f"{head}\n{aligned(rows)}"


def _row(ranked: Ranked) -> tuple[str, ...]:
    line = " ".join(ranked.line[:SHOWN]) + (" …" if len(ranked.line) > SHOWN else "")
    because = ranked.reason or ("proven" if ranked.proven else "")
    return (ranked.move, chance(ranked), percent(ranked.share), str(ranked.depth),
            f"{line}  ({because})" if because else line)
