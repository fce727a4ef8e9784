"""How a file of games is opened: by one process at a time that writes, and by any number that read."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dohyo.engine import DohyoError, UsageError
from dohyo.tournaments.plan.output_files import LOCK, LOG
from dohyo.tournaments.store import migrations
from dohyo.tournaments.store.migrations import SCHEMA

#: Marks a file as one of these, kept as `application_id`: the letters "Dohy".
APPLICATION = 0x446F6879
#: Seconds to wait while another process writes to the file.
BUSY = 30.0

#: Ways to open a file that is only read, one after the other: as its owner would, so that SQLite puts its own files
#: away; where it cannot be written; where not even its folder can be, and so nothing else writes to it either.
_WAYS = ("mode=rw", "mode=ro", "mode=ro&immutable=1")


class Claim:
    """The right to write to a file, which one process has at a time and loses with its end, whatever ends it.

    Two runs of one tournament would play the same games, and the slower one could store none of them.
    """

    def __init__(self, file: Path) -> None:
        """UsageError if another process has it, or the file that says so cannot be written."""
        target = file.resolve()
        self._path = target.with_name(target.name + LOCK)
        self._handle = self._hold(file)
        with suppress(OSError):  # of a full disk; it only tells others who has the file
            os.truncate(self._handle, 0)
            os.write(self._handle, str(os.getpid()).encode())

    def _hold(self, file: Path) -> int:
        """The descriptor of the lock's file, locked."""
        while True:
            handle = self._open(file)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                owner = os.read(handle, 32).decode("ascii", "replace")
                os.close(handle)
                raise UsageError(f"{file}: in use by another run (process {owner or 'unknown'}); wait for its "
                                 "end, or use another file") from error
            if self._is_there(handle):
                return handle
            os.close(handle)  # its last owner has just removed it

    def _open(self, file: Path) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            name = self._path.name
            raise UsageError(f"{file}: cannot write {name} beside it: {error.strerror}") from error

    def _is_there(self, handle: int) -> bool:
        """Whether an open file is the one that others find under its name."""
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give it up, once."""
        self._path.unlink(missing_ok=True)
        os.close(self._handle)


@contextmanager
def errors(name: str) -> Iterator[None]:
    """Has what goes wrong with a file raise DohyoError. name: of the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        rest = "; the games so far are kept; free some space and run the same command again"
        full = _code(error) == sqlite3.SQLITE_FULL
        raise DohyoError(f"{name}: {error}{rest if full else ''}") from error
    except sqlite3.Error as error:
        raise DohyoError(f"{name}: {error}") from error
    except OSError as error:
        raise DohyoError(f"{name}: {error.strerror}") from error


def in_memory() -> sqlite3.Connection:
    """A store without a file."""
    return _connected(":memory:")


def to_write(file: Path) -> sqlite3.Connection:
    """The file, or a new one, whose schema is this one or none yet. The caller has the claim to it."""
    found = _connected(f"{_uri(file)}?mode=rwc")
    try:
        check(found, str(file))
        _try_to_write(found)
        found.execute("PRAGMA journal_mode = WAL")
        found.execute("PRAGMA synchronous = FULL")
        if _count(found, "sqlite_master"):
            migrations.upgrade(found)
    except BaseException:
        found.close()
        raise
    return found


def to_read(file: Path) -> sqlite3.Connection:
    """The file as it is now, whoever goes on to write to it; also one that cannot be written."""
    found = _readable(file)
    try:
        check(found, str(file))
        if not _count(found, "sqlite_master"):
            raise UsageError(f"{file}: no games file (empty)")
        _upgrade(found, file)
        found.execute("BEGIN")
        _count(found, "sqlite_master")  # with the first question a transaction takes what it is to see
    except BaseException:
        found.close()
        raise
    return found


def check(connection: sqlite3.Connection, name: str) -> None:
    """UsageError if a file holds anything but the games of a match, of a version that is known."""
    tables = _count(connection, "sqlite_master")
    version, application = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id")
    )
    if tables and application != APPLICATION:
        raise UsageError(f"{name}: not a file of games; use another file")
    if tables and not 1 <= version <= SCHEMA:
        raise UsageError(f"{name}: expected schema version 1 to {SCHEMA}, got {version}")


def _readable(file: Path) -> sqlite3.Connection:
    log = file.with_name(file.name + LOG)
    for way in _WAYS:
        if way == _WAYS[-1] and log.exists() and log.stat().st_size:
            raise UsageError(f"{file}: its last games are in {log.name}, which needs a writable folder; copy both "
                             "files to one")
        found = None
        try:
            found = _connected(f"{_uri(file)}?{way}")
            _count(found, "sqlite_master")
        except sqlite3.OperationalError as error:
            if found is not None:
                found.close()
            if way == _WAYS[-1] or _code(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
        else:
            return found
    raise AssertionError("the last way returns or raises")


def _upgrade(connection: sqlite3.Connection, file: Path) -> None:
    try:
        migrations.upgrade(connection)
    except sqlite3.OperationalError as error:
        if _code(error) != sqlite3.SQLITE_READONLY:
            raise
        raise UsageError(f"{file} has an older schema and cannot be written; a writable copy is upgraded when it is "
                         "opened") from error


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Have a file that cannot be written say so before any game is played. To begin a transaction is not enough."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("ROLLBACK")


def _connected(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)


def _uri(file: Path) -> str:
    return file.absolute().as_uri()


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _code(error: sqlite3.Error) -> int:
    """The code of an error, without what tells more of it."""
    return error.sqlite_errorcode & 0xFF
