import type { Exchange } from '../../api/exchange';
import type { Connection, Row } from '../database/connection';
import { pack, unpack } from './exchangeBody';
import { countExchanges, exchangeDays, listExchanges } from './exchangeQueries';
import { number, text } from '../database/rowValues';
import { haystack } from '../search/search';
import type { Store } from '../database/store';
import type { Generations } from '../generations';
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
  readonly #generations: Generations;
  /** How many to keep, by the environment that may hold some more. */
  readonly #untrimmed = new Map<string, number>();

  constructor(store: Store, generations: Generations) {
    this.#store = store;
    this.#generations = generations;
  }

  add(exchange: Exchange, keep: number): void {
    this.#store.write((db, changed) => {
      const { environment } = exchange;
      const generation = this.#generations.forWriting(db, environment, exchange.identity);
      const added = keep > 0 && insert(db, exchange, generation);
      if (added) rememberPath(db, exchange, generation);
      if (keep <= 0) this.#forgetPaths(db, environment);
      const excess = this.#countAll(db, environment) - Math.max(0, keep);
      const mayWait = keep >= PASSED_FROM && excess <= keep / 100;
      const dropped = mayWait ? 0 : this.#drop(db, environment, excess);
      if (mayWait && excess > 0) this.#untrimmed.set(environment, keep);
      if (added || dropped > 0) changed({ what: 'history', environment });
    });
  }

  /** Drops what the last additions left over the limit. */
  trim(): void {
    for (const [environment, keep] of this.#untrimmed) {
      this.#untrimmed.delete(environment);
      this.#store.write((db, changed) => {
        const dropped = this.#drop(db, environment, this.#countAll(db, environment) - keep);
        if (dropped > 0) changed({ what: 'history', environment });
      });
    }
  }

  get(id: string): Exchange | undefined {
    return this.#one('SELECT body FROM exchanges JOIN exchange_bodies USING (key) WHERE id = ?', id);
  }

  findByRequestId(requestId: string): Exchange | undefined {
    const generations = this.#generations.allCurrent();
    return this.#one(
      `SELECT body FROM request_ids JOIN exchanges USING (key) JOIN exchange_bodies USING (key)
       WHERE request_ids.request_id = ? AND generation IN (SELECT value FROM json_each(?)) ORDER BY key DESC LIMIT 1`,
      requestId.trim(),
      JSON.stringify(generations),
    );
  }

  knownRequestIds(candidates: readonly string[]): ReadonlySet<string> {
    const generations = new Set(this.#generations.allCurrent());
    const ofId =
      'SELECT generation FROM request_ids JOIN exchanges USING (key) WHERE request_ids.request_id = ?';
    const isKnown = (row: Row) => generations.has(number(row, 'generation'));
    return this.#store.read((db) => new Set(candidates.filter((id) => db.all(ofId, id).some(isKnown))));
  }

  list(query: ExchangeQuery): Page<ExchangeSummary> {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => listExchanges(db, { ...query, generation }));
  }

  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => countExchanges(db, { ...query, generation }, atMost));
  }

  days(environment: string): FileGroup[] {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => exchangeDays(db, generation));
  }

  recentPaths(environment: string, limit: number): { method: string; path: string }[] {
    const select =
      'SELECT method, path FROM recent_paths WHERE generation = ? ORDER BY last_at DESC, path LIMIT ?';
    const generation = this.#generations.current(environment);
    const rows = this.#store.read((db) => db.all(select, generation, Math.max(0, Math.trunc(limit))));
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
    const current = this.#generations.current(environment);
    return this.#store.write((db, changed) => {
      let count = 0;
      let files = 0;
      for (const generation of this.#generations.allOf(db, environment)) {
        count += db.run('DELETE FROM exchanges WHERE generation = ?', generation);
        if (generation !== current) files += db.run('DELETE FROM files WHERE generation = ?', generation);
      }
      this.#forgetPaths(db, environment);
      if (count > 0) changed({ what: 'history', environment });
      if (files > 0) changed({ what: 'files', environment });
      return count;
    });
  }

  /** How many are kept for an environment, of whatever generation. */
  #countAll(db: Connection, environment: string): number {
    const generations = this.#generations.allOf(db, environment);
    return generations.reduce((sum, generation) => sum + countExchanges(db, { generation }), 0);
  }

  /** Drops the oldest, a bounded number at a time; those of earlier generations, which nobody is shown, first. */
  #drop(db: Connection, environment: string, excess: number): number {
    let left = Math.min(excess, DROPPED_AT_ONCE);
    if (left <= 0) return 0;
    const current = this.#generations.current(environment);
    const generations = this.#generations.allOf(db, environment);
    for (const generation of generations.toSorted((a, b) => Number(a === current) - Number(b === current))) {
      if (left > 0) left -= dropOldest(db, generation, left);
    }
    return Math.min(excess, DROPPED_AT_ONCE) - left;
  }

  #forgetPaths(db: Connection, environment: string): void {
    for (const generation of this.#generations.allOf(db, environment)) {
      db.run('DELETE FROM recent_paths WHERE generation = ?', generation);
    }
  }

  #one(sql: string, ...values: string[]): Exchange | undefined {
    const row = this.#store.read((db) => db.get(sql, ...values));
    return row === undefined ? undefined : (unpack(row['body']) as Exchange | undefined);
  }
}

