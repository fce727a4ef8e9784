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
from dohyo.search.core.api import Result
from dohyo.search.core.limits import Limits
from dohyo.search.core.params import Value
from dohyo.search.measure.rates import playouts
from dohyo.search.measure.simulate import Simulator
from dohyo.search.measure.yardsticks import limit_rates
from dohyo.search.players.alphabeta import rate as alphabeta_rate
from dohyo.search.players.mcts import Mcts
from dohyo.search.registry import make, searcher, searchers

#: What is timed of a game, by its id: rows of the table, and their rule options. Games not named are timed with their
#: defaults. Random games of rush-cards hardly end by themselves; 400 plies after the set-up are what yardsticks play.
TIMED: dict[str, dict[str, dict[str, str]]] = {
    "rush-stones": {f"rush-stones size={size}": {"size": str(size)} for size in (9, 13, 19)},
    "rush-cards": {"rush-cards": {"maxplies": "420", "maxquiet": "10000"}},
}
#: The positions of the signature: rule options, plies from the start, nodes a search. Games not named: a short search
#: after a few plies with their defaults.
SIGNED = {"rush-stones": (({"size": "5"}, 7, 3000), ({"size": "9"}, 20, 2000))}
SIGNED_OTHERS: tuple[tuple[dict[str, str], int, int], ...] = (({}, 0, 500), ({}, 7, 500))
#: Rounds of which the median counts, so that one slow moment of a shared machine does not.
ROUNDS = 3
#: Games whose mean length tells the time of one ply.
MEASURED = 200


@dataclass(frozen=True)
class Rates:
    """What one thread does per CPU-second (playouts, mcts simulations, alphabeta nodes), and how many times more
    simulations two threads do per second, None where the searcher does not play the game; plies: of a game, mean."""

    playouts: float
    mcts: float | None
    alphabeta: float | None
    two_threads: float | None
    plies: float


def rows(which: Game) -> dict[str, dict[str, str]]:
    """What is timed of a game: rule options by the name of the row."""
    return TIMED.get(which.id, {which.id: {}})


def measure(which: Game, options: dict[str, str], seconds: float) -> Rates:
    """Time everything that plays the game, for about that many seconds each."""
    state, values, part = which.deal(1, **options), which.option_values(options), seconds / ROUNDS
    afresh = values if which.chance else None
    timed: dict[str, list[float]] = {"playouts": []}
    for number in range(ROUNDS):
        games, spent, _ = playouts(state.buffer, part, number, options=afresh)
        timed["playouts"].append(games / spent)
        for name, rate in (("mcts", Mcts().rate), ("alphabeta", alphabeta_rate)):
            if searcher(name).refusal(which) is None:
                nodes, spent = rate(state.buffer, part)
                timed.setdefault(name, []).append(nodes / spent)
        if "mcts" in timed:
            timed.setdefault("two_threads", []).append(thread_gain(state, part))
    middle = {name: statistics.median(each) for name, each in timed.items()}
    return Rates(
        playouts=middle["playouts"], mcts=middle.get("mcts"), alphabeta=middle.get("alphabeta"),
        two_threads=middle.get("two_threads"), plies=mean_plies(which, values),
    )


def thread_gain(state: State, seconds: float) -> float:
    """Simulations of two threads over those of one, in equal time by the wall clock.

    Each searches twice, and the second search counts: a first one spends much of its time on memory that it touches
    for the first time."""
    counts = []
    for threads in (1, 2):
        made = make("mcts", Threads=threads, Reuse=False)
        made.set_position(state.view())
        for _ in range(2):
            result = made.search(Limits(movetime=1000 * seconds, reasons=False))
        counts.append(result.nodes)
    return counts[1] / counts[0]


def mean_plies(which: Game, values: list[int]) -> float:
    """Plies of a random game."""
    played = Simulator(which.kernel, values, "random", 0)
    played.play(MEASURED)
    return played.sums["plies"][0] / MEASURED


def signature() -> int:
    """A checksum of the moves, nodes and values of a fixed set of searches, of every game by all that play it."""
    lines = []
    for which in games():
        for options, plies, nodes in SIGNED.get(which.id, SIGNED_OTHERS):
            state = walked(which.deal(1, **options), plies)
            for kind in searchers():
                if kind.refusal(which) is None:
                    result = searched(kind.name, state, Limits(nodes=nodes, top=3), Seed=7)
                    lines.append(f"{kind.name} {state} {result.nodes}")
                    lines += [f"{ranked.move} {ranked.value:.9f} {ranked.line}" for ranked in result.ranked]
    return zlib.crc32("\n".join(lines).encode())


def walked(state: State, plies: int) -> State:
    """The state after so many random moves, or before the game ends."""
    for _ in range(plies):
        after = state.play(str(searched("random", state, Limits(), Seed=1).move))
        if after.over:
            break
        state = after
    return state


def searched(name: str, state: State, limits: Limits, **values: Value) -> Result:
    """The result of a new searcher for the seat to move."""
    made = make(name, **values)
    made.set_position(state.view())
    return made.search(limits)


def as_json(rates: dict[str, Rates], signed: int) -> dict[str, Any]:
    """The form of notation.md, with the gain of two threads besides. What does not play a game is left out."""
    kinds = ("playouts", "mcts", "alphabeta")
    return {
        "native": native,
        "signature": signed,
        "rates": {
            name: {kind: round(value) for kind in kinds if (value := getattr(r, kind)) is not None}
            for name, r in rates.items()
        },
        "two_threads": {name: round(r.two_threads, 2) for name, r in rates.items() if r.two_threads is not None},
    }


def table(rates: dict[str, Rates], limits: dict[str, dict[str, float]] | None) -> str:
    """The rates for people; with limits, the ratio to each behind it."""
    heads = ["", "playouts/s", "ns/ply", "mcts sims/s", "alphabeta nodes/s", "2 threads"]
    cells = [heads]
    for name, r in rates.items():
        known = (limits or {}).get(name, {})
        cells.append([
            name,
            with_ratio(r.playouts, known.get("playouts")),
            f"{1e9 / r.playouts / r.plies:.2f}",
            "" if r.mcts is None else with_ratio(r.mcts, known.get("mcts")),
            "" if r.alphabeta is None else f"{r.alphabeta:,.0f}",
            "" if r.two_threads is None else f"x{r.two_threads:.2f}",
        ])
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) if not place else cell.rjust(width)
                  for place, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in cells
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

    Playouts are random games from the start, from a fresh deal each where there is chance, to the end (rush-cards: to
    ply 420); mcts simulations are plain UCT; alphabeta nodes include their evaluation. "2 threads" is how many times
    the simulations of one thread two do in equal time.
    """
    chosen = [game(game_id)] if game_id else list(games())
    if limits is not None and as_json_:
        raise UsageError("--limits prints a table of ratios; it does not go with --json")
    known = limit_rates(limits, seconds) if limits is not None else None
    rates = {name: measure(which, options, seconds) for which in chosen for name, options in rows(which).items()}
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
