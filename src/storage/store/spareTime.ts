import type { DatabaseConnection } from '../sqlite/connection';
import { emptyUnusedIndex } from '../search/fileIndex';

/** Some milliseconds of work. */
const PAGES_AT_ONCE = 500;

/**
 * Does work that waits for no other window: where one writes at this moment, it throws instead.
 * @param busyTimeoutMs how long other work waits, restored afterwards
 */
export function withoutWaiting<T>(db: DatabaseConnection, busyTimeoutMs: number, work: () => T): T {
  db.raw.exec('PRAGMA busy_timeout = 0');
  try {
    return work();
  } finally {
    db.raw.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Gives some free pages of the file back, and at last empties the log, which may still hold what was dropped.
 * @returns `more` pages to give back, `busy` when the log could not be emptied yet, else `done`
 */
export function reclaimSome(db: DatabaseConnection): 'more' | 'busy' | 'done' {
  emptyUnusedIndex(db);
  if (db.number('PRAGMA freelist_count') !== 0) {
    db.raw.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    if (db.number('PRAGMA auto_vacuum') !== 0) return 'more';
  }
  // The first column says whether somebody kept it from being done.
  return db.number('PRAGMA wal_checkpoint(TRUNCATE)') === 0 ? 'done' : 'busy';
}
