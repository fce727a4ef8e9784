"""The rows of a run: the match and the file of each, how many games it has, and how long the others take."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dohyo.engine import UsageError
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.forecast import expected
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.strength.figures import RowFigures, RowResult, figures
from dohyo.tournaments.strength.plan import Part, Row

#: Games of a row from which on their pace replaces the estimate made from its limits.
PACE_AFTER = 4


@dataclass
class Task:
    """A row to play, and how far it is."""

    row: Row
    #: The name of its part of the table.
    part: str
    #: Where its games are stored.
    file: Path
    #: What to play; None if the row names an unknown engine.
    match: Match | None
    #: Why the row cannot be played; '' if it can.
    problem: str = ""
    #: Games in the file.
    played: int = 0
    #: When its games began in this run, by `time.monotonic`, and how many were in the file then.
    begun: float | None = None
    since: int = 0

    @property
    def planned(self) -> int:
        """The number of games of the whole row; 0 if it cannot be played."""
        match = self.match
        if match is None or self.problem:
            return 0
        return most_games(match)

    @property
    def left(self) -> float:
        """About how many seconds the games left take: at their pace in this run or, before that is known, by their
        limits."""
        if self.match is None or self.problem:
            return 0.0
        missing = self.planned - self.played
        new = self.played - self.since
        if self.begun is not None and new >= PACE_AFTER:
            return missing * (time.monotonic() - self.begun) / new
        return missing * expected(self.match) / self.match.concurrency


@dataclass
class Run:
    """One run of the command."""

    #: Where the files of the rows are.
    folder: Path
    parts: list[Part]
    tasks: list[Task] = field(default_factory=list)

    def prepare(self, *, seed: int, scale: float, jobs: int) -> None:
        """Make the tasks, and count the games that are stored. Parameters: see `Row.match`."""
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
        """About how many seconds all games left take."""
        return sum(task.left for task in self.tasks)

    def results(self) -> list[tuple[Part, list[RowResult]]]:
        """The figures of all rows, from their files."""
        return [(part, [self._found(task) for task in self.tasks if task.part == part.name]) for part in self.parts]

    def _found(self, task: Task) -> RowResult:
        return RowResult(task.row, task.match, self.figures(task))

    def figures(self, task: Task) -> RowFigures:
        """The figures of a row; if its games are of another plan there are none, and `problem` says so."""
        if task.match is None or task.problem:
            return RowFigures(0, task.planned, problem=task.problem)
        if not task.file.exists():
            return figures(task.match, ())
        with Store.read(task.file) as store:
            if {**store.plan, "behaviour": None} != {**stored_plan(task.match, {}), "behaviour": None}:
                return RowFigures(0, task.planned, problem="its games were played by another plan; play the row again")
            return figures(task.match, store.games())


def stored_plan(match: Match, found: dict[str, str]) -> dict[str, Any]:
    """The plan to store with the games, which a later run compares with its own. It leaves out the number of games: a
    longer match resumes a shorter one.

    Parameters:
        found: the behaviour of each engine, by name, see `behaviour`.
    """
    plan = {name: value for name, value in match.plan.items() if name != "rounds"}
    return {**json.loads(json.dumps(plan)), "behaviour": found}
