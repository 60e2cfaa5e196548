import type { Exchange } from '../../api/model/exchange';
import type { DatabaseConnection } from '../sqlite/connection';
import { number, text } from '../sqlite/rowValues';
import { fold, wordsOf } from '../../util/plainText';
import type { ExchangeQuery, FoundInLongTexts, KeyRange } from '../types/storageTypes';
import { unpack } from './exchangeBody';
import type { OfGeneration } from '../store/generations';
import { filters } from './exchangeQueries';
import { searchedTexts } from './exchangeRows';

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
