import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Row } from '../sqlite/connection';
import { unpack } from './exchangeBody';
import { findUnresolved } from './writes';
import { countExchanges, exchangeDays, listExchanges, summarize } from './exchangeQueries';
import { findInLongTexts } from './longTexts';
import { recentPathsOf } from './recentPaths';
import { number, optionalJson } from '../sqlite/rowValues';
import type { Store } from '../store/store';
import type { Generations } from '../store/generations';
import type {
  ExchangeQuery,
  ExchangeSummary,
  FileGroup,
  FoundInLongTexts,
  HistorySummary,
  KeyRange,
  Page,
  UnresolvedWrite,
} from '../types/storageTypes';

const READ_AT_ONCE = 50;

/** The half of the history that reads. */
export class HistoryReader {
  protected readonly store: Store;
  protected readonly generations: Generations;

  constructor(store: Store, generations: Generations) {
    this.store = store;
    this.generations = generations;
  }

  /**
   * The last write of this method, target and body whose result is unknown. Once the same write succeeded, the ones
   * before it do not count any more.
   */
  unresolvedWrite(environment: string, writeHash: string): UnresolvedWrite | undefined {
    const generation = this.generations.current(environment);
    return this.store.read((db) => findUnresolved(db, generation, writeHash));
  }

  get(id: string): Exchange | undefined {
    return this.#one('SELECT body FROM exchanges JOIN exchange_bodies USING (key) WHERE id = ?', id);
  }

  /** The exchange any of whose attempts had this request id. */
  findByRequestId(requestId: string): Exchange | undefined {
    const generations = this.generations.allCurrent();
    return this.#one(
      `SELECT body FROM request_ids JOIN exchanges USING (key) JOIN exchange_bodies USING (key)
       WHERE request_ids.request_id = ? AND generation IN (SELECT value FROM json_each(?)) ORDER BY key DESC LIMIT 1`,
      requestId.trim(),
      JSON.stringify(generations),
    );
  }

  /** Whether any request id is kept, of any environment. */
  hasRequestIds(): boolean {
    return this.store.read((db) => db.get('SELECT 1 FROM request_ids LIMIT 1')) !== undefined;
  }

  /** Which of these are request ids of kept exchanges: one exact lookup each, without reading the exchange. */
  knownRequestIds(candidates: readonly string[]): ReadonlySet<string> {
    const generations = new Set(this.generations.allCurrent());
    const ofId =
      'SELECT generation FROM request_ids JOIN exchanges USING (key) WHERE request_ids.request_id = ?';
    const isKnown = (row: Row) => generations.has(number(row, 'generation'));
    return this.store.read((db) => new Set(candidates.filter((id) => db.all(ofId, id).some(isKnown))));
  }

  list(query: ExchangeQuery): Page<ExchangeSummary> {
    const generation = this.generations.current(query.environment);
    return this.store.read((db) => listExchanges(db, { ...query, generation }));
  }

  /**
   * Looks for the words of a query in whole bodies and answers, some of them in each call: a few milliseconds of work.
   */
  findInLongTexts(query: Omit<ExchangeQuery, 'limit' | 'after'>, range: KeyRange): FoundInLongTexts {
    const generation = this.generations.current(query.environment);
    return this.store.read((db) => findInLongTexts(db, { ...query, generation }, range));
  }

  /** @param atMost where to stop counting */
  count({ environment, ...query }: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number {
    const generation = this.generations.current(environment);
    return this.store.read((db) => countExchanges(db, { ...query, generation }, atMost));
  }

  days(environment: string, { withoutViews = false }: { withoutViews?: boolean } = {}): FileGroup[] {
    const generation = this.generations.current(environment);
    return this.store.read((db) => exchangeDays(db, generation, withoutViews));
  }

  /** Sums up the requests begun in [from, to), milliseconds since the epoch. */
  summary(environment: string, from: number, to: number): HistorySummary {
    const generation = this.generations.current(environment);
    return this.store.read((db) => summarize(db, generation, from, to));
  }

  /** What `keepCheck` kept. */
  checkOf(id: string): AnswerCheck | undefined {
    const row = this.store.read((db) => db.get('SELECT answer_check FROM exchanges WHERE id = ?', id));
    return row === undefined ? undefined : (optionalJson(row, 'answer_check') as AnswerCheck | undefined);
  }

  /** Method and path (no query) pairs called before, most recent first. */
  recentPaths(environment: string, limit: number): { method: string; path: string }[] {
    const generation = this.generations.current(environment);
    return this.store.read((db) => recentPathsOf(db, generation, limit));
  }

  /** All kept exchanges, newest first, read in pages. */
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

  #one(sql: string, ...values: string[]): Exchange | undefined {
    const row = this.store.read((db) => db.get(sql, ...values));
    return unpack(row?.['body']) as Exchange | undefined;
  }
}
