import { canonicalDecimal, compareDecimals, isDecimal } from '../../util/decimals';
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

export function isWhole(value: unknown): boolean {
  return Number.isInteger(Number(numberText(value)));
}

/** Whether a number is a multiple, as far as doubles can tell: 0.3 is one of 0.1. */
export function isMultiple(value: unknown, of: number): boolean {
  const times = Number(numberText(value)) / of;
  return !Number.isFinite(times) || Math.abs(times - Math.round(times)) <= Math.abs(times) * 1e-14;
}

/** Whether two values of JSON are the same, numbers by their exact value. */
export function equals(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const type = typeOf(one);
  if (type !== typeOf(other)) return false;
  if (type === 'number') {
    const [a, b] = [numberText(one), numberText(other)];
    return isDecimal(a) && isDecimal(b) && compareDecimals(a, b) === 0;
  }
  if (type !== 'array' && type !== 'object') return false;
  const [entries, others] = [Object.entries(one as object), other as Readonly<Record<string, unknown>>];
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([key, value]) => Object.hasOwn(others, key) && equals(value, others[key]))
  );
}

/** NaN and infinity, which JSON does not have, are as they are. */
function canonicalNumber(text: string): string {
  return isDecimal(text) ? canonicalDecimal(text) : text;
}

/** A text that is the same for equal values, to find doubled ones in a long list. */
export function canonical(value: unknown): string {
  const type = typeOf(value);
  if (type === 'number') return canonicalNumber(numberText(value));
  if (type === 'array') return `[${(value as unknown[]).map(canonical).join()}]`;
  if (type !== 'object') return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`).join()}}`;
}
