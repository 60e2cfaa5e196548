/**
 * Version 1: the tables.
 *
 * Reasons for what is less than obvious:
 * - `haystack` is the folded text that searching looks in (see search.ts). The full-text indexes hold no copy
 *   of it. Their row ids are the row's key plus a multiple of 2^40 for the environment: one environment is a
 *   range, and the others cost it nothing.
 * - Counts are kept by triggers: counting 100,000 rows for a tree's root would be felt.
 * - Bodies and details are in separate tables, so that listing reads narrow rows.
 *
 * A step never changes after its release. Later steps repeat definitions instead of sharing them.
 */
export const TABLES = `
  CREATE TABLE environments (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE revisions (what TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
  INSERT INTO revisions VALUES ('files', 0), ('history', 0);

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    process_start TEXT,
    heartbeat INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE files (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'uploading', 'uploaded', 'failed', 'cancelled', 'unknown')),
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
  CREATE UNIQUE INDEX files_by_id ON files (environment, file_id) WHERE file_id IS NOT NULL;
  CREATE INDEX files_by_bytes ON files (environment, sha256, purpose) WHERE sha256 IS NOT NULL;
  CREATE INDEX files_by_session ON files (session) WHERE session IS NOT NULL;
  CREATE INDEX files_forgotten ON files (forgotten_at) WHERE forgotten_at IS NOT NULL;
  CREATE INDEX files_unsettled ON files (environment, sort_time, key)
    WHERE forgotten_at IS NULL AND state <> 'uploaded';
  CREATE INDEX files_time ON files (environment, sort_time, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_name ON files (environment, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_type ON files (environment, mime_type, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_time ON files (environment, purpose, sort_time, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_name ON files (environment, purpose, name, key) WHERE forgotten_at IS NULL;
  CREATE INDEX files_purpose_type ON files (environment, purpose, mime_type, name, key)
    WHERE forgotten_at IS NULL;

  CREATE TABLE file_details (
    key INTEGER PRIMARY KEY REFERENCES files (key) ON DELETE CASCADE,
    details TEXT NOT NULL,
    details_at INTEGER NOT NULL,
    details_exchange_id TEXT,
    details_request_id TEXT
  ) STRICT;

  CREATE TABLE file_counts (
    environment TEXT NOT NULL,
    purpose TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (environment, purpose)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE files_words USING fts5 (
    haystack, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  CREATE TRIGGER files_added AFTER INSERT ON files WHEN new.forgotten_at IS NULL BEGIN
    INSERT INTO environments (name) SELECT new.environment
      WHERE NOT EXISTS (SELECT 1 FROM environments WHERE name = new.environment);
    INSERT INTO files_words (rowid, haystack)
      SELECT (SELECT id << 40 FROM environments WHERE name = new.environment) + new.key, new.haystack
      WHERE new.session IS NULL;
    INSERT INTO file_counts VALUES (new.environment, new.purpose, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_removed AFTER DELETE ON files WHEN old.forgotten_at IS NULL BEGIN
    DELETE FROM files_words
      WHERE rowid = (SELECT id << 40 FROM environments WHERE name = old.environment) + old.key
      AND old.session IS NULL;
    UPDATE file_counts SET count = count - 1 WHERE environment = old.environment AND purpose = old.purpose;
  END;
  CREATE TRIGGER files_reworded AFTER UPDATE OF haystack, forgotten_at, session ON files
  WHEN old.haystack <> new.haystack OR old.forgotten_at IS NOT new.forgotten_at
    OR (old.session IS NULL) <> (new.session IS NULL) BEGIN
    DELETE FROM files_words
      WHERE rowid = (SELECT id << 40 FROM environments WHERE name = old.environment) + old.key
      AND old.forgotten_at IS NULL AND old.session IS NULL;
    INSERT INTO files_words (rowid, haystack)
      SELECT (SELECT id << 40 FROM environments WHERE name = new.environment) + new.key, new.haystack
      WHERE new.forgotten_at IS NULL AND new.session IS NULL;
  END;
  CREATE TRIGGER files_recounted AFTER UPDATE OF purpose, forgotten_at ON files
  WHEN old.purpose <> new.purpose OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    UPDATE file_counts SET count = count - 1
      WHERE environment = old.environment AND purpose = old.purpose AND old.forgotten_at IS NULL;
    INSERT INTO file_counts SELECT new.environment, new.purpose, 1 WHERE new.forgotten_at IS NULL
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;

  CREATE TABLE exchanges (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    environment TEXT NOT NULL,
    operation TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    outcome TEXT NOT NULL,
    ok INTEGER NOT NULL,
    status INTEGER,
    request_id TEXT,
    haystack TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exchanges_time ON exchanges (environment, started_at, key);
  CREATE INDEX exchanges_ok_time ON exchanges (environment, ok, started_at, key);

  CREATE TABLE exchange_bodies (
    key INTEGER PRIMARY KEY REFERENCES exchanges (key) ON DELETE CASCADE,
    body ANY NOT NULL
  ) STRICT;
  CREATE TABLE request_ids (
    request_id TEXT NOT NULL,
    key INTEGER NOT NULL REFERENCES exchanges (key) ON DELETE CASCADE,
    PRIMARY KEY (request_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX request_ids_by_exchange ON request_ids (key);

  CREATE TABLE recent_paths (
    environment TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (environment, method, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recent_paths_by_time ON recent_paths (environment, last_at);

  CREATE TABLE exchange_counts (
    environment TEXT NOT NULL,
    ok INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (environment, ok)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE exchanges_words USING fts5 (
    haystack, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  CREATE TRIGGER exchanges_added AFTER INSERT ON exchanges BEGIN
    INSERT INTO environments (name) SELECT new.environment
      WHERE NOT EXISTS (SELECT 1 FROM environments WHERE name = new.environment);
    INSERT INTO exchanges_words (rowid, haystack)
      VALUES ((SELECT id << 40 FROM environments WHERE name = new.environment) + new.key, new.haystack);
    INSERT INTO exchange_counts VALUES (new.environment, new.ok, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER exchanges_removed AFTER DELETE ON exchanges BEGIN
    DELETE FROM exchanges_words
      WHERE rowid = (SELECT id << 40 FROM environments WHERE name = old.environment) + old.key;
    UPDATE exchange_counts SET count = count - 1 WHERE environment = old.environment AND ok = old.ok;
  END;
`;
