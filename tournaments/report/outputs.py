"""Writes what other programs read: the games and the figures of a tournament, to files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from dohyo.engine import DohyoError, UsageError
from dohyo.tournaments.extras import needed
from dohyo.tournaments.plan import output_files
from dohyo.tournaments.plan.tournament import Outputs, Tournament
from dohyo.tournaments.report import exports, pgn, tournament_report
from dohyo.tournaments.report.exports import ExportedGame, Note
from dohyo.tournaments.results import outcome
from dohyo.tournaments.results.eligibility import counted_with_dates
from dohyo.tournaments.results.outcome import Result
from dohyo.tournaments.store.games import Store

#: The lines of a file, and what was left out of it, which is known when all of them are read.
Lines = Callable[[Note], Iterable[str]]


def write(
    tournament: Tournament, store: Store, outputs: Outputs, found: Sequence[Result] | None = None, *,
    setup: bool = False,
) -> list[str]:
    """Write all files that are wanted; a sentence on each that left something out.

    found: the results of the events, if they are known; else all files that show them share one pass over the games.
    setup: see `sgf.lines`. A file is there as a whole or, where that fails, as it was before. DohyoError, after all
    others are written, says which could not be.
    """
    name = tournament.name
    results = cache(lambda: outcome.results(tournament, store) if found is None else found)
    lines: dict[str, Lines] = {
        "games": lambda note: exports.to_jsonl(entries(tournament, store)),
        "pgn": lambda note: _pgn(tournament, store, note),
        "sgf": lambda note: exports.to_sgf(entries(tournament, store), name, note, setup=setup),
        "json": lambda note: [json.dumps(tournament_report.as_json(tournament, results()), indent=2)],
        "html": lambda note: [_html_report()(tournament, results())],
    }
    said: list[str] = []
    failed: list[DohyoError] = []
    for key, file in output_files.written(None, outputs):
        note = Note()
        try:
            _write(file, lines[key.removeprefix(output_files.OUTPUTS)], note)
        except DohyoError as error:
            failed.append(error)
        said += [f"{file}: {note}"] if str(note) else []
    if failed:
        raise failed[0] if len(failed) == 1 else DohyoError("; ".join(map(str, failed)))
    return said


def _pgn(tournament: Tournament, store: Store, note: Note) -> Iterable[str]:
    pgn.check_names(engine.name for engine in tournament.engines)
    return exports.to_pgn(entries(tournament, store), tournament.name, note)


def _html_report() -> Callable[[Tournament, Sequence[Result]], str]:
    with needed("report", "a report as one page"):
        from dohyo.tournaments.report.page import page
    return page


def entries(tournament: Tournament, store: Store) -> Iterator[ExportedGame]:
    """All games that count, in the order of the schedule, event by event. Their rounds are event, round, pair and swap,
    counted from 1, the first only where there are several."""
    several = len(tournament.events) > 1
    for event, match in enumerate(tournament.events):
        for place, record, ended in counted_with_dates(match, store, event):
            numbers = (event, *place) if several else tuple(place)
            yield ExportedGame(record, ".".join(str(number + 1) for number in numbers), ended)


def make_folder(file: Path) -> None:
    """Make the folder of a file that is to be written; UsageError if there cannot be such a folder."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{file}: cannot make the folder {file.parent}: {error.strerror}") from error


def _write(file: Path, lines: Lines, note: Note) -> None:
    """Write a plain file as a whole; a pipe, a device and standard output as they are."""
    try:
        if file == output_files.STDOUT:
            sys.stdout.writelines(f"{line}\n" for line in lines(note))
        elif output_files.plain(file):
            make_folder(file)
            _replace(file.resolve(), lines(note))
        else:
            with file.open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.writelines(f"{line}\n" for line in lines(note))
    except BrokenPipeError:  # whoever read it has enough
        raise
    except OSError as error:
        raise UsageError(f"{file}: cannot write: {error.strerror}") from error


def _replace(file: Path, lines: Iterable[str]) -> None:
    """Write beside a file, and then in its place: whoever looks meanwhile, and a kill, finds the old one."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.writelines(f"{line}\n" for line in lines)
        part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
