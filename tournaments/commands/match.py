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
@click.option("--game", "game_id", required=True, metavar="GAME", help="What is played; `dohyo games` lists them.")
@click.option("--set", "rules", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as size=9.")
@click.option("--opening", default=0, show_default=True, metavar="N",
              help="Plies played at random before the engines take over, alike in both games of a pair.")
@click.option("--engine", "engines", multiple=True, required=True, metavar="ENGINE", help="An entrant; see below.")
@click.option("--rounds", default=1, show_default=True, metavar="N",
              help="Rounds; in each any two engines play two games, seats swapped.")
@click.option("--movetime", type=int, metavar="MS", help="Milliseconds a move.")
@click.option("--nodes", type=int, metavar="N", help="Nodes a move.")
@click.option("--depth", type=int, metavar="N", help="Plies a move.")
@click.option("--tc", metavar="BASE+INC", help="Seconds for a game, and what each move adds, such as 10+0.1.")
@click.option("--margin", default=100, show_default=True, metavar="MS", help="By how much a move may be late.")
@click.option("--cap", default=300_000, show_default=True, metavar="MS",
              help="When a move without a limit of time has failed.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="What deals and engines' seeds derive from.")
@click.option("--own-partners", is_flag=True,
              help="In a game with a common score every engine plays all seats of every deal itself.")
@click.option("--skip-forced", is_flag=True, help="Do not ask an engine that has one legal move.")
@click.option("--concurrency", default=1, show_default=True, metavar="N", help="Games at a time.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Keep every game in this file, and go on from what it holds.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def match(
    *, game_id: str, rules: tuple[str, ...], opening: int, engines: tuple[str, ...], rounds: int,
    movetime: int | None, nodes: int | None, depth: int | None, tc: str | None, margin: int, cap: int, seed: int,
    own_partners: bool, skip_forced: bool, concurrency: int, out: Path | None, as_json: bool,
) -> None:
    """Let engines play a round robin and say which is stronger, by how much, how sure.

    Every two engines play pairs of games with seats swapped. A faulty engine forfeits its game; the match goes on.
    Ctrl-C ends it and prints the table so far; with --out the same command goes on where it stopped.
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
        raise UsageError(f"--set {quote(text)} is not of the form OPTION=VALUE")
    return name, value


def _print(spec: Match, store: Store, as_json: bool) -> None:
    found = outcome.result(spec, store, 0)
    if as_json:
        click.echo(json.dumps(match_report.as_json(spec, found.standings), indent=2))
    else:
        show(tournament_report.as_tables([found]))
