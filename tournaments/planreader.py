"""What the readers of a plan have in common: tables whose keys are known, and errors that name their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from dohyo.engine import DohyoError, UsageError, parse
from dohyo.tournaments import settings
from dohyo.tournaments.entries import program_name, program_problem, read_clock
from dohyo.tournaments.settings import Setting
from dohyo.tournaments.spec import Engine, Limits

Table = dict[str, Any]
T = TypeVar("T")

#: What stands in an engine until the limits for all are known.
NO_LIMITS = Limits(nodes=1)


class Reader:
    """One file and the flags on top of it. where: what sentences call the file."""

    def __init__(self, where: str, folder: Path) -> None:
        self.where = where
        self._folder = folder

    def wrong(self, path: str, what: str, *value: Any) -> UsageError:
        """The error of a key."""
        given = f" = {settings.shown(value[0])}" if value else ""
        return UsageError(": ".join(filter(None, (self.where, f"{path}{given}", what))))

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
        clock = found.pop("tc", None)
        return self.made(path, lambda: Limits(clock=None if clock is None else read_clock(clock), **found))

    def engine(self, data: Any, number: int) -> tuple[Engine, bool]:
        """An engine, and whether it has limits of its own."""
        path = f"engine[{number}]"
        found = self.table(data, path, settings.ENGINE, ("limits",))
        if "command" not in found:
            raise self.wrong(f"{path}.command", "an engine needs a command")
        limits = self.limits(found, f"{path}.limits")
        cwd = str((self._folder / found["cwd"]).resolve()) if "cwd" in found else ""
        if cwd and not Path(cwd).is_dir():
            raise self.wrong(f"{path}.cwd", f"there is no folder {cwd}", found["cwd"])
        problem = program_problem(found["command"], cwd)
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
        )), limits is not None

    def starts(self, name: str, path: str, game_id: str) -> tuple[str, ...]:
        """The states of a file: a position a line, and the moves to play from it after the word `moves`."""
        try:
            lines = (self._folder / name).read_text("utf-8").splitlines()
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            raise self.wrong(path, f"this file cannot be read: {problem}", name) from error
        found = []
        for number, line in enumerate(lines, 1):
            text, _, moves = line.partition(" moves ")
            if not text.strip() or text.startswith("#"):
                continue
            try:
                state = parse(text.strip())
                for move in moves.split():
                    state = state.play(move)
            except DohyoError as error:
                raise self.wrong(path, f"line {number}: {error}", name) from error
            if state.game.id == game_id:
                found.append(str(state))
        if not found:
            raise self.wrong(path, f"a file with positions of {game_id} would be right", name)
        return tuple(found)

    def made(self, path: str, make: Callable[[], T]) -> T:
        """What a function makes; its errors name the place."""
        try:
            return make()
        except UsageError as error:
            raise error if str(error).startswith(f"{self.where}: ") else self.wrong(path, str(error)) from error


def texts(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Names and values as texts; true and false as engines write them."""
    return tuple((name, str(value).lower() if isinstance(value, bool) else str(value))
                 for name, value in found.items())
