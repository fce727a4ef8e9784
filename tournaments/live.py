"""What a terminal shows while games are played: how far each event is, how fast, and what went wrong."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from dohyo.engine import GameRecord
from dohyo.tournaments.counting import faults
from dohyo.tournaments.executor import Executor, Listener
from dohyo.tournaments.extras import needed
from dohyo.tournaments.formats import most_games
from dohyo.tournaments.player import maker
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


@contextmanager
def progress(tournament: Tournament, store: Store) -> Iterator[Callable[[Pairing, GameRecord], None]]:
    """Shows how far the events are, and nothing in a pipe; gives what is to be told of each game, from any thread."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn(),
               TextColumn("[red]{task.fields[faults]}"))
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bars:
        counts = [Counter[str]() for _ in tournament.events]
        tasks = []
        for event, (name, match) in enumerate(zip(tournament.labels, tournament.events, strict=True)):
            done = store.count(event=event)
            tasks.append(bars.add_task(name, total=max(done, most_games(match)), completed=done, faults=""))

        def told(pairing: Pairing, record: GameRecord) -> None:
            counts[pairing.event].update(map(str, faults(record).values()))
            words = ", ".join(f"{count} {fault}" for fault, count in sorted(counts[pairing.event].items()))
            bars.update(tasks[pairing.event], advance=1, faults=words)

        yield told


def play(plan: Tournament, store: Store) -> bool:
    """Play what is not stored yet; whether Ctrl-C ended it."""
    with progress(plan, store) as listener:
        try:
            _executor(plan, store, listener).run()
        except KeyboardInterrupt:
            return True
    return False


def _executor(plan: Tournament, store: Store, listener: Listener) -> Executor | ClusterExecutor:
    """Who has the games played."""
    if not plan.cluster:
        return Executor(plan, store, maker(plan), listener)
    with needed("cluster", "a cluster"):
        from dohyo.tournaments.cluster import ClusterExecutor
    return ClusterExecutor(plan, store, maker(plan), listener, address=plan.cluster, notice=notice)


def notice(text: str) -> None:
    """Tell people something, also in a pipe."""
    Console(stderr=True).print(text, highlight=False)


def console() -> Console:
    """Prints as wide as the terminal, and as wide as need be in a pipe."""
    return Console(width=None if sys.stdout.isatty() else WIDE)
