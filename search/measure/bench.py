"""The command `bench`: rates of rules and searchers, and a signature that changes only when behaviour does."""

from __future__ import annotations

import json
import statistics
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from dohyo.cext.kernel import native
from dohyo.engine import Game, State, game, games
from dohyo.search.core.limits import Limits
from dohyo.search.core.params import Value
from dohyo.search.core.results import Result
from dohyo.search.measure.rates import playouts
from dohyo.search.measure.simulator import Simulator
from dohyo.search.players.alphabeta import rate as alphabeta_rate
from dohyo.search.players.mcts import Mcts
from dohyo.search.registry import make, searcher, searchers

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


def rows(which: Game) -> Mapping[str, Mapping[str, str]]:
    """What is timed of a game: rule options by the name of the row."""
    return which.benchmark.rows or {which.id: {}}


def measure(which: Game, options: Mapping[str, str], seconds: float) -> Rates:
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
        for position in which.benchmark.positions:
            state = walked(which.deal(1, **position.options), position.plies)
            for kind in searchers():
                if kind.refusal(which) is None:
                    result = searched(kind.name, state, Limits(nodes=position.nodes, top=3), Seed=7)
                    # Under the first name that a searcher had: a new name does not change the behaviour.
                    lines.append(f"{(*kind.aliases, kind.name)[0]} {state} {result.nodes}")
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


def table(rates: dict[str, Rates], limits: Mapping[str, Mapping[str, float]] | None = None) -> str:
    """The rates for people. limits: rates to compare with, by row and kind; the ratio to each stands behind ours."""
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


def measure_all(chosen: Sequence[Game], seconds: float) -> dict[str, Rates]:
    """The rates of these games, by the name of the row; about so many CPU-seconds a figure."""
    return {name: measure(which, options, seconds) for which in chosen for name, options in rows(which).items()}


@click.command()
@click.option("--game", "game_id", metavar="GAME", help="Measure this game alone.")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.03), metavar="S",
              help="CPU-seconds per figure.")
@click.option("--json", "as_json_", is_flag=True, help="Print one JSON object.")
def bench(game_id: str | None, seconds: float, as_json_: bool) -> None:
    """Measure rates per CPU-second of one thread, and compute the signature.

    Playouts are random games from the start to the end, from a fresh deal each where there is chance; where random
    games hardly end, the game sets a limit of plies. mcts simulations are plain UCT; alphabeta nodes include their
    evaluation. "2 threads" is the number of simulations of two threads over that of one in equal time. The signature is
    a checksum of a fixed set of searches: it changes only when behaviour does.
    """
    rates = measure_all([game(game_id)] if game_id else games(), seconds)
    signed = signature()
    if as_json_:
        click.echo(json.dumps(as_json(rates, signed)))
        return
    click.echo(f"build: {'native' if native else 'portable'}   signature: {signed}")
    click.echo(table(rates))
