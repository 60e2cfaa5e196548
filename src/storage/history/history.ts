import type { Exchange } from '../../api/exchange';
import type { Connection } from '../database/connection';
import { pack, unpack } from './exchangeBody';
import { countExchanges, exchangeDays, listExchanges } from './exchangeQueries';
import { number, text } from '../database/rowValues';
import { haystack } from '../search/search';
import type { Store } from '../database/store';
import type { ExchangeQuery, ExchangeSummary, FileGroup, Page, RequestHistory } from '../types';

/** At most this many are dropped by one `add`, so that lowering the limit is not felt as a pause. */
const DROPPED_AT_ONCE = 500;
/** Limits from here on may be passed by a hundredth for a moment: in a batch, dropping one by one is felt. */
const PASSED_FROM = 1000;
const RECENT_PATHS = 200;
/** Paths used within this time of each other, in milliseconds, count as used at once. */
const SAME_TIME_MS = 1000;
const READ_AT_ONCE = 50;

/** The history of exchanges on the database. */
export class History implements RequestHistory {
  readonly #store: Store;
  /** How many to keep, by the environment that may hold some more. */
  readonly #untrimmed = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  add(exchange: Exchange, keep: number): void {
    this.#store.write((db, changed) => {
      const { environment } = exchange;
      const added = keep > 0 && insert(db, exchange);
      if (added) rememberPath(db, exchange);
      if (keep <= 0) forgetPaths(db, environment);
      const excess = countExchanges(db, { environment }) - Math.max(0, keep);
      const mayWait = keep >= PASSED_FROM && excess <= keep / 100;
      const dropped = mayWait ? 0 : drop(db, environment, excess);
      if (mayWait && excess > 0) this.#untrimmed.set(environment, keep);
      if (added || dropped > 0) changed({ what: 'history', environment });
    });
  }

  /** Drops what the last additions left over the limit. */
  trim(): void {
    for (const [environment, keep] of this.#untrimmed) {
      this.#untrimmed.delete(environment);
      this.#store.write((db, changed) => {
        const dropped = drop(db, environment, countExchanges(db, { environment }) - keep);
        if (dropped > 0) changed({ what: 'history', environment });
      });
    }
  }

  get(id: string): Exchange | undefined {
    return this.#one('SELECT body FROM exchanges JOIN exchange_bodies USING (key) WHERE id = ?', id);
  }

  findByRequestId(requestId: string): Exchange | undefined {
    return this.#one(
      `SELECT body FROM request_ids JOIN exchange_bodies USING (key)
       WHERE request_id = ? ORDER BY request_ids.key DESC LIMIT 1`,
      requestId.trim(),
    );
  }

  knownRequestIds(candidates: readonly string[]): ReadonlySet<string> {
    const isKnown = 'SELECT 1 FROM request_ids WHERE request_id = ?';
    return this.#store.read((db) => new Set(candidates.filter((id) => db.get(isKnown, id) !== undefined)));
  }

  list(query: ExchangeQuery): Page<ExchangeSummary> {
    return this.#store.read((db) => listExchanges(db, query));
  }

  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number {
    return this.#store.read((db) => countExchanges(db, query, atMost));
  }

  days(environment: string): FileGroup[] {
    return this.#store.read((db) => exchangeDays(db, environment));
  }

  recentPaths(environment: string, limit: number): { method: string; path: string }[] {
    const select =
      'SELECT method, path FROM recent_paths WHERE environment = ? ORDER BY last_at DESC, path LIMIT ?';
    const rows = this.#store.read((db) => db.all(select, environment, Math.max(0, Math.trunc(limit))));
    return rows.map((row) => ({ method: text(row, 'method'), path: text(row, 'path') }));
  }

  *all(environment: string): Iterable<Exchange> {
    let after: string | undefined;
    do {
      const page = this.list({ environment, limit: READ_AT_ONCE, after });
      for (const { id } of page.items) {
        // One that was dropped meanwhile is no longer kept.
        const exchange = this.get(id);
        if (exchange !== undefined) yield exchange;
      }
      after = page.next;
    } while (after !== undefined);
  }

  clear(environment: string): number {
    return this.#store.write((db, changed) => {
      const count = db.run('DELETE FROM exchanges WHERE environment = ?', environment);
      forgetPaths(db, environment);
      if (count > 0) changed({ what: 'history', environment });
      return count;
    });
  }

  #one(sql: string, value: string): Exchange | undefined {
    const row = this.#store.read((db) => db.get(sql, value));
    return row === undefined ? undefined : (unpack(row['body']) as Exchange | undefined);
  }
}

/** @returns false when that exchange is there already: it is final, and stays as it is */
function insert(db: Connection, exchange: Exchange): boolean {
  const { id, method, path, status, error } = exchange;
  if (db.get('SELECT 1 FROM exchanges WHERE id = ?', id) !== undefined) return false;
  const requestIds = requestIdsOf(exchange);
  const key = db.insert('exchanges', {
    id,
    environment: exchange.environment,
    operation: exchange.operation,
    method,
    path,
    started_at: Math.trunc(exchange.startedAt),
    duration_ms: exchange.durationMs,
    outcome: exchange.outcome,
    ok: exchange.outcome === 'ok' ? 1 : 0,
    status: status ?? null,
    origin: exchange.origin ?? null,
    request_id: exchange.requestId ?? null,
    haystack: haystack([
      `${method} ${path}`,
      status,
      ...requestIds,
      error?.kind,
      error?.code,
      error?.message,
    ]),
  });
  db.insert('exchange_bodies', { key, body: pack(exchange) });
  for (const requestId of requestIds) db.insert('request_ids', { request_id: requestId, key });
  return true;
}

function requestIdsOf({ requestId, attempts }: Exchange): string[] {
  const all = [requestId, ...attempts.map(({ response }) => response?.requestId)];
  return [...new Set(all.filter((id) => id !== undefined))];
}

/** Drops the oldest, a bounded number at a time. */
function drop(db: Connection, environment: string, excess: number): number {
  if (excess <= 0) return 0;
  return db.run(
    `DELETE FROM exchanges WHERE key IN (
       SELECT key FROM exchanges WHERE environment = ? ORDER BY started_at, key LIMIT ?
     )`,
    environment,
    Math.min(excess, DROPPED_AT_ONCE),
  );
}

function rememberPath(db: Connection, { environment, method, path, startedAt }: Exchange): void {
  const [withoutQuery = path] = path.split('?', 1);
  const at = Math.trunc(startedAt);
  const row = 'environment = ? AND method = ? AND path = ?';
  const known = db.get(`SELECT last_at FROM recent_paths WHERE ${row}`, environment, method, withoutQuery);
  if (known !== undefined) {
    // All uploads of a batch have one path.
    if (Math.abs(at - number(known, 'last_at')) < SAME_TIME_MS) return;
    db.run(`UPDATE recent_paths SET last_at = ? WHERE ${row}`, at, environment, method, withoutQuery);
    return;
  }
  db.insert('recent_paths', { environment, method, path: withoutQuery, last_at: at });
  db.run(
    `DELETE FROM recent_paths WHERE environment = ?1 AND (method, path) IN (
       SELECT method, path FROM recent_paths WHERE environment = ?1 ORDER BY last_at DESC LIMIT -1 OFFSET ?2
     )`,
    environment,
    RECENT_PATHS,
  );
}

function forgetPaths(db: Connection, environment: string): void {
  db.run('DELETE FROM recent_paths WHERE environment = ?', environment);
}
