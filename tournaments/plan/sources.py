"""Step 1 of reading a plan: texts become tables. Nothing but the grammar of the texts is checked, and each flag."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan import settings
from dohyo.tournaments.plan.entrants import engine_table, game_table, start_table
from dohyo.tournaments.plan.places import Places, Table, shown

#: What errors call the flags.
FLAGS = "the flags"


@dataclass(frozen=True)
class Sources:
    """What a file and flags say, as tables."""

    file: Path | None
    data: Table
    """The file; empty without one."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of settings that flags give, by their dotted keys."""
    engines: Sequence[Table] = ()
    games: Sequence[Table] = ()
    each: Table = field(default_factory=dict)
    """Engines, games and what all engines are started with, in place of those of the file; empty for those."""

    @property
    def folder(self) -> Path:
        """From which the paths of the file count."""
        return Path() if self.file is None else self.file.parent

    def places(self, *, of_flags: bool = False) -> Places:
        """How errors name the keys of the file, or of the tables that flags put in its place."""
        above = {setting.key: setting.flag for setting in settings.flags() if setting.key in self.values}
        return Places(FLAGS if of_flags or self.file is None else str(self.file), above)


def gather(
    file: Path | None, flags: Mapping[str, str], engines: Sequence[str], games: Sequence[str], each: str
) -> Sources:
    """The tables of a file (None: of flags alone), and of flags. See `planfile.read`."""
    data = {} if file is None else _toml(file)
    return Sources(
        file, data, {key: flag_value(key, text) for key, text in flags.items()},
        [_from_here(engine_table(text)) for text in engines], [game_table(text) for text in games],
        _from_here(start_table(each)) if each else {},
    )


def setting_of(key: str) -> settings.Setting:
    """The setting of a dotted key that has a flag."""
    return next(setting for setting in settings.flags() if setting.key == key)


def flag_value(key: str, text: str) -> Any:
    """The value of a flag's text. key: the dotted key of its setting."""
    setting = setting_of(key)
    value = setting.kind.text(text)
    if value is None or not setting.kind.takes(value):
        raise UsageError(f"--{setting.flag}: expected {setting.kind.accepts}, got {quote(text)}")
    if key == "deals" or (key == "openings" and not value.startswith(settings.RANDOM)):
        return str(Path(value).absolute())  # it counts from here, not from the folder of the file
    return value


def overlaid(sources: Sources) -> Table:
    """The file's table with what flags say in place of what it says."""
    data = deepcopy(sources.data)
    where = sources.places().where
    for key, value in sources.values.items():
        _set(data, setting_of(key), value, where)
    parts = {"engine": list(sources.engines), "game": list(sources.games), "each": sources.each}
    return {**data, **{key: part for key, part in parts.items() if part}}


def _set(data: Table, setting: settings.Setting, value: Any, where: str) -> None:
    """Put the value of a flag in place of that of the file, for all games. where: what errors call the file."""
    table, _, name = setting.key.rpartition(".")
    games = data.get("game")  # whatever stands there: the next step looks at it
    for target in [data, *(found for found in (games if isinstance(games, list) else ()) if isinstance(found, dict))]:
        if target is data or (table or name) in target:
            inside = target.setdefault(table, {}) if table else target
            if not isinstance(inside, dict):
                raise UsageError(f"{where}: {table}: expected a table, got {shown(inside)}")
            if target is data or table or {name, *setting.aliases} & set(inside):
                for alias in setting.aliases:
                    inside.pop(alias, None)
                inside[name] = value


def _toml(file: Path) -> Table:
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: not valid UTF-8 (byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file}: invalid TOML: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{file}: nested too deeply") from error


def _from_here(found: Table) -> Table:
    """The same table, with a folder that a flag gave, which counts from the one in which the program runs."""
    return {**found, "cwd": str(Path(found["cwd"]).absolute())} if "cwd" in found else found
