import type { Row } from './connection';
import { parseJson } from '../../util/lenient';

/** Readers of one column each: SQLite's types are the values', so nothing is taken on trust. */

export function text(row: Row, column: string): string {
  return optionalText(row, column) ?? '';
}

export function number(row: Row, column: string): number {
  return optionalNumber(row, column) ?? 0;
}

export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === 'string' ? value : undefined;
}

export function optionalNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' ? value : undefined;
}

/** What JSON in a column holds. A value that cannot be read counts as absent. */
export function optionalJson(row: Row, column: string): unknown {
  const value = optionalText(row, column);
  return value === undefined ? undefined : parseJson(value);
}

/** Leaves out what is undefined, so that optional properties are absent rather than empty. */
export function compact<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const defined: Partial<T> = {};
  // Done for every row of every list: `Object.entries` would take three times as long.
  for (const name in value) {
    const item = value[name];
    if (item !== undefined) defined[name] = item;
  }
  return defined as T;
}

/** A number for LIMIT: what is more than a database counts to means none, and no fraction is taken. */
export function boundOf(atMost: number): number {
  return atMost > Number.MAX_SAFE_INTEGER ? -1 : Math.max(0, Math.trunc(atMost));
}
