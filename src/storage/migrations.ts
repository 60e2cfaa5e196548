import type { DatabaseSync } from 'node:sqlite';

/**
 * The schema, as the ordered list of steps that lead to it. A step that has shipped is never changed: what
 * follows is a new step. `PRAGMA user_version` tells how many of them a database has been through.
 *
 * Reasons for what is less than obvious:
 * - `haystack` is the folded text that searching looks in (see search.ts). The full-text indexes hold no copy
 *   of it and are kept in step by triggers, so that no window can forget to. Their row ids are the row's key
 *   plus a multiple of 2^40 for the environment: one environment is a range, and the others cost it nothing.
 *   Files in flight, which have a session, are not in it yet: they are few, and indexing them twice would be
 *   a third of what an upload costs here.
 * - Counts are kept by triggers as well: counting 100,000 rows for a tree's root would be felt.
 * - Bodies and details lie in tables of their own, so that walking a list reads narrow rows.
 */
export const MIGRATIONS: readonly string[] = [
  `
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
  `,
];

/** The database was made by a newer version of the extension: its tables may mean something else. */
export class NewerDatabaseError extends Error {}

/** A step from an older version did not succeed; the database is as it was before that step. */
export class MigrationError extends Error {}

/**
 * Brings a database up to date, each step in an immediate transaction of its own. Safe when several windows
 * do it at the same moment: the version is read again under the lock.
 * @throws NewerDatabaseError when the database has been through more steps than are known here
 * @throws MigrationError when a step from an older version fails for a reason of its own
 */
export function migrate(db: DatabaseSync, steps: readonly string[] = MIGRATIONS): void {
  for (;;) {
    if (versionOf(db) === steps.length) return;
    db.exec('BEGIN IMMEDIATE');
    try {
      const version = versionOf(db);
      if (version > steps.length) throw new NewerDatabaseError(`version ${version}`);
      const step = steps[version];
      if (step !== undefined) {
        runStep(db, step, version);
        db.exec(`PRAGMA user_version = ${version + 1}`);
      }
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** How many steps the database has been through; 0 for a new one. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

const SQLITE_ERROR = 1;

/** A full disk or a lock keeps its own error; only a step that does not fit these tables is our matter. */
function runStep(db: DatabaseSync, step: string, version: number): void {
  try {
    db.exec(step);
  } catch (error) {
    const misfit = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_ERROR;
    if (misfit) throw new MigrationError(`from version ${version}`, { cause: error });
    throw error;
  }
}
