"""What a terminal shows while games are played: how far each event is, how fast, and what went wrong."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from dohyo.engine import GameRecord
from dohyo.tournaments.executor import Executor
from dohyo.tournaments.extras import needed
from dohyo.tournaments.formats import most_games
from dohyo.tournaments.player import maker
from dohyo.tournaments.running import Running
from dohyo.tournaments.schedule import Pairing
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Tournament

if TYPE_CHECKING:
    from dohyo.tournaments.cluster import ClusterExecutor

#: Columns that the tables may take where no terminal limits them.
WIDE = 1000
#: What a process that Ctrl-C ended exits with.
INTERRUPTED = 130


class _Rate(ProgressColumn):
    """Games a minute, of late."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.1f}/min" if task.speed else "")


class _Score(ProgressColumn):
    """Faults, and the score so far."""

    max_refresh = 0.5

    def render(self, task: Task) -> Text:
        running: Running = task.fields["running"]
        faults = f"{running.faults}  " if running.faults else ""
        return Text.assemble((faults, "red"), str(running), no_wrap=True, overflow="ellipsis")


class Watcher:
    """Shows how far the events are, what they come to so far and what went wrong; in a pipe nothing but notices.

    console: by default that of standard error. Used in a `with`; any thread may tell it of games.
    """

    def __init__(self, tournament: Tournament, store: Store, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        whole = Column(no_wrap=True)  # where a terminal is narrow, the score is cut first
        columns = (TextColumn("{task.description}", table_column=whole), BarColumn(20, table_column=whole.copy()),
                   MofNCompleteColumn(table_column=whole.copy()), _Rate(whole.copy()),
                   TimeRemainingColumn(table_column=whole.copy()), _Score())
        self._bars = Progress(*columns, console=self._console, disable=not self._console.is_terminal, transient=True)
        self._running = [Running(match) for match in tournament.events]
        self._tasks: list[TaskID] = []
        for event, (name, match) in enumerate(zip(tournament.labels, tournament.events, strict=True)):
            if not self._bars.disable:
                for place, record in store.games(event):
                    self._running[event].add(place, record)
            done = store.count(event=event)
            self._tasks.append(self._bars.add_task(
                name, total=max(done, most_games(match)), completed=done, running=self._running[event]
            ))

    def game(self, pairing: Pairing, record: GameRecord) -> None:
        """A game has ended and is kept."""
        if not self._bars.disable:
            self._running[pairing.event].add(pairing.place, record)
            self._bars.advance(self._tasks[pairing.event])

    def notice(self, text: str) -> None:
        """Something that people should know, also in a pipe."""
        self._console.print(text, highlight=False)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._bars.stop()


def play(plan: Tournament, store: Store) -> bool:
    """Play what is not stored yet; whether Ctrl-C ended it."""
    with Watcher(plan, store) as watcher:
        try:
            _executor(plan, store, watcher).run()
        except KeyboardInterrupt:
            return True
    return False


def _executor(plan: Tournament, store: Store, watcher: Watcher) -> Executor | ClusterExecutor:
    """Who has the games played."""
    if not plan.cluster:
        return Executor(plan, store, maker(plan), watcher.game)
    with needed("cluster", "a cluster"):
        from dohyo.tournaments.cluster import ClusterExecutor
    return ClusterExecutor(plan, store, maker(plan), watcher.game, address=plan.cluster, notice=watcher.notice)


def console() -> Console:
    """Prints as wide as the terminal, and as wide as need be in a pipe."""
    return Console(width=None if sys.stdout.isatty() else WIDE)
