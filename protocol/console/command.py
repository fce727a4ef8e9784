"""The command `play`."""

from __future__ import annotations

from pathlib import Path

import click

from dohyo.engine import UsageError, game
from dohyo.engine.commands import assignments
from dohyo.protocol.client.client import Client, engine_command, own_engine_command
from dohyo.protocol.console.play import LEVELS, ConsoleGame, nodes_of
from dohyo.protocol.console.terminal import Terminal
from dohyo.protocol.language.go_line import Limits


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--seat", type=int, default=1, show_default=True, help="Your seat; seat 1 moves first.")
@click.option("--engine", "opponent", metavar="E", help="A searcher's name, or the command of any UGI engine.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as size=9.")
@click.option("--level", type=click.IntRange(1, LEVELS), default=6, show_default=True, help="Strength of the engine.")
@click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), help="Seconds per move, instead of a level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the deal.")
@click.option("--load", "saved", type=click.Path(path_type=Path), help="Continue a saved game.")
def play(
    *,
    game_id: str,
    seat: int,
    opponent: str | None,
    settings: tuple[str, ...],
    level: int,
    seconds: float | None,
    seed: int,
    saved: Path | None,
) -> None:
    """Play GAME against an engine. Type `help` at the prompt."""
    if saved is None:
        played = ConsoleGame(game(game_id).deal(seed, **assignments(settings)), seat)
    else:
        played = ConsoleGame.load(saved)
        if played.game.id != game_id:
            raise UsageError(f"{saved} holds a game of {played.game.id}, not of {game_id}")
    limits = Limits(nodes=nodes_of(level)) if seconds is None else Limits(movetime=round(1000 * seconds))
    with Client(own_engine_command() if opponent is None else engine_command(opponent)) as client:
        Terminal(played, client, limits).run()
