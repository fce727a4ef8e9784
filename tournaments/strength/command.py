"""The command `dohyo strength`: plays the rows of a plan, each a match with a file of its own, and prints their table.

Interrupted runs resume from these files. A row whose plan or whose engines have changed since starts again, and its old
games are kept in a file beside it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from dohyo.engine import UsageError
from dohyo.tournaments.commands.live import INTERRUPTED, console
from dohyo.tournaments.strength.plan import choose, read_plan
from dohyo.tournaments.strength.playing import play, put_aside
from dohyo.tournaments.strength.table import as_json, as_table
from dohyo.tournaments.strength.tasks import Run

#: Exit code where a row could not be played.
UNPLAYABLE = 1


@click.command("strength")
@click.option("--only", multiple=True, metavar="WHAT",
              help="Only this game, part of the table or row; may be repeated.")
@click.option("--scale", type=click.FloatRange(0, 1, min_open=True), default=1.0, show_default=True, metavar="PART",
              help="Share of each row's games to play.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=2, show_default=True, metavar="N",
              help="Number of engines that think at the same time.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, metavar="N",
              help="Seed of the deals and of the engines.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/strength"),
              show_default=True, metavar="FOLDER", help="Folder of the games, one file for each row.")
@click.option("--plan", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Your own rows, in the format of strength.toml.")
@click.option("--anew", is_flag=True, help="Start these rows again; their old games are kept in other files.")
@click.option("--show", is_flag=True, help="Print the table of the games so far, without playing.")
@click.option("--json", "as_json_", is_flag=True, help="Print the table as JSON.")
def strength(
    *, only: Sequence[str], scale: float, jobs: int, seed: int, out: Path, plan: Path | None, anew: bool, show: bool,
    as_json_: bool,
) -> None:
    """Measure how strong the searchers are: win rates over fixed deals, scores against each other, and bars to reach.

    The whole table takes hours. Ctrl-C ends a run and prints the table so far; interrupted runs resume. Progress goes
    to standard error. Exits with 1 if a row could not be played.
    """
    if anew and show:
        raise UsageError("--anew, --show: expected at most one of them, got both")
    run = Run(out, choose(read_plan(plan), only))
    if not show:
        make_folder(out)
    if anew:
        for part in run.parts:
            for file in (out / f"{row.name}.db" for row in part.rows):
                if file.exists():
                    put_aside(file)
    run.prepare(seed=seed, scale=scale, jobs=jobs)
    interrupted = False if show else play(run)
    results = run.results()
    if as_json_:
        click.echo(json.dumps(as_json(results), indent=2))
    else:
        console().print(as_table(results), highlight=False)
    if interrupted or any(task.problem for task in run.tasks):
        sys.exit(INTERRUPTED if interrupted else UNPLAYABLE)


def make_folder(folder: Path) -> None:
    """Make the folder unless it exists; UsageError if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {folder}: {error.strerror}") from error
