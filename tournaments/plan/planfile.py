"""Reads a tournament from a TOML file and from flags, in one pass.

Texts become tables (`sources`), whose keys and values are checked (`tables`), which become entrants (`engines`) and
matches (`matches`), and these a tournament.

Every error names the file, the key and the value. Files of openings and deals, and the folders of engines, are looked
for from the folder of the file; what is written goes to the folder in which the program runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dohyo.tournaments.plan import engines as engine_plans
from dohyo.tournaments.plan import output_files, settings
from dohyo.tournaments.plan.matches import GamePlan
from dohyo.tournaments.plan.places import Table
from dohyo.tournaments.plan.sources import flag_value, gather
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tables import Part, Tables, checked
from dohyo.tournaments.plan.tournament import SGF_GAME, Outputs, Tournament, elsewhere


def read(
    file: Path | None, flags: Mapping[str, str] | None = None, engines: Sequence[str] = (), games: Sequence[str] = (),
    each: str = "",
) -> Tournament:
    """The tournament of a file and flags.

    Parameters
    ----------
    file
        The TOML file; None for flags alone.
    flags
        The texts of settings, by their dotted keys; they stand above the file.
    engines, games, each
        Entrants, games and what all engines are started with, as flags write them, in place of those of the file.

    Raises
    ------
    UsageError
        What is wrong, and where.
    """
    tables = checked(gather(file, flags or {}, engines, games, each))
    entrants = engine_plans.read(tables, elsewhere=elsewhere(tables.general.table.get("cluster", "")))
    found = [GamePlan(part, tables.general, tables.folder) for part in tables.games]
    _refuse_idle(tables.general, found)
    made = _tournament(tables, [each.match(entrants) for each in found], "tournament" if file is None else file.stem)
    inputs = [pair for each in found for pair in each.inputs]
    _check_outputs(tables.general, made, [*inputs, *([("the plan", file)] if file else [])])
    return made


def how(flags: Mapping[str, str]) -> Table:
    """The fields of a tournament on which no game depends, from flags alone, for a tournament whose plan is known.
    UsageError says what is wrong."""
    return _how({key: flag_value(key, text) for key, text in flags.items()})


def _refuse_idle(general: Part, games: Sequence[GamePlan]) -> None:
    """The error of a key at the top that says nothing in any game."""
    for key, why in games[0].idle.items():
        if key in general and all(key in found.idle for found in games):
            raise general.wrong(key, why, general.table[key])


def _tournament(tables: Tables, matches: Sequence[Match], stem: str) -> Tournament:
    """stem: the name of a tournament without one."""
    general = tables.general.table
    name = general.get("name", stem)
    return tables.general.places.made("", lambda: Tournament(
        tuple(matches), name, out=Path(general.get("out", f"{name.replace('/', '-')}.db")),
        outputs=Outputs(**{key: Path(value) for key, value in tables.outputs.table.items()}), **_how(general),
    ))


def _how(given: Mapping[str, object]) -> Table:
    found: Table = {setting.key: given[setting.key] for setting in settings.HOW if setting.key in given}
    return {**found, "log": Path(found["log"]).absolute()} if "log" in found else found


def _check_outputs(general: Part, made: Tournament, inputs: Iterable[tuple[str, Path]]) -> None:
    """The error of a file that would be written over another, or with nothing in it."""
    found = output_files.clash(inputs, output_files.written(made.out, made.outputs))
    if found is not None:
        key, file, other = found
        raise general.wrong(key, f"same file as {other}", str(file))
    pgn, stones = made.outputs.pgn, made.outputs.sgf
    if pgn is not None and not any(match.head_to_head for match in made.events):
        raise general.wrong("outputs.pgn", "PGN needs head-to-head games, and the plan has none", str(pgn))
    if stones is not None and all(match.game_id != SGF_GAME for match in made.events):
        raise general.wrong("outputs.sgf", f"SGF needs games of {SGF_GAME}, and the plan has none", str(stones))
