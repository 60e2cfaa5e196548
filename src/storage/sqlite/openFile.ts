import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseConnection } from './connection';
import { checkVersion, migrate } from './migrations';
import { problemKind, type ProblemKind } from './problems';
import type { StorageOptions } from '../types/storageTypes';
import { COMPANIONS, pause } from '../../util/files';

/**
 * Opens the database for reading and writing; makes it where there is none, and brings it up to date.
 * @param busyTimeoutMs how long to wait for a lock
 * @throws what `problemKind` knows when it cannot be written; nothing of a newer or older one is changed
 */
export function openFile({ file, maxPages }: StorageOptions, busyTimeoutMs: number): DatabaseConnection {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  ownerOnly(file);
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  try {
    // Before anything is written: a newer database must stay as it is, to the byte.
    checkVersion(db);
    // Says nothing where there are tables already.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    useWriteAheadLog(db, busyTimeoutMs);
    // NORMAL: a commit is in the system's hands when it returns, so killing the process loses nothing; only a
    // power cut can lose the last commits, and not even that can damage the file. FULL would wait for the
    // disk at every commit.
    db.exec('PRAGMA synchronous = NORMAL');
    // What is dropped is overwritten, and not only taken out of the tables.
    db.exec('PRAGMA secure_delete = ON');
    // 16 MB of log before it is copied into the database, instead of 4: a batch of uploads then hardly ever
    // waits for the disk.
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    // What a statement keeps for taking itself back: in a file, it doubled the cost of a new row.
    db.exec('PRAGMA temp_store = MEMORY');
    // 0 is no limit.
    db.exec(`PRAGMA max_page_count = ${maxPages ?? 0}`);
    migrate(db);
    db.exec('PRAGMA foreign_keys = ON');
    const connection = new DatabaseConnection(db);
    purgeForgotten(connection);
    return connection;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens a file that cannot be written, to read it as far as that goes.
 * @param kind why it cannot be written
 * @returns undefined when it cannot be read either
 */
export function openReadOnly(file: string, kind: ProblemKind): DatabaseConnection | undefined {
  if (kind !== 'read-only' && kind !== 'full') return tryReading(file);
  // Readers of a write-ahead log need a -shm file. Where none can be created, nobody else writes, so SQLite may open
  // the database as immutable.
  const unchanging = new URL(`${pathToFileURL(file).href}?immutable=1`);
  return tryReading(file) ?? tryReading(unchanging);
}

function tryReading(path: string | URL): DatabaseConnection | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const connection = new DatabaseConnection(db);
    connection.all('SELECT * FROM revisions');
    return connection;
  } catch {
    // Then nothing of it is shown.
  }
  db?.close();
  return undefined;
}

/** A list without rows, which is read in the place of one that cannot be read, and never written. */
export function emptyList(): DatabaseConnection {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  db.exec('PRAGMA query_only = ON');
  return new DatabaseConnection(db);
}

/**
 * Lets new rows have keys that no other database has: rows of the one before may be on screen, and uploads in flight
 * come over with theirs. Below 2^40, see schema.ts.
 */
export function useOwnKeys({ raw }: DatabaseConnection): void {
  const from = 2 ** 32 + Math.floor(Math.random() * 2 ** 39);
  raw.exec(`DELETE FROM sqlite_sequence WHERE name IN ('files', 'exchanges');
    INSERT INTO sqlite_sequence VALUES ('files', ${from}), ('exchanges', ${from})`);
}

/** What an error about this file means, with the system's help where SQLite only says that it cannot. */
export function kindOf(error: unknown, file: string): ProblemKind | undefined {
  const kind = problemKind(error);
  return kind === 'unavailable' && isReadOnly(file) ? 'read-only' : kind;
}

/**
 * Makes the file, because SQLite would make it for everybody; its companions get the same mode from SQLite. A file that
 * is there is never opened here: closing it would let go of the locks that this process has through SQLite (POSIX).
 */
function ownerOnly(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  // A log that a window has left is used as it is.
  for (const name of [file, ...COMPANIONS.map((ending) => file + ending)]) {
    const found = statSync(name, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & 0o077) !== 0) chmodSync(name, found.mode & 0o700);
  }
}

/** SQLite does not wait by itself when several connections change the mode of a new database at once. */
function useWriteAheadLog(db: DatabaseSync, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (problemKind(error) !== 'locked' || performance.now() >= deadline) throw error;
      pause(10);
    }
  }
}

const UNDO_MS = 24 * 60 * 60 * 1000;

/** Forgotten rows stay for a day, for undo. Also the first write, which shows whether writing is possible. */
function purgeForgotten(connection: DatabaseConnection): void {
  connection.transaction(() =>
    connection.run('DELETE FROM files WHERE forgotten_at < ?', Date.now() - UNDO_MS),
  );
}

function isReadOnly(file: string): boolean {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return false;
  } catch (error) {
    // A folder that is not there is no question of permissions.
    return problemKind(error) === 'read-only';
  }
}
