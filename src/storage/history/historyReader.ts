import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Row, DatabaseConnection } from '../sqlite/connection';
import { unpack, searchedTexts } from './exchangeRows';
import { findUnresolved } from './writes';
import { countExchanges, exchangeDays, listExchanges, summarize, filters } from './exchangeQueries';
import { recentPathsOf } from './recentPaths';
import { pagesOf } from '../search/pages';
import { number, optionalJson, text } from '../sqlite/rowValues';
import type { Store } from '../store/store';
import type { Generations, OfGeneration } from '../store/generations';
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
import { fold, wordsOf } from '../../util/words';

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
    return this.generations.read(environment, (db, generation) => findUnresolved(db, generation, writeHash));
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
    return this.generations.read(query.environment, (db, generation) =>
      listExchanges(db, { ...query, generation }),
    );
  }

  /** All that a query lists, in pages of its limit. */
  pages(query: Omit<ExchangeQuery, 'after'>): Iterable<readonly ExchangeSummary[]> {
    return pagesOf((after) => this.list({ ...query, after }));
  }

  /**
   * Looks for the words of a query in whole bodies and answers, some of them in each call: a few milliseconds of work.
   */
  findInLongTexts(query: Omit<ExchangeQuery, 'limit' | 'after'>, range: KeyRange): FoundInLongTexts {
    return this.generations.read(query.environment, (db, generation) =>
      findInLongTexts(db, { ...query, generation }, range),
    );
  }

  /** @param atMost where to stop counting */
  count({ environment, ...query }: Omit<ExchangeQuery, 'limit' | 'after'>, atMost?: number): number {
    return this.generations.read(environment, (db, generation) =>
      countExchanges(db, { ...query, generation }, atMost),
    );
  }

  days(environment: string, { withoutViews = false }: { withoutViews?: boolean } = {}): FileGroup[] {
    return this.generations.read(environment, (db, generation) => exchangeDays(db, generation, withoutViews));
  }

  /** Sums up the requests begun in [from, to), milliseconds since the epoch, without what views asked for and got. */
  summary(environment: string, from: number, to: number): HistorySummary {
    return this.generations.read(environment, (db, generation) => summarize(db, generation, from, to));
  }

  /** What `keepCheck` kept. */
  checkOf(id: string): AnswerCheck | undefined {
    const row = this.store.read((db) => db.get('SELECT answer_check FROM exchanges WHERE id = ?', id));
    return row === undefined ? undefined : (optionalJson(row, 'answer_check') as AnswerCheck | undefined);
  }

  /** Method and path (no query) pairs called before, most recent first. */
  recentPaths(environment: string, limit: number): { method: string; path: string }[] {
    return this.generations.read(environment, (db, generation) => recentPathsOf(db, generation, limit));
  }

  /** All kept exchanges, newest first, read in pages. */
  *all(environment: string): Iterable<Exchange> {
    for (const page of this.pages({ environment, limit: READ_AT_ONCE })) {
      for (const { id } of page) {
        // One that was dropped meanwhile is no longer kept.
        const exchange = this.get(id);
        if (exchange !== undefined) yield exchange;
      }
    }
  }

  #one(sql: string, ...values: string[]): Exchange | undefined {
    const row = this.store.read((db) => db.get(sql, ...values));
    return unpack(row?.['body']) as Exchange | undefined;
  }
}

/**
 * Finding words beyond the beginnings of bodies and answers, which rows hold. Exchanges are read one by one, in steps,
 * and a window can do something else between two of them.
 */

/** Characters that a step looks through before it ends: some milliseconds of work. */
const ENOUGH = 500_000;
/** Exchanges that a step looks through at most. */
const MOST = 200;

/** Looks through whole bodies and answers, newest first. @param range which are still to be read */
export function findInLongTexts(
  db: DatabaseConnection,
  query: OfGeneration<ExchangeQuery>,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: KeyRange,
): FoundInLongTexts {
  const words = wordsOf(query.text ?? '');
  const { sql, values } = filters(query);
  const keys = db
    .all(
      `SELECT key FROM exchanges NOT INDEXED
       WHERE key > ? AND key < ? AND ${sql.join(' AND ')} ORDER BY key DESC LIMIT ?`,
      above,
      below,
      ...values,
      MOST,
    )
    .map((row) => number(row, 'key'));
  const found: number[] = [];
  let read = 0;
  let last: number | undefined;
  for (const key of keys) {
    if (read > ENOUGH) break;
    const texts = textsOf(db, key);
    if (words.every((word) => texts.some((each) => each.includes(word)))) found.push(key);
    read += texts.reduce((sum, each) => sum + each.length, 0);
    last = key;
  }
  const isAll = last === keys.at(-1) && keys.length < MOST;
  return {
    found,
    ...(keys[0] !== undefined && { newest: keys[0] }),
    ...(!isAll && last !== undefined && { next: last }),
  };
}

/** All that an exchange is found by, folded like the words. */
function textsOf(db: DatabaseConnection, key: number): string[] {
  const select = 'SELECT search_text, body FROM exchanges JOIN exchange_bodies USING (key) WHERE key = ?';
  const row = db.get(select, key);
  const exchange = unpack(row?.['body']) as Exchange | undefined;
  if (exchange === undefined) return [];
  return [text(row ?? {}, 'search_text'), ...searchedTexts(exchange).map(folded)];
}

/** As `fold`, but for white space, which no word holds: most answers are plain ASCII, and soon folded. */
function folded(value: string): string {
  return /^\p{ASCII}*$/u.test(value) ? value.toLowerCase() : fold(value);
}
