import type { DatabaseConnection, Row } from '../sqlite/connection';
import { number, text } from '../sqlite/rowValues';

/** An exchange that was removed, as the database had it. */
export interface TakenExchange {
  readonly row: Row;
  /** Environment and identity of its account. */
  readonly owner: Row | undefined;
  readonly body: Row | undefined;
  readonly requestIds: readonly Row[];
}

/** Removes an exchange. @returns undefined when there is none by that id */
export function takeExchange(db: DatabaseConnection, id: string): TakenExchange | undefined {
  const row = db.get('SELECT * FROM exchanges WHERE id = ?', id);
  if (row === undefined) return undefined;
  const key = number(row, 'key');
  const body = db.get('SELECT * FROM exchange_bodies WHERE key = ?', key);
  const requestIds = db.all('SELECT * FROM request_ids WHERE key = ?', key);
  db.run('DELETE FROM exchanges WHERE key = ?', key);
  const owner = db.get(
    'SELECT environment, identity FROM generations WHERE id = ?',
    number(row, 'generation'),
  );
  return { row, owner, body, requestIds };
}

/**
 * Takes that back, where its account is still known and nothing has its id. It gets a key of its own: a search that is
 * beyond the former one looks at what is new.
 */
export function putExchangeBack(
  db: DatabaseConnection,
  { row: { key: _, ...row }, owner = {}, body, requestIds }: TakenExchange,
): void {
  // It may be another database by now, with other numbers.
  const ofAccount = 'SELECT id FROM generations WHERE environment = ? AND identity = ?';
  const generation = db.get(ofAccount, text(owner, 'environment'), text(owner, 'identity'));
  const there = db.get('SELECT 1 FROM exchanges WHERE id = ?', text(row, 'id'));
  if (generation === undefined || there !== undefined) return;
  const key = db.insert('exchanges', { ...row, generation: number(generation, 'id') });
  if (body !== undefined) db.insert('exchange_bodies', { ...body, key });
  for (const each of requestIds) db.insert('request_ids', { ...each, key });
}

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
