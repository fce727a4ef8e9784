"""How files of older versions of the schema become files of this one: a step a version, each in one transaction."""

from __future__ import annotations

import sqlite3
from importlib.resources import files

#: The version of schema.sql, kept as `user_version`.
SCHEMA = 3

#: The version that a step starts from, and its statements. They are history: each has its own words, which no later
#: change of the schema may change.
STEPS: dict[int, tuple[str, ...]] = {
    # A file may hold matches in several games.
    1: (
        "ALTER TABLE games RENAME TO games_1",
        """CREATE TABLE games (
            event  INTEGER NOT NULL,
            round  INTEGER NOT NULL,
            pair   INTEGER NOT NULL,
            swap   INTEGER NOT NULL,
            ended  TEXT NOT NULL,
            record TEXT NOT NULL,
            fault  TEXT AS (json_extract(record, '$.fault')),
            PRIMARY KEY (event, round, pair, swap)
        ) STRICT, WITHOUT ROWID""",
        "INSERT INTO games (event, round, pair, swap, ended, record) "
        "SELECT 0, round, pair, swap, ended, record FROM games_1",
        "DROP TABLE games_1",
        "CREATE INDEX faulty ON games (event, round, pair, swap) WHERE fault IS NOT NULL",
    ),
    # With rowids a file is a third as large.
    2: (
        "ALTER TABLE games RENAME TO games_2",
        """CREATE TABLE games (
            event  INTEGER NOT NULL,
            round  INTEGER NOT NULL,
            pair   INTEGER NOT NULL,
            swap   INTEGER NOT NULL,
            ended  TEXT NOT NULL,
            record TEXT NOT NULL,
            fault  TEXT AS (json_extract(record, '$.fault')),
            PRIMARY KEY (event, round, pair, swap)
        ) STRICT""",
        "INSERT INTO games (event, round, pair, swap, ended, record) "
        "SELECT event, round, pair, swap, ended, record FROM games_2 ORDER BY event, round, pair, swap",
        "DROP TABLE games_2",
        "CREATE INDEX faulty ON games (event, round, pair, swap) WHERE fault IS NOT NULL",
    ),
}


def make(connection: sqlite3.Connection) -> None:
    """Write the schema. The caller holds a transaction."""
    for statement in files(__package__).joinpath("schema.sql").read_text("utf-8").split(";\n\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring a file of an older version to this one. Whatever ends it leaves a file of some version, with all games."""
    while (version := _version(connection)) < SCHEMA:
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) == version:  # else another process was quicker
                for statement in STEPS[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
