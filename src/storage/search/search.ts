import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection } from '../sqlite/connection';
import { boundOf, number, text } from '../sqlite/rowValues';

/**
 * Finding by text: every word of the query must occur somewhere in a row's names, ids and so on, as part of a
 * word too, since ids and file names are rarely typed from their beginning. Case and accents do not matter.
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
const MAX_WORDS = 16;
const MAX_HAYSTACK_PART = 8000;

export const SEARCHED_TABLES = ['files', 'exchanges'] as const;
export type SearchedTable = (typeof SEARCHED_TABLES)[number];

/** Conditions on the rows of a table. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: readonly SQLInputValue[];
}

/** How to apply a text to a listing. */
export interface TextFilter extends Conditions {
  /** True when the conditions name few rows by key, so that an index for the order is of no use. */
  readonly byKey: boolean;
}

/** One spelling for all that should match each other: no case, no accents, no control characters. */
export function fold(value: string): string {
  return value
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase();
}

/** The text that a row is found by. */
export function haystack(parts: readonly (string | number | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => fold(String(part).slice(0, MAX_HAYSTACK_PART)))
    .join('\n');
}

/** The words of a query, folded like the rows. */
export function wordsOf(query: string): string[] {
  const words = fold(query).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** A query for the keys of rows. */
export interface Keys {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A list in its order, as SQL. */
export interface Listing {
  /** `FROM` and the index to walk. */
  readonly from: string;
  readonly conditions: readonly Conditions[];
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
  table: SearchedTable,
  { from, conditions, order }: Listing,
  query: string | undefined,
  wanted: number,
  alsoKeys: readonly number[] = [],
): number[] | undefined {
  const words = wordsOf(query ?? '');
  if (words.length === 0 || wanted === Infinity) return undefined;
  const holding = containing(table, words, alsoKeys.length === 0 ? undefined : JSON.stringify(alsoKeys));
  const rows = db.all(
    `SELECT ${table}.key AS key FROM (
       SELECT ${table}.key ${from} WHERE ${conditions.flatMap(({ sql }) => sql).join(' AND ')} ${order} LIMIT ?
     ) CROSS JOIN ${table} USING (key) WHERE ${holding.sql.join(' AND ')} ${order} LIMIT ?`,
    ...conditions.flatMap(({ values }) => values),
    boundOf(wanted * LOOKED_AT),
    ...holding.values,
    boundOf(wanted),
  );
  return rows.length < wanted ? undefined : rows.map((row) => number(row, 'key'));
}

/** The rows of these keys. */
export const listOfKeys = (keys: readonly number[]): Keys => ({
  sql: LISTED,
  values: [JSON.stringify(keys)],
});

/**
 * Plans how to apply a query's text to one generation's rows. Absent text means no conditions.
 * @param alsoKeys rows that count as found, whatever their indexed text
 */
export function textFilter(
  db: DatabaseConnection,
  table: SearchedTable,
  generation: number,
  query: string | undefined,
  alsoKeys: readonly number[] = [],
): TextFilter {
  const words = wordsOf(query ?? '');
  const also = alsoKeys.length === 0 ? undefined : JSON.stringify(alsoKeys);
  const contains = containing(table, words, also);
  const expression = matchExpression(db, table, words);
  if (expression === undefined) return { byKey: false, ...contains };
  const candidates = candidateKeys(table, generation * KEY_SPAN);
  const counted = db.get(`SELECT count(*) AS count FROM (${candidates} LIMIT ${FEW + 1})`, expression);
  if (number(counted ?? {}, 'count') > FEW) return { byKey: false, ...contains };
  const more = also === undefined ? '' : ` UNION ALL ${LISTED}`;
  return {
    byKey: true,
    sql: [`${table}.key IN (${candidates}${more})`, ...contains.sql],
    values: [expression, ...(also === undefined ? [] : [also]), ...contains.values],
  };
}

/** The keys of a list that is bound as JSON. */
const LISTED = 'SELECT value FROM json_each(?)';

function containing(table: SearchedTable, words: readonly string[], also: string | undefined): Conditions {
  const sql = words.map(() => `instr(${table}.haystack, ?) > 0`);
  if (also === undefined || words.length === 0) return { sql, values: words };
  return { sql: [`(${sql.join(' AND ')} OR ${table}.key IN (${LISTED}))`], values: [...words, also] };
}

/** A query for the trigram index. Every word is quoted, so nothing a person types is an operator. */
function matchExpression(
  db: DatabaseConnection,
  table: SearchedTable,
  words: readonly string[],
): string | undefined {
  const indexed = words.flatMap((word) => {
    const characters = Array.from(word);
    if (characters.length >= TRIGRAM) return quote(characters.slice(0, MAX_INDEXED).join(''));
    const trigrams = trigramsFrom(db, table, word);
    return trigrams === undefined ? [] : `(${trigrams.map(quote).join(' OR ')})`;
  });
  return indexed.length === 0 ? undefined : indexed.join(' AND ');
}

const quote = (indexed: string) => `"${indexed.replaceAll('"', '""')}"`;

/** No row's text holds control characters, so this finds nothing. */
const NOTHING = '\u0001'.repeat(TRIGRAM);

/** The indexed trigrams that begin with a short word; undefined when there are too many of them. */
function trigramsFrom(db: DatabaseConnection, table: SearchedTable, word: string): string[] | undefined {
  // One at a time: each is here once for every place where it occurs.
  const next = `SELECT term FROM ${table}_terms WHERE term >= ? LIMIT 1`;
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

/** Room for the keys of one generation in the row ids of the index; see steps/createTables.ts. */
const KEY_SPAN = 2 ** 40;

/** The keys of a generation's rows that may match, for the expression to be bound: indexed ones that do, and all others. */
function candidateKeys(table: SearchedTable, base: number): string {
  const range = (column: string) => `${column} >= ${base} AND ${column} < ${base + KEY_SPAN}`;
  return `SELECT rowid - ${base} AS key FROM ${table}_words WHERE ${table}_words MATCH ? AND ${range('rowid')}
    UNION ALL SELECT doc - ${base} FROM ${table}_unindexed WHERE ${range('doc')}`;
}
