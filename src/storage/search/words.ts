import type { SQLInputValue } from 'node:sqlite';

/**
 * Finding by text: every word of the query must occur somewhere in a row's names, ids and so on, as part of a
 * word too, since ids and file names are rarely typed from their beginning. Case and accents do not matter.
 */

const MAX_WORDS = 16;
const MAX_PART = 8000;

/** Conditions on the rows of a table. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: readonly SQLInputValue[];
}

/** What a statement says behind WHERE, and the values for it. */
export function allOf(...conditions: readonly Conditions[]) {
  return {
    where: conditions.flatMap(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
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

/** The text that a row is found by: its column `search_text`. */
export function searchText(parts: readonly (string | number | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => fold(String(part).slice(0, MAX_PART)))
    .join('\n');
}

/** The words of a query, folded like the rows. */
export function wordsOf(query: string): string[] {
  const words = fold(query).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The conditions that a row with all words meets. */
export function containing(words: readonly string[]): Conditions {
  return { sql: words.map(() => 'instr(search_text, ?) > 0'), values: words };
}
