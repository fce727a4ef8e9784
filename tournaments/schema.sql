-- One file is one match. Everything that is ever told about it is computed from the rows of `games`.
-- `PRAGMA application_id` says that the file is one of these, `PRAGMA user_version` which version of this schema.

CREATE TABLE match (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    plan  TEXT NOT NULL,            -- JSON: what decides the games (Match.plan)
    begun TEXT NOT NULL             -- UTC, ISO 8601
) STRICT;

CREATE TABLE games (
    round  INTEGER NOT NULL,        -- the place in the schedule; all count from 0
    pair   INTEGER NOT NULL,
    swap   INTEGER NOT NULL,
    ended  TEXT NOT NULL,           -- UTC, ISO 8601
    record TEXT NOT NULL,           -- JSON: GameRecord.as_json
    fault  TEXT AS (json_extract(record, '$.fault')),
    PRIMARY KEY (round, pair, swap)
) STRICT, WITHOUT ROWID;
