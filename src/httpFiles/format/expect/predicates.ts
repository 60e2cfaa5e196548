import { createHash } from 'node:crypto';
import type { Predicate } from '../parse/syntax';
import { parseJson } from '../../../util/lenient';

/**
 * What the predicates of httpyac mean, word for word (src/plugins/assert there): the same file is judged alike by both.
 * `matches` is missing, because a pattern of others runs elsewhere.
 */
const MEANINGS: Readonly<
  Record<Exclude<Predicate, 'matches'>, (value: unknown, expected: unknown) => boolean>
> = {
  '==': (value, expected) =>
    typeof value === 'object' && value !== null
      ? asText(value) === JSON.stringify(expected)
      : value === expected,
  '!=': (value, expected) => value !== expected,
  '>': numbers((value, expected) => value > expected),
  '>=': numbers((value, expected) => value >= expected),
  '<': numbers((value, expected) => value < expected),
  '<=': numbers((value, expected) => value <= expected),
  startsWith: texts((value, expected) => value.startsWith(expected)),
  endsWith: texts((value, expected) => value.endsWith(expected)),
  includes(value, expected) {
    const [text, part] = [asText(value), asText(expected)];
    if (isFilled(text) && isFilled(part)) return text.includes(part);
    return Array.isArray(value) && value.includes(expected);
  },
  exists: Boolean,
  isFalse: (value) => !value,
  isNumber: (value) => typeof value === 'number',
  isString: (value) => typeof value === 'string',
  isBoolean: (value) => typeof value === 'boolean',
  isArray: (value) => Array.isArray(value),
  md5: hash('md5'),
  sha256: hash('sha256'),
  sha512: hash('sha512'),
};

/** Whether a value is as a predicate wants it. @param right as it is written */
export function isMet(predicate: Exclude<Predicate, 'matches'>, value: unknown, right: string): boolean {
  const isHash = /^(?:md5|sha)/.test(predicate);
  return MEANINGS[predicate](value, isHash ? right : converted(value, right));
}

/** Each value of an answer becomes text once, however many expectations look at it. */
const known = new WeakMap<object, string>();

/** A value as the text that the predicates look in. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value === true ? 'true' : undefined;
  const text = known.get(value) ?? JSON.stringify(value);
  known.set(value, text);
  return text;
}

/** The right side becomes what the left side is. */
function converted(value: unknown, right: string): unknown {
  if (typeof value === 'number') return asNumber(right);
  if (typeof value === 'boolean') return asBoolean(right);
  if (typeof value === 'string') return right;
  if (value === undefined && right === 'undefined') return undefined;
  const json = parseJson(right);
  return json === undefined ? right : json;
}

function asBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === '' || word === 'false') return false;
  const number = Number.parseFloat(word);
  return Number.isNaN(number) || number !== 0;
}

/** Not a number where there is none, which nothing is above, below or like. */
function asNumber(value: unknown): number {
  // A list of one number counts as that number.
  return Number.parseFloat(Array.isArray(value) ? value.join(',') : (asText(value) ?? ''));
}

function numbers(compare: (value: number, expected: number) => boolean) {
  return (value: unknown, expected: unknown): boolean => compare(asNumber(value), asNumber(expected));
}

function texts(compare: (value: string, expected: string) => boolean) {
  return (value: unknown, expected: unknown): boolean => {
    const [left, right] = [asText(value), asText(expected)];
    return isFilled(left) && isFilled(right) && compare(left, right);
  };
}

function hash(algorithm: string) {
  return (value: unknown, expected: unknown): boolean => {
    const text = asText(value);
    return isFilled(text) && createHash(algorithm).update(text).digest('base64') === expected;
  };
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
