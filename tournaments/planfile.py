"""Reads a tournament from a TOML file and from flags: every error names the file, the key, the value and what would be
right. `settings` says what may stand in a file.

Files of openings and deals, and the folders of engines, are looked for from the folder of the file; what is written
goes to the folder in which the program runs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments import settings
from dohyo.tournaments.entries import engine_table, game_table
from dohyo.tournaments.plangame import GameReader
from dohyo.tournaments.planreader import Reader, Table
from dohyo.tournaments.tournament import Outputs, Tournament

#: Tables at the top that are no settings of a game.
_TABLES = ("outputs", "engine", "game")


def read(
    file: Path | None, flags: Mapping[str, str] | None = None, engines: Sequence[str] = (), games: Sequence[str] = ()
) -> Tournament:
    """The tournament of a file (None: of flags alone). flags: the values of settings, by their dotted keys, which stand
    above the file; engines, games: entrants and games as flags write them, in place of those of the file. UsageError
    says what is wrong."""
    where = "the flags" if file is None else str(file)
    folder = Path() if file is None else file.parent
    reader, flagged = Reader(where, folder), Reader("the flags", folder)
    data = {} if file is None else _toml(file)
    reader.table(data, "", (*settings.GENERAL, *settings.GAME), (*settings.GAME_TABLES, *_TABLES))
    for key, text in (flags or {}).items():
        _set(data, key, text, flagged)
    if games:
        data["game"] = [game_table(text) for text in games]
    if engines:
        data["engine"] = [_here(engine_table(text), "cwd") for text in engines]
    entrants = [(flagged if engines else reader).engine(found, number)
                for number, found in enumerate(reader.tables(data, "engine"))]
    general = {key: value for key, value in data.items() if key not in _TABLES}
    matches = tuple(GameReader(flagged if games else reader, found, f"game[{number}]", general).match(entrants)
                    for number, found in enumerate(reader.tables(data, "game")))
    outputs = reader.table(data.get("outputs", {}), "outputs", settings.OUTPUTS)
    name = data.get("name") or (file.stem if file is not None else "tournament")
    return reader.made("", lambda: Tournament(
        matches, name, data.get("concurrency", 1), data.get("processes"),
        Path(data.get("out", f"{name}.db")), Outputs(**{key: Path(value) for key, value in outputs.items()}),
        data.get("cluster", ""),
    ))


def _toml(file: Path) -> Table:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except ValueError as error:  # of TOML, or of UTF-8
        raise UsageError(f"{file}: {error}") from error


def _set(data: Table, key: str, text: str, reader: Reader) -> None:
    """Put the value of a flag in place of that of the file, for all games."""
    setting = next(setting for setting in settings.flags() if setting.key == key)
    value = setting.kind.text(text)
    if value is None or not setting.kind.takes(value):
        raise UsageError(f"--{setting.flag} {quote(text)}: {setting.kind.accepts} would be right")
    table, _, name = key.rpartition(".")
    if key == "deals" or (key == "openings" and not value.startswith(settings.RANDOM)):
        value = str(Path(value).absolute())
    targets = [data, *(found for found in data.get("game", ()) if isinstance(found, dict))]
    for target in targets:
        if target is data or (table or name) in target:
            inside = target.setdefault(table, {}) if table else target
            if not isinstance(inside, dict):
                raise reader.wrong(table, "a table is expected here", inside)
            if target is data or name in inside or table:
                inside[name] = value


def _here(found: Table, key: str) -> Table:
    """The same table, with a path that a flag gave, which counts from the folder in which the program runs."""
    return {**found, key: str(Path(found[key]).absolute())} if key in found else found