/** @returns false when that exchange is there already: it is final, and stays as it is */
function insert(db: Connection, exchange: Exchange, generation: number): boolean {
  const { id, method, path, status, error } = exchange;
  if (db.get('SELECT 1 FROM exchanges WHERE id = ?', id) !== undefined) return false;
  const requestIds = requestIdsOf(exchange);
  const body = pack(exchange);
  const key = db.insert('exchanges', {
    id,
    generation,
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
    bytes: body.length,
    haystack: haystack([
      `${method} ${path}`,
      status,
      ...requestIds,
      error?.kind,
      error?.code,
      error?.message,
    ]),
  });
  db.insert('exchange_bodies', { key, body });
  for (const requestId of requestIds) db.insert('request_ids', { request_id: requestId, key });
  return true;
}

function requestIdsOf({ requestId, attempts }: Exchange): string[] {
  const all = [requestId, ...attempts.map(({ response }) => response?.requestId)];
  return [...new Set(all.filter((id) => id !== undefined))];
}

function dropOldest(db: Connection, generation: number, atMost: number): number {
  return db.run(
    `DELETE FROM exchanges WHERE key IN (
       SELECT key FROM exchanges WHERE generation = ? ORDER BY started_at, key LIMIT ?
     )`,
    generation,
    atMost,
  );
}

function rememberPath(db: Connection, { method, path, startedAt }: Exchange, generation: number): void {
  const [withoutQuery = path] = path.split('?', 1);
  const at = Math.trunc(startedAt);
  const row = 'generation = ? AND method = ? AND path = ?';
  const known = db.get(`SELECT last_at FROM recent_paths WHERE ${row}`, generation, method, withoutQuery);
  if (known !== undefined) {
    // All uploads of a batch have one path.
    if (Math.abs(at - number(known, 'last_at')) < SAME_TIME_MS) return;
    db.run(`UPDATE recent_paths SET last_at = ? WHERE ${row}`, at, generation, method, withoutQuery);
    return;
  }
  db.insert('recent_paths', { generation, method, path: withoutQuery, last_at: at });
  db.run(
    `DELETE FROM recent_paths WHERE generation = ?1 AND (method, path) IN (
       SELECT method, path FROM recent_paths WHERE generation = ?1 ORDER BY last_at DESC LIMIT -1 OFFSET ?2
     )`,
    generation,
    RECENT_PATHS,
  );
}
