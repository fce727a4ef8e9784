"""Where the games of a tournament are kept: one SQLite file, or memory.

A game is on disk, in one transaction, as it ends: whatever kills the process leaves a file that can be gone on with.
No figure is stored that could disagree with the games.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from dohyo.engine import DohyoError, GameRecord, UsageError
from dohyo.tournaments import migrations
from dohyo.tournaments.migrations import SCHEMA
from dohyo.tournaments.schedule import Place
from dohyo.tournaments.spec import differences

#: Marks a file as one of these, kept as `application_id`: the letters "Dohy".
APPLICATION = 0x446F6879
#: Seconds to wait while another process writes to the file.
BUSY = 30.0
#: Games that are read at once.
PAGE = 256
COLUMNS = "(event, round, pair, swap, ended, record)"


class OtherMatchError(UsageError):
    """The file holds the games of another match. differences: what differs, as sentences' parts."""

    def __init__(self, name: str, differences: list[str]) -> None:
        super().__init__(f"{name} holds another match ({'; '.join(differences)}); give the same settings again, or "
                         "name another file")
        self.differences = differences


class Store:
    """The games of one tournament, event by event. Any thread may use it; close it, or use it in a `with`.

    DohyoError says what went wrong with the file, wherever that happens.
    """

    def __init__(self, file: Path | None, plan: dict[str, Any] | None) -> None:
        """Open the file of the match with this plan, or make it; None keeps the games in memory only. Without a plan
        open a file that is there, whatever match it holds. OtherMatchError if the file holds another match, UsageError
        if something else."""
        self._name = str(file or "the store in memory")
        self._lock = threading.Lock()
        with self._errors():
            self._db = sqlite3.connect(file or ":memory:", timeout=BUSY, isolation_level=None, check_same_thread=False)
        try:
            self._open(plan)
        except BaseException:
            self.close()
            raise

    @property
    def plan(self) -> dict[str, Any]:
        """The plan that the file was made with."""
        found: dict[str, Any] = json.loads(self._rows("SELECT plan FROM match")[0][0])
        return found

    def has(self, place: Place, event: int = 0) -> bool:
        """Whether the game of this place is stored."""
        return bool(self._rows("SELECT 1 FROM games WHERE (event, round, pair, swap) = (?, ?, ?, ?)", event, *place))

    def add(self, place: Place, record: GameRecord, event: int = 0) -> None:
        """Store a game that has ended; when this returns it is on disk. DohyoError if its place is taken."""
        row = (event, *place, _now(), json.dumps(record.as_json(), separators=(",", ":")))
        with self._lock, self._errors():
            try:
                self._db.execute(f"INSERT INTO games {COLUMNS} VALUES (?, ?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError as error:
                raise DohyoError(f"{self._name} has game {tuple(place)} already: another run writes to it") from error

    def count(self, rounds: int | None = None, event: int | None = None) -> int:
        """The number of games stored, of these many rounds or of all, of one event or of all."""
        query = "SELECT count(*) FROM games WHERE (?1 IS NULL OR round < ?1) AND (?2 IS NULL OR event = ?2)"
        return int(self._rows(query, rounds, event)[0][0])

    def ended(self, place: Place, event: int = 0) -> str:
        """When a game that is stored ended: UTC, ISO 8601."""
        query = "SELECT ended FROM games WHERE (event, round, pair, swap) = (?, ?, ?, ?)"
        return str(self._rows(query, event, *place)[0][0])

    def unit(self, key: tuple[int, int], event: int = 0, *, solo: bool = False) -> list[GameRecord]:
        """The games stored of one unit, known by its round and pair; solo: all of its round."""
        query = ("SELECT record FROM games WHERE event = ? AND round = ? AND (pair = ? OR ?) ORDER BY pair, swap")
        return [GameRecord.from_json(json.loads(text)) for text, in self._rows(query, event, *key, solo)]

    def games(self, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
        """The games stored of an event, in the order of the schedule. Read row by row, so memory stays flat."""
        for place, text in self.texts(event):
            yield place, GameRecord.from_json(json.loads(text))

    def texts(self, event: int = 0) -> Iterator[tuple[Place, str]]:
        """As `games`, but the records as they are stored: JSON."""
        yield from self._pages("event = ?", event)

    def faulty(self, event: int = 0) -> Iterator[tuple[Place, GameRecord]]:
        """The games of an event that a fault ended, in the order of the schedule."""
        for place, text in self._pages("event = ? AND fault IS NOT NULL", event):
            yield place, GameRecord.from_json(json.loads(text))

    def merge(self, other: Store) -> int:
        """Take the games of a store of the same plan whose places are free here, in one transaction; how many there
        were. OtherMatchError if it holds another match."""
        self._compare(other.plan)
        taken = 0
        with self._lock, self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for row in other._everything():
                    query = f"INSERT OR IGNORE INTO games {COLUMNS} VALUES (?, ?, ?, ?, ?, ?)"
                    taken += self._db.execute(query, row).rowcount
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
        return taken

    def _everything(self) -> Iterator[tuple[Any, ...]]:
        after: tuple[Any, ...] = (-1, -1, -1, -1)
        query = (f"SELECT event, round, pair, swap, ended, record FROM games WHERE (event, round, pair, swap) > "
                 f"(?, ?, ?, ?) ORDER BY event, round, pair, swap LIMIT {PAGE}")
        while rows := self._rows(query, *after):
            yield from rows
            after = rows[-1][:4]

    def _pages(self, where: str, event: int) -> Iterator[tuple[Place, str]]:
        """The rows of an event that meet a condition, a page at a time: others may write between two."""
        after = Place(-1, -1, -1)
        query = (f"SELECT round, pair, swap, record FROM games WHERE {where} AND (round, pair, swap) > (?, ?, ?) "
                 f"ORDER BY round, pair, swap LIMIT {PAGE}")
        while rows := self._rows(query, event, *after):
            for *place, record in rows:
                after = Place(*place)
                yield after, record

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock, self._errors():
            return self._db.execute(query, values).fetchall()

    def close(self) -> None:
        """Close the file. Twice does no harm."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _open(self, plan: dict[str, Any] | None) -> None:
        with self._errors():
            version, application, tables = (
                self._db.execute(query).fetchone()[0]
                for query in ("PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_master")
            )
            if tables and application != APPLICATION:
                raise UsageError(f"{self._name} holds something else than a match; name another file")
            if tables and not 1 <= version <= SCHEMA:
                raise UsageError(f"{self._name} has version {version} of the schema; this program reads 1 to {SCHEMA}")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if tables:
                migrations.upgrade(self._db)
            elif plan is not None:
                self._make(plan)
            else:
                raise UsageError(f"{self._name} holds no match")
        if plan is not None:
            self._compare(plan)

    def _make(self, plan: dict[str, Any]) -> None:
        """Write the schema and the plan in one transaction. If another process was quicker, its match stands."""
        self._db.execute("BEGIN IMMEDIATE")
        if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._db.execute("ROLLBACK")
            return
        migrations.make(self._db)
        self._db.execute(f"PRAGMA application_id = {APPLICATION}")
        self._db.execute("INSERT INTO match (id, plan, begun) VALUES (1, ?, ?)", (json.dumps(plan), _now()))
        self._db.execute("COMMIT")

    def _compare(self, plan: dict[str, Any]) -> None:
        found = list(differences(self.plan, json.loads(json.dumps(plan))))
        if found:
            raise OtherMatchError(self._name, found)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise DohyoError(f"{self._name}: {error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
