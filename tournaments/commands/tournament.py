"""The commands `dohyo tournament …`: read a plan, play it, print the result, and manage the stored games."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from dohyo.engine import DohyoError, UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.commands import live
from dohyo.tournaments.commands.live import INTERRUPTED, console, play
from dohyo.tournaments.plan import entrants, output_files, planfile, settings
from dohyo.tournaments.plan.settings import Setting
from dohyo.tournaments.plan.tournament import Outputs, Tournament
from dohyo.tournaments.play import replaying
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.play.processors import crowded
from dohyo.tournaments.play.trial import trials
from dohyo.tournaments.report import forecast_report, outputs, tournament_report
from dohyo.tournaments.results import faultlist, outcome
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.store import merging
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.store.stored_plan import kept_in

#: Differences that `replay` prints.
SHOWN = 20

EPILOG = """\b
Every key of a file is also a flag, for all games; flags override the file.
`dohyo tournament settings` lists them with their meanings.

""" + entrants.GRAMMAR + """
\b
GAME is ID[:OPTION=VALUE,…], such as rush-stones:size=5
"""

Function = Callable[..., Any]


class _Option(click.Option):
    """An option whose help shows its present name alone."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        names, self.opts = self.opts, self.opts[:1]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = names


def planned(command: Function) -> Function:
    """Gives a command a file and all flags of a plan, and hands it the tournament."""

    @wraps(command)  # with the options that it has of its own
    def read(file: Path | None, engines: Sequence[str], games: Sequence[str], each: str, **rest: Any) -> Any:
        return command(planfile.read(file, _given(settings.flags(), rest), engines, games, each), **rest)

    found: Function = _with_flags(settings.flags(), read)
    found = click.option("--each", default="", metavar="OPTION=VALUE,…",
                         help="Defaults for all engines: options, cwd, env.NAME, restart, start_timeout.")(found)
    found = click.option("--game", "games", multiple=True, metavar="GAME",
                         help="A game, instead of those of the file; see below.")(found)
    found = click.option("--engine", "engines", multiple=True, metavar="ENGINE",
                         help="An engine, instead of those of the file; see below.")(found)
    return click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))(found)


def _with_flags(those: Iterable[Setting], command: Function) -> Function:
    """The command, which takes these settings too."""
    for setting in reversed(list(those)):
        words = f" {_takes(setting)}" if setting.kind.short == settings.WORD else ""
        usual = f" [default: {setting.default}]" if setting.default else ""
        names = [f"--{flag}" for flag in setting.flags]
        command = click.option(*names, cls=_Option, metavar=setting.kind.short,
                               help=f"{_sentence(setting.meaning)}{words}{usual}")(command)
    return command


def _given(those: Iterable[Setting], options: dict[str, Any]) -> dict[str, str]:
    """The texts of the settings that were given, by their keys; they are taken out of a command's options."""
    texts = {setting.key: options.pop(setting.flag.replace("-", "_")) for setting in those}
    return {key: text for key, text in texts.items() if text is not None}


def _takes(setting: Setting) -> str:
    return f"Expects {setting.kind.accepts}."


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


@click.group("tournament")
def tournament() -> None:
    """Play tournaments of any number of engines in one or more games.

    A tournament is a TOML file: engines, games, format, limits. Every finished game is stored in a file before it
    counts, so that an interrupted run can be resumed.
    """


@tournament.command("run", short_help="Play a tournament, and print the result.", epilog=EPILOG)
@planned
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def run(plan: Tournament, as_json: bool) -> None:
    """Play the tournament of a file, or of flags, and print the result.

    Resumes from the games that are already stored. Ctrl-C stops the run and prints the result so far.
    """
    assert plan.out is not None
    output_files.ready(plan)
    outputs.make_folder(plan.out)
    with Store(plan.out, plan.plan) as store:
        _finish(plan, store, as_json)


