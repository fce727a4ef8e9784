"""The command `dohyo match`: reads the flags, runs the match, prints the tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.commands.live import INTERRUPTED, play, show
from dohyo.tournaments.plan import entrants
from dohyo.tournaments.plan.limits import from_flags
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.report import match_report, outputs, tournament_report
from dohyo.tournaments.results import outcome
from dohyo.tournaments.store.games import Store


@click.command("match", epilog=entrants.GRAMMAR)
@click.option("--game", "game_id", required=True, metavar="GAME", help="The game; `dohyo games` lists them.")
@click.option("--set", "rules", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as size=9.")
@click.option("--opening", default=0, show_default=True, metavar="N",
              help="Random plies before the engines take over, the same in both games of a pair.")
@click.option("--engine", "engines", multiple=True, required=True, metavar="ENGINE", help="An entrant; see below.")
@click.option("--rounds", default=1, show_default=True, metavar="N",
              help="Rounds; in each, every two engines play two games with seats swapped.")
@click.option("--movetime", type=int, metavar="MS", help="Milliseconds a move.")
@click.option("--nodes", type=int, metavar="N", help="Nodes a move.")
@click.option("--depth", type=int, metavar="N", help="Plies a move.")
@click.option("--tc", metavar="BASE+INC", help="Seconds for a game, and what each move adds, such as 10+0.1.")
@click.option("--margin", default=100, show_default=True, metavar="MS", help="Grace period (ms).")
@click.option("--cap", default=300_000, show_default=True, metavar="MS",
              help="Hard limit (ms) for moves without a time control.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the deals and of the engines.")
@click.option("--own-partners", is_flag=True,
              help="In a cooperative game, every engine plays all seats of every deal itself.")
@click.option("--skip-forced", is_flag=True, help="Play forced moves without asking the engine.")
@click.option("--concurrency", default=1, show_default=True, metavar="N", help="Number of concurrent games.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Store the games in this file, and resume from it.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def match(
    *, game_id: str, rules: tuple[str, ...], opening: int, engines: tuple[str, ...], rounds: int,
    movetime: int | None, nodes: int | None, depth: int | None, tc: str | None, margin: int, cap: int, seed: int,
    own_partners: bool, skip_forced: bool, concurrency: int, out: Path | None, as_json: bool,
) -> None:
    """Play a round robin; print which engine is stronger, by how much, and how certain that is.

    Every two engines play pairs of games with seats swapped. A faulty engine forfeits its game; the match continues.
    Ctrl-C stops it and prints the table so far; with --out the same command resumes.
    """
    limits = from_flags(movetime=movetime, nodes=nodes, depth=depth, tc=tc)
    spec = Match(
        game_id=game_id,
        engines=tuple(entrants.read_engine(text, limits) for text in engines),
        rules=tuple(_rule(text) for text in rules),
        opening=opening, rounds=rounds, margin=margin, cap=cap, seed=seed, own_partners=own_partners,
        skip_forced=skip_forced, concurrency=concurrency, out=out,
    )
    if out is not None:
        outputs.make_folder(out)
    with Store(spec.out, spec.plan) as store:
        interrupted = play(Tournament.of(spec), store)
        _print(spec, store, as_json)
    if interrupted:
        sys.exit(INTERRUPTED)


def _rule(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"--set: expected OPTION=VALUE, got {quote(text)}")
    return name, value


def _print(spec: Match, store: Store, as_json: bool) -> None:
    found = outcome.result(spec, store, 0)
    if as_json:
        click.echo(json.dumps(match_report.as_json(spec, found.standings), indent=2))
    else:
        show(tournament_report.as_tables([found]))
