"""How fast everything is, and a signature that changes only when behaviour does."""

from __future__ import annotations

import json
import statistics
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from dohyo.cext.kernel import native
from dohyo.engine import Game, State, UsageError, game, games
from dohyo.search.alphabeta import rate as alphabeta_rate
from dohyo.search.api import Limits
from dohyo.search.limits import limit_rates
from dohyo.search.rates import playouts
from dohyo.search.registry import make, searchers
from dohyo.search.tree import rate as mcts_rate

#: The option sets that are timed, by game; games not named are timed with their defaults.
TIMED: dict[str, tuple[dict[str, str], ...]] = {"rush-stones": ({"size": "9"}, {"size": "13"}, {"size": "19"})}
#: The positions of the signature: option set, moves from the start, nodes a search.
SIGNED = (({"size": "5"}, 7, 3000), ({"size": "9"}, 20, 2000))
#: Rounds of which the median counts, so that one slow moment of a shared machine does not.
ROUNDS = 3


@dataclass(frozen=True)
class Rates:
    """What one thread does per CPU-second (playouts, mcts simulations, alphabeta nodes), and how many times more
    simulations two threads do per second; plies: of a game, mean."""

    playouts: float
    mcts: float
    alphabeta: float
    two_threads: float
    plies: float


def start(which: Game, options: dict[str, str]) -> State:
    """The deal that is timed."""
    return which.deal(1, **options)


def name_of(which: Game, options: dict[str, str]) -> str:
    return " ".join([which.id, *(f"{key}={value}" for key, value in options.items())])


def measure(state: State, seconds: float) -> Rates:
    """Time everything from this state for about that many seconds each."""
    buffer, part = state.buffer, seconds / ROUNDS
    rounds = []
    for number in range(ROUNDS):
        played, playing, _ = playouts(buffer, part, number)
        simulated, simulating = mcts_rate(buffer, part)
        searched, searching = alphabeta_rate(buffer, part)
        rounds.append((played / playing, simulated / simulating, searched / searching, thread_gain(state, part)))
    middle = [statistics.median(column) for column in zip(*rounds, strict=True)]
    return Rates(middle[0], middle[1], middle[2], middle[3], mean_plies(state))


def thread_gain(state: State, seconds: float) -> float:
    """Simulations of two threads over those of one, in equal time by the wall clock."""
    counts = []
    for threads in (1, 2):
        searcher = make("mcts", Threads=threads, Reuse=False)
        searcher.set_position(state.view())
        counts.append(searcher.search(Limits(time=seconds)).nodes)
    return counts[1] / counts[0]


def mean_plies(state: State, repeats: int = 20) -> float:
    """Plies of a random game from here."""
    total = 0
    for seed in range(repeats):
        searcher, now = make("random", Seed=seed), state
        while not now.over:
            searcher.set_position(now.view())
            move = searcher.search(Limits()).move
            assert move is not None
            now = now.play(move)
            total += 1
    return total / repeats


def signature() -> int:
    """A checksum of the moves, nodes and values of a fixed set of searches by every searcher."""
    lines = []
    for options, plies, nodes in SIGNED:
        state = start(game("rush-stones"), options)
        walker = make("random", Seed=1)
        for _ in range(plies):
            walker.set_position(state.view())
            state = state.play(str(walker.search(Limits()).move))
        for kind in searchers():
            searcher = make(kind.name, Seed=7)
            searcher.set_position(state.view())
            result = searcher.search(Limits(nodes=nodes, top=3))
            lines.append(f"{kind.name} {state} {result.nodes}")
            lines += [f"{ranked.move} {ranked.value:.9f} {ranked.line}" for ranked in result.ranked]
    return zlib.crc32("\n".join(lines).encode())


def as_json(rates: dict[str, Rates], signed: int) -> dict[str, Any]:
    """The form of notation.md, with the gain of two threads besides."""
    return {
        "native": native,
        "signature": signed,
        "rates": {
            name: {"playouts": round(r.playouts), "mcts": round(r.mcts), "alphabeta": round(r.alphabeta)}
            for name, r in rates.items()
        },
        "two_threads": {name: round(r.two_threads, 2) for name, r in rates.items()},
    }


def table(rates: dict[str, Rates], limits: dict[str, dict[str, float]] | None) -> str:
    """The rates for people; with limits, the ratio to each behind it."""
    heads = ["", "playouts/s", "ns/ply", "mcts sims/s", "alphabeta nodes/s", "2 threads"]
    rows = [heads]
    for name, r in rates.items():
        known = (limits or {}).get(name, {})
        rows.append([
            name,
            with_ratio(r.playouts, known.get("playouts")),
            f"{1e9 / r.playouts / r.plies:.2f}",
            with_ratio(r.mcts, known.get("mcts")),
            f"{r.alphabeta:,.0f}",
            f"x{r.two_threads:.2f}",
        ])
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) if not place else cell.rjust(width)
                  for place, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    )


def with_ratio(rate: float, limit: float | None) -> str:
    return f"{rate:,.0f}" + (f" ({rate / limit:.2f} of {limit:,.0f})" if limit else "")


@click.command()
@click.option("--game", "game_id", metavar="GAME", help="Only this game.")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.03), help="CPU-seconds a figure.")
@click.option("--limits", metavar="FOLDER", type=click.Path(path_type=Path),
              help="Run the programs of this folder in turn with ours, and print the ratios.")
@click.option("--json", "as_json_", is_flag=True, help="Print JSON.")
def bench(game_id: str | None, seconds: float, limits: Path | None, as_json_: bool) -> None:
    """Rates per CPU-second of one thread, and the signature.

    Playouts are uniformly random games from the start; mcts simulations are plain UCT; alphabeta nodes include their
    evaluation. "2 threads" is how many times the simulations of one thread two do in equal time.
    """
    chosen = [game(game_id)] if game_id else list(games())
    if limits is not None and as_json_:
        raise UsageError("--limits prints a table of ratios; it does not go with --json")
    known = limit_rates(limits, seconds) if limits is not None else None
    rates = {
        name_of(which, options): measure(start(which, options), seconds)
        for which in chosen
        for options in TIMED.get(which.id, ({},))
    }
    if known is not None and limits is not None:
        again = limit_rates(limits, seconds)
        known = {
            name: {key: (value + again[name][key]) / 2 for key, value in row.items()} for name, row in known.items()
        }
    signed = signature()
    if as_json_:
        click.echo(json.dumps(as_json(rates, signed)))
        return
    click.echo(f"build: {'native' if native else 'portable'}   signature: {signed}")
    click.echo(table(rates, known))
