import { parseJson } from '../../util/lenient';

/** Where a page ended: the sort order it belongs to, and the values of that order's columns in its last row. */
export type CursorValues = readonly (string | number)[];

/** An opaque string for a place in a listing. It names values, not a count, so rows may come and go. */
export function encodeCursor(order: string, values: CursorValues): string {
  return Buffer.from(JSON.stringify([order, ...values])).toString('base64url');
}

/**
 * Reads a cursor back.
 * @param length how many values the order has
 * @throws RangeError when it is not a cursor of that order
 */
export function decodeCursor(cursor: string, order: string, length: number): CursorValues {
  const read = parseJson(Buffer.from(cursor, 'base64url').toString());
  const [foundOrder, ...values] = Array.isArray(read) ? (read as unknown[]) : [];
  if (foundOrder === order && values.length === length && values.every(isCursorValue)) return values;
  throw new RangeError('This place belongs to another list. Start again from the first page.');
}

function isCursorValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
