import { canonicalDecimal, compareDecimals, isDecimal, isMultipleOf } from '../../util/decimals';
import { numberSource } from '../../util/exactJson';

/** The types of JSON, of values that `parseExactly` or `JSON.parse` read. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return numberSource(value) === undefined ? 'object' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number';
}

/** The text of a number, exact where the value still has it. */
export function numberText(value: unknown): string {
  return numberSource(value) ?? String(value);
}

/** The text of a number of JSON; undefined for NaN and infinity, and for what is no number. */
export function decimalText(value: unknown): string | undefined {
  const text = typeOf(value) === 'number' ? numberText(value) : '';
  return isDecimal(text) ? text : undefined;
}

export function isWhole(value: unknown): boolean {
  const text = decimalText(value);
  return Number.isInteger(value) || (text !== undefined && isMultipleOf(text, '1'));
}

/** Whether a number is a multiple of another one. What is no number, or not above zero, says nothing. */
export function isMultiple(value: unknown, of: unknown): boolean {
  const [text, unit] = [decimalText(value), decimalText(of)];
  if (text === undefined || unit === undefined || compareDecimals(unit, '0') <= 0) return true;
  return isMultipleOf(text, unit);
}

/** How two numbers compare by their exact values, as `sort` wants it; undefined where one of them is none. */
export function orderOf(one: unknown, other: unknown): number | undefined {
  const [a, b] = [decimalText(one), decimalText(other)];
  return a === undefined || b === undefined ? undefined : compareDecimals(a, b);
}

/** Whether two values of JSON are the same, numbers by their exact value. */
export function equals(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const type = typeOf(one);
  if (type !== typeOf(other)) return false;
  if (type === 'number') return orderOf(one, other) === 0;
  if (type !== 'array' && type !== 'object') return false;
  const [entries, others] = [Object.entries(one as object), other as Readonly<Record<string, unknown>>];
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([key, value]) => Object.hasOwn(others, key) && equals(value, others[key]))
  );
}

/** A text that is the same for equal values, to find doubled ones in a long list. */
export function canonical(value: unknown): string {
  const type = typeOf(value);
  if (type === 'number') {
    const text = decimalText(value);
    // NaN and infinity, which JSON does not have, are as they are.
    return text === undefined ? String(value) : canonicalDecimal(text);
  }
  if (type === 'array') return `[${(value as unknown[]).map(canonical).join()}]`;
  if (type !== 'object') return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`).join()}}`;
}