@tournament.command("resume", short_help="Resume the tournament of a file of games.")
@click.argument("store", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@partial(_with_flags, settings.HOW)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def resume(*, store: Path, as_json: bool, **options: Any) -> None:
    """Resume the tournament whose games and plan are stored in STORE.

    The flags say how it is played, which is not part of the plan. `export` writes other files.
    """
    how = planfile.how(_given(settings.HOW, options))
    with Store(store, None) as kept:
        _finish(kept_in(kept, name=store.stem, out=store, **how), kept, as_json)


def _finish(plan: Tournament, store: Store, as_json: bool) -> None:
    """Play what is not stored yet, print the result and write the outputs."""
    interrupted = play(plan, store)
    found = outcome.results(plan, store)
    show(plan, found, as_json)
    _write(plan, store, plan.outputs, found)
    if interrupted:
        sys.exit(INTERRUPTED)


def show(plan: Tournament, found: Sequence[Result], as_json: bool) -> None:
    """Print the result of each event so far."""
    if as_json:
        click.echo(json.dumps(tournament_report.as_json(plan, found), indent=2))
    else:
        live.show(tournament_report.as_tables(found))


@tournament.command("check", short_help="Validate a plan; estimate time and power.", epilog=EPILOG)
@planned
@click.option("--dry", is_flag=True, help="Start no engine.")
def check(plan: Tournament, dry: bool) -> None:
    """Validate a plan, start its engines for one move, and estimate games, time and statistical power."""
    played, obstacles = _obstacles(plan)
    tried, problems = ({}, []) if dry else trials(plan)
    console().print(forecast_report.explained(plan, tried, played, crowded(plan)), highlight=False)
    if obstacles or problems:
        raise UsageError("; ".join([*obstacles, *problems]))


def _obstacles(plan: Tournament) -> tuple[int, list[str]]:
    """How many games are stored already, and why the files of a plan cannot be written."""
    try:
        output_files.ready(plan)
        if plan.out is not None and plan.out.exists():
            with Store.read(plan.out) as store:
                if count := store.count():
                    store.compare(plan.plan)
                return count, []
    except DohyoError as error:
        return 0, [str(error)]
    return 0, []


@tournament.command("report", short_help="Print the result of a file of games.")
@click.argument("store", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def report(store: Path, as_json: bool) -> None:
    """Print the result of the games in STORE."""
    with Store.read(store) as kept:
        plan = kept_in(kept, name=store.stem)
        show(plan, outcome.results(plan, kept), as_json)


@tournament.command("faults", short_help="List the faults in a file of games.")
@click.argument("store", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--talk", is_flag=True, help="Print the last lines to and from the engine before each fault.")
def faults(store: Path, talk: bool) -> None:
    """List the faults in the games of STORE.

    In a talk, > marks what was sent to the engine, < what it answered, and ! what it wrote to standard error.
    """
    with Store.read(store) as kept:
        for line in faultlist.fault_lines(kept_in(kept, name=store.stem), kept, talk=talk):
            click.echo(line)


@tournament.command("replay", short_help="Check the games of a file against the rules.")
@click.argument("store", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ask", is_flag=True, help="Also ask the engines for every move again, where only nodes or depth "
                                          "limit them.")
def replay(store: Path, ask: bool) -> None:
    """Replay the games of STORE by the rules, and compare every figure of their records."""
    found = 0
    with Store.read(store) as kept:
        plan = kept_in(kept, name=store.stem)
        for line in replaying.differences(plan, kept, maker(plan) if ask else None):
            found += 1
            if found <= SHOWN:
                click.echo(line)
        click.echo(f"{kept.count()} games, {found} differences")
        for label, match in zip(plan.labels, plan.events, strict=True):
            if ask and replaying.timed(match):
                click.echo(f"{label}: no engine was asked again, because time limits one of them", err=True)
    if found:
        sys.exit(1)


@tournament.command("merge", short_help="Merge the games of several files.")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("stores", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def merge(out: Path, stores: Sequence[Path]) -> None:
    """Merge the games of STORES, which have one plan, into the file OUT.

    Of a game that several files have, that of OUT or of the first file is taken; the others are counted.
    """
    others = [file for file in stores if file.resolve() != out.resolve()]
    with Store.read(stores[0]) as first:
        plan = first.plan
    with Store(out, plan) as target:
        for taken in merging.merge(target, others):
            click.echo(str(taken))
        click.echo(f"{out}: {target.count()} games")


@tournament.command("export", short_help="Export the games of a file.")
@click.argument("store", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", metavar="FILE", help="Write all games that count as JSON Lines.")
@click.option("--pgn", metavar="FILE", help="Write those of two that play against each other as PGN.")
@click.option("--sgf", metavar="FILE", help="Write those of rush-stones as SGF.")
@click.option("--setup", is_flag=True, help="In SGF, add stones instead of moves: a program for Go then lifts none.")
@click.option("--html", metavar="FILE", help="Write a report as one page.")
@click.option("--json", metavar="FILE", help="Write all figures as JSON.")
def export(store: Path, setup: bool, **named: str | None) -> None:
    """Export the games of STORE for other programs. A FILE of - is standard output."""
    wanted = Outputs(**{name: Path(file) for name, file in named.items() if file})
    if wanted == Outputs():
        raise UsageError("specify at least one of --games, --pgn, --sgf, --html and --json")
    found = output_files.clash([("the game store", store)], ((f"--{key.rpartition('.')[2]}", file)
                                                 for key, file in output_files.written(None, wanted)))
    if found is not None:
        raise UsageError(f"{found[0]} {found[1]}: same file as {found[2]}")
    with Store.read(store) as kept:
        _write(kept_in(kept, name=store.stem), kept, wanted, setup=setup)


def _write(
    plan: Tournament, store: Store, wanted: Outputs, found: Sequence[Result] | None = None, *, setup: bool = False
) -> None:
    for sentence in outputs.write(plan, store, wanted, found, setup=setup):
        click.echo(sentence, err=True)


@tournament.command("settings", short_help="List all settings.")
@click.argument("words", nargs=-1)
def list_settings(words: Sequence[str]) -> None:
    """List all settings of a tournament, or those that match all WORDS."""
    width, indent = console().width, " " * 6
    last: str | None = None
    for path, setting in settings.every():
        told = f"{_sentence(setting.meaning)} {_takes(setting)}"
        told += f" Default: {setting.default}." if setting.default else ""
        place, _, key = path.rpartition(".")
        flag = f"--{setting.flag} {setting.kind.short}" if setting.own_flag else f"part of --{setting.flag}"
        if any(word.lower() not in f"{path} {flag} {told}".lower() for word in words):
            continue
        if place != last:
            click.secho(f"\n{settings.PLACES[place]}", bold=True)
            last = place
        click.echo(f"  {key.removeprefix(']'):<18}{flag}")
        click.echo(fill(told, width, initial_indent=indent, subsequent_indent=indent))
    if last is None:
        raise UsageError(f"no setting matches {' and '.join(map(quote, words))}")
