"""The rows of `dohyo strength`, read from a TOML file (strength.toml documents its format)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from dohyo.engine import DohyoError, Game, UsageError, game
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan import entrants
from dohyo.tournaments.plan.limits import from_flags
from dohyo.tournaments.plan.spec import Match

#: The plan of this project.
OWN = "strength.toml"

_NAME = re.compile(r"[\w.+-]+")
#: The fields of a row: the type of each, and what an error calls it.
_FIELDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "name": (str, "a text"), "game": (str, "a text"), "engines": (list, "a list of texts"),
    "games": (int, "a whole number"), "rules": (dict, "a table of texts"), "opening": (int, "a whole number"),
    "movetime": (int, "a whole number"), "nodes": (int, "a whole number"), "depth": (int, "a whole number"),
    "tc": (str, "a text"), "bar": ((int, float), "a number"), "caps": ((int, float), "a number"),
    "busy": (int, "a whole number"),
}
_NEEDED = ("game", "engines", "games")


@dataclass(frozen=True)
class Row:
    """A row of the table; strength.toml documents its fields. game_id: its field `game`."""

    name: str
    game_id: str
    engines: Sequence[str]
    games: int
    rules: dict[str, str] = field(default_factory=dict)
    opening: int = 0
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    tc: str | None = None
    bar: float | None = None
    caps: float | None = None
    busy: int = 1

    @property
    def game(self) -> Game:
        return game(self.game_id)

    def match(self, *, seed: int, scale: float, jobs: int) -> Match:
        """The match of the row.

        Parameters:
            seed: of the deals and the engines.
            scale: the share of its games to play, above 0 and at most 1.
            jobs: how many engines may think at the same time.

        Raises:
            UsageError: an engine is unknown, or cannot take part in the match.
        """
        solo = self.game.seats == 1 or self.game.common
        limits = from_flags(movetime=self.movetime, nodes=self.nodes, depth=self.depth, tc=self.tc)
        return Match(
            game_id=self.game_id,
            engines=tuple(entrants.read_engine(text, limits) for text in self.engines),
            rules=tuple(self.rules.items()),
            opening=self.opening,
            rounds=max(1, round(self.games * scale / (1 if solo else 2))),
            seed=seed,
            own_partners=self.game.common,
            skip_forced=True,
            concurrency=max(1, jobs // self.busy),
        )


@dataclass(frozen=True)
class Part:
    """Rows that stand in one table."""

    #: What --only takes.
    name: str
    #: The heading of the table.
    title: str
    rows: tuple[Row, ...]


def read_plan(file: Path | None) -> list[Part]:
    """The parts of a plan; None for this project's own. UsageError names the place of a mistake."""
    name = OWN if file is None else str(file)
    try:
        text = files(__package__).joinpath(OWN).read_text("utf-8") if file is None else file.read_text("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"plan {name}: {error.strerror}") from error
    except ValueError as error:  # of TOML, or of UTF-8
        raise UsageError(f"plan {name}: {error}") from error
    try:
        parts = [_part(found) for found in _tables(data, "part")]
    except DohyoError as error:
        raise UsageError(f"plan {name}: {error}") from error
    names = Counter(row.name for part in parts for row in part.rows)
    names.update(part.name for part in parts)
    names.update({row.game_id for part in parts for row in part.rows})
    for found, count in names.items():
        if count > 1:
            raise UsageError(f"plan {name}: expected distinct names of rows, parts and games, got {quote(found)} twice")
    return parts


def choose(parts: Sequence[Part], wanted: Sequence[str]) -> list[Part]:
    """The rows whose own name, part or game is wanted, in their parts; all rows if nothing is wanted."""
    if not wanted:
        return list(parts)
    every = [row for part in parts for row in part.rows]
    groups = dict.fromkeys([*(part.name for part in parts), *(row.game_id for row in every)])
    for name in wanted:
        if name not in groups and all(name != row.name for row in every):
            raise UsageError(f"--only: expected a row, which --show lists, or one of {', '.join(groups)}, got "
                             f"{quote(name)}")
    chosen = []
    for part in parts:
        rows = tuple(row for row in part.rows if {part.name, row.game_id, row.name} & set(wanted))
        chosen += [Part(part.name, part.title, rows)] if rows else []
    return chosen


def _tables(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name, [])
    if set(data) - {"name", "title", name} or not isinstance(found, list) or not found:
        raise UsageError(f"expected a list of tables called {name}, and nothing else")
    return found


def _part(data: dict[str, Any]) -> Part:
    texts = [data.get(key) for key in ("name", "title")]
    if not all(isinstance(text, str) for text in texts):
        raise UsageError("part: expected a name and a title")
    name, title = map(str, texts)
    return Part(name, title, tuple(map(_row, _tables(data, "row"))))


def _row(data: dict[str, Any]) -> Row:
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError(f"row: expected a name of letters, digits and any of .+-_, got {quote(str(name))}")
    for key, value in data.items():
        if key not in _FIELDS:
            raise UsageError(f"row {name}: expected fields among {', '.join(_FIELDS)}, got {quote(key)}")
        kind, accepted = _FIELDS[key]
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if not isinstance(value, kind) or isinstance(value, bool) or not all(isinstance(each, str) for each in inside):
            raise UsageError(f"row {name}: {key}: expected {accepted}, got {value!r}")
    for key in _NEEDED:
        if key not in data:
            raise UsageError(f"row {name}: missing {key}")
    row = Row(game_id=data["game"], **{key: value for key, value in data.items() if key != "game"})
    _check(row)
    return row


def _check(row: Row) -> None:
    """Raise UsageError for a row that no engine could play. Whether its engines exist is checked when they play."""
    row.game.option_values(row.rules)
    least = 1 if row.game.seats == 1 or row.game.common else 2
    if not least <= len(row.engines) <= 2:
        raise UsageError(f"row {row.name}: engines: expected {'1 or 2' if least == 1 else '2'}, got {len(row.engines)}")
    if row.games < 1 or row.busy < 1 or row.opening < 0:
        raise UsageError(f"row {row.name}: expected games >= 1, busy >= 1 and opening >= 0, got {row.games}, "
                         f"{row.busy} and {row.opening}")
    from_flags(movetime=row.movetime, nodes=row.nodes, depth=row.depth, tc=row.tc)
