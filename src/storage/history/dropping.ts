import type { DatabaseConnection } from '../sqlite/connection';
import { number } from '../sqlite/rowValues';

// The oldest are those that were kept first: by their times, a clock that was set back would have the newest dropped.

/** At most this many are dropped by one `add`, so that lowering the limit causes no pause. */
export const DROPPED_AT_ONCE = 500;
/** At most this many are dropped at once after a limit was lowered, in background work. */
export const DROPPED_IN_STEPS = 100;

/** Drops the oldest exchanges of a generation. @returns how many */
export function dropOldest(
  db: DatabaseConnection,
  generation: number,
  atMost: number,
  alsoPinned: boolean,
): number {
  const which = alsoPinned ? '' : 'AND pinned = 0';
  return db.run(
    `DELETE FROM exchanges WHERE key IN (
       SELECT key FROM exchanges WHERE generation = ? ${which} ORDER BY key LIMIT ?
     )`,
    generation,
    atMost,
  );
}

/**
 * Drops the oldest exchanges of all environments, a bounded number at a time, until the rest is small enough.
 * @returns how many
 */
export function dropBySize(db: DatabaseConnection, maxBytes: number): number {
  let excess = (db.number('SELECT sum(bytes) FROM exchange_counts') ?? 0) - maxBytes;
  if (excess <= 0) return 0;
  const oldest = 'SELECT key, bytes FROM exchanges WHERE pinned = 0 ORDER BY key LIMIT ?';
  let dropped = 0;
  for (const exchange of db.all(oldest, DROPPED_IN_STEPS)) {
    if (excess <= 0) break;
    db.run('DELETE FROM exchanges WHERE key = ?', number(exchange, 'key'));
    excess -= number(exchange, 'bytes');
    dropped += 1;
  }
  return dropped;
}
