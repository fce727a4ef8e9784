"""Files of games are opened by one process that writes and by any number that read, wherever they are."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from places import TOURNAMENTS
from sample_record import MATCH, RECORD
from test_migrations import old as old_file

from dohyo.engine import DohyoError, UsageError
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

old = old_file  # a fixture

HOLDER = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from sample_record import MATCH, RECORD
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store
with Store(Path(sys.argv[1]), MATCH.plan) as store:
    store.add(Place(0, 0, 0), RECORD)
    os.write(1, b"x")
    os.read(0, 1)
"""


@contextmanager
def writer(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has stored a game and holds the file."""
    command = [sys.executable, "-c", HOLDER, str(file), str(TOURNAMENTS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"x"
        yield process
        process.kill()


def everything(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["games.db", "other name.db"])
def test_one_process_at_a_time_writes(name: str, tmp_path: Path) -> None:
    """Whatever the file is called by; others may read meanwhile. A kill gives it free."""
    file = tmp_path / "games.db"
    with writer(file) as process:
        if name != file.name:
            (tmp_path / name).symlink_to(file)
        sentence = rf"in use by another run \(process {process.pid}\); wait for its end"
        with pytest.raises(UsageError, match=sentence):
            Store(tmp_path / name, MATCH.plan)
        with Store.read(tmp_path / name) as store:
            assert store.count() == 1
        process.send_signal(signal.SIGKILL)
        process.wait()
        with Store(tmp_path / name, MATCH.plan) as store:
            assert store.count() == 1
    assert everything(tmp_path) == sorted({"games.db", name})


def test_who_reads_sees_the_games_of_one_moment(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", MATCH.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
        with Store.read(tmp_path / "games.db") as reader:
            store.add(Place(0, 0, 1), RECORD)
            assert (reader.count(), store.count()) == (1, 2)
            with pytest.raises(DohyoError):
                reader.add(Place(1, 0, 0), RECORD)


def test_reading_changes_nothing(tmp_path: Path) -> None:
    """Not even an empty file, which a run would take for a new one."""
    empty, foreign = tmp_path / "empty.db", tmp_path / "foreign.db"
    empty.touch()
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = {file: file.read_bytes() for file in (empty, foreign)}
    for file, sentence in ((empty, r"no games file \(empty\)"), (foreign, "not a file of games"),
                           (tmp_path / "none.db", "unable to open")):
        with pytest.raises(DohyoError, match=sentence):
            Store.read(file)
    assert {file: file.read_bytes() for file in (empty, foreign)} == before
    assert everything(tmp_path) == ["empty.db", "foreign.db"]


def test_a_file_may_be_called_anything(tmp_path: Path) -> None:
    """Also what SQLite takes for a file in memory, or for a part of an address."""
    for name in (":memory:", "a?mode=memory", "100 % #1.db"):
        with Store(tmp_path / name, MATCH.plan) as store:
            store.add(Place(0, 0, 0), RECORD)
        with Store.read(tmp_path / name) as store:
            assert store.count() == 1


def as_nobody(folder: Path, code: str) -> str:
    """What a program prints that a user runs who may write nothing in this folder. Root may write everywhere, so it
    becomes somebody else, by a command of util-linux, which every Debian has."""
    header = ("from pathlib import Path\nfrom dohyo.engine import DohyoError\n"
              "from dohyo.tournaments.store.games import Store\n")
    if os.geteuid() != 0:
        return subprocess.run([sys.executable, "-c", header + code], cwd=folder, capture_output=True, text=True,
                              check=True).stdout
    found = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", sys.executable, "-c", header + code],
                           cwd=folder, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder that anybody may read; what is put there cannot be written once `shut` is called on it."""
    around = Path(tempfile.gettempdir()).resolve()
    for folder in (tmp_path, *tmp_path.parents):
        if folder == around:
            break
        folder.chmod(0o755)
    yield tmp_path
    tmp_path.chmod(0o755)


def shut(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)


READ = """
try:
    with Store.read(Path("games.db")) as store:
        print(store.count(), len(list(store.games())))
except DohyoError as error:
    print(error)
"""
WRITE = """
try:
    Store(Path("games.db"), None)
except DohyoError as error:
    print(error)
"""


def test_a_file_that_cannot_be_written_is_read(closed: Path) -> None:
    with Store(closed / "games.db", MATCH.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
    shut(closed)
    assert as_nobody(closed, READ) == "1 1\n"
    assert "games.db: cannot write games.db-lock beside it: Permission denied" in as_nobody(closed, WRITE)
    closed.chmod(0o777)
    assert as_nobody(closed, READ) == "1 1\n"
    assert "readonly database" in as_nobody(closed, WRITE)


def test_games_that_a_kill_left_in_the_log_are_not_passed_over(closed: Path) -> None:
    """Where the log cannot be read, that is said; with its index it can."""
    with writer(closed / "games.db") as process:
        process.kill()
        process.wait()
    assert everything(closed) == ["games.db", "games.db-lock", "games.db-shm", "games.db-wal"]
    shut(closed)
    assert as_nobody(closed, READ) == "1 1\n"
    closed.chmod(0o755)
    (closed / "games.db-shm").unlink()
    shut(closed)
    assert "its last games are in games.db-wal, which needs a writable folder" in as_nobody(closed, READ)


def test_an_old_file_that_cannot_be_written_is_said(old: Path, closed: Path) -> None:
    old.rename(closed / "games.db")
    shut(closed)
    assert "has an older schema and cannot be written; a writable copy" in as_nobody(closed, READ)
