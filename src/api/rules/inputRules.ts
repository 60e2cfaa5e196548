/** What is refused before anything is sent, because of what was given. */
import { checkRequestPath } from '../model/addresses';
import type { Query, RequestInput } from '../model/clientTypes';
import { invalidArgument, PreflightError } from '../model/errors';
import { hasOddLimit, isAmount, isCurrency, PAGE_LIMIT } from './limits';
import { isRead, isUnusableMethod } from './methods';
import { isRecord } from '../../util/objects';
import { t } from '../../util/text';

function refuse(message: string): never {
  throw new PreflightError(t('{0} Nothing was sent.', message));
}

/** The amount of a top-up. */
export function checkAmount(amount: unknown): number {
  if (!isAmount(amount)) throw invalidArgument('amount', 'number > 0');
  return amount;
}

/** The currency of a top-up, in upper case. */
export function checkCurrency(currency: unknown): string {
  if (!isCurrency(currency)) refuse(t('The currency must be three letters, such as EUR.'));
  return currency.toUpperCase();
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
  refuseBodyOfRead(method);
  try {
    // Typed as always text, but undefined for a function or a symbol: that throws here.
    return JSON.stringify(body, exactly).toWellFormed();
  } catch {
    // So do cycles, big integers and what JSON has no place for.
    throw invalidArgument('body', 'JSON');
  }
}

/** @throws PreflightError for a method that only reads */
export function refuseBodyOfRead(method: string): void {
  if (isRead(method)) refuse(t('A {0} request has no body. Leave it out, or use POST.', method));
}

/** Refuses what `JSON.stringify` would turn into another value without a word: `null` for NaN or a hole, `{}` for a Map. */
function exactly(this: unknown, key: string, value: unknown): unknown {
  // Before `toJSON`, which makes null of an invalid date, and a record of a Buffer.
  const given: unknown = Reflect.get(Object(this), key);
  const isInvalidDate = Object.prototype.toString.call(given) === '[object Date]' && value === null;
  const isUnknownNumber = typeof value === 'number' && !Number.isFinite(value);
  const isOdd = typeof value === 'object' && value !== null && !Array.isArray(value) && !isRecord(value);
  const isBytes = ArrayBuffer.isView(given);
  const isLeftOut =
    ['function', 'symbol'].includes(typeof value) || (value === undefined && Array.isArray(this));
  if (isUnknownNumber || isInvalidDate || isBytes || isOdd || isLeftOut) throw new TypeError();
  return value;
}

/** A request's path and query after `/v1`, as they were typed; what an address cannot hold is encoded. */
export function checkTarget({
  path: given,
  query = {},
  anyLimit = false,
}: Pick<RequestInput, 'path' | 'query' | 'anyLimit'>): string {
  const path = typeof (given as unknown) === 'string' ? given.trim() : '';
  const check = checkRequestPath(path);
  if (!check.ok) refuse(t('The path cannot be used: {0}.', check.reason));
  const added = queryPairs(query);
  const isReplaced = (name: string) => Object.hasOwn(query, name) && query[name] !== undefined;
  const { minimum, maximum } = PAGE_LIMIT;
  if (!anyLimit && hasOddLimit([...check.query.filter(([name]) => !isReplaced(name)), ...added]))
    refuse(t('"limit" must be a whole number from {0} to {1}, given once.', minimum, maximum));
  const typed = path.replace(/^[^?]*/, '').replace(/[^\x21-\x7e]|["<>]/gu, encodeURIComponent);
  if (added.length === 0) return check.path + typed;
  const kept = queryParts(typed).filter((part) => ![...new URLSearchParams(part).keys()].some(isReplaced));
  return `${check.path}?${[...kept, ...added.map(([name, value]) => `${encode(name)}=${encode(value)}`)].join('&')}`;
}

/** The parts of a query as they were typed, empty ones too. @param query with its question mark, or empty */
export function queryParts(query: string): string[] {
  return query.length > 1 ? query.slice(1).split('&') : [];
}

function queryPairs(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    return Array.from(values, (item): [string, string] => [name, queryText(name, item)]);
  });
}

function queryText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw invalidArgument(`query.${name}`, 'string | number | boolean');
}

function encode(text: string): string {
  if (!text.isWellFormed())
    refuse(
      t(
        'The path cannot be used: {0}.',
        t('a path cannot contain backslashes, control characters or broken characters'),
      ),
    );
  return encodeURIComponent(text);
}

/** A MIME type that is safe in a header. */
export function checkMimeType(mimeType: string): string {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(mimeType)) {
    throw invalidArgument('mimeType', '`${type}/${subtype}`');
  }
  return mimeType;
}
