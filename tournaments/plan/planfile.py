"""Reads a tournament from a TOML file and from flags: every error names the file, the key, the value and what would be
right. `settings` says what may stand in a file.

Files of openings and deals, and the folders of engines, are looked for from the folder of the file; what is written
goes to the folder in which the program runs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan import output_files, settings
from dohyo.tournaments.plan.entrants import engine_table, game_table, start_table
from dohyo.tournaments.plan.game_table import GameReader
from dohyo.tournaments.plan.reader import Reader, Table
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import SGF_GAME, Outputs, Tournament, elsewhere

#: Tables at the top that are no settings of a game.
_TABLES = ("outputs", "each", "engine", "game")


def read(
    file: Path | None, flags: Mapping[str, str] | None = None, engines: Sequence[str] = (), games: Sequence[str] = (),
    each: str = "",
) -> Tournament:
    """The tournament of a file (None: of flags alone). flags: the values of settings, by their dotted keys, which stand
    above the file; engines, games, each: entrants, games and what all engines are started with, as flags write them, in
    place of those of the file. UsageError says what is wrong."""
    where = "the flags" if file is None else str(file)
    folder = Path() if file is None else file.parent
    above = {setting.key: setting.flag for setting in settings.flags() if setting.key in (flags or {})}
    reader, flagged = Reader(where, folder, above), Reader("the flags", folder, above)
    data = {} if file is None else _toml(file)
    reader.table(data, "", (*settings.GENERAL, *settings.GAME), (*settings.GAME_TABLES, *_TABLES))
    for key, text in (flags or {}).items():
        _set(data, key, text, where)
    reader.elsewhere = flagged.elsewhere = elsewhere(data.get("cluster", ""))
    if games:
        data["game"] = [game_table(text) for text in games]
    if engines:
        data["engine"] = [_here(engine_table(text)) for text in engines]
    if each:
        data["each"] = _here(start_table(each))
    shared = (flagged if each else reader).each(data)
    entrants = [(flagged if engines else reader).engine(found, number, shared)
                for number, found in enumerate(reader.tables(data, "engine"))]
    found_games = [GameReader(flagged if games else reader, found, f"game[{number}]", _general(data))
                   for number, found in enumerate(reader.tables(data, "game"))]
    _refuse_idle(reader, data, found_games)
    made = _tournament(reader, data, [found.match(entrants) for found in found_games],
                       "tournament" if file is None else file.stem)
    inputs = [pair for found in found_games for pair in found.inputs]
    _look_at_files(reader, made, [*inputs, *([("the plan", file)] if file else [])])
    return made


def _general(data: Table) -> Table:
    """What stands at the top for all games."""
    return {key: value for key, value in data.items() if key not in _TABLES}


def _refuse_idle(reader: Reader, data: Table, games: Sequence[GameReader]) -> None:
    """The error of a key at the top that says nothing in any game."""
    for key, why in games[0].idle.items():
        if key in data and all(key in found.idle for found in games):
            raise reader.wrong(key, why, data[key])


def _tournament(reader: Reader, data: Table, matches: Sequence[Match], stem: str) -> Tournament:
    """stem: what it is called where nothing is said."""
    outputs = reader.table(data.get("outputs", {}), "outputs", settings.OUTPUTS)
    name = data.get("name", stem)
    return reader.made("", lambda: Tournament(
        tuple(matches), name, out=Path(data.get("out", f"{name.replace('/', '-')}.db")),
        outputs=Outputs(**{key: Path(value) for key, value in outputs.items()}), **_how(data),
    ))


def _how(data: Table) -> Table:
    """The fields of a tournament on which no game depends."""
    found = {setting.key: data[setting.key] for setting in settings.HOW if setting.key in data}
    return {**found, "log": Path(found["log"]).absolute()} if "log" in found else found


def how(flags: Mapping[str, str]) -> Table:
    """The same from flags alone, by their keys, for a tournament whose plan is known. UsageError says what is wrong."""
    return _how({key: _value(key, text) for key, text in flags.items()})


def _look_at_files(reader: Reader, made: Tournament, inputs: Iterable[tuple[str, Path]]) -> None:
    """The error of a file that would be written over another, or with nothing in it."""
    found = output_files.clash(inputs, output_files.written(made.out, made.outputs))
    if found is not None:
        key, file, other = found
        raise reader.wrong(key, f"this is the file of {other} too", str(file))
    pgn, stones = made.outputs.pgn, made.outputs.sgf
    if pgn is not None and not any(match.head_to_head for match in made.events):
        raise reader.wrong("outputs.pgn", "PGN is for games of two against each other, and there is none", str(pgn))
    if stones is not None and all(match.game_id != SGF_GAME for match in made.events):
        raise reader.wrong("outputs.sgf", f"SGF is for {SGF_GAME}, which is not played", str(stones))


def _toml(file: Path) -> Table:
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: this is no text in UTF-8: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file}: this is no TOML: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{file}: this is nested too deeply") from error


def _set(data: Table, key: str, text: str, where: str) -> None:
    """Put the value of a flag in place of that of the file, for all games. where: what sentences call the file."""
    value = _value(key, text)
    table, _, name = key.rpartition(".")
    if key == "deals" or (key == "openings" and not value.startswith(settings.RANDOM)):
        value = str(Path(value).absolute())  # it counts from here, not from the folder of the file
    games = data.get("game")  # whatever stands there: it is looked at later
    for target in [data, *(found for found in (games if isinstance(games, list) else ()) if isinstance(found, dict))]:
        if target is data or (table or name) in target:
            inside = target.setdefault(table, {}) if table else target
            if not isinstance(inside, dict):
                raise UsageError(f"{where}: {table} = {settings.shown(inside)}: a table is expected here")
            if target is data or name in inside or table:
                inside[name] = value


def _value(key: str, text: str) -> Any:
    """What a flag's text stands for."""
    setting = next(setting for setting in settings.flags() if setting.key == key)
    value = setting.kind.text(text)
    if value is None or not setting.kind.takes(value):
        raise UsageError(f"--{setting.flag} {quote(text)}: {setting.kind.accepts} would be right")
    return value


def _here(found: Table) -> Table:
    """The same table, with a folder that a flag gave, which counts from the one in which the program runs."""
    return {**found, "cwd": str(Path(found["cwd"]).absolute())} if "cwd" in found else found
