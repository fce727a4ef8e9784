"""What a terminal shows while games are played: how far each event is, how fast, and what went wrong."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column, Table
from rich.text import Text

from dohyo.engine import GameRecord
from dohyo.tournaments.extras import needed
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.play.processors import crowded
from dohyo.tournaments.results.live_score import LiveScore
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.schedule.units import Pairing
from dohyo.tournaments.store.games import Store

if TYPE_CHECKING:
    from dohyo.tournaments.play.cluster import ClusterExecutor

#: Columns that the tables may take where no terminal limits them.
WIDE = 1000
#: Columns of a terminal below which the labels of events are cut, and from which on there are bars.
NARROW, ROOMY = 60, 100
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
        score: LiveScore = task.fields["score"]
        faults = f"{score.faults}  " if score.faults else ""
        return Text.assemble((faults, "red"), str(score), no_wrap=True, overflow="ellipsis")


def _columns(width: int) -> Iterator[ProgressColumn]:
    """What a terminal of so many columns has room for; where it is narrow, the score is cut first."""
    whole = Column(no_wrap=True)
    yield TextColumn("{task.description}", table_column=Column(
        no_wrap=True, overflow="ellipsis", max_width=None if width >= NARROW else max(8, width // 4)))
    if width >= ROOMY:
        yield BarColumn(20, table_column=whole)
    yield MofNCompleteColumn(table_column=whole.copy())
    if width >= NARROW:
        yield _Rate(whole.copy())
    yield TimeRemainingColumn(table_column=whole.copy())
    yield _Score()


class _Log:
    """Lines that a pipe or a file gets from time to time. every: seconds between two; 0 for none."""

    def __init__(self, every: float) -> None:
        self._every = every
        self._begun = self._last = time.monotonic()
        self._lock = threading.Lock()
        self._played: Counter[int] = Counter()

    def game(self, event: int) -> float | None:
        """Count a game. If it is time for a line, games a minute of the event in this run; else None."""
        now = time.monotonic()
        with self._lock:
            self._played[event] += 1
            if not self._every or now - self._last < self._every:
                return None
            self._last = now
            return 60 * self._played[event] / (now - self._begun)


class Watcher:
    """Shows how far the events are, what they come to so far and what went wrong: on a terminal all the time, elsewhere
    a line every `Tournament.progress` seconds.

    console: by default that of standard error. Used in a `with`; any thread may tell it of games.
    """

    def __init__(self, tournament: Tournament, store: Store, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._log = None if self._console.is_terminal else _Log(tournament.progress)
        self._bars = Progress(*_columns(self._console.width), console=self._console, disable=self._log is not None,
                              transient=True)
        self._scores = [LiveScore(match) for match in tournament.events]
        for event, (name, match) in enumerate(zip(tournament.labels, tournament.events, strict=True)):
            if self._log is None or tournament.progress:
                for place, record in store.outcomes(event):
                    self._scores[event].add(place, record)
            done = store.count(event=event)
            self._bars.add_task(name, total=max(done, most_games(match)), completed=done, score=self._scores[event])

    def game(self, pairing: Pairing, record: GameRecord) -> None:
        """A game has ended and is kept."""
        event = pairing.event
        self._scores[event].add(pairing.place, record)
        task = self._bars.tasks[event]
        if task.total is not None and task.completed >= task.total:  # a knockout's level meetings go on
            self._bars.update(task.id, total=task.completed + 1)
        self._bars.advance(task.id)
        rate = self._log and self._log.game(event)
        if rate:
            self.notice(self._line(event, rate))

    def _line(self, event: int, rate: float) -> str:
        """How far an event is. rate: its games a minute."""
        task, score = self._bars.tasks[event], self._scores[event]
        assert task.total is not None
        left = timedelta(minutes=max(0.0, task.total - task.completed) / rate)
        said = [f"{datetime.now():%H:%M:%S} {task.description}: {task.completed:.0f} of {task.total:.0f} games",
                f"{rate:.1f}/min", f"{str(left).partition('.')[0]} left"]
        return "  ".join([", ".join(said), *filter(None, (score.faults, str(score)))])

    def notice(self, text: str) -> None:
        """Something that people should know, also in a pipe."""
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._bars.stop()


def play(plan: Tournament, store: Store) -> bool:
    """Play what is not stored yet; whether Ctrl-C ended it."""
    with Watcher(plan, store) as watcher:
        if sentence := crowded(plan):
            watcher.notice(sentence)
        try:
            _executor(plan, store, watcher).run()
        except KeyboardInterrupt:
            watcher.notice("interrupted; run the same command again to resume" if plan.out else "interrupted")
            return True
    return False


def _executor(plan: Tournament, store: Store, watcher: Watcher) -> Executor | ClusterExecutor:
    """Who has the games played."""
    if not plan.cluster:
        return Executor(plan, store, maker(plan), watcher.game)
    with needed("cluster", "a cluster"):
        from dohyo.tournaments.play.cluster import ClusterExecutor
    return ClusterExecutor(plan, store, maker(plan), watcher.game, notice=watcher.notice)


def console() -> Console:
    """Prints as wide as the terminal, and as wide as need be in a pipe."""
    return Console(width=None if sys.stdout.isatty() else WIDE)


def show(what: RenderableType) -> None:
    """Print a result part by part. Where a terminal is too narrow for a table, its cells are broken between words;
    where it is too narrow for the words, the table is wider, so that no figure is cut."""
    usual = console()
    for part in _parts(what):
        least = Measurement.get(usual, usual.options.update(width=WIDE), part).minimum
        least += 2 * len(part.columns) if isinstance(part, Table) else 0  # for what stands between them
        (usual if least <= usual.width else Console(width=least)).print(part, highlight=False)


def _parts(what: RenderableType) -> Iterator[RenderableType]:
    if isinstance(what, Group):
        for part in what.renderables:
            yield from _parts(part)
    else:
        yield what
