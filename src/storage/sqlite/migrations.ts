import type { DatabaseSync } from 'node:sqlite';
import { SCHEMA } from './schema';

/** `PRAGMA user_version` of the tables in schema.ts. Databases of before, with 1 to 7, are not brought up to it. */
export const FIRST_VERSION = 8;

/**
 * The steps that lead from the tables in schema.ts to those in use, in order. To change the tables, add a step: a
 * database that is new gets the tables of schema.ts and then every step, so schema.ts stays as it is.
 */
export const STEPS: readonly string[] = [
  // What views ask for by themselves is left out of the days of requests, and counted fast.
  `CREATE INDEX exchanges_by_view ON exchanges (generation, started_at) WHERE origin IS 'view' AND ok = 1`,
  // A service may answer with another purpose than the one that was sent: by that one the same bytes are known.
  `ALTER TABLE files ADD COLUMN sent_purpose TEXT`,
];

/** The database was made by a newer version of the extension: its tables may mean something else. */
export class NewerDatabaseError extends Error {}

/** The database is of an older version, or not ours, and cannot be brought up to the tables in use. */
export class OlderDatabaseError extends Error {}

/** The version that a database has, once all steps are done. */
export const versionAfter = (steps: readonly string[]) => FIRST_VERSION + steps.length;

/** @throws NewerDatabaseError or OlderDatabaseError; nothing is written then */
export function checkVersion(db: DatabaseSync, steps: readonly string[] = STEPS): void {
  const version = versionOf(db);
  if (version > versionAfter(steps)) throw new NewerDatabaseError(`version ${version}`);
  if (version > 0 && version < FIRST_VERSION) throw new OlderDatabaseError(`version ${version}`);
}

/**
 * Makes the tables, or brings them up to date, each step in one immediate transaction. Safe when several windows do it at
 * the same moment: the version is read again under the lock. Foreign keys must be off, or replacing a table would delete
 * the rows that refer to it.
 * @throws as `checkVersion`, and OlderDatabaseError when a step does not fit
 */
export function migrate(db: DatabaseSync, steps: readonly string[] = STEPS): void {
  for (;;) {
    if (versionOf(db) === versionAfter(steps)) {
      // Another window may have made the tables since this connection first looked, and knew of none. A pragma
      // does not notice; what reads a table does.
      db.exec('SELECT count(*) FROM sqlite_schema');
      return;
    }
    db.exec('BEGIN IMMEDIATE');
    try {
      checkVersion(db, steps);
      const version = versionOf(db);
      const step = version === 0 ? SCHEMA : steps[version - FIRST_VERSION];
      if (step !== undefined) {
        runStep(db, step, version);
        db.exec(`PRAGMA user_version = ${version === 0 ? FIRST_VERSION : version + 1}`);
      }
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** The version of a database; 0 for a new one. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

const SQLITE_ERROR = 1;

/** A full disk or a lock keeps its own error; only a step that does not fit these tables is our matter. */
function runStep(db: DatabaseSync, step: string, version: number): void {
  try {
    db.exec(step);
  } catch (error) {
    const { errcode } = error as { readonly errcode?: unknown };
    if (errcode === SQLITE_ERROR) throw new OlderDatabaseError(`from version ${version}`, { cause: error });
    throw error;
  }
}
