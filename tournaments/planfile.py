"""Reads a tournament from a TOML file and from flags: every error names the file, the key, the value and what would be
right. `settings` says what may stand in a file.

Files of openings and deals, and the folders of engines, are looked for from the folder of the file; what is written
goes to the folder in which the program runs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from dohyo.engine import DohyoError, UsageError, game, parse
from dohyo.engine.grammar import quote
from dohyo.tournaments import settings
from dohyo.tournaments.adjudication import Adjudication
from dohyo.tournaments.entries import check_program, engine_table, game_table, program_name, read_clock
from dohyo.tournaments.settings import Setting
from dohyo.tournaments.spec import DIFFERENCE, SPRT, Engine, Limits, Match, Sprt
from dohyo.tournaments.tournament import Outputs, Tournament

Table = dict[str, Any]
T = TypeVar("T")

#: Settings of a game that are the fields of a `Match`.
_PLAIN = ("rounds", "pairs", "challengers", "margin", "cap", "own_partners", "skip_forced", "disqualify_after")
#: Faults after which an engine is disqualified where nothing is said.
DISQUALIFY_AFTER = 10
#: What stands in an engine until the limits for all are known.
_NO_LIMITS = Limits(nodes=1)


class _Reader:
    """One file and the flags on top of it. where: what sentences call the file."""

    def __init__(self, where: str, folder: Path) -> None:
        self.where = where
        self._folder = folder

    def wrong(self, path: str, what: str, *value: Any) -> UsageError:
        """The error of a key."""
        given = f" = {settings.shown(value[0])}" if value else ""
        return UsageError(f"{self.where}: {path}{given}: {what}")

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
        """The limits of a table; None without one."""
        if "limits" not in data:
            return None
        found = self.table(data["limits"], f"{path}limits", settings.LIMITS)
        clock = found.pop("tc", None)
        return self.made(f"{path}limits", lambda: Limits(clock=None if clock is None else read_clock(clock), **found))

    def engine(self, data: Any, number: int) -> tuple[Engine, bool]:
        """An engine, and whether it has limits of its own."""
        path = f"engine[{number}]"
        found = self.table(data, path, settings.ENGINE, ("limits",))
        if "command" not in found:
            raise self.wrong(f"{path}.command", "an engine needs a command")
        limits = self.limits(found, f"{path}.")
        cwd = str((self._folder / found["cwd"]).resolve()) if "cwd" in found else ""
        if cwd and not Path(cwd).is_dir():
            raise self.wrong(f"{path}.cwd", f"there is no folder {cwd}", found["cwd"])
        try:
            check_program(found["command"], cwd)
        except UsageError as error:
            raise self.wrong(f"{path}.command", str(error), found["command"]) from error
        return self.made(path, lambda: Engine(
            name=found.get("name") or program_name(found["command"]),
            program=found["command"],
            limits=limits or _NO_LIMITS,
            options=_texts(found.get("options", {})),
            cwd=cwd,
            env=_texts(found.get("env", {})),
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

    def match(self, data: Any, path: str, general: Table, engines: Sequence[tuple[Engine, bool]]) -> Match:
        """The match of one game, with what stands at the top where the game says nothing else."""
        own = self.table(data, path, (*settings.ONE_GAME, *settings.GAME), tuple(settings.GAME_TABLES))
        if "game" not in own:
            raise self.wrong(f"{path}.game", "a game is expected; `dohyo games` lists them")
        kind = self.made(f"{path}.game", lambda: game(own["game"]))
        given = {**general, **own}
        inside = {key: f"{path}." if key in own else "" for key in given}
        found: Table = {name: given[name] for name in _PLAIN if name in given}
        found.setdefault("disqualify_after", DISQUALIFY_AFTER)
        opening = given.get("openings", "")
        if opening.startswith(settings.RANDOM):
            found["opening"] = int(opening.removeprefix(settings.RANDOM))
        files = [key for key in ("openings", "deals") if key in given and (key == "deals" or "opening" not in found)]
        if len(files) > 1:
            raise self.wrong(f"{inside['deals']}deals", "a file of openings has deals too; give one of them")
        for key in files:
            found["starts"] = self.starts(given[key], f"{inside[key]}{key}", kind.id)
        form = given.get("format", "round-robin")
        if form == settings.BATCH:
            found["own_partners"] = kind.common
            if kind.seats > 1 and not kind.common:
                raise self.wrong(f"{inside['format']}format", f"in {kind.id} engines play against each other", form)
        found["format"] = "round-robin" if form == settings.BATCH else form
        if "adjudication" in given:
            rule = self.table(given["adjudication"], f"{inside['adjudication']}adjudication", settings.ADJUDICATION)
            found["adjudication"] = self.made(f"{inside['adjudication']}adjudication", lambda: Adjudication(**rule))
        if "sprt" in own and form != SPRT:
            raise self.wrong(f"{path}.sprt", f"a test is for format = 'sprt', not for {quote(form)}")
        if form == SPRT:
            found["sprt"] = self.sprt(given, inside, kind.seats == 1 or bool(found.get("own_partners")))
        return self.made(path, lambda: Match(
            game_id=kind.id, engines=self.entrants(own, path, given, inside, engines),
            rules=_texts(own.get("rules", {})), seed=general.get("seed", 0), **found,
        ))

    def sprt(self, given: Table, inside: Table, solo: bool) -> Sprt:
        """The sequential test of a match."""
        path = f"{inside.get('sprt', '')}sprt"
        found = self.table(given.get("sprt", {}), path, settings.TEST)
        for key in ("low", "high"):
            if key not in found:
                raise self.wrong(f"{path}.{key}", "a test needs both hypotheses")
        found.setdefault("model", DIFFERENCE if solo else "pentanomial")
        return self.made(path, lambda: Sprt(**found))

    def entrants(
        self, own: Table, path: str, given: Table, inside: Table, engines: Sequence[tuple[Engine, bool]]
    ) -> tuple[Engine, ...]:
        """The engines of a match, with its limits where they have none of their own."""
        names = [engine.name for engine, _ in engines]
        for name in own.get("engines", ()):
            if name not in names:
                raise self.wrong(f"{path}.engines", f"the engines are {', '.join(names)}", name)
        limits = self.limits(given, inside.get("limits", ""))
        chosen = [each for each in engines if each[0].name in own.get("engines", names)]
        for engine, limited in chosen:
            if not limited and limits is None:
                raise self.wrong(f"{path}.limits", f"engine {engine.name} needs a limit, its own or for all: one of "
                                 f"{', '.join(setting.key for setting in settings.LIMITS)}")
        return tuple(engine if limited or limits is None else replace(engine, limits=limits)
                     for engine, limited in chosen)

    def made(self, path: str, make: Callable[[], T]) -> T:
        """What a function makes; its errors name the place."""
        try:
            return make()
        except UsageError as error:
            raise error if str(error).startswith(f"{self.where}: ") else self.wrong(path, str(error)) from error



def read(
    file: Path | None, flags: Mapping[str, str] | None = None, engines: Sequence[str] = (), games: Sequence[str] = ()
) -> Tournament:
    """The tournament of a file (None: of flags alone). flags: the values of settings, by their dotted keys, which stand
    above the file; engines, games: entrants and games as flags write them, in place of those of the file. UsageError
    says what is wrong."""
    where = "the flags" if file is None else str(file)
    folder = Path() if file is None else file.parent
    reader, flagged = _Reader(where, folder), _Reader("the flags", folder)
    data = {} if file is None else _toml(file)
    reader.table(data, "", (*settings.GENERAL, *settings.GAME), (*settings.GAME_TABLES, "outputs", "engine", "game"))
    for key, text in (flags or {}).items():
        _set(data, key, text, flagged)
    if games:
        data["game"] = [game_table(text) for text in games]
    if engines:
        data["engine"] = [_here(engine_table(text), "cwd") for text in engines]
    entrants = [(flagged if engines else reader).engine(found, number)
                for number, found in enumerate(reader.tables(data, "engine"))]
    general = {key: value for key, value in data.items() if key not in ("engine", "game", "outputs", "name", "out")}
    matches = tuple((flagged if games else reader).match(found, f"game[{number}]", general, entrants)
                    for number, found in enumerate(reader.tables(data, "game")))
    outputs = reader.table(data.get("outputs", {}), "outputs", settings.OUTPUTS)
    name = data.get("name") or (file.stem if file is not None else "tournament")
    return reader.made("", lambda: Tournament(
        matches, name, data.get("concurrency", 1), data.get("processes"),
        Path(data.get("out", f"{name}.db")), Outputs(**{key: Path(value) for key, value in outputs.items()}),
    ))


def _toml(file: Path) -> Table:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except ValueError as error:  # of TOML, or of UTF-8
        raise UsageError(f"{file}: {error}") from error


def _set(data: Table, key: str, text: str, reader: _Reader) -> None:
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


def _texts(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Names and values as texts; true and false as engines write them."""
    return tuple((name, str(value).lower() if isinstance(value, bool) else str(value))
                 for name, value in found.items())
