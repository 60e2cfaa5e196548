import type { DatabaseSync } from 'node:sqlite';
import { GENERATIONS } from './steps/addGenerations';
import { FILE_HOURS } from './steps/fileHours';
import { LATER_INDEXING } from './steps/laterIndexing';
import { ORIGINS } from './steps/origins';
import { ROW_FACTS } from './steps/rowFacts';
import { TABLES } from './steps/createTables';
import { WITHOUT_SAVED_REQUESTS } from './steps/withoutSavedRequests';

/**
 * The schema, as the ordered list of steps that lead to it. A step that has shipped is never changed: what
 * follows is a new step. `PRAGMA user_version` is the number of steps that a database has had.
 */
export const MIGRATIONS: readonly string[] = [
  TABLES,
  LATER_INDEXING,
  ORIGINS,
  GENERATIONS,
  ROW_FACTS,
  WITHOUT_SAVED_REQUESTS,
  FILE_HOURS,
];

/** The database was made by a newer version of the extension: its tables may mean something else. */
export class NewerDatabaseError extends Error {}

/** A step from an older version did not succeed; the database is as it was before that step. */
export class MigrationError extends Error {}

/**
 * Brings a database up to date, each step in one immediate transaction. Safe when several windows
 * do it at the same moment: the version is read again under the lock. Foreign keys must be off, or a table that is
 * that is replaced would delete the rows that refer to it.
 * @throws NewerDatabaseError when the database has been through more steps than are known here
 * @throws MigrationError when a step from an older version fails
 */
export function migrate(db: DatabaseSync, steps: readonly string[] = MIGRATIONS): void {
  for (;;) {
    if (versionOf(db) === steps.length) {
      // Another window may have made the tables since this connection first looked, and knew of none. A pragma
      // does not notice; what reads a table does.
      db.exec('SELECT count(*) FROM sqlite_schema');
      return;
    }
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

/** @throws NewerDatabaseError when the database has been through more steps than are known here */
export function refuseNewer(db: DatabaseSync): void {
  const version = versionOf(db);
  if (version > MIGRATIONS.length) throw new NewerDatabaseError(`version ${version}`);
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
