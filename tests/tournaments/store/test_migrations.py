"""Files of older versions of the schema are brought to this one, with all their games."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from fake_players import small_match

from dohyo.engine import Fault, GameRecord
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store import migrations
from dohyo.tournaments.store.games import APPLICATION, Store
from dohyo.tournaments.store.migrations import SCHEMA, STEPS

MATCH = small_match("a", "b")
RECORD = GameRecord("rush-stones size=3 board=3/3/3 turn=b", ("a", "b"), (), (0.0, 1.0), Fault.TIME, 1, "late")

#: The schema as version 1 had it.
FIRST = (
    "CREATE TABLE match (id INTEGER PRIMARY KEY CHECK (id = 1), plan TEXT NOT NULL, begun TEXT NOT NULL) STRICT",
    "CREATE TABLE games (round INTEGER NOT NULL, pair INTEGER NOT NULL, swap INTEGER NOT NULL, ended TEXT NOT NULL, "
    "record TEXT NOT NULL, fault TEXT AS (json_extract(record, '$.fault')), PRIMARY KEY (round, pair, swap)) STRICT, "
    "WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    "PRAGMA user_version = 1",
)
PLACES = [Place(number, 0, swap) for number in range(300) for swap in (0, 1)]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of version 1 with 600 games."""
    file = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(file)) as store:
        for statement in FIRST:
            store.execute(statement)
        store.execute("INSERT INTO match VALUES (1, ?, '2026-01-01T00:00:00.000+00:00')", (json.dumps(MATCH.plan),))
        store.executemany("INSERT INTO games (round, pair, swap, ended, record) VALUES (?, ?, ?, ?, ?)",
                          [(*place, "2026-01-01", json.dumps(RECORD.as_json())) for place in PLACES])
        store.commit()
    return file


def shape(file: Path) -> list[tuple[object, ...]]:
    """The columns and keys of all tables and indices."""
    with contextlib.closing(sqlite3.connect(file)) as store:
        names = [row[0] for row in store.execute("SELECT name FROM sqlite_master ORDER BY name")]
        found = [tuple(row) for name in names for row in store.execute(f"PRAGMA table_xinfo({name})")]
        found += [tuple(row) for name in names for row in store.execute(f"PRAGMA index_xinfo({name})")]
        return [*found, *store.execute("PRAGMA user_version")]


def test_an_old_file_keeps_its_games_and_takes_new_ones(old: Path) -> None:
    for _ in range(2):
        with Store(old, MATCH.plan) as store:
            assert [place for place, _ in store.games()] == PLACES
            assert all(record == RECORD for _, record in store.games())
            assert len(list(store.faulty())) == len(PLACES)
    with Store(old, None) as store:
        store.add(Place(0, 0, 0), RECORD, event=1)
        assert store.count() == len(PLACES) + 1
        assert store.places(1, Place(0, 0, 0), 9) == [Place(0, 0, 0)]


def test_an_old_file_becomes_what_a_new_one_is(old: Path, tmp_path: Path) -> None:
    Store(old, None).close()
    Store(tmp_path / "new.db", MATCH.plan).close()
    assert shape(old) == shape(tmp_path / "new.db")
    assert sorted(STEPS) == list(range(1, SCHEMA))


def test_a_step_that_breaks_off_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {1: (*STEPS[1], "SELECT * FROM no_such_table")}
    monkeypatch.setattr(migrations, "STEPS", broken)
    with pytest.raises(Exception, match="no such table"):
        Store(old, None)
    monkeypatch.undo()
    with Store(old, None) as store:
        assert store.count() == len(PLACES)
