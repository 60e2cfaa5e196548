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

/** Takes that back, where its account is still known and nothing has its place. */
export function putExchangeBack(
  db: DatabaseConnection,
  { row, owner = {}, body, requestIds }: TakenExchange,
): void {
  // It may be another database by now, with other numbers.
  const ofAccount = 'SELECT id FROM generations WHERE environment = ? AND identity = ?';
  const generation = db.get(ofAccount, text(owner, 'environment'), text(owner, 'identity'));
  const there = db.get(
    'SELECT 1 FROM exchanges WHERE key = ? OR id = ?',
    number(row, 'key'),
    text(row, 'id'),
  );
  if (generation === undefined || there !== undefined) return;
  db.insert('exchanges', { ...row, generation: number(generation, 'id') });
  if (body !== undefined) db.insert('exchange_bodies', body);
  for (const each of requestIds) db.insert('request_ids', each);
}
