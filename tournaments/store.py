"""Where the games of a match are kept: one SQLite file, or memory.

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
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from dohyo.engine import DohyoError, GameRecord, UsageError
from dohyo.tournaments.schedule import Place
from dohyo.tournaments.spec import differences

#: The version of schema.sql, kept as `user_version`.
SCHEMA = 1
#: Marks a file as one of these, kept as `application_id`: the letters "Dohy".
APPLICATION = 0x446F6879
#: Seconds to wait while another process writes to the file.
BUSY = 30.0


class OtherMatchError(UsageError):
    """The file holds the games of another match. differences: what differs, as sentences' parts."""

    def __init__(self, name: str, differences: list[str]) -> None:
        super().__init__(f"{name} holds another match ({'; '.join(differences)}); give the same settings again, or "
                         "name another file")
        self.differences = differences


class Store:
    """The games of one match. Any thread may use it; close it, or use it in a `with`.

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
        with self._lock, self._errors():
            found: dict[str, Any] = json.loads(self._db.execute("SELECT plan FROM match").fetchone()[0])
        return found

    def has(self, place: Place) -> bool:
        """Whether the game of this place is stored."""
        with self._lock, self._errors():
            found = self._db.execute("SELECT 1 FROM games WHERE (round, pair, swap) = (?, ?, ?)", place)
            return found.fetchone() is not None

    def add(self, place: Place, record: GameRecord) -> None:
        """Store a game that has ended; when this returns it is on disk. DohyoError if its place is taken."""
        row = (*place, _now(), json.dumps(record.as_json(), separators=(",", ":")))
        with self._lock, self._errors():
            try:
                self._db.execute("INSERT INTO games (round, pair, swap, ended, record) VALUES (?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError as error:
                raise DohyoError(f"{self._name} has game {tuple(place)} already: another run writes to it") from error

    def count(self, rounds: int | None = None) -> int:
        """The number of games stored, of these many rounds or of all."""
        least = -1 if rounds is None else rounds
        with self._lock, self._errors():
            query = "SELECT count(*) FROM games WHERE ? < 0 OR round < ?"
            return int(self._db.execute(query, (least, least)).fetchone()[0])

    def games(self) -> Iterator[tuple[Place, GameRecord]]:
        """The games stored, in the order of the schedule. Read row by row, so memory stays flat."""
        after = Place(-1, -1, -1)
        while True:
            with self._lock, self._errors():
                rows = self._db.execute(
                    "SELECT round, pair, swap, record FROM games WHERE (round, pair, swap) > (?, ?, ?) "
                    "ORDER BY round, pair, swap LIMIT 256", after
                ).fetchall()
            for *place, record in rows:
                after = Place(*place)
                yield after, GameRecord.from_json(json.loads(record))
            if not rows:
                return

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
            if tables and version != SCHEMA:
                raise UsageError(f"{self._name} has version {version} of the schema; this program reads {SCHEMA}")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if not tables and plan is not None:
                self._make(plan)
            elif not tables:
                raise UsageError(f"{self._name} holds no match")
        if plan is not None:
            self._compare(plan)

    def _make(self, plan: dict[str, Any]) -> None:
        """Write the schema and the plan in one transaction. If another process was quicker, its match stands."""
        self._db.execute("BEGIN IMMEDIATE")
        if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._db.execute("ROLLBACK")
            return
        for statement in files(__package__).joinpath("schema.sql").read_text("utf-8").split(";\n"):
            self._db.execute(statement)
        self._db.execute(f"PRAGMA application_id = {APPLICATION}")
        self._db.execute(f"PRAGMA user_version = {SCHEMA}")
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
