"""Step 2 of reading a plan: every key is known, and every value is one that its setting takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dohyo.tournaments.plan import settings
from dohyo.tournaments.plan.places import Places, PlanError, Table
from dohyo.tournaments.plan.settings import Setting
from dohyo.tournaments.plan.sources import Sources, overlaid

#: Tables at the top that do not set anything of a game.
_PARTS = ("outputs", "each", "engine", "game")


@dataclass(frozen=True)
class Part:
    """One checked table, and how errors name its keys."""

    path: str
    """The dotted path of the table."""
    table: Table
    places: Places

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def wrong(self, key: str, what: str, *value: Any) -> PlanError:
        """The error of a key of this table."""
        return self.places.wrong(self.key(key), what, *value)

    def key(self, key: str) -> str:
        """The dotted path of a key of this table."""
        return f"{self.path}.{key}" if self.path else key


@dataclass(frozen=True)
class Tables:
    """A whole plan whose keys are known and whose values are accepted, flags included."""

    folder: Path
    """From which paths count."""
    general: Part
    """The top, without the other parts."""
    outputs: Part
    each: Part
    engines: Sequence[Part]
    games: Sequence[Part]


def checked(sources: Sources) -> Tables:
    """The tables of a plan. PlanError names the first key that is unknown, or whose value is not accepted."""
    file, flagged = sources.places(), sources.places(of_flags=True)
    top = (*settings.GENERAL, *settings.GAME)
    _table(file, sources.data, "", top, (*settings.GAME_TABLES, *_PARTS))
    data = _table(file, overlaid(sources), "", top, (*settings.GAME_TABLES, *_PARTS))
    general = {key: value for key, value in data.items() if key not in _PARTS}
    each = flagged if sources.each else file
    engines, games = flagged if sources.engines else file, flagged if sources.games else file
    return Tables(
        folder=sources.folder,
        outputs=Part("outputs", _table(file, data.get("outputs", {}), "outputs", settings.OUTPUTS), file),
        each=Part("each", _table(each, data.get("each", {}), "each", settings.START), each),
        engines=[_part(engines, found, f"engine[{number}]", settings.ENGINE, {"limits": settings.LIMITS})
                 for number, found in enumerate(_array(file, data, "engine"))],
        games=[_part(games, found, f"game[{number}]", (*settings.ONE_GAME, *settings.GAME), settings.GAME_TABLES)
               for number, found in enumerate(_array(file, data, "game"))],
        general=Part("", _with_tables(file, general, "", settings.GAME_TABLES), file),
    )


def _part(
    places: Places, data: Any, path: str, known: Sequence[Setting], tables: Mapping[str, Sequence[Setting]]
) -> Part:
    """A table with the tables in it."""
    return Part(path, _with_tables(places, _table(places, data, path, known, tuple(tables)), path, tables), places)


def _with_tables(places: Places, found: Table, path: str, tables: Mapping[str, Sequence[Setting]]) -> Table:
    inside = {name: _table(places, found[name], f"{path}.{name}" if path else name, known)
              for name, known in tables.items() if name in found}
    return {**found, **inside}


def _table(places: Places, data: Any, path: str, known: Sequence[Setting], tables: Sequence[str] = ()) -> Table:
    """A table under the present names of its keys. tables: keys whose values are looked at by others."""
    if not isinstance(data, Mapping):
        raise places.expected(path, "a table", data)
    names = {name: setting for setting in known for name in (setting.key, *setting.aliases)}
    found: Table = {}
    for key, value in data.items():
        here = f"{path}.{key}" if path else key
        if key not in names and key not in tables:
            raise places.wrong(here, settings.no_such_key(key, [*(each.key for each in known), *tables]), value)
        if key in names and not names[key].kind.takes(value):
            raise places.expected(here, names[key].kind.accepts, value)
        name = names[key].key if key in names else key
        if name in found:
            raise places.wrong(here, f"given twice, as {key} and as {name}", value)
        found[name] = value
    return found


def _array(places: Places, data: Table, key: str) -> list[Any]:
    """An array of tables."""
    found = data.get(key, [])
    if not isinstance(found, list) or not found:
        raise places.wrong(key, f"expected at least one [[{key}]]")
    return found
