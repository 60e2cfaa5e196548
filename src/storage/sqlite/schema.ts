/**
 * The tables.
 *
 * Reasons for what is less than obvious:
 * - A row belongs to a generation of its environment: its id together with the account behind it (see generations.ts).
 * - `search_text` is the folded text that a search looks in. The full-text index of files holds no copy of it. Its row
 *   ids are the row's key plus a multiple of 2^40 for the generation: one generation is a range, and the others cost it
 *   nothing. Rows enter it later, many at a time (see fileIndex.ts): until then they are in `files_unindexed`.
 * - Counts and sizes are kept by triggers: counting 100,000 rows for a tree's root would be felt. Files are counted by
 *   hours and not by days, because what a day is depends on the time zone of who looks. SQLite's remainder has the sign of
 *   the time, which may be before 1970.
 * - Bodies and details are in separate tables, so that listing reads narrow rows.
 * - `may_have_acted` marks what ended without a success, but may have taken effect at the service.
 * - `writes` is the journal: each write from before its first byte until its exchange is kept.
 */
export const SCHEMA = `
  CREATE TABLE revisions (what TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
  INSERT INTO revisions VALUES ('files', 0), ('history', 0);

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    process_start TEXT,
    heartbeat INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE generations (
    id INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    identity TEXT NOT NULL,
    last_used INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX generations_by_identity ON generations (environment, identity);

  CREATE TABLE files (
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
    remark TEXT,
    gone INTEGER NOT NULL DEFAULT 0,
    forgotten_at INTEGER,
    session TEXT REFERENCES sessions (id),
    search_text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX files_by_id ON files (generation, file_id) WHERE file_id IS NOT NULL;
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

  CREATE TABLE file_details (
    key INTEGER PRIMARY KEY REFERENCES files (key) ON DELETE CASCADE,
    details TEXT NOT NULL,
    details_at INTEGER NOT NULL,
    details_exchange_id TEXT,
    details_request_id TEXT
  ) STRICT;

  CREATE TABLE file_counts (
    generation INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (generation, purpose)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE file_hours (
    generation INTEGER NOT NULL,
    start INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (generation, start)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE files_words USING fts5 (
    search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE files_terms USING fts5vocab (files_words, instance);
  CREATE TABLE files_unindexed (doc INTEGER PRIMARY KEY) STRICT;

  CREATE TRIGGER files_added AFTER INSERT ON files WHEN new.forgotten_at IS NULL BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((new.generation << 40) + new.key);
    INSERT INTO file_counts VALUES (new.generation, new.purpose, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
    INSERT INTO file_hours
      VALUES (new.generation, new.sort_time - (new.sort_time % 3600000 + 3600000) % 3600000, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_removed AFTER DELETE ON files WHEN old.forgotten_at IS NULL BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((old.generation << 40) + old.key);
    UPDATE file_counts SET count = count - 1 WHERE generation = old.generation AND purpose = old.purpose;
    UPDATE file_hours SET count = count - 1 WHERE generation = old.generation
      AND start = old.sort_time - (old.sort_time % 3600000 + 3600000) % 3600000;
  END;
  CREATE TRIGGER files_reworded AFTER UPDATE OF search_text, forgotten_at ON files
  WHEN old.search_text <> new.search_text OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    INSERT OR IGNORE INTO files_unindexed VALUES ((new.generation << 40) + new.key);
  END;
  CREATE TRIGGER files_recounted AFTER UPDATE OF purpose, forgotten_at ON files
  WHEN old.purpose <> new.purpose OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    UPDATE file_counts SET count = count - 1
      WHERE generation = old.generation AND purpose = old.purpose AND old.forgotten_at IS NULL;
    INSERT INTO file_counts SELECT new.generation, new.purpose, 1 WHERE new.forgotten_at IS NULL
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER files_retimed AFTER UPDATE OF sort_time, forgotten_at ON files
  WHEN old.sort_time <> new.sort_time OR old.forgotten_at IS NOT new.forgotten_at BEGIN
    UPDATE file_hours SET count = count - 1 WHERE generation = old.generation AND old.forgotten_at IS NULL
      AND start = old.sort_time - (old.sort_time % 3600000 + 3600000) % 3600000;
    INSERT INTO file_hours
      SELECT new.generation, new.sort_time - (new.sort_time % 3600000 + 3600000) % 3600000, 1
      WHERE new.forgotten_at IS NULL
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;

  CREATE TABLE exchanges (
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
    may_have_acted INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts TEXT,
    answer_check TEXT,
    differences INTEGER NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exchanges_time ON exchanges (generation, started_at, key);
  CREATE INDEX exchanges_ok_time ON exchanges (generation, ok, started_at, key);
  CREATE INDEX exchanges_kept ON exchanges (generation, key);
  CREATE INDEX exchanges_by_write ON exchanges (generation, write_hash, started_at) WHERE write_hash IS NOT NULL;

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

  CREATE TABLE exchange_counts (
    generation INTEGER NOT NULL,
    ok INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (generation, ok)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER exchanges_added AFTER INSERT ON exchanges BEGIN
    INSERT INTO exchange_counts VALUES (new.generation, new.ok, 1, new.bytes)
      ON CONFLICT DO UPDATE SET count = count + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER exchanges_removed AFTER DELETE ON exchanges BEGIN
    UPDATE exchange_counts SET count = count - 1, bytes = bytes - old.bytes
      WHERE generation = old.generation AND ok = old.ok;
  END;

  CREATE TABLE recent_paths (
    generation INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (generation, method, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recent_paths_by_time ON recent_paths (generation, last_at);
`;
