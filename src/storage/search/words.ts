import type { SQLInputValue } from 'node:sqlite';
import { fold } from '../../util/plainText';

/**
 * Finding by text: every word of the query must occur somewhere in a row's names, ids and so on, as part of a
 * word too, since ids and file names are rarely typed from their beginning. Case and accents do not matter.
 */

const MAX_PART = 8000;

/** Conditions on the rows of a table. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: readonly SQLInputValue[];
}

/** The text that a row is found by: its column `search_text`. */
export function searchText(parts: readonly (string | number | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => fold(String(part).slice(0, MAX_PART)))
    .join('\n');
}

/** The conditions that a row with all words meets. */
export function containing(words: readonly string[]): Conditions {
  return { sql: words.map(() => 'instr(search_text, ?) > 0'), values: words };
}
