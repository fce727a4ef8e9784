"""Writes what other programs read: the games and the figures of a tournament, to files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from dohyo.engine import UsageError
from dohyo.tournaments import results
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Outputs, Tournament


def write(tournament: Tournament, store: Store, outputs: Outputs) -> None:
    """Write all files that are wanted; UsageError where one cannot be written."""
    if outputs.json is not None:
        found = results.as_json(tournament, results.results(tournament, store))
        _write(outputs.json, [json.dumps(found, indent=2)])


def make_folder(file: Path) -> None:
    """Make the folder of a file that is to be written; UsageError if there cannot be such a folder."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{file}: there cannot be a folder {file.parent}: {error.strerror}") from error


def _write(file: Path, lines: Iterable[str]) -> None:
    make_folder(file)
    try:
        with file.open("w", encoding="utf-8") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from error
