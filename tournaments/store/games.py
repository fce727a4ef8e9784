"""Where the games of a tournament are kept: one SQLite file, or memory.

A game is on disk, in one transaction, as it ends: whatever kills the process leaves a file that can be resumed.
No figure is stored that could disagree with the games.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from dohyo.engine import DohyoError, GameRecord, UsageError
from dohyo.tournaments.plan.spec import differences
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store import migrations, storefile
from dohyo.tournaments.store.storefile import APPLICATION, Claim

#: Games that are read at once.
PAGE = 256
COLUMNS = "(event, round, pair, swap, ended, record)"
#: A record, and one without its moves, which is read five times as fast.
WHOLE, OUTCOME = "record", "json_set(record, '$.plies', json('[]'))"


class Row(NamedTuple):
    """A game as it is stored. ended: UTC, ISO 8601; text: its record, as JSON."""

    event: int
    place: Place
    ended: str
    text: str


class OtherMatchError(UsageError):
    """The file holds the games of another match. differences: what differs, as sentences' parts."""

    def __init__(self, name: str, differences: list[str], other: str = "") -> None:
        """other: the file that holds the match that was asked for, where one does."""
        what = f"{name} holds another match{f' than {other}' * bool(other)} ({'; '.join(differences)})"
        super().__init__(what if other else f"{what}; use the same settings, or another file")
        self.differences = differences


