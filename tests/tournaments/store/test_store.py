"""The store: games survive, come back as they were, and belong to one match."""

import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from places import TOURNAMENTS
from sample_record import MATCH, RECORD

from dohyo.engine import DohyoError, GameRecord, Ply, UsageError
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.store.migrations import SCHEMA


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store(file, MATCH.plan) as store:
        store.add(Place(0, 0, 1), RECORD)
    with Store(file, MATCH.plan) as store:
        assert list(store.games()) == [((0, 0, 1), RECORD)]
        assert store.places(0, Place(0, 0, 0), 9) == [Place(0, 0, 1)]
        assert store.places(0, Place(0, 0, 2), 9) == []


def test_games_come_in_the_order_of_the_schedule() -> None:
    places = [Place(number, pair, swap) for number in range(40) for pair in range(5) for swap in range(2)]
    with Store(None, MATCH.plan) as store:
        for place in reversed(places):
            store.add(place, RECORD)
        assert [place for place, _ in store.games()] == places
        assert store.count() == len(places)


def test_outcomes_are_the_games_without_their_moves() -> None:
    with Store(None, MATCH.plan) as store:
        for swap in (0, 1):
            store.add(Place(0, 0, swap), RECORD)
        outcome = replace(RECORD, plies=())
        assert list(store.outcomes()) == list(store.faulty()) == [(Place(0, 0, swap), outcome) for swap in (0, 1)]
        assert store.unit((0, 0)) == [outcome, outcome]


def test_no_place_is_taken_twice() -> None:
    with Store(None, MATCH.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
        with pytest.raises(DohyoError, match=r"has game \(0, 0, 0\) already"):
            store.add(Place(0, 0, 0), RECORD)
        assert store.count() == 1


def test_threads_may_store_at_once(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", MATCH.plan) as store:

        def add(pair: int) -> None:
            for number in range(20):
                store.add(Place(number, pair, 0), RECORD)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(add, range(4)))
        assert store.count() == 80


def test_another_match_is_refused_by_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    other = replace(MATCH, rounds=7)
    Store(file, other.plan).close()
    with Store(file, MATCH.plan) as store:  # the other one has no games
        assert store.plan == MATCH.plan
        store.add(Place(0, 0, 0), RECORD)
    with pytest.raises(UsageError, match=r"another match \(rounds: was 1, is 2; seed: was 0, is 5\)"):
        Store(file, replace(MATCH, rounds=2, seed=5).plan)


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("hello " * 1000)
    with pytest.raises(DohyoError, match=r"notes\.txt: file is not a database"):
        Store(text, MATCH.plan)
    assert text.read_text() == "hello " * 1000
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE mine (x)")
    with pytest.raises(UsageError, match="not a file of games"):
        Store(foreign, MATCH.plan)
    with pytest.raises(DohyoError, match="No such file or directory"):
        Store(tmp_path / "no" / "folder", MATCH.plan)


def test_a_game_takes_little_more_room_than_its_record(tmp_path: Path) -> None:
    plies = tuple(Ply(1 + number % 2, "a1", 0.123456, 0.5, 10, 1000) for number in range(12))
    record = GameRecord("rush-stones size=3 board=3/3/3 turn=b", ("a", "b"), plies, (1.0, 0.0))
    games = 500
    with Store(tmp_path / "games.db", MATCH.plan) as store:
        for number in range(games):
            store.add(Place(number, 0, 0), record)
    size = len(json.dumps(record.as_json(), separators=(",", ":")))
    assert size > 1000
    assert (tmp_path / "games.db").stat().st_size < 1.6 * games * size


def test_another_version_of_the_schema_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    Store(file, MATCH.plan).close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(UsageError, match=f"expected schema version 1 to {SCHEMA}, got 99"):
        Store(file, MATCH.plan)


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch()
    with Store(file, MATCH.plan) as store:
        assert store.count() == 0


def test_the_file_can_be_asked_by_other_programs(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store(file, MATCH.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
        with sqlite3.connect(file) as other:
            assert other.execute("SELECT round, fault FROM games").fetchall() == [(0, "time")]


WRITER = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from sample_record import MATCH, RECORD
from dohyo.tournaments.store.migrations import SCHEMA
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store
store = Store(Path(sys.argv[1]), MATCH.plan)
for number in range(10 ** 6):
    store.add(Place(number, 0, 0), RECORD)
    os.write(1, b"x")
"""


def test_sigkill_loses_no_game_that_was_told(tmp_path: Path) -> None:
    """A byte arrives after each game was added; all of those are there, and at most one more."""
    file = tmp_path / "games.db"
    command = [sys.executable, "-c", WRITER, str(file), str(TOURNAMENTS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) as writer:
        assert writer.stdout is not None
        told = writer.stdout.read(25)
        writer.kill()
        told += writer.stdout.read()
    with Store(file, MATCH.plan) as store:
        assert len(told) <= store.count() <= len(told) + 1
        assert [place.round for place, _ in store.games()] == list(range(store.count()))
