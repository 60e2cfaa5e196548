import type { DatabaseConnection } from '../sqlite/connection';
import { boundOf, number, text } from '../sqlite/rowValues';
import { KEY_SPAN } from './fileIndex';
import { wordsOf } from '../../util/words';
import { containing, type Conditions } from './words';

/**
 * Finding files by text, of which there may be 100,000.
 *
 * Words of three characters and more are looked up in a trigram index; shorter ones as the trigrams of it that
 * begin with them. Before that, some rows at the beginning of the list are looked at: a word that many rows hold
 * fills a page there. When the index yields few rows, they are sorted; when it yields many, the list's own index
 * is walked and each row is looked at. Either way the cost does not follow the number of rows, unless the many are
 * all at the end of the list.
 */

/** How many rows are sorted before walking the list is the better way: some milliseconds of either. */
const FEW = 10_000;
/** How many rows are looked at before the index is asked, for each one that is wanted. */
const LOOKED_AT = 3;
const TRIGRAM = 3;
/** Looked up in the index; the rest of a longer word is compared in the rows that were found. */
const MAX_INDEXED = 64;
/** A short word with more continuations than this is so common that the index is of no help. */
const MAX_CONTINUATIONS = 64;

/** Rows of a table, as SQL. */
export interface Rows extends Conditions {
  /** `FROM` and the index to walk. */
  readonly from: string;
}

/** A list in its order, as SQL. */
export interface Listing extends Rows {
  /** `ORDER BY`, with the key as its last column; empty where any rows will do. */
  readonly order: string;
}

/**
 * The keys of the first rows that hold all words of a text, where they are all at the beginning of a list.
 * @param wanted how many
 * @returns undefined when there are no words, or when fewer are found there
 */
export function foundAmongFirst(
  db: DatabaseConnection,
  { from, sql, values, order }: Listing,
  query: string | undefined,
  wanted: number,
): number[] | undefined {
  const words = wordsOf(query ?? '');
  if (words.length === 0 || wanted === Infinity) return undefined;
  const holding = containing(words);
  const rows = db.all(
    `SELECT files.key AS key FROM (
       SELECT files.key ${from} WHERE ${sql.join(' AND ')} ${order} LIMIT ?
     ) CROSS JOIN files USING (key) WHERE ${holding.sql.join(' AND ')} ${order} LIMIT ?`,
    ...values,
    boundOf(wanted * LOOKED_AT),
    ...holding.values,
    boundOf(wanted),
  );
  return rows.length < wanted ? undefined : rows.map((row) => number(row, 'key'));
}

/**
 * Plans how to apply a query's text to one generation's files. Absent text means no conditions.
 * @returns another `from` where the conditions name few rows by key, so that an index for the order is of no use
 */
export function textFilter(
  db: DatabaseConnection,
  generation: number,
  query: string | undefined,
): Conditions & Partial<Rows> {
  const words = wordsOf(query ?? '');
  const contains = containing(words);
  const expression = matchExpression(db, words);
  if (expression === undefined) return contains;
  const candidates = candidateKeys(generation * KEY_SPAN);
  const counted = db.number(`SELECT count(*) FROM (${candidates} LIMIT ${FEW + 1})`, expression);
  if ((counted ?? 0) > FEW) return contains;
  return {
    from: 'FROM files NOT INDEXED',
    sql: [`files.key IN (${candidates})`, ...contains.sql],
    values: [expression, ...contains.values],
  };
}

/** A query for the trigram index. Every word is quoted, so nothing a person types is an operator. */
function matchExpression(db: DatabaseConnection, words: readonly string[]): string | undefined {
  const indexed = words.flatMap((word) => {
    const characters = Array.from(word);
    if (characters.length >= TRIGRAM) return quote(characters.slice(0, MAX_INDEXED).join(''));
    const trigrams = trigramsFrom(db, word);
    return trigrams === undefined ? [] : `(${trigrams.map(quote).join(' OR ')})`;
  });
  return indexed.length === 0 ? undefined : indexed.join(' AND ');
}

const quote = (indexed: string) => `"${indexed.replaceAll('"', '""')}"`;

/** No row's text holds control characters, so this finds nothing. */
const NOTHING = '\u0001'.repeat(TRIGRAM);

/** The indexed trigrams that begin with a short word; undefined when there are too many of them. */
function trigramsFrom(db: DatabaseConnection, word: string): string[] | undefined {
  // One at a time: each is here once for every place where it occurs.
  const next = 'SELECT term FROM files_terms WHERE term >= ? LIMIT 1';
  const found: string[] = [];
  for (let from = word; found.length <= MAX_CONTINUATIONS;) {
    const term = text(db.get(next, from) ?? {}, 'term');
    if (!term.startsWith(word)) return found.length === 0 ? [NOTHING] : found;
    found.push(term);
    // The least that comes after it and before any other trigram.
    from = `${term}\u0001`;
  }
  return undefined;
}

/** The keys of a generation's rows that may match, for the expression to be bound: indexed ones that do, and all others. */
function candidateKeys(base: number): string {
  const range = (column: string) => `${column} >= ${base} AND ${column} < ${base + KEY_SPAN}`;
  return `SELECT rowid - ${base} AS key FROM files_words WHERE files_words MATCH ? AND ${range('rowid')}
    UNION ALL SELECT doc - ${base} FROM files_unindexed WHERE ${range('doc')}`;
}
