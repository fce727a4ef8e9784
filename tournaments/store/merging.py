"""Brings the games of several files of one plan together in one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dohyo.engine import UsageError
from dohyo.tournaments.plan.spec import RANKING
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.store.stored_plan import kept_in


@dataclass
class Taken:
    """What became of the games of one file. new: they were taken; equal: the same games, but for times, were there
    already; other: other games were there in their places, and stay."""

    file: Path
    new: int = 0
    equal: int = 0
    other: int = 0

    def __str__(self) -> str:
        there = f", {self.equal} were there" * (self.equal > 0)
        other = f", {self.other} left out because other games have their places" * (self.other > 0)
        return f"{self.file}: {self.new} of {self.new + self.equal + self.other} games taken{there}{other}"


def merge(target: Store, files: Sequence[Path]) -> list[Taken]:
    """Take the games of files of the target's plan, as a whole or not at all. Where several files have a game, that of
    the target or of the first one stays.

    UsageError where a format's later rounds follow from earlier results and two files have other results in one place:
    the rounds that follow in one of them do not belong to the other's tournament.
    """
    tournament = kept_in(target)
    found = []
    with target.transaction():
        for file in files:
            with Store.read(file) as source:
                target.compare(source.plan, str(file))
                found.append(_take(tournament, target, source, Taken(file)))
    return found


def _take(tournament: Tournament, target: Store, source: Store, taken: Taken) -> Taken:
    for event in source.events:
        if event >= len(tournament.events):
            raise UsageError(f"{taken.file} has games of event {event}, which is not in its plan")
        decides = tournament.events[event].format in RANKING
        for row in source.rows(event):
            source.record(row)  # what is damaged is not taken
            if target.insert(row):
                taken.new += 1
            elif _essence(row.text) == _essence(target.text(row.place, event)):
                taken.equal += 1
            elif decides and _outcome(row.text) != _outcome(target.text(row.place, event)):
                raise UsageError(f"{taken.file}: {tournament.labels[event]}, game {row.place} ended differently in "
                                 f"another file; the later rounds of a {tournament.events[event].format} depend on "
                                 "that, so these are two tournaments")
            else:
                taken.other += 1
    return taken


def _essence(text: str) -> Any:
    """All of a record but the times."""
    data = json.loads(text)
    return {**data, "plies": [{**ply, "time": 0.0} for ply in data["plies"]]}


def _outcome(text: str) -> Any:
    """What the rest of a tournament may depend on."""
    data = json.loads(text)
    return [data[name] for name in ("players", "returns", "fault", "fault_seat")]
