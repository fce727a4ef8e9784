"""`python -m dohyo.testing GAME`: all checks of a game, one line each; exit code 1 if a promise is broken."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import partial

import click

from dohyo import engine
from dohyo.testing import battery, information


def find(name: str) -> engine.Game:
    """The game of the registry with this id, or the one that `module:attribute` names; UsageError."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return engine.game(name)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise engine.UsageError(f"GAME: cannot import {name}: {error}") from error
    if not isinstance(found, engine.Game):
        raise engine.UsageError(f"GAME: expected {name} to be a Game, got {type(found).__name__}")
    return found


def checks(game: engine.Game, *, equal: bool, seeds: int) -> dict[str, Callable[[], None]]:
    """The checks of a game by name."""
    found: dict[str, Callable[[], None]] = {
        check.__name__.removeprefix("check_").replace("_", " "): partial(check, game) for check in battery.GAME_CHECKS
    }
    found["random moves"] = partial(battery.check_random_moves, game, equal=equal)
    for options in battery.variants(game):
        name = " ".join(["positions", *(f"{option}={value}" for option, value in options.items())])
        found[name] = partial(_conform, game, options, seeds)
    if game.kernel.hides:
        found["information"] = partial(information.check_game, game, seeds=seeds)
    return found


def _conform(game: engine.Game, options: dict[str, str], seeds: int) -> None:
    for seed in range(seeds):
        battery.conform(game, options, seed, positions=30)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--seeds", type=click.IntRange(1), default=2, show_default=True, help="Random games for each option.")
@click.option("--weighted", is_flag=True, help="Random moves need not be equally likely.")
def main(game: str, seeds: int, weighted: bool) -> None:
    """Hold GAME to the promises of the ops table: an id such as sumo, or MODULE:ATTRIBUTE of a game from outside."""
    try:
        found = find(game)
    except engine.UsageError as error:
        raise click.UsageError(str(error)) from None
    failed = 0
    for name, check in checks(found, equal=not weighted, seeds=seeds).items():
        try:
            check()
        except AssertionError as error:
            failed += 1
            click.echo(f"FAILED {name}: {error}")
        else:
            click.echo(f"ok     {name}")
    if failed:
        click.echo(f"{found.id}: {failed} checks failed")
        sys.exit(1)


if __name__ == "__main__":
    main()
