import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from './connection';
import { number } from './rows';

/**
 * Finding by text: every word of the query must occur somewhere in a row's names, ids and so on, as part of a
 * word too, since ids and file names are rarely typed from their beginning. Case and accents do not matter.
 *
 * Words of three characters and more are looked up in a trigram index. When that yields few rows, they are
 * fetched and sorted; when it yields many, the list's own index is walked instead and each row is looked at,
 * which soon fills a page. Either way the cost does not follow the number of rows.
 */

/** How many rows are fetched and sorted before walking the list is the better way. */
const FEW = 2000;
const TRIGRAM = 3;
/** Looked up in the index; the rest of a longer word is compared in the rows that were found. */
const MAX_INDEXED = 64;
const MAX_WORDS = 16;
const MAX_HAYSTACK_PART = 1000;

export type SearchedTable = 'files' | 'exchanges';

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

/** A query for the trigram index. Every word is quoted, so nothing a person types is an operator. */
export function matchExpression(words: readonly string[]): string | undefined {
  const indexed = words.map((word) => Array.from(word)).filter((characters) => characters.length >= TRIGRAM);
  if (indexed.length === 0) return undefined;
  const quote = (characters: readonly string[]) =>
    `"${characters.slice(0, MAX_INDEXED).join('').replaceAll('"', '""')}"`;
  return indexed.map(quote).join(' AND ');
}

/** Plans how to apply a query's text to one environment's rows. Absent text means no conditions. */
export function textFilter(
  db: Connection,
  table: SearchedTable,
  environment: string,
  query: string | undefined,
): TextFilter {
  const words = wordsOf(query ?? '');
  const contains = {
    sql: words.map(() => `instr(${table}.haystack, ?) > 0`),
    values: words,
  };
  const expression = matchExpression(words);
  if (expression === undefined) return { byKey: false, ...contains };
  const keys = fewKeys(db, table, environment, expression);
  if (keys === undefined) return { byKey: false, ...contains };
  return {
    byKey: true,
    sql: [`${table}.key IN (SELECT value FROM json_each(?))`, ...contains.sql],
    values: [JSON.stringify(keys), ...contains.values],
  };
}

/** The conditions for counting all rows with a text, which no page limit cuts short. */
export function countFilter(
  db: Connection,
  table: SearchedTable,
  environment: string,
  query: string | undefined,
): TextFilter {
  const filter = textFilter(db, table, environment, query);
  const expression = matchExpression(wordsOf(query ?? ''));
  if (filter.byKey || expression === undefined) return filter;
  const base = keyBase(db, environment);
  return {
    byKey: true,
    sql: [`${table}.key IN (${matchingKeys(table)})`, ...filter.sql],
    values: [base, expression, base, base + KEY_SPAN, ...filter.values],
  };
}

/** Room for the keys of one environment in the row ids of the index; see migrations.ts. */
const KEY_SPAN = 2 ** 40;

function keyBase(db: Connection, environment: string): number {
  const row = db.get('SELECT id FROM environments WHERE name = ?', environment);
  return row === undefined ? 0 : number(row, 'id') * KEY_SPAN;
}

/** Takes the base, the expression, and the range of the environment. */
function matchingKeys(table: SearchedTable): string {
  const indexed = `SELECT rowid - ? AS key FROM ${table}_words WHERE ${table}_words MATCH ? AND rowid >= ? AND rowid < ?`;
  // Files in flight are not indexed yet, so each of these few may match.
  return table === 'files' ? `${indexed} UNION ALL SELECT key FROM files WHERE session IS NOT NULL` : indexed;
}

function fewKeys(
  db: Connection,
  table: SearchedTable,
  environment: string,
  expression: string,
): number[] | undefined {
  const base = keyBase(db, environment);
  const select = `${matchingKeys(table)} LIMIT ${FEW + 1}`;
  const rows = db.all(select, base, expression, base, base + KEY_SPAN);
  return rows.length > FEW ? undefined : rows.map((row) => number(row, 'key'));
}
