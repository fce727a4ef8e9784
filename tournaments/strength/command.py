"""The command `dohyo strength`: plays the rows of a plan, each a match with a file of its own, and prints their table.

The games stay in these files, so interrupted runs resume. A row whose plan or whose engines have changed
since is played anew, and its old games are kept beside it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from dohyo.engine import GameRecord, UsageError
from dohyo.protocol.client.client import EngineFault
from dohyo.tournaments.commands.live import INTERRUPTED, console
from dohyo.tournaments.plan import output_files
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.results.forecast import expected
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.schedule.units import Pairing
from dohyo.tournaments.store.games import OtherMatchError, Store
from dohyo.tournaments.strength.behaviour import behaviour
from dohyo.tournaments.strength.plan import Part, Row, choose, read_plan
from dohyo.tournaments.strength.table import RowFigures, RowResult, as_json, as_table, figures, result, verdict

#: Games of a row after which their pace tells more than what was expected.
PACE_AFTER = 4
#: Exit code where a row could not be played.
UNPLAYABLE = 1


@dataclass
class Task:
    """A row to play. file: of its games; match: None where an engine cannot be read; problem says why.

    played: games in the file; begun, since: when its games began in this run, and how many there were then.
    """

    row: Row
    part: str
    file: Path
    match: Match | None
    problem: str = ""
    played: int = 0
    begun: float | None = None
    since: int = 0

    @property
    def planned(self) -> int:
        match = self.match
        if match is None or self.problem:
            return 0
        return most_games(match)

    @property
    def left(self) -> float:
        """About how many seconds its games that are left take: at their pace in this run, or as expected."""
        if self.match is None or self.problem:
            return 0.0
        missing = self.planned - self.played
        new = self.played - self.since
        if self.begun is not None and new >= PACE_AFTER:
            return missing * (time.monotonic() - self.begun) / new
        return missing * expected(self.match) / self.match.concurrency


@dataclass
class Run:
    """One run of the command. folder: where the files of the rows are."""

    folder: Path
    parts: list[Part]
    tasks: list[Task] = field(default_factory=list)

    def prepare(self, *, seed: int, scale: float, jobs: int) -> None:
        """Make the tasks, and look how many games there are."""
        for part in self.parts:
            for row in part.rows:
                task = Task(row, part.name, self.folder / f"{row.name}.db", None)
                try:
                    task.match = row.match(seed=seed, scale=scale, jobs=jobs)
                except UsageError as error:
                    task.problem = str(error)
                if task.file.exists() and task.match is not None:
                    with Store.read(task.file) as store:
                        task.played = store.count(task.match.rounds)
                self.tasks.append(task)

    @property
    def left(self) -> float:
        return sum(task.left for task in self.tasks)

    def results(self) -> list[tuple[Part, list[RowResult]]]:
        """The figures of all rows, from their files."""
        return [(part, [self._found(task) for task in self.tasks if task.part == part.name]) for part in self.parts]

    def _found(self, task: Task) -> RowResult:
        return RowResult(task.row, task.match, self.figures(task))

    def figures(self, task: Task) -> RowFigures:
        """Those of a row; of games of another plan none."""
        if task.match is None or task.problem:
            return RowFigures(0, task.planned, problem=task.problem)
        if not task.file.exists():
            return figures(task.match, ())
        with Store.read(task.file) as store:
            if {**store.plan, "behaviour": None} != {**stored_plan(task.match, {}), "behaviour": None}:
                return RowFigures(0, task.planned, problem="its games were played by another plan; play the row anew")
            return figures(task.match, store.games())


def stored_plan(match: Match, found: dict[str, str]) -> dict[str, Any]:
    """What is kept beside the games. How many there are to be is not part of it: a longer match goes on with those of a
    shorter one. found: the behaviour of each engine."""
    plan = {name: value for name, value in match.plan.items() if name != "rounds"}
    return {**json.loads(json.dumps(plan)), "behaviour": found}


def open_store(task: Task, say: Any) -> Store:
    """The file of a row that is to be played. Games of another plan, or by engines that play otherwise now, are put
    aside; that is said."""
    assert task.match is not None
    found = {engine.name: behaviour(engine, task.match) for engine in task.match.engines}
    plan = stored_plan(task.match, found)
    try:
        return Store(task.file, plan)
    except OtherMatchError as error:
        aside = put_aside(task.file)
        say(f"{task.row.name}: {'; '.join(error.differences)}. Its games so far are kept as {aside.name}; "
            "the row is played anew.")
    return Store(task.file, plan)


def put_aside(file: Path) -> Path:
    """Give a file of games another name, which is not taken."""
    number = 1
    while (aside := file.with_suffix(f".{number}.db")).exists():
        number += 1
    log = file.with_name(file.name + output_files.LOG)
    if log.exists():  # a kill left the last games there
        log.rename(aside.with_name(aside.name + output_files.LOG))
    return file.rename(aside)


class Display:
    """What a person sees while a run goes on: a bar on a terminal, a line for each row elsewhere."""

    def __init__(self, run: Run, progress: Progress, bar: TaskID) -> None:
        self._run, self._progress, self._bar = run, progress, bar

    def say(self, text: str) -> None:
        """A line that stays."""
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def begin(self, number: int, task: Task) -> None:
        """A row is about to be played."""
        self._progress.reset(self._bar, total=task.planned, completed=task.played, description=task.row.name)
        if self._progress.disable:
            self.say(f"[{number}/{len(self._run.tasks)}] {task.row.name}: {task.planned - task.played:,} games, "
                     f"{duration(task.left)}; all: {duration(self._run.left)}")

    def advance(self, task: Task) -> None:
        """A game has ended. Called from several threads."""
        self._progress.update(self._bar, completed=task.played, left=duration(self._run.left))


@contextmanager
def display(run: Run) -> Iterator[Display]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        yield Display(run, progress, progress.add_task("", left=""))


def duration(seconds: float) -> str:
    """About how long, for people."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"about {minutes} min" if minutes < 90 else f"about {minutes // 60} h {minutes % 60:02} min"


def play_row(task: Task, shown: Display) -> None:
    """Play the games of a row that are not stored. A row that cannot be played gets its problem."""
    assert task.match is not None

    def game_ended(pairing: Pairing, record: GameRecord) -> None:
        task.played += 1
        shown.advance(task)

    try:
        with open_store(task, shown.say) as store:
            task.played = task.since = store.count(task.match.rounds)
            task.begun = time.monotonic()
            Executor(task.match, store, partial(_player, task.match), game_ended).run()
    except (UsageError, EngineFault) as error:
        task.problem = str(error)


def _player(match: Match, engine: Engine) -> EnginePlayer:
    """A player for an engine, here or in another process."""
    return EnginePlayer(engine, match.game)


def play(run: Run) -> bool:
    """Play all rows; whether Ctrl-C ended it."""
    with display(run) as shown:
        todo = sum(task.planned - task.played for task in run.tasks)
        shown.say(f"{len(run.tasks)} rows, {sum(task.planned for task in run.tasks):,} games, of which {todo:,} are to "
                  f"be played in {duration(run.left)}; they are kept in {run.folder}")
        try:
            for number, task in enumerate(run.tasks, 1):
                if not task.problem:
                    shown.begin(number, task)
                    play_row(task, shown)
                counted = run.figures(task)
                words = task.problem or f"{result(counted)} {verdict(RowResult(task.row, task.match, counted))}"
                shown.say(f"{task.row.name}: {words}".rstrip())
        except KeyboardInterrupt:
            return True
    return False


@click.command("strength")
@click.option("--only", multiple=True, metavar="WHAT",
              help="Only this game, part of the table or row; may be repeated.")
@click.option("--scale", type=click.FloatRange(0, 1, min_open=True), default=1.0, show_default=True, metavar="PART",
              help="Fraction of each row's games to play.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=2, show_default=True, metavar="N",
              help="Number of engines that search at the same time.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, metavar="N",
              help="Base seed of deals and engines.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/strength"),
              show_default=True, metavar="FOLDER", help="Folder of the games, one file for each row.")
@click.option("--plan", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Your own rows, in the form of strength.toml.")
@click.option("--anew", is_flag=True, help="Set the games of these rows aside and play them again.")
@click.option("--show", is_flag=True, help="Play nothing; print the table of the games so far.")
@click.option("--json", "as_json_", is_flag=True, help="Print the table as JSON.")
def strength(
    *, only: Sequence[str], scale: float, jobs: int, seed: int, out: Path, plan: Path | None, anew: bool, show: bool,
    as_json_: bool,
) -> None:
    """Measure the searchers: win rates over fixed deals, scores against each other, and the bars to reach.

    Takes hours. Ctrl-C ends a run and prints the table so far; an interrupted run resumes with the same command.
    Progress goes to standard error. Exits with 1 if a row could not be played.
    """
    if anew and show:
        raise UsageError("--anew, --show: expected one of them, got both")
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
    """Make a folder; UsageError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {folder}: {error.strerror}") from error
