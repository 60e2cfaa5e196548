/**
 * Version 4: whose rows they are, what may have happened, and how large they are.
 *
 * - A row belongs to a generation of its environment: the id, and an identity (the origins that requests go to, or
 *   the reset of the Local Sandbox). Rows of earlier versions get a generation without an identity; the first
 *   identity that is seen for their environment becomes theirs (see generations.ts).
 * - Row ids of the full-text indexes stay as they were: the key plus a multiple of 2^40 for the generation.
 * - `may_have_acted` marks what ended without a success, but may have taken effect at the service.
 * - `writes` holds each write from before its first byte until its exchange is kept.
 * - Sizes are kept by triggers beside the counts, so that the limit by size costs nothing to check.
 *
 * A table is replaced where a CHECK or a key changes. The caller switches foreign keys off meanwhile.
 */
export const GENERATIONS = `
  CREATE TABLE generations (
    id INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    identity TEXT,
    last_used INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX generations_by_identity ON generations (environment, identity);
  INSERT INTO generations SELECT id, name, NULL, unixepoch() * 1000 FROM environments;
  INSERT INTO generations (environment, last_used)
    SELECT environment, unixepoch() * 1000 FROM (
      SELECT environment FROM files UNION SELECT environment FROM exchanges UNION SELECT environment FROM recent_paths
    ) WHERE environment NOT IN (SELECT name FROM environments);

  CREATE TABLE new_files (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generations (id),
    state TEXT NOT NULL
      CHECK (state IN ('pending', 'uploading', 'uploaded', 'failed', 'cancelled', 'unknown', 'not-sent')),
    may_have_acted INTEGER NOT NULL,
    file_id TEXT,
    name TEXT NOT NULL COLLATE NOCASE,
    purpose TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size INTEGER,
    sha256 TEXT,
    uri TEXT,
    uploaded_at TEXT,
    created_at INTEGER NOT NULL,
    sort_time INTEGER NOT NULL,
    request_id TEXT,
    exchange_id TEXT,
    error TEXT,
    gone INTEGER NOT NULL DEFAULT 0,
    forgotten_at INTEGER,
    session TEXT REFERENCES sessions (id),
    haystack TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_files
    SELECT key, generations.id,
      CASE WHEN state = 'unknown' AND error LIKE '%Nothing of it had been sent%' THEN 'not-sent' ELSE state END,
      CASE state
        WHEN 'unknown' THEN coalesce(error, '') NOT LIKE '%Nothing of it had been sent%'
        WHEN 'failed' THEN json_valid(error) AND
          (error ->> 'kind' = 'decode' OR coalesce(error ->> 'status', 0) >= 500)
        ELSE 0
      END,
      file_id, name, purpose, mime_type, size, sha256, uri, uploaded_at, created_at, sort_time, request_id,
      exchange_id, error, gone, forgotten_at, session, haystack
    FROM files JOIN generations USING (environment);
  DELETE FROM sqlite_sequence WHERE name = 'new_files';
  INSERT INTO sqlite_sequence SELECT 'new_files', seq FROM sqlite_sequence WHERE name = 'files';
  DROP TABLE files;
  ALTER TABLE new_files RENAME TO files;

  CREATE UNIQUE INDEX files_by_id ON files (generation, file_id) WHERE file_id IS NOT NULL;
  CREATE INDEX files_by_bytes ON files (generation, sha256, purpose) WHERE sha256 IS NOT NULL;
  CREATE INDEX files_by_session ON files (session) WHERE session IS NOT NULL;
  CREATE INDEX files_forgotten ON files (forgotten_at) WHERE forgotten_at IS NOT NULL;
  CREATE INDEX files_unsettled ON files (generation, sort_time, key)
    WHERE forgotten_at IS NULL AND state <> 'uploaded';
  CREATE INDEX files_time ON files (generation, sort_time, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_name ON files (generation, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_type ON files (generation, mime_type, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_time ON files (generation, purpose, sort_time, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_name ON files (generation, purpose, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_type ON files (generation, purpose, mime_type, name, key)
    WHERE forgotten_at IS NULL;

  CREATE TABLE new_file_counts (
    generation INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (generation, purpose)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_file_counts SELECT id, purpose, count FROM file_counts JOIN generations USING (environment);
  DROP TABLE file_counts;
  ALTER TABLE new_file_counts RENAME TO file_counts;

  CREATE TRIGGER files_added AFTER INSERT ON files WHEN new.forgotten_at IS NULL BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((new.generation << 40) + new.key);
    INSERT INTO file_counts VALUES (new.generation, new.purpose, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_removed AFTER DELETE ON files WHEN old.forgotten_at IS NULL BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((old.generation << 40) + old.key);
    UPDATE file_counts SET count = count - 1 WHERE generation = old.generation AND purpose = old.purpose;
  END;
  CREATE TRIGGER files_reworded AFTER UPDATE OF haystack, forgotten_at ON files
  WHEN old.haystack <> new.haystack OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((new.generation << 40) + new.key);
  END;
  CREATE TRIGGER files_recounted AFTER UPDATE OF purpose, forgotten_at ON files
  WHEN old.purpose <> new.purpose OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    UPDATE file_counts SET count = count - 1
      WHERE generation = old.generation AND purpose = old.purpose AND old.forgotten_at IS NULL;
    INSERT INTO file_counts SELECT new.generation, new.purpose, 1 WHERE new.forgotten_at IS NULL
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;

  CREATE TABLE new_exchanges (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL REFERENCES generations (id),
    operation TEXT NOT NULL,
    origin TEXT,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    outcome TEXT NOT NULL,
    ok INTEGER NOT NULL,
    status INTEGER,
    request_id TEXT,
    write_hash TEXT,
    may_have_acted INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL,
    haystack TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_exchanges
    SELECT exchanges.key, exchanges.id, generations.id, operation, origin, method, path, started_at, duration_ms, outcome,
      ok, status, request_id, NULL, 0, coalesce(octet_length(body), 0), haystack
    FROM exchanges JOIN generations USING (environment) LEFT JOIN exchange_bodies ON exchange_bodies.key = exchanges.key;
  DELETE FROM sqlite_sequence WHERE name = 'new_exchanges';
  INSERT INTO sqlite_sequence SELECT 'new_exchanges', seq FROM sqlite_sequence WHERE name = 'exchanges';
  DROP TABLE exchanges;
  ALTER TABLE new_exchanges RENAME TO exchanges;
  CREATE INDEX exchanges_time ON exchanges (generation, started_at, key);
  CREATE INDEX exchanges_ok_time ON exchanges (generation, ok, started_at, key);
  CREATE INDEX exchanges_oldest ON exchanges (started_at, key);
  CREATE INDEX exchanges_by_write ON exchanges (generation, write_hash, started_at) WHERE write_hash IS NOT NULL;

  CREATE TABLE writes (
    id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generations (id),
    session TEXT NOT NULL,
    write_hash TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    exchange TEXT NOT NULL
  ) STRICT;
  CREATE INDEX writes_by_hash ON writes (generation, write_hash);
  CREATE INDEX writes_by_session ON writes (session);

  DROP TABLE exchange_counts;
  CREATE TABLE exchange_counts (
    generation INTEGER NOT NULL,
    ok INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (generation, ok)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO exchange_counts SELECT generation, ok, count(*), sum(bytes) FROM exchanges GROUP BY generation, ok;

  CREATE TRIGGER exchanges_added AFTER INSERT ON exchanges BEGIN
    INSERT OR IGNORE INTO exchanges_unindexed VALUES ((new.generation << 40) + new.key);
    INSERT INTO exchange_counts VALUES (new.generation, new.ok, 1, new.bytes)
      ON CONFLICT DO UPDATE SET count = count + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER exchanges_removed AFTER DELETE ON exchanges BEGIN
    INSERT OR IGNORE INTO exchanges_unindexed VALUES ((old.generation << 40) + old.key);
    UPDATE exchange_counts SET count = count - 1, bytes = bytes - old.bytes
      WHERE generation = old.generation AND ok = old.ok;
  END;

  CREATE TABLE new_recent_paths (
    generation INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (generation, method, path)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_recent_paths SELECT id, method, path, last_at FROM recent_paths JOIN generations USING (environment);
  DROP TABLE recent_paths;
  ALTER TABLE new_recent_paths RENAME TO recent_paths;
  CREATE INDEX recent_paths_by_time ON recent_paths (generation, last_at);

  DROP TABLE environments;

  CREATE TABLE saved_requests (
    name TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO revisions VALUES ('saved-requests', 0);
`;
