import type { Row } from '../sqlite/connection';
import type { Cursor, Page } from '../types/storageTypes';
import type { Conditions } from './words';

/** How a list is sorted. */
export interface Order {
  /** The last one is the key, so that no two rows are equal. */
  readonly columns: readonly string[];
  readonly descending: boolean;
}

export const sortedBy = ({ columns, descending }: Order) =>
  `ORDER BY ${columns.map((column) => (descending ? `${column} DESC` : column)).join(', ')}`;

/** The rows that come after the end of a page. */
export function placeAfter(end: Cursor | undefined, { columns, descending }: Order): Conditions {
  if (end === undefined) return { sql: [], values: [] };
  const marks = end.map(() => '?').join(', ');
  return { sql: [`(${columns.join(', ')}) ${descending ? '<' : '>'} (${marks})`], values: end };
}

/** @param rows one more than the limit where there is a next page */
export function pageOf<T>(
  rows: readonly Row[],
  limit: number,
  { columns }: Order,
  read: (row: Row) => T,
): Page<T> {
  const items = rows.slice(0, limit).map(read);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (last === undefined) return { items };
  const values = columns.map((column) => last[column.replace('files.', '')]);
  return { items, next: values.map((value) => (typeof value === 'string' ? value : Number(value))) };
}

/** The items of a list, page by page, each read when it is asked for. */
export function* pagesOf<T>(list: (after: Cursor | undefined) => Page<T>): Iterable<readonly T[]> {
  let after: Cursor | undefined;
  do {
    const page = list(after);
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}
