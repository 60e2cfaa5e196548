import { parseExactly } from '../util/exactJson';
import { isObject } from '../util/objects';
import { parseTime } from '../util/times';
import { compareLines, compareValues, type Differences } from './differences';
import { layOutJson } from './jsonLayout';

/** Answers as texts to be compared side by side. Pure. */

/** Names of fields that differ between any two answers and say nothing about what was asked. */
const VOLATILE_NAMES =
  /^(?:(?:x[-_])?(?:request|correlation|trace)[-_]?id|(?:next|previous)[-_]?page|cursor|expir(?:y|es|ation).*)$/i;

/** Deeper, the indentation would be most of the text. */
const DEEPEST = 200;

/** What a comparison shows, and counts. */
export interface Comparison extends Differences {
  readonly unit: 'fields' | 'lines';
}

/** @param stable whether fields that differ between any two answers are left out */
export function compareTexts(before: string, after: string, stable: boolean): Comparison {
  const [old, fresh] = [read(before, stable), read(after, stable)];
  if (old === undefined || fresh === undefined) return { ...compareLines(before, after), unit: 'lines' };
  return { ...compareValues(old.value, fresh.value), unit: 'fields' };
}

/**
 * A body laid out for a comparison: keys in one order, numbers as the service wrote them. Text that is no JSON, or
 * that would become too long, is given as it is.
 * @param stable whether fields that differ between any two answers are left out
 */
export function comparedText(body: string, stable: boolean): string {
  const json = read(body, stable);
  const laidOut = json && layOutJson(JSON.stringify(json.value));
  return laidOut === undefined ? body : `${laidOut}\n`;
}

/** Undefined where the text is no JSON, or nested deeper than can be walked. */
function read(text: string, stable: boolean): { readonly value: unknown } | undefined {
  const value = parseExactly(text);
  if (value === undefined) return undefined;
  try {
    return { value: ordered(value, stable, 0) };
  } catch {
    return undefined;
  }
}

function ordered(value: unknown, stable: boolean, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError();
  if (Array.isArray(value)) return value.map((part) => ordered(part, stable, depth + 1));
  if (typeof value === 'string' && stable) return withoutQuery(value);
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .filter(([key, part]) => !stable || !isVolatile(key, part))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, part]) => [key, ordered(part, stable, depth + 1)]));
}

function isVolatile(key: string, value: unknown): boolean {
  return VOLATILE_NAMES.test(key) || parseTime(value) !== undefined;
}

/** Signed links have a new query each time. */
function withoutQuery(text: string): string {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\?.*/s, '') : text;
}
