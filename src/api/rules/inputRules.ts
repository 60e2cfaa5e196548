/** What is refused before anything is sent, because of what was given. */
import { checkRequestPath } from '../model/addresses';
import type { Query, RequestInput, TopUpInput } from '../model/clientTypes';
import { PreflightError } from '../model/errors';
import { isAmount, isCurrency, isPageLimit, PAGE_LIMIT } from './limits';
import { isRead, isUnusableMethod } from './methods';
import { t } from '../../util/text';

function refuse(message: string): never {
  throw new PreflightError({ message });
}

/** Items per page ("Limits"): an integer in range, also as text, as it is in a query. */
export function checkLimit(limit: unknown): void {
  const { minimum, maximum } = PAGE_LIMIT;
  if (!isPageLimit(limit))
    refuse(t('"limit" must be a whole number from {0} to {1}. Nothing was sent.', minimum, maximum));
}

/** Checks a top-up; the currency comes back in upper case ("Sandbox balance top-up"). */
export function checkTopUp({ amount, currency }: TopUpInput): TopUpInput {
  if (!isAmount(amount)) refuse(t('The amount must be a number above 0. Nothing was sent.'));
  if (!isCurrency(currency))
    refuse(t('The currency must be an ISO code of three letters, such as EUR. Nothing was sent.'));
  return { amount, currency: currency.toUpperCase() };
}

/** A method as it is sent: in upper case. */
export function checkMethod(method: unknown): string {
  const upper = typeof method === 'string' ? method.trim().toUpperCase() : '';
  if (!/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(upper) || isUnusableMethod(upper))
    refuse(t('This method cannot be sent. Use GET, POST, PUT, PATCH or DELETE.'));
  return upper;
}

/** JSON text of a body, or undefined when there is none. */
export function checkBody(method: string, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (isRead(method)) refuse(t('A {0} request has no body. Leave it out, or use POST.', method));
  try {
    // Typed as always text, but undefined for a function or a symbol.
    const text = JSON.stringify(body, exactly) as string | undefined;
    if (text !== undefined) return text.toWellFormed();
  } catch {
    // Cycles, big integers and what JSON has no place for are refused below.
  }
  return refuse(
    t('The body cannot be written as JSON. Use plain objects, lists, text, numbers, true, false or null.'),
  );
}

/** Refuses what `JSON.stringify` would turn into another value without a word: `null` for NaN, `{}` for a Map. */
function exactly(this: unknown, key: string, value: unknown): unknown {
  // Before `toJSON`, which makes null of an invalid date.
  const given: unknown = Reflect.get(Object(this), key);
  const isInvalidDate = given instanceof Date && Number.isNaN(given.getTime());
  const isUnknownNumber = typeof value === 'number' && !Number.isFinite(value);
  if (isUnknownNumber || isInvalidDate || value instanceof Map || value instanceof Set) throw new TypeError();
  return value;
}

/** A request's path after `/v1`, its query appended, encoded. */
export function checkTarget({
  path,
  query,
  anyLimit = false,
}: Pick<RequestInput, 'path' | 'query' | 'anyLimit'>): string {
  const given: unknown = path;
  const check = checkRequestPath(typeof given === 'string' ? given : '');
  if (!check.ok) refuse(t('The path cannot be used: {0}. Nothing was sent.', check.reason));
  const pairs = [...check.query.filter(([name]) => query?.[name] === undefined), ...queryPairs(query ?? {})];
  const limit = query?.['limit'];
  if (!anyLimit && limit !== undefined) checkLimit(limit);
  for (const [name, value] of pairs) if (name === 'limit' && !anyLimit) checkLimit(value);
  if (!anyLimit && pairs.filter(([name]) => name === 'limit').length > 1)
    refuse(t('"limit" is given more than once. Give it once.'));
  const encoded = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return encoded.length === 0 ? check.path : `${check.path}?${encoded.join('&')}`;
}

/** A request's path after `/v1`, with the query as it is written; what an address cannot hold is encoded. */
export function checkWrittenTarget(path: string): string {
  const check = checkRequestPath(path);
  if (!check.ok) refuse(t('The path cannot be used: {0}. Nothing was sent.', check.reason));
  for (const [name, value] of check.query) if (name === 'limit') checkLimit(value);
  const mark = path.indexOf('?');
  return check.path + (mark < 0 ? '' : new URL(`http://h/${path.slice(mark)}`).search);
}

function queryPairs(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    return values.map((item): [string, string] => [name, queryText(name, item)]);
  });
}

function queryText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return refuse(
    t('The query parameter "{0}" must be text, a number, true or false. Correct it and try again.', name),
  );
}

function encode(text: string): string {
  if (!text.isWellFormed()) refuse(t('The query contains a broken character. Correct it and try again.'));
  return encodeURIComponent(text);
}

/** A MIME type that is safe in a header. */
export function checkMimeType(mimeType: string): string {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(mimeType)) {
    refuse(t('This is not a MIME type. Give one such as application/pdf.'));
  }
  return mimeType;
}
