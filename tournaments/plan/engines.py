"""Step 3 of reading a plan, engines: from checked tables to entrants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dohyo.protocol.client.client import BUILTIN
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.entrants import program_name, program_problem
from dohyo.tournaments.plan.limits import limits_of
from dohyo.tournaments.plan.places import Table
from dohyo.tournaments.plan.spec import START_TIMEOUT, Engine
from dohyo.tournaments.plan.tables import Part, Tables


@dataclass(frozen=True)
class Entrant:
    """An engine of a plan before its limits are known, which may be those of a game."""

    name: str
    own_limits: Limits | None
    fields: Table
    """The other fields of an `Engine`."""
    part: Part

    def engine(self, limits: Limits) -> Engine:
        """The engine with its own limits, or else these."""
        return self.part.places.made(self.part.path, lambda: Engine(limits=self.own_limits or limits, **self.fields))


def read(tables: Tables, *, elsewhere: bool) -> list[Entrant]:
    """The entrants of a plan. elsewhere: they start on other machines, which say themselves what they do not have."""
    shared = _start(tables.each, tables.folder, elsewhere=elsewhere)
    return [_entrant(part, shared, tables.folder, elsewhere=elsewhere) for part in tables.engines]


def limits_in(part: Part) -> Limits | None:
    """The limits in a table; None without them."""
    return part.places.made(part.key("limits"), lambda: limits_of(part.table["limits"])) if "limits" in part else None


def texts(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Names and values as texts; true and false as engines write them."""
    return tuple((name, str(value).lower() if isinstance(value, bool) else str(value))
                 for name, value in found.items())


def _entrant(part: Part, shared: Table, folder: Path, *, elsewhere: bool) -> Entrant:
    own = _start(part, folder, elsewhere=elsewhere)
    if "command" not in own:
        raise part.wrong("command", "missing; an engine needs a command")
    limits = limits_in(part)
    found = _with_shared(own, shared)
    cwd = found.get("cwd", "")
    problem = program_problem(found["command"], cwd, elsewhere=elsewhere)
    if problem is not None:
        raise part.wrong("command", problem, found["command"])
    name = found.get("name") or program_name(found["command"])
    entrant = Entrant(name, limits, {
        "name": name, "program": found["command"], "options": texts(found.get("options", {})), "cwd": cwd,
        "env": texts(found.get("env", {})), "restart": found.get("restart") == "on",
        "start_timeout": found.get("start_timeout", START_TIMEOUT),
    }, part)
    entrant.engine(Limits(nodes=1))  # has what is wrong with it said before any game is looked at
    return entrant


def _start(part: Part, folder: Path, *, elsewhere: bool) -> Table:
    """What an engine is started with; its folder is there, if it has to be here."""
    if "cwd" not in part:
        return part.table
    cwd = (folder / part.table["cwd"]).resolve()
    if not elsewhere and not cwd.is_dir():
        raise part.wrong("cwd", f"no such folder: {cwd}", part.table["cwd"])
    return {**part.table, "cwd": str(cwd)}


def _with_shared(own: Table, shared: Table) -> Table:
    """An engine's table, with what all engines are started with where it says nothing else. One that searches in this
    process is not started, so that it takes no folder and no variables."""
    builtin = own["command"].startswith(BUILTIN)
    found = {key: value for key, value in shared.items() if not (builtin and key in ("cwd", "env"))} | own
    for table in ("options", "env"):
        mine = own.get(table, {})
        names = {name.lower() if table == "options" else name for name in mine}
        theirs = {name: value for name, value in shared.get(table, {}).items()
                  if (name.lower() if table == "options" else name) not in names}
        if table in found:
            found[table] = {**theirs, **mine}
    return found
