"""Games for other programs: pure, from records to the lines of a file.

JSON Lines keep all that a record has, for every game. PGN and SGF keep what their readers know of a game, so they leave
games out that do not fit, and say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from dohyo.engine import DohyoError, GameRecord
from dohyo.tournaments.report import pgn, sgf


@dataclass(frozen=True)
class ExportedGame:
    """A game to export. round: where it stands in its tournament, such as '3.1.2'; date: when it ended, ISO 8601, '' if
    that is not known."""

    record: GameRecord
    round: str = "?"
    date: str = ""


@dataclass
class Note:
    """What an export left out: the reason, as the end of a sentence, to the number of games."""

    left_out: dict[str, int] = field(default_factory=dict)

    def add(self, reason: str) -> None:
        self.left_out[reason] = self.left_out.get(reason, 0) + 1

    def __str__(self) -> str:
        """Empty if nothing was left out."""
        return "; ".join(f"{count} game{'s' * (count > 1)} left out: {reason}"
                         for reason, count in self.left_out.items())


def to_jsonl(entries: Iterable[ExportedGame]) -> Iterator[str]:
    """A line for each game: an object with `round`, `date` and all fields of the record."""
    for entry in entries:
        data: dict[str, Any] = {"round": entry.round, "date": entry.date, **entry.record.as_json()}
        yield json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def from_jsonl(lines: Iterable[str]) -> Iterator[ExportedGame]:
    """The games that `to_jsonl` wrote; DohyoError names a line that is not a game. Empty lines are skipped."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise DohyoError("expected a JSON object")
            yield ExportedGame(GameRecord.from_json(data), str(data.get("round", "?")), str(data.get("date", "")))
        except (ValueError, DohyoError) as error:
            raise DohyoError(f"line {number}: expected a game: {error}") from error


def to_pgn(entries: Iterable[ExportedGame], event: str, note: Note) -> Iterator[str]:
    """The lines of a PGN file, a game after the other. note: takes what is left out while the lines are read."""
    yield from _converted(entries, note, lambda entry: pgn.lines(entry.record, event, entry.round, entry.date))


def to_sgf(entries: Iterable[ExportedGame], event: str, note: Note, *, setup: bool = False) -> Iterator[str]:
    """The lines of an SGF collection, a game after the other. note: as in `to_pgn`; setup: see `sgf.lines`."""
    yield from _converted(entries, note,
                          lambda entry: sgf.lines(entry.record, event, entry.round, entry.date, setup=setup))


def _converted(
    entries: Iterable[ExportedGame], note: Note, convert: Callable[[ExportedGame], Iterator[str]]
) -> Iterator[str]:
    for entry in entries:
        try:
            lines = list(convert(entry))
        except DohyoError as error:
            note.add(str(error))
            continue
        yield from lines
