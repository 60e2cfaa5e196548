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

/** How long nothing must have been written, so that a batch of uploads is not slowed down. */
const IDLE_MS = 300;
/** Between two steps: whoever shares the thread has most of it. */
const STEP_MS = 30;

/**
 * Does work that nothing waits for, once a store has not been written to for a while. After its end there is none.
 * @param work some milliseconds of it; returns whether there is more
 */
export function maintainWhenIdle(
  store: { onWritten(callback: () => void): void },
  work: () => boolean,
): void {
  let timer: NodeJS.Timeout | undefined;
  const next = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (work()) next(STEP_MS);
    }, milliseconds).unref();
  };
  const wait = () => next(IDLE_MS);
  wait();
  store.onWritten(wait);
}
