import type { BegunWrite, Exchange } from '../../api/model/exchange';
import type { DatabaseConnection, Row } from '../sqlite/connection';
import { DROPPED_AT_ONCE, DROPPED_IN_STEPS, dropBySize, dropOldest } from './dropping';
import { unpack } from './exchangeBody';
import { insertExchange } from './exchangeRows';
import { findUnresolved, insertWrite, takeWrite } from './writes';
import { noteCleared } from '../store/comeback';
import { emptyIndex } from '../search/searchIndexes';
import { countExchanges, exchangeDays, listExchanges, summarize } from './exchangeQueries';
import { findInLongTexts } from './longTexts';
import { forgetPaths, recentPathsOf, rememberPath } from './recentPaths';
import { number, text } from '../sqlite/rowValues';
import type { WindowSession } from '../store/sessions';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type {
  ExchangeQuery,
  ExchangeSummary,
  FileGroup,
  FoundInLongTexts,
  HistoryLimits,
  HistorySummary,
  KeyRange,
  Page,
  RequestHistory,
  UnresolvedWrite,
} from '../types/storageTypes';

/** Limits from here on may be passed by a hundredth for a moment: in a batch, dropping one by one is felt. */
const PASSED_FROM = 1000;
const READ_AT_ONCE = 50;

/** The history of exchanges on the database. */
export class History implements RequestHistory {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #session: WindowSession;
  /** How many to keep, by the environment that may hold some more. */
  readonly #untrimmed = new Map<string, number>();

  /** Writes of this window that were journaled, and whose exchange is not kept yet, by their ids. */
  readonly #writes = new Map<string, BegunWrite>();

  /** @param session of this window, which owns what it journals */
  constructor(store: Store, generations: Generations, session: WindowSession) {
    this.#store = store;
    this.#generations = generations;
    this.#session = session;
    store.onMoved((db) => {
      this.#carryOver(db);
    });
  }

  /** Whether a write of this window is under way. */
  get isBusy(): boolean {
    return this.#writes.size > 0;
  }

