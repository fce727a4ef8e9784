"""Runs of whole tournaments, and what may not differ between two of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from dohyo.engine import GameRecord
from dohyo.tournaments.cli import main
from dohyo.tournaments.plan.tournament import from_plan
from dohyo.tournaments.results.eligibility import counted
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

#: Seconds after which a run hangs.
HANGS = 240

#: For runs in a process of their own.
COMMAND = [sys.executable, "-m", "dohyo.tournaments.cli", "tournament"]

Games = dict[tuple[int, Place], Any]


def run(*arguments: str | Path, code: int = 0) -> Result:
    """`dohyo tournament …` to its end, in this process."""
    found = CliRunner().invoke(main, ["tournament", *map(str, arguments)])
    assert found.exit_code == code, found.stderr + found.stdout
    return found


def result(*arguments: str | Path) -> dict[str, Any]:
    """What a command prints with --json."""
    found: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return found


def essence(record: GameRecord) -> dict[str, Any]:
    """All of a record but the times."""
    data = record.as_json()
    return {**data, "plies": [{**ply, "time": 0.0} for ply in data["plies"]]}


def kept(file: Path, *, all_games: bool = True) -> Games:
    """The games of a file, or those that count, by event and place."""
    with Store(file, None) as store:
        plan = from_plan(store.plan)
        return {
            (event, place): essence(record)
            for event, match in enumerate(plan.events)
            for place, record in (store.games(event) if all_games else counted(match, store, event))
        }
