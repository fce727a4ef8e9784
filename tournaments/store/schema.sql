-- One file is one tournament. Everything that is ever told about it is computed from the rows of `games`.
-- `PRAGMA application_id` says that the file is one of these, `PRAGMA user_version` which version of this schema;
-- migrations.py brings older files here.

CREATE TABLE match (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    plan  TEXT NOT NULL,            -- JSON: what decides the games (Tournament.plan)
    begun TEXT NOT NULL             -- UTC, ISO 8601
) STRICT;

-- With rowids: without them a record of more than 1 kB has pages of its own, and the file is thrice as large.
CREATE TABLE games (
    event  INTEGER NOT NULL,        -- which match of the tournament; all count from 0
    round  INTEGER NOT NULL,        -- the place in the schedule
    pair   INTEGER NOT NULL,
    swap   INTEGER NOT NULL,
    ended  TEXT NOT NULL,           -- UTC, ISO 8601
    record TEXT NOT NULL,           -- JSON: GameRecord.as_json
    fault  TEXT AS (json_extract(record, '$.fault')),
    PRIMARY KEY (event, round, pair, swap)
) STRICT;

CREATE INDEX faulty ON games (event, round, pair, swap) WHERE fault IS NOT NULL;
