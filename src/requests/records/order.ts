import { compareDecimals, isDecimal } from '../../util/decimals';
import { parseTime } from '../../util/times';
import type { Cell } from './cells';

/** How rows are sorted. Pure; runs in the webview. */

/** Natural order: `item 9` before `item 10`, and letters in the order of the reader's language. */
const collators = new Map<string, Intl.Collator>();

/**
 * Compares two cells for sorting: numbers by their exact value (text that is a number too), then times, text,
 * booleans, lists and null. A field that is not there comes last.
 * @param locale the language whose order letters follow
 */
export function compareCells(a: Cell, b: Cell, locale: string): number {
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  if (rank === Rank.Number) return compareDecimals(textOf(a), textOf(b));
  const byTime = rank === Rank.Time ? (parseTime(a) ?? 0) - (parseTime(b) ?? 0) : 0;
  return byTime || compareText(textOf(a), textOf(b), locale);
}

const Rank = { Number: 0, Time: 1, Text: 2, Boolean: 3, Json: 4, Null: 5, Missing: 6 } as const;

function rankOf(cell: Cell): (typeof Rank)[keyof typeof Rank] {
  if (cell === undefined) return Rank.Missing;
  if (cell === null) return Rank.Null;
  if (typeof cell === 'boolean') return Rank.Boolean;
  if (typeof cell === 'object') return 'number' in cell ? Rank.Number : Rank.Json;
  if (isDecimal(cell)) return Rank.Number;
  return parseTime(cell) === undefined ? Rank.Text : Rank.Time;
}

function compareText(a: string, b: string, locale: string): number {
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, collator);
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** A cell as the text that copying gives; empty for null and for a field that is not there. */
export function textOf(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'object') return 'number' in cell ? cell.number : cell.json;
  return String(cell);
}
