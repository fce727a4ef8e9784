"""Writes what other programs read: the games and the figures of a tournament, to files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from dohyo.engine import UsageError
from dohyo.tournaments import exports, results
from dohyo.tournaments.counting import counted
from dohyo.tournaments.exports import Entry, Note
from dohyo.tournaments.extras import needed
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Outputs, Tournament

#: The lines of a file, and what was left out of it, which is known when all of them are read.
Lines = Callable[[Note], Iterable[str]]


def write(tournament: Tournament, store: Store, outputs: Outputs) -> list[str]:
    """Write all files that are wanted; a sentence on each that left something out. UsageError where one cannot be
    written."""
    name = tournament.name
    files: list[tuple[Path | None, Lines]] = [
        (outputs.games, lambda note: exports.to_jsonl(entries(tournament, store))),
        (outputs.pgn, lambda note: exports.to_pgn(entries(tournament, store), name, note)),
        (outputs.sgf, lambda note: exports.to_sgf(entries(tournament, store), name, note)),
        (outputs.json, lambda note: [json.dumps(results.as_json(tournament, results.results(tournament, store)),
                                                indent=2)]),
        (outputs.html, lambda note: [_page(tournament, store)]),
    ]
    said = []
    for file, lines in files:
        if file is not None:
            note = Note()
            _write(file, lines(note))
            said += [f"{file}: {note}"] if str(note) else []
    return said


def _page(tournament: Tournament, store: Store) -> str:
    with needed("report", "a report as one page"):
        from dohyo.tournaments.html_report import page
    return page(tournament, store)


def entries(tournament: Tournament, store: Store) -> Iterator[Entry]:
    """All games that count, in the order of the schedule, event by event. Their rounds are event, round, pair and swap,
    counted from 1, the first only where there are several."""
    several = len(tournament.events) > 1
    for event, match in enumerate(tournament.events):
        for place, record in counted(match, store, event):
            numbers = (event, *place) if several else tuple(place)
            yield Entry(record, ".".join(str(number + 1) for number in numbers), store.ended(place, event))


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
