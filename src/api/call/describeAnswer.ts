/** An error status or an error body in plain words, with everything that came along. */
import { type AttemptEnd, retryAfterMs } from './attempts';
import { header } from '../wire/decodeBody';
import { type Subject, nounFor, seconds } from './describeError';
import type { ErrorFacts, FieldError } from '../errors';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';

/** More details of one error are not kept, and longer texts are cut. */
const MAX_FIELDS = 100;
const MAX_TEXT = 1000;
/** Statuses that send the caller elsewhere. */
const REDIRECTS = [301, 302, 303, 307, 308];
/** How many field messages a sentence bears. */
const FIELDS_SHOWN = 3;

/**
 * Whether JSON is an error body that says something ("Error body"): `success` false with a 2xx, and with an
 * error status also just a code, or `success` false with a message.
 */
export function isErrorBody(json: unknown, isSuccess: boolean): json is Record<string, unknown> {
  if (!isObject(json)) return false;
  const { success, code, message } = json;
  if (isSuccess) return success === false;
  if (success === true) return false;
  return typeof code === 'string' || (success === false && typeof message === 'string');
}

/** The facts of an error body. Items of `data` that are not detail items are passed over. */
export function describeApiError(
  status: number,
  body: Record<string, unknown>,
  subject: Subject,
  end: AttemptEnd,
): ErrorFacts {
  const said = textOf(body['message']).replace(/[.\s]+$/, '');
  const code = textOf(body['code']);
  const fields = readFields(body['data']);
  const details = fields.slice(0, FIELDS_SHOWN).map(({ fieldName, message }) => `${fieldName}: ${message}`);
  const more = fields.length > FIELDS_SHOWN ? `, and ${fields.length - FIELDS_SHOWN} more` : '';
  const inBrackets = details.length > 0 ? ` (${plainText(details.join('; '), 300)}${more})` : '';
  const what = said === '' ? `status ${status}${code === '' ? '' : `, ${code}`}` : plainText(said, 300);
  const whole = `The service refused the ${nounFor(subject.operation)}: ${what}${inBrackets}`;
  const sentence = /[!?]$/.test(whole) ? whole : `${whole}.`;
  return {
    kind: 'api',
    message: `${sentence} ${hint(status, code, subject, end)}`.trim(),
    status,
    ...(code === '' ? {} : { code }),
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** The facts of a status that is not 2xx and came without a usable body. */
export function describeStatus(
  response: NonNullable<AttemptEnd['response']>,
  subject: Subject,
  end: AttemptEnd,
): ErrorFacts {
  const { status, headers } = response;
  const location = header(headers, 'location');
  // Not every 3xx leads elsewhere: 304 says that nothing has changed, and names no place.
  if (REDIRECTS.includes(status) || (status >= 300 && status <= 399 && location !== undefined)) {
    return { kind: 'http', message: describeRedirect(status, location, subject), status };
  }
  const phrase = plainText(response.statusText, 60);
  const named = phrase === '' ? String(status) : `${status} (${phrase})`;
  const message = `The service answered with status ${named} and without an error that can be read.`;
  return { kind: 'http', message: `${message} ${hint(status, '', subject, end)}`.trim(), status };
}

function describeRedirect(
  status: number,
  location: string | undefined,
  { host, environment, operation }: Subject,
) {
  const target = location === undefined ? undefined : URL.parse(location, `https://${host}/`);
  const where = target
    ? ` to ${plainText(target.origin === 'null' ? target.protocol : target.origin, 120)}`
    : '';
  if (operation === 'content') {
    return `The link redirects${where} (status ${status}), which was not followed. Fetch the file's details again for a new link.`;
  }
  return `The service redirects${where} (status ${status}). Redirects are not followed, so the key was not sent there. Check the addresses of the environment "${environment}".`;
}

/** What to do, by status and code. Empty where there is nothing to say. */
function hint(status: number, code: string, subject: Subject, end: AttemptEnd): string {
  const { environment, isRead, operation } = subject;
  // A link carries its own leave; the key has little to do with it.
  if (operation === 'content' && [401, 403, 404, 410].includes(status))
    return 'The link may have expired: fetch the file’s details again for a new one.';
  if (status === 401) return `Check the API key of the environment "${environment}".`;
  if (code === 'unsupported_action') return 'The account of this key has no access to this function.';
  if (status === 403) return `The API key of the environment "${environment}" has no access to this.`;
  if (status === 404)
    return `Check what was asked for, and the addresses of the environment "${environment}".`;
  if (status === 409) return 'It conflicts with what the service already has.';
  if (status === 413) return 'It is larger than the service takes.';
  const wait = retryAfterMs(end);
  if (status === 429) {
    return wait === undefined
      ? 'Wait a little, then try again.'
      : `Wait ${seconds(Math.max(1000, wait))}, then try again.`;
  }
  if (status >= 300 && status < 400) return `Check the addresses of the environment "${environment}".`;
  if (status < 500) return '';
  if (isRead && wait !== undefined && wait > 0)
    return `The fault is on the service’s side. Wait ${seconds(Math.max(1000, wait))}, then try again.`;
  return isRead
    ? 'The fault is on the service’s side: try again later.'
    : 'The fault is on the service’s side. It may have taken effect all the same: check before you send it again.';
}

/** The facts, with how long the last answer asked to wait. */
export function withRetryAfter(facts: ErrorFacts, end: AttemptEnd): ErrorFacts {
  const wait = retryAfterMs(end);
  return wait === undefined ? facts : { ...facts, retryAfterSeconds: Math.ceil(wait / 1000) };
}

/** Detail items of a validation error; anything else in the list is passed over. */
export function readFields(data: unknown): FieldError[] {
  if (!Array.isArray(data)) return [];
  return data
    .filter((item: unknown) => isObject(item))
    .map((item) => ({
      fieldName: textOf(item['fieldName']),
      code: textOf(item['code']),
      message: textOf(item['message']),
    }))
    .filter(({ fieldName, code, message }) => fieldName !== '' && (code !== '' || message !== ''))
    .slice(0, MAX_FIELDS);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? plainText(value, MAX_TEXT) : '';
}
