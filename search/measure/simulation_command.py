"""The command `simulate`: prints figures of many games."""

from __future__ import annotations

import json
import math
from dataclasses import asdict

import click

from dohyo.engine import Game, game
from dohyo.engine.commands import aligned, assignments
from dohyo.search.measure.simulation import MEANINGS, SOLVER, Estimate, solve
from dohyo.search.measure.simulation import simulate as play
from dohyo.search.solve.solitaire import MOST_NODES

#: Decimals of a figure at most.
FINEST = 6


@click.command(epilog="\b\nPolicies:\n" + "\n".join(f"  {name:8} {meaning}" for name, meaning in MEANINGS.items()))
@click.argument("game_id", metavar="GAME")
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True, metavar="N",
              help="Number of games, each from its own deal.")
@click.option("--policy", type=click.Choice(list(MEANINGS)), default="random", show_default=True,
              help="How moves are chosen; see the list below.")
@click.option("--set", "rules", multiple=True, metavar="OPTION=VALUE",
              help="Set a rule option, such as size=9; may be repeated.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="N",
              help="Seed of all deals and random numbers.")
@click.option("--nodes", type=click.IntRange(1), default=MOST_NODES, show_default=True, metavar="N",
              help="Node limit of the solver for each deal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(*, game_id: str, games: int, policy: str, rules: tuple[str, ...], seed: int, nodes: int,
             as_json: bool) -> None:
    """Play many games of GAME with one simple policy in all seats, and print their figures.

    Each figure comes with a 95 % interval and the number of games it is based on; figures that need every ply are
    based on fewer games. Equal seeds give equal games.
    """
    which, options = game(game_id), assignments(rules)
    solves = policy == SOLVER
    found = solve(which, options, games, seed, nodes) if solves else play(which, options, policy, games, seed)
    settings = all_options(which, options)
    if as_json:
        told = {"game": which.id, "options": settings, "policy": policy, "seed": seed, "games": games}
        click.echo(json.dumps({**told, "figures": [asdict(each) for each in found]}, indent=2))
        return
    named = "".join(f" {name}={value}" for name, value in settings.items())
    click.echo(f"{which.id}{named}; {policy}, seed {seed}; {games:,} games")
    click.echo(aligned([("figure", "value", "95 % interval", "games", "of"), *map(row, found)]))


def all_options(which: Game, given: dict[str, str]) -> dict[str, str]:
    """Every rule option, defaults included."""
    values = which.option_values(given)
    return {option.name: option.write(value) for option, value in zip(which.options, values, strict=True)}


def row(found: Estimate) -> tuple[str, ...]:
    """One figure for people, with as many decimals as its interval bears."""
    factor, sign = (100, " %") if found.share else (1, "")
    if found.value is None:
        return (found.figure, "-", "-", f"{found.games:,}", found.meaning)
    if found.low is None or found.high is None:
        return (found.figure, f"{factor * found.value:.3g}{sign}", "-", f"{found.games:,}", found.meaning)
    width = factor * (found.high - found.low)
    decimals = 0 if width == 0 else max(0, min(FINEST, 1 - math.floor(math.log10(width))))
    value, low, high = (f"{factor * number:.{decimals}f}" for number in (found.value, found.low, found.high))
    return (found.figure, f"{value}{sign}", f"[{low}, {high}]", f"{found.games:,}", found.meaning)
