import type { DatabaseConnection } from './connection';
import { emptyUnusedIndexes } from './recovery/searchIndexes';
import { number } from './rowValues';

/** Some milliseconds of work. */
const PAGES_AT_ONCE = 500;

/**
 * Gives some free pages of the file back, and at last empties the log, which may still hold what was dropped.
 * @returns `more` when there is more to do now, `later` when another window is in the way
 */
export function reclaimSome(db: DatabaseConnection): 'more' | 'later' | 'done' {
  emptyUnusedIndexes(db);
  if (number(db.get('PRAGMA freelist_count') ?? {}, 'freelist_count') > 0) {
    db.raw.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    if (number(db.get('PRAGMA auto_vacuum') ?? {}, 'auto_vacuum') > 0) return 'more';
  }
  const isBusy = number(db.get('PRAGMA wal_checkpoint(TRUNCATE)') ?? {}, 'busy') !== 0;
  return isBusy ? 'later' : 'done';
}
