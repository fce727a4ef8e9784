"""Plays the rows of a run that are not complete; a row whose plan or engines have changed is played anew.

The old games of such a row are kept in a file beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dohyo.engine import GameRecord, UsageError
from dohyo.protocol.client.client import EngineFault
from dohyo.tournaments.plan import output_files
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.schedule.units import Pairing
from dohyo.tournaments.store.games import OtherMatchError, Store
from dohyo.tournaments.strength.behaviour import behaviour
from dohyo.tournaments.strength.figures import RowResult
from dohyo.tournaments.strength.progress import Display, display, duration
from dohyo.tournaments.strength.table import result, verdict
from dohyo.tournaments.strength.tasks import Run, Task, stored_plan


def open_store(task: Task, say: Callable[[str], None]) -> Store:
    """Open the file of a row for writing.

    Games of another plan, or by engines that play otherwise now, are moved to a file beside it; `say` gets a sentence
    about it.

    Raises:
        UsageError: an engine does not play the game.
        EngineFault: an engine fails at its first moves.
    """
    assert task.match is not None
    found = {engine.name: behaviour(engine, task.match) for engine in task.match.engines}
    plan = stored_plan(task.match, found)
    try:
        return Store(task.file, plan)
    except OtherMatchError as error:
        aside = put_aside(task.file)
        say(f"{task.row.name}: {'; '.join(error.differences)}. Its games so far are kept as {aside.name}; "
            "the row starts again.")
    return Store(task.file, plan)


def put_aside(file: Path) -> Path:
    """Rename a file of games to a free name beside it; returns that name."""
    number = 1
    while (aside := file.with_suffix(f".{number}.db")).exists():
        number += 1
    log = file.with_name(file.name + output_files.LOG)
    if log.exists():  # a kill left the last games there
        log.rename(aside.with_name(aside.name + output_files.LOG))
    return file.rename(aside)


def play_row(task: Task, shown: Display) -> None:
    """Play the games of a row that are not stored. If the row cannot be played, `task.problem` says why."""
    assert task.match is not None

    def on_game(pairing: Pairing, record: GameRecord) -> None:
        task.played += 1
        shown.advance(task)

    try:
        with open_store(task, shown.say) as store:
            task.played = task.since = store.count(task.match.rounds)
            task.begun = time.monotonic()
            Executor(task.match, store, partial(_player, task.match), on_game).run()
    except (UsageError, EngineFault) as error:
        task.problem = str(error)


def _player(match: Match, engine: Engine) -> EnginePlayer:
    """A player for an engine, here or in another process."""
    return EnginePlayer(engine, match.game)


def play(run: Run) -> bool:
    """Play all rows; returns whether Ctrl-C ended it."""
    with display(run) as shown:
        todo = sum(task.planned - task.played for task in run.tasks)
        shown.say(f"{len(run.tasks)} rows, {sum(task.planned for task in run.tasks):,} games, {todo:,} left to play in "
                  f"{duration(run.left)}; stored in {run.folder}")
        try:
            for number, task in enumerate(run.tasks, 1):
                if not task.problem:
                    shown.begin(number, task)
                    play_row(task, shown)
                found = run.figures(task)
                words = task.problem or f"{result(found)} {verdict(RowResult(task.row, task.match, found))}"
                shown.say(f"{task.row.name}: {words}".rstrip())
        except KeyboardInterrupt:
            return True
    return False
