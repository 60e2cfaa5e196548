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
import { isMarkedDamaged, pause, setAside } from './damage';
import { migrate, MIGRATIONS, refuseNewer, versionOf } from './migrations';
import { describeProblem, problemKind, type ProblemKind } from './problems';
import type { StorageProblem } from '../types/storageTypes';

export interface OpenOptions {
  readonly file: string;
  /** How long to wait for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
  readonly maxPages?: number | undefined;
}

/** The result of opening: always a connection, to the file or else to memory. */
export interface Opened {
  readonly connection: DatabaseConnection;
  readonly persistent: boolean;
  readonly problem?: StorageProblem;
}

/**
 * Opens the database, makes it, brings it up to date, or sets a damaged one aside and makes a new one.
 * Never throws because of the file: the problem is returned, and a database in memory takes its place.
 */
export function openDatabase(options: OpenOptions): Opened {
  const { file } = options;
  try {
    if (isMarkedDamaged(file)) return openAnew(options, () => isMarkedDamaged(file));
    return { connection: openFile(options), persistent: true };
  } catch (error) {
    if (kindOf(error, file) !== 'damaged') return openInstead(options, error);
  }
  try {
    return openAnew(options, () => isDamaged(options));
  } catch (error) {
    return openInstead(options, error);
  }
}

/** A database of this window alone, gone when it closes. */
export function openMemory(): DatabaseConnection {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  migrate(db);
  db.exec('PRAGMA foreign_keys = ON');
  useOwnKeys(db);
  return new DatabaseConnection(db);
}

/** Opens the file again, without waiting. @returns undefined when it cannot be used yet */
export function reopen({
  file,
  maxPages,
}: Omit<OpenOptions, 'busyTimeoutMs'>): DatabaseConnection | undefined {
  if (isMarkedDamaged(file)) return undefined;
  try {
    return openFile({ file, busyTimeoutMs: 0, maxPages });
  } catch {
    return undefined;
  }
}

/** Identifies a file, so that another one under the same name is noticed. */
export function fileNumber(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Lets new rows have keys that no other database has: rows of both may be on screen, and come together later. Below
 * 2^40, see "Row ids of the full-text indexes".
 */
function useOwnKeys(db: DatabaseSync): void {
  const from = 2 ** 32 + Math.floor(Math.random() * 2 ** 39);
  db.exec(`DELETE FROM sqlite_sequence WHERE name IN ('files', 'exchanges');
    INSERT INTO sqlite_sequence VALUES ('files', ${from}), ('exchanges', ${from})`);
}

/**
 * Opens a file that cannot be written, to read it.
 * @param kind why it cannot be written
 * @returns undefined when it cannot be read either
 */
export function openReadOnly(file: string, kind: ProblemKind): DatabaseConnection | undefined {
  if (!existsSync(file)) return undefined;
  if (kind !== 'read-only') return tryReading(file);
  // Readers of a write-ahead log need a -shm file. Where none can be created, nobody else writes, so SQLite may open
  // the database as immutable.
  const unchanging = new URL(`${pathToFileURL(file).href}?immutable=1`);
  return tryReading(file) ?? tryReading(unchanging);
}

function tryReading(path: string | URL): DatabaseConnection | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    if (versionOf(db) === MIGRATIONS.length) return new DatabaseConnection(db);
  } catch {
    // Then there is nothing to take along.
  }
  if (db?.isOpen === true) db.close();
  return undefined;
}

/** What an error about this file means, with the system's help where SQLite only says that it cannot. */
export function kindOf(error: unknown, file: string): ProblemKind | undefined {
  const kind = problemKind(error);
  return kind === 'unavailable' && !isWritable(file) ? 'read-only' : kind;
}

function openFile({ file, busyTimeoutMs, maxPages }: OpenOptions): DatabaseConnection {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  ownerOnly(file);
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: false });
  try {
    // Before anything is written: a newer database must stay as it is, to the byte.
    refuseNewer(db);
    const before = versionOf(db);
    // Says nothing where there are tables already; see below for those.
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
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
    migrate(db);
    if (before !== MIGRATIONS.length) shrink(db);
    db.exec('PRAGMA foreign_keys = ON');
    const connection = new DatabaseConnection(db);
    purgeForgotten(connection);
    return connection;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite makes the companions with the database's own mode, so making it first covers all three. */
function ownerOnly(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Gives back what the steps left free; a database of before version 4 learns to do that in parts from then on. */
function shrink(db: DatabaseSync): void {
  const mode = Number(db.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum']);
  try {
    db.exec(mode === 0 ? 'PRAGMA auto_vacuum = INCREMENTAL; VACUUM' : 'PRAGMA incremental_vacuum');
  } catch (error) {
    // Another window is at work, or the disk has no room for a copy: only room is lost.
    if (problemKind(error) === 'damaged') throw error;
  }
}

/** SQLite does not wait by itself when several connections change the mode of a new database at once. */
function useWriteAheadLog(db: DatabaseSync, busyTimeoutMs: number): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (problemKind(error) !== 'locked' || Date.now() >= deadline) throw error;
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

function openAnew(options: OpenOptions, damaged: () => boolean): Opened {
  const aside = setAside(options.file, damaged);
  const opened = { connection: openFile(options), persistent: true };
  if (aside === undefined) return opened;
  // Windows that still use the old one come over with the uploads that they have in flight.
  useOwnKeys(opened.connection.raw);
  return { ...opened, problem: describeProblem('damaged', options.file, aside) };
}

function isDamaged(options: OpenOptions): boolean {
  try {
    openFile(options).close();
    return false;
  } catch (error) {
    return kindOf(error, options.file) === 'damaged';
  }
}

function openInstead({ file }: OpenOptions, error: unknown): Opened {
  const kind = kindOf(error, file) ?? 'unavailable';
  return { connection: openMemory(), persistent: false, problem: describeProblem(kind, file) };
}

function isWritable(file: string): boolean {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
