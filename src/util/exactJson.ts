import { fitsDouble, isDecimal } from './decimals';
import { isTooDeep, parseJson } from './lenient';

/** JSON whose numbers keep the text that the service wrote: a double would round long amounts and ids. */

// Node 24 has the context (ECMAScript's "JSON.parse source text access"); the type library does not name it yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** A number that a double may write otherwise: long, with an exponent, with a zero at its end, very small, or -0. */
const WRITTEN_OTHERWISE = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?![\d.]))/;

/**
 * Reads JSON with numbers that `JSON.stringify` writes as they were in the text, at the speed of `JSON.parse` where it
 * writes all numbers so.
 * @returns undefined where the text is no JSON
 */
export function parseExactly(text: string): unknown {
  if (!WRITTEN_OTHERWISE.test(text) && !isTooDeep(text)) return parseJson(text);
  return parseWith(text, (value, source) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  );
}

function parseWith(text: string, valueOf: (value: unknown, source: string | undefined) => unknown): unknown {
  try {
    return parse(text, (_key, value, { source }) => valueOf(value, source));
  } catch {
    return undefined;
  }
}

/** The source text of a number that is not one of `JSON.parse`; undefined for anything else. */
export function numberSource(value: unknown): string | undefined {
  return JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/**
 * A value of `parseExactly` for callers: a number is a number where a double holds it exactly, else the text that
 * the service wrote.
 */
export function plainValue(value: unknown): unknown {
  const source = numberSource(value);
  if (source !== undefined) return fitsDouble(source) ? Number(source) : source;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainValue(part)]));
}

/** A number as JSON writes it that a double may not hold: of 16 characters or more, or with an exponent. */
const LONG_NUMBER = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

/** Whether JSON text may hold a number that `JSON.parse` would round. */
export function mayRound(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/** A number that is exact where a double would round it; anything else as it is. @param source what it was read from */
export function unrounded(value: unknown, source = ''): unknown {
  const isRounded = typeof value === 'number' && isDecimal(source) && !fitsDouble(source);
  return isRounded ? JSON.rawJSON(source) : value;
}

/**
 * Reads JSON with those numbers exact that a double would round, at the speed of `JSON.parse` where no number is long.
 * @returns undefined where the text is no JSON
 */
export function parseUnrounded(text: string): unknown {
  return mayRound(text) ? parseWith(text, unrounded) : parseJson(text);
}

/**
 * Reads JSON as `plainValue` gives it, at the speed of `JSON.parse` where no number is long.
 * @returns undefined where the text is no JSON, or nested beyond reason
 */
export function parsePlainly(text: string): unknown {
  try {
    return mayRound(text) ? plainValue(parseExactly(text)) : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * Gives a value the exact numbers of a text that says the same. Where the two differ, the value stays.
 * @param value of `JSON.parse` or `parsePlainly`
 * @param exact of `parseExactly`
 */
export function withExactNumbers(value: unknown, exact: unknown): unknown {
  const source = numberSource(exact);
  if (typeof value === 'number') return source === undefined ? value : exact;
  if (typeof value === 'string') return source === value ? exact : value;
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = Array.isArray(exact) ? exact : [];
    return value.map((part, index) => withExactNumbers(part, parts[index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts = new Map(typeof exact === 'object' && exact !== null ? Object.entries(exact) : []);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withExactNumbers(part, parts.get(key))]),
  );
}
