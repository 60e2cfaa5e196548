/** What is refused before anything is sent, because of what was given. */
import { checkRequestPath } from './addresses';
import type { Query, RequestInput, TopUpInput } from './clientTypes';
import { ConfigurationError, PreflightError } from './errors';
import { CURRENCY_LENGTH, PAGE_LIMIT } from './limits';
import { t } from '../util/text';

function refuse(message: string): never {
  throw new PreflightError({ message });
}

/**
 * A key as it is sent.
 * @throws ConfigurationError when there is none, or it holds what a header cannot carry
 */
export function checkKey(apiKey: string, environment: string): string {
  const key = apiKey.trim();
  if (key === '') {
    throw new ConfigurationError({
      message: t('The environment "{0}" has no API key. Enter one.', environment),
    });
  }
  if (!/^[\x20-\x7e]+$/.test(key)) {
    throw new ConfigurationError({
      message: t(
        'The API key of the environment "{0}" contains characters that cannot be sent. Copy it again and enter it.',
        environment,
      ),
    });
  }
  return key;
}

/** Items per page ("Limits"): an integer in range, also as text, as it stands in a query. */
export function checkLimit(limit: unknown): void {
  const number = typeof limit === 'string' && /^[1-9]\d*$/.test(limit) ? Number(limit) : limit;
  const { minimum, maximum } = PAGE_LIMIT;
  const isInRange =
    typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum;
  if (!isInRange)
    refuse(t('"limit" must be a whole number from {0} to {1}. Correct it and try again.', minimum, maximum));
}

/** Checks a top-up; the currency comes back in upper case ("Sandbox balance top-up"). */
export function checkTopUp({ amount, currency }: TopUpInput): TopUpInput {
  // Callers need not be typed: a command can be called with anything.
  const given: { amount: unknown; currency: unknown } = { amount, currency };
  if (typeof given.amount !== 'number' || !Number.isFinite(given.amount) || given.amount <= 0) {
    refuse(t('The amount must be a number above 0. Correct it and try again.'));
  }
  if (
    typeof given.currency !== 'string' ||
    !/^[A-Za-z]+$/.test(currency) ||
    currency.length !== CURRENCY_LENGTH
  ) {
    refuse(t('The currency must be three letters, such as EUR. Correct it and try again.'));
  }
  return { amount, currency: currency.toUpperCase() };
}

/** Methods that the network stacks treat specially or refuse. */
const UNUSABLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** A method as it is sent. */
export function checkMethod(method: unknown): string {
  if (typeof method !== 'string' || !/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(method)) {
    refuse(t('This is not an HTTP method. Use GET, POST, PUT, PATCH or DELETE.'));
  }
  const upper = method.toUpperCase();
  if (UNUSABLE.has(upper))
    refuse(t('The method {0} cannot be used here. Use GET, POST, PUT, PATCH or DELETE.', upper));
  return upper;
}

/** JSON text of a body, or undefined when there is none. */
export function checkBody(method: string, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD')
    refuse(t('A {0} request has no body. Leave it out, or use POST.', method));
  try {
    // Typed as always text, but undefined for a function or a symbol.
    const text = JSON.stringify(body) as string | undefined;
    if (text !== undefined) return text.toWellFormed();
  } catch {
    // Cycles and big integers: told below.
  }
  return refuse(
    t('The body cannot be written as JSON. Use plain objects, lists, text, numbers, true, false or null.'),
  );
}

/** A request's path after `/v1`, its query appended, encoded. */
export function checkTarget({
  path,
  query,
  anyLimit = false,
}: Pick<RequestInput, 'path' | 'query' | 'anyLimit'>): string {
  const given: unknown = path;
  const check = checkRequestPath(typeof given === 'string' ? given : '');
  if (!check.ok) refuse(t('The path cannot be used: {0}. Correct it and try again.', check.reason));
  const pairs = [...check.query.filter(([name]) => query?.[name] === undefined), ...queryPairs(query ?? {})];
  for (const [name, value] of pairs) if (name === 'limit' && !anyLimit) checkLimit(value);
  if (!anyLimit && pairs.filter(([name]) => name === 'limit').length > 1)
    refuse(t('"limit" is given more than once. Give it once.'));
  const encoded = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return encoded.length === 0 ? check.path : `${check.path}?${encoded.join('&')}`;
}

/** A request's path after `/v1`, with the query as it is written; what an address cannot hold is encoded. */
export function checkWrittenTarget(path: string): string {
  const check = checkRequestPath(path);
  if (!check.ok) refuse(t('The path cannot be used: {0}. Correct it and try again.', check.reason));
  for (const [name, value] of check.query) if (name === 'limit') checkLimit(value);
  const mark = path.indexOf('?');
  return check.path + (mark < 0 ? '' : new URL(`http://h/${path.slice(mark)}`).search);
}

function queryPairs(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
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
