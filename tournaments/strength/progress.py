"""What a person sees while `dohyo strength` plays: a bar on a terminal, a line for each row elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from dohyo.tournaments.strength.tasks import Run, Task


class Display:
    """What a person sees while a run goes on: a bar on a terminal, a line for each row elsewhere."""

    def __init__(self, run: Run, progress: Progress, bar: TaskID) -> None:
        self._run, self._progress, self._bar = run, progress, bar

    def say(self, text: str) -> None:
        """Print a line that stays."""
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def begin(self, number: int, task: Task) -> None:
        """Show that a row begins. number: its place in the run, from 1."""
        self._progress.reset(self._bar, total=task.planned, completed=task.played, description=task.row.name)
        if self._progress.disable:
            self.say(f"[{number}/{len(self._run.tasks)}] {task.row.name}: {task.planned - task.played:,} games, "
                     f"{duration(task.left)}; all: {duration(self._run.left)}")

    def advance(self, task: Task) -> None:
        """Show that a game of a row has ended. Thread-safe."""
        self._progress.update(self._bar, completed=task.played, left=duration(self._run.left))


@contextmanager
def display(run: Run) -> Iterator[Display]:
    """The display of a run, on standard error, while the context lasts."""
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
