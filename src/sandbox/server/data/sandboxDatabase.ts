/** Opens the sandbox's database, shared by any number of windows. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileNumber, isRenameOfHeld, moveAside } from '../../../util/files';
import { t } from '../../../util/text';

const IN_MEMORY = ':memory:';
const SCHEMA_VERSION = 2;
/** How long a window waits for another one's write, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

const SCHEMA = `
  CREATE TABLE files (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again, so that a cursor stays where it is
    id TEXT NOT NULL UNIQUE,
    purpose TEXT NOT NULL,
    name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    uploaded_at INTEGER NOT NULL,          -- milliseconds since the epoch
    content BLOB NOT NULL
  ) STRICT;
  CREATE TABLE balances (
    currency TEXT PRIMARY KEY,
    amount TEXT NOT NULL                   -- an exact decimal
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    scenario TEXT NOT NULL,
    answered INTEGER NOT NULL,             -- requests that met the scenario since it was set
    secret BLOB NOT NULL                   -- signs content links and cursors
  ) STRICT;
  INSERT INTO state VALUES (1, 'normal', 0, randomblob(32));
`;

/** What was made with operations of API descriptions. */
const MADE_ITEMS = `
  CREATE TABLE made (
    path TEXT PRIMARY KEY,                 -- of the item
    item TEXT,                             -- as JSON; NULL once it is removed
    made_at INTEGER NOT NULL               -- milliseconds since the epoch
  ) STRICT, WITHOUT ROWID;
`;

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** Where a file that was no usable database was moved to, if there was one. */
  readonly setAside?: string;
}

/**
 * Opens the database, making it (and its folder) if missing, readable by its owner only. A damaged file is
 * renamed, never deleted, and a new one takes its place.
 * @param file path of the database, or `:memory:`
 * @throws Error with a sentence for a person when a newer version made it, or when it cannot be opened
 */
export async function openDatabase(file: string): Promise<OpenedDatabase> {
  const number = fileNumber(file);
  try {
    return { db: await openWhenFree(file) };
  } catch (error) {
    if (!isDamage(error)) throw inWords(error, file);
    return replaceDamaged(file, number);
  }
}

/** @param number of the damaged file: another window may have replaced it */
async function replaceDamaged(file: string, number: bigint | undefined): Promise<OpenedDatabase> {
  const setAside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    const isMoved = moveAside(file, number, setAside);
    return { db: await openWhenFree(file), ...(isMoved && { setAside }) };
  } catch (error) {
    throw inWords(error, file);
  }
}

/**
 * Tries again while another window is opening the same new file: SQLite does not wait by itself in the
 * moment in which a database turns to write-ahead logging.
 */
async function openWhenFree(file: string): Promise<DatabaseSync> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return open(file);
    } catch (error) {
      if (resultCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw error;
      await wait(20);
    }
  }
}

function open(file: string): DatabaseSync {
  if (file !== IN_MEMORY) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Made before SQLite sees it: SQLite gives its side files the mode of this one. One that is there is not opened:
    // closing it would let go of the locks that this process has on it through SQLite.
    if (existsSync(file)) chmodSync(file, 0o600);
    else closeSync(openSync(file, 'a', 0o600));
  }
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // In WAL mode, NORMAL loses nothing when a process dies; only a power cut can undo the last commits.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    inTransaction(db, () => migrate(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > SCHEMA_VERSION) {
    throw new NewerVersionError(
      t(
        'The data of the Local Sandbox was made by a newer version of this extension. Update the extension, or use another data folder.',
      ),
    );
  }
  if (version === 0) db.exec(SCHEMA);
  if (version < 2) db.exec(MADE_ITEMS);
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** Runs `work` as one transaction that holds the write lock from its start; undone when it throws. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

class NewerVersionError extends Error {}

function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The error as a person can read it, with the system's own as its cause. */
export function inWords(error: unknown, file: string): Error {
  if (error instanceof NewerVersionError) return error;
  const advice =
    resultCode(error) === SQLITE_BUSY || isRenameOfHeld(error)
      ? t('Another program is using it. End that program, then try again.')
      : t('Check that its folder can be written to and that the disk is not full.');
  return new Error(t('The Local Sandbox cannot open its data in {0}. {1}', file, advice), { cause: error });
}

/** The primary result code of an SQLite error; 0 for any other. */
function resultCode(error: unknown): number {
  const { errcode } = error as { readonly errcode?: unknown };
  return Number(errcode) & 0xff; // the rest is the extended code
}