class Store:
    """The games of one tournament, event by event. Any thread may use it; close it, or use it in a `with`.

    One process at a time may write to a file. Who only reads sees the games that were there when the file was opened,
    and may while another writes. DohyoError says what went wrong with the file, wherever that happens.
    """

    def __init__(self, file: Path | None, plan: dict[str, Any] | None, *, reading: bool = False) -> None:
        """Open the file of the match with this plan, or make it; None keeps the games in memory only. Without a plan
        open a file that is there, whatever match it holds. reading: only to read. OtherMatchError if the file holds
        games of another match, UsageError if something else, or if another process writes to it."""
        self._name = str(file or "the store in memory")
        self._lock = threading.Lock()
        self._claim: Claim | None = None
        self._db: sqlite3.Connection | None = None
        try:
            with self._errors():
                self._open(file, plan, reading)
            if plan is not None and not reading and not self._rows("SELECT 1 FROM games LIMIT 1"):
                self._renew(plan)
            elif plan is not None:
                self.compare(plan)
        except BaseException:
            self.close()
            raise

    @classmethod
    def read(cls, file: Path) -> Self:
        """The games that a file holds now, only to read; also where nothing can be written."""
        return cls(file, None, reading=True)

    @property
    def plan(self) -> dict[str, Any]:
        """The plan that the file was made with."""
        rows = self._rows("SELECT plan FROM match")
        try:
            found = json.loads(rows[0][0])
        except (IndexError, ValueError) as error:
            raise DohyoError(f"{self._name} is damaged: cannot read its plan: {error}") from error
        if not isinstance(found, dict):
            raise DohyoError(f"{self._name} is damaged: its plan is not an object")
        return found

    def compare(self, plan: dict[str, Any], name: str = "") -> None:
        """OtherMatchError unless this is the file's plan. name: of another file whose plan it is."""
        found = list(differences(self.plan, json.loads(json.dumps(plan))))
        if found:
            raise OtherMatchError(self._name, found, name)

    def _renew(self, plan: dict[str, Any]) -> None:
        """Take a plan for a file without games: that of a run whose engines could not start is in nobody's way."""
        with self._lock, self._errors():
            self._base.execute("UPDATE match SET plan = ?, begun = ?", (json.dumps(plan), _now()))

    def places(self, event: int, first: Place, most: int) -> list[Place]:
        """The places from this one on whose games are stored, in the order of the schedule, so many at most."""
        query = ("SELECT round, pair, swap FROM games WHERE event = ? AND (round, pair, swap) >= (?, ?, ?) "
                 "ORDER BY round, pair, swap LIMIT ?")
        return [Place(*row) for row in self._rows(query, event, *first, most)]

    def add(self, place: Place, record: GameRecord, event: int = 0) -> None:
        """Store a game that has ended; when this returns it is on disk. DohyoError if its place is taken."""
        if not self.insert(Row(event, place, _now(), json.dumps(record.as_json(), separators=(",", ":")))):
            raise DohyoError(f"{self._name} has game {tuple(place)} already")

    def insert(self, row: Row) -> bool:
        """Store a game as it is stored elsewhere, unless its place is taken; whether it was free."""
        query = f"INSERT OR IGNORE INTO games {COLUMNS} VALUES (?, ?, ?, ?, ?, ?)"
        with self._lock, self._errors():
            return self._base.execute(query, (row.event, *row.place, row.ended, row.text)).rowcount > 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is stored in this context is stored as a whole or, after an error, not at all."""
        self._rows("BEGIN IMMEDIATE")
        try:
            yield
            self._rows("COMMIT")
        except BaseException:
            with suppress(DohyoError):  # of which the first error is the reason
                self._rows("ROLLBACK")
            raise

    def count(self, rounds: int | None = None, event: int | None = None) -> int:
        """The number of games stored, of these many rounds or of all, of one event or of all."""
        query = "SELECT count(*) FROM games WHERE (?1 IS NULL OR round < ?1) AND (?2 IS NULL OR event = ?2)"
        return int(self._rows(query, rounds, event)[0][0])

    def rounds(self, event: int = 0) -> int:
        """How many rounds of an event were begun."""
        return int(self._rows("SELECT coalesce(max(round) + 1, 0) FROM games WHERE event = ?", event)[0][0])

    def ended(self, place: Place, event: int = 0) -> str:
        """When a game that is stored ended: UTC, ISO 8601."""
        query = "SELECT ended FROM games WHERE (event, round, pair, swap) = (?, ?, ?, ?)"
        return str(self._rows(query, event, *place)[0][0])

    def text(self, place: Place, event: int = 0) -> str:
        """The record of a game that is stored, as it is stored."""
        query = "SELECT record FROM games WHERE (event, round, pair, swap) = (?, ?, ?, ?)"
        return str(self._rows(query, event, *place)[0][0])

    def unit(self, key: tuple[int, int], event: int = 0, *, solo: bool = False) -> list[GameRecord]:
        """The games stored of one unit, known by its round and pair, without their moves; solo: all of its round."""
        query = (f"SELECT round, pair, swap, ended, {OUTCOME} FROM games WHERE event = ? AND round = ? "
                 "AND (pair = ? OR ?) ORDER BY pair, swap")
        return [self.record(_row(event, row)) for row in self._rows(query, event, *key, solo)]

    def games(self, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
        """The games stored of an event, in the order of the schedule. Read row by row, so memory stays flat."""
        for row in self.rows(event):
            yield row.place, self.record(row)

    def outcomes(self, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
        """As `games`, without their moves."""
        for row in self.rows(event, text=OUTCOME):
            yield row.place, self.record(row)

    def faulty(self, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
        """The games of an event that a fault ended, in the order of the schedule, without their moves."""
        for row in self.rows(event, "fault IS NOT NULL", OUTCOME):
            yield row.place, self.record(row)

    def rows(self, event: int = 0, where: str = "true", text: str = WHOLE) -> Iterator[Row]:
        """As `games`, but as they are stored, a page at a time: others may write between two. where: a condition; text:
        what of a record, an expression."""
        after = Place(-1, -1, -1)
        query = (f"SELECT round, pair, swap, ended, {text} FROM games WHERE event = ? AND {where} "
                 f"AND (round, pair, swap) > (?, ?, ?) ORDER BY round, pair, swap LIMIT {PAGE}")
        while found := self._rows(query, event, *after):
            for each in found:
                row = _row(event, each)
                after = row.place
                yield row

    def record(self, row: Row) -> GameRecord:
        """What a row says; DohyoError names the place of an invalid record."""
        try:
            found = GameRecord.from_json(json.loads(row.text))
            if not found.returns:
                raise DohyoError("the record has no result")
            return found
        except (ValueError, DohyoError) as error:
            raise DohyoError(f"{self._name} is damaged: event {row.event}, game {row.place}: {error}") from error

    @property
    def events(self) -> list[int]:
        """The events that have games, in order."""
        return [event for event, in self._rows("SELECT DISTINCT event FROM games ORDER BY event")]

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock, self._errors():
            return self._base.execute(query, values).fetchall()

    @property
    def _base(self) -> sqlite3.Connection:
        if self._db is None:
            raise DohyoError(f"{self._name} is closed")
        return self._db

    def close(self) -> None:
        """Close the file. Twice does no harm."""
        with self._lock:
            base, self._db = self._db, None
            claim, self._claim = self._claim, None
            if base is not None:
                base.close()
            if claim is not None:
                claim.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _open(self, file: Path | None, plan: dict[str, Any] | None, reading: bool) -> None:
        if file is None:
            self._db = storefile.in_memory()
        elif reading:
            self._db = storefile.to_read(file)
        else:
            self._claim = Claim(file)
            self._db = storefile.to_write(file)
        if self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return
        if plan is None:
            raise UsageError(f"{self._name}: no games file (empty)")
        self._base.execute("BEGIN IMMEDIATE")
        migrations.make(self._base)
        self._base.execute(f"PRAGMA application_id = {APPLICATION}")
        self._base.execute("INSERT INTO match (id, plan, begun) VALUES (1, ?, ?)", (json.dumps(plan), _now()))
        self._base.execute("COMMIT")

    def _errors(self) -> AbstractContextManager[None]:
        return storefile.errors(self._name)


def _row(event: int, found: Sequence[Any]) -> Row:
    """What a query for round, pair, swap, ended and record found."""
    *place, ended, text = found
    return Row(event, Place(*place), ended, text)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