  beginWrite(write: BegunWrite): void {
    const session = this.#session;
    this.#store.write((db) => {
      session.claim(db);
      const generation = this.#generations.forWriting(db, write.environment, write.identity);
      insertWrite(db, write, generation, session.id);
    });
    this.#writes.set(write.id, write);
    session.keepAlive();
  }

  unresolvedWrite(environment: string, writeHash: string): UnresolvedWrite | undefined {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => findUnresolved(db, generation, writeHash));
  }

  add(exchange: Exchange, keep: number, maxBytes = Infinity): void {
    this.#store.write(
      (db, changed) => {
        const { environment } = exchange;
        const generation = this.#generations.forWriting(db, environment, exchange.identity);
        const writeHash = takeWrite(db, exchange.id);
        const added = keep > 0 && insertExchange(db, exchange, generation, writeHash);
        if (added) rememberPath(db, exchange, generation);
        if (keep <= 0) this.#forgetPaths(db, environment);
        const excess = this.#countAll(db, environment) - Math.max(0, keep);
        const mayWait = keep >= PASSED_FROM && excess <= keep / 100;
        const dropped = mayWait ? 0 : this.#drop(db, environment, excess, { keepsNone: keep <= 0 });
        const droppedBySize = this.#dropBySize(db, maxBytes);
        if (mayWait && excess > 0) this.#untrimmed.set(environment, keep);
        if (droppedBySize > 0) changed({ what: 'history' });
        else if (added || dropped > 0) changed({ what: 'history', environment });
      },
      () => this.#writes.delete(exchange.id),
    );
  }

  applyLimits({ maxRequests, maxBytes }: HistoryLimits): boolean {
    return this.#store.write((db, changed) => {
      let dropped = this.#dropBySize(db, maxBytes);
      for (const row of db.all('SELECT DISTINCT environment FROM generations')) {
        const environment = text(row, 'environment');
        const excess = this.#countAll(db, environment) - Math.max(0, maxRequests);
        const keepsNone = maxRequests <= 0;
        dropped += this.#drop(db, environment, excess, { atOnce: DROPPED_IN_STEPS, keepsNone });
        if (maxRequests <= 0) this.#forgetPaths(db, environment);
      }
      if (dropped > 0) changed({ what: 'history' });
      return dropped > 0;
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

  hasRequestIds(): boolean {
    return this.#store.read((db) => db.get('SELECT 1 FROM request_ids LIMIT 1')) !== undefined;
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

  findInLongTexts(query: Omit<ExchangeQuery, 'limit' | 'after'>, range: KeyRange): FoundInLongTexts {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => findInLongTexts(db, { ...query, generation }, range));
  }

  count(query: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number {
    const generation = this.#generations.current(query.environment);
    return this.#store.read((db) => countExchanges(db, { ...query, generation }, atMost));
  }

  days(environment: string): FileGroup[] {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => exchangeDays(db, generation));
  }

  summary(environment: string, from: number, to: number): HistorySummary {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => summarize(db, generation, from, to));
  }

  pin(ids: readonly string[], isPinned: boolean): void {
    this.#store.write((db, changed) => {
      const set = 'UPDATE exchanges SET pinned = ? WHERE id IN (SELECT value FROM json_each(?))';
      if (db.run(set, isPinned ? 1 : 0, JSON.stringify(ids)) > 0) changed({ what: 'history' });
    });
  }

  recentPaths(environment: string, limit: number): { method: string; path: string }[] {
    const generation = this.#generations.current(environment);
    return this.#store.read((db) => recentPathsOf(db, generation, limit));
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
      this.#store.reclaimSoon();
      for (const generation of this.#generations.allOf(db, environment)) {
        count += db.run('DELETE FROM exchanges WHERE generation = ?', generation);
        // An upload in flight has an owner, who will write its result down.
        const hidden = 'DELETE FROM files WHERE generation = ? AND session IS NULL';
        if (generation !== current) files += db.run(hidden, generation);
      }
      // The text indexes would keep the words of what was deleted.
      if (count > 0) emptyIndex(db, 'exchanges');
      if (files > 0) emptyIndex(db, 'files');
      noteCleared(db, environment);
      this.#forgetPaths(db, environment);
      if (count > 0) changed({ what: 'history', environment });
      if (files > 0) changed({ what: 'files', environment });
      return count;
    });
  }

  /** Takes the journal of this window's writes along into another database. */
  #carryOver(db: DatabaseConnection): void {
    db.transaction(() => {
      if (this.#writes.size > 0) this.#session.claim(db);
      for (const write of this.#writes.values()) {
        if (db.get('SELECT 1 FROM writes WHERE id = ?', write.id) !== undefined) continue;
        const generation = this.#generations.forWriting(db, write.environment, write.identity);
        insertWrite(db, write, generation, this.#session.id);
      }
    });
  }

  /** How many are kept for an environment, of whatever generation. */
  #countAll(db: DatabaseConnection, environment: string): number {
    const generations = this.#generations.allOf(db, environment);
    return generations.reduce((sum, generation) => sum + countExchanges(db, { generation }), 0);
  }

  /** Drops the oldest, a bounded number at a time; those of earlier generations, which nobody is shown, first. */
  #drop(
    db: DatabaseConnection,
    environment: string,
    excess: number,
    { atOnce = DROPPED_AT_ONCE, keepsNone = false }: { atOnce?: number; keepsNone?: boolean } = {},
  ): number {
    const wanted = Math.min(excess, atOnce);
    let left = wanted;
    if (left <= 0) return 0;
    this.#store.reclaimSoon();
    const current = this.#generations.current(environment);
    const generations = this.#generations.allOf(db, environment);
    for (const generation of generations.toSorted((a, b) => Number(a === current) - Number(b === current))) {
      // Nothing of an earlier generation is shown, pinned or not.
      const alsoPinned = keepsNone || generation !== current;
      if (left > 0) left -= dropOldest(db, generation, left, alsoPinned);
    }
    return wanted - left;
  }

  #dropBySize(db: DatabaseConnection, maxBytes: number): number {
    const dropped = dropBySize(db, maxBytes);
    if (dropped > 0) this.#store.reclaimSoon();
    return dropped;
  }

  #forgetPaths(db: DatabaseConnection, environment: string): void {
    forgetPaths(db, this.#generations.allOf(db, environment));
  }

  #one(sql: string, ...values: string[]): Exchange | undefined {
    const row = this.#store.read((db) => db.get(sql, ...values));
    return row === undefined ? undefined : withCut(unpack(row['body']) as Exchange | undefined);
  }
}

/** Version 0.1.0 kept this many characters of a body, and did not say so of a request. */
const EARLIER_BODY = 256 * 1024;

function withCut(exchange: Exchange | undefined): Exchange | undefined {
  const { body, altered } = exchange?.request ?? {};
  if (exchange === undefined || altered !== undefined || exchange.identity !== undefined) return exchange;
  if (body?.kind !== 'json' || body.text.length !== EARLIER_BODY) return exchange;
  return { ...exchange, request: { ...exchange.request, altered: 'cut' } };
}
