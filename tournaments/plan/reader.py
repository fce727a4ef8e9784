"""What the readers of a plan have in common: tables whose keys are known, and errors that name their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from dohyo.engine import UsageError
from dohyo.protocol.client.client import BUILTIN
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan import settings
from dohyo.tournaments.plan.entrants import program_name, program_problem
from dohyo.tournaments.plan.limits import limits_of
from dohyo.tournaments.plan.settings import Setting
from dohyo.tournaments.plan.spec import PATIENCE, Engine

Table = dict[str, Any]
T = TypeVar("T")

#: What is before a key of one game.
_GAME = re.compile(r"game\[\d+\]\.")
#: What stands in an engine until the limits for all are known.
NO_LIMITS = Limits(nodes=1)


class PlanError(UsageError):
    """Names the place of what is wrong in a plan."""


class Reader:
    """One file and the flags on top of it. where: what sentences call the file; folder: from which its paths count;
    flags: those that stand above the file, by their dotted keys; elsewhere: engines start on other machines, which say
    themselves what they do not have."""

    def __init__(self, where: str, folder: Path, flags: Mapping[str, str]) -> None:
        self.where = where
        self.folder = folder
        self._flags = flags
        self.elsewhere = False

    def wrong(self, path: str, what: str, *value: Any) -> PlanError:
        """The error of a key, or of the flag that stands above it or above a key of its table."""
        key = _GAME.sub("", path)
        flag = next((flag for name, flag in self._flags.items() if name == key or name.startswith(f"{key}.")), "")
        place = (f"--{flag}",) if flag else (self.where, path)
        given = f" = {settings.shown(value[0])}" if value and (not flag or key in self._flags) else ""
        return PlanError(": ".join(filter(None, (*place[:-1], f"{place[-1]}{given}", what))))

    def table(self, data: Any, path: str, known: Sequence[Setting], tables: Sequence[str] = ()) -> Table:
        """A table whose keys are known and whose values are accepted; the tables in it are looked at by others."""
        if not isinstance(data, Mapping):
            raise self.wrong(path, "a table is expected here", data)
        names = {setting.key: setting for setting in known}
        for key, value in data.items():
            here = f"{path}.{key}" if path else key
            if key not in names and key not in tables:
                raise self.wrong(here, settings.no_such_key(key, [*names, *tables]), value)
            if key in names and not names[key].kind.takes(value):
                raise self.wrong(here, f"{names[key].kind.accepts} would be right", value)
        return dict(data)

    def tables(self, data: Table, key: str) -> list[Any]:
        """An array of tables."""
        found = data.get(key, [])
        if not isinstance(found, list) or not found:
            raise self.wrong(key, f"at least one [[{key}]] is expected")
        return found

    # --- what the tables mean --------------------------------------------------------------------------------------

    def limits(self, data: Table, path: str) -> Limits | None:
        """The limits in a table; None without them. path: of the limits."""
        if "limits" not in data:
            return None
        found = self.table(data["limits"], path, settings.LIMITS)
        return self.made(path, lambda: limits_of(found))

    def each(self, data: Table) -> Table:
        """What all engines are started with, unless they say otherwise."""
        return self._start(self.table(data.get("each", {}), "each", settings.START), "each")

    def _start(self, found: Table, path: str) -> Table:
        """The same table, with a folder that is there, if it has to be here."""
        if "cwd" not in found:
            return found
        cwd = (self.folder / found["cwd"]).resolve()
        if not self.elsewhere and not cwd.is_dir():
            raise self.wrong(f"{path}.cwd", f"there is no folder {cwd}", found["cwd"])
        return {**found, "cwd": str(cwd)}

    def engine(self, data: Any, number: int, shared: Table) -> tuple[Engine, bool]:
        """An engine, and whether it has limits of its own. shared: what all engines are started with."""
        path = f"engine[{number}]"
        own = self._start(self.table(data, path, settings.ENGINE, ("limits",)), path)
        if "command" not in own:
            raise self.wrong(f"{path}.command", "an engine needs a command")
        limits = self.limits(own, f"{path}.limits")
        found = _with_shared(own, shared)
        cwd = found.get("cwd", "")
        problem = program_problem(found["command"], cwd, elsewhere=self.elsewhere)
        if problem is not None:
            raise self.wrong(f"{path}.command", problem, found["command"])
        return self.made(path, lambda: Engine(
            name=found.get("name") or program_name(found["command"]),
            program=found["command"],
            limits=limits or NO_LIMITS,
            options=texts(found.get("options", {})),
            cwd=cwd,
            env=texts(found.get("env", {})),
            restart=found.get("restart") == "on",
            patience=found.get("patience", PATIENCE),
        )), limits is not None

    def made(self, path: str, make: Callable[[], T]) -> T:
        """What a function makes; its errors name the place."""
        try:
            return make()
        except PlanError:
            raise
        except UsageError as error:
            raise self.wrong(path, str(error)) from error


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


def texts(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Names and values as texts; true and false as engines write them."""
    return tuple((name, str(value).lower() if isinstance(value, bool) else str(value))
                 for name, value in found.items())
