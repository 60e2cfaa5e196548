/** An error status or an error body in plain words, with everything that came along. */
import { type AttemptEnd, retryAfterMs } from './attempts';
import { header } from '../wire/decodeBody';
import { type Subject, afterPossibleWrite, seconds } from './describeError';
import type { ErrorFacts, FieldError } from '../model/errors';
import { deviationsFrom, documentedError } from '../model/schemas';
import { isRead } from '../rules/methods';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import { sentences, t } from '../../util/text';
import { withoutEnd } from '../../util/edges';

/** More details of one error are not kept, and longer texts are cut. */
const MAX_FIELDS = 100;
const MAX_TEXT = 1000;
export const REDIRECTS = [301, 302, 303, 307, 308];
const FIELDS_SHOWN = 3;

/**
 * Whether JSON is an error body ("Conventions" in docs/api.md): one whose `success` is false, and where a code alone says it,
 * one with a code that does not say that all is well.
 * @param byCode whether a code alone says it: with an error status of the documented service
 */
export function isErrorBody(json: unknown, byCode: boolean): json is Record<string, unknown> {
  if (!isObject(json)) return false;
  const { success, code } = json;
  return success === false || (byCode && success !== true && typeof code === 'string');
}

/** Deviations of an error body from the documented one, in words. */
export function errorDeviations(body: Record<string, unknown>): string[] {
  const hasData = typeof body['data'] === 'object' && body['data'] !== null;
  return [...deviationsFrom(documentedError, body), ...(hasData ? [] : ['data'])].map(deviation);
}

/** One deviation, in words. @param place the name of a field */
export function deviation(place: string): string {
  return t('"{0}" is missing or not as documented.', place);
}

/** The facts of an error body. Items of `data` that are not detail items are passed over. */
export function describeApiError(
  status: number,
  body: Record<string, unknown>,
  subject: Subject,
  end: AttemptEnd,
): ErrorFacts {
  const said = withoutEnd(textOf(body['message']), /[.\s]/);
  const code = textOf(body['code']);
  const fields = readFields(body['data']);
  const details = fields
    .map(({ fieldName, code: rule, message }) => ({ fieldName, wrong: message === '' ? rule : message }))
    // The message may say already what is wrong with a field.
    .filter(({ wrong }) => !said.includes(withoutEnd(wrong, /[.\s]/)))
    .map(({ fieldName, wrong }) => `${fieldName}: ${wrong}`);
  const more = details.length - FIELDS_SHOWN;
  const listed = plainText(details.slice(0, FIELDS_SHOWN).join('; '), 300);
  const inBrackets = details.length === 0 ? '' : ` (${listed}${more > 0 ? `; ${t('{0} more', more)}` : ''})`;
  const what =
    said === '' ? t('status {0}', [status, ...(code === '' ? [] : [code])].join(', ')) : plainText(said, 300);
  const detail = `${what}${inBrackets}`;
  // A service that fails has refused nothing: it may have acted.
  const whole =
    status >= 500 ? t('The service failed: {0}', detail) : t('The service refused the request: {0}', detail);
  const sentence = /[!?]$/.test(whole) ? whole : t('{0}.', whole);
  return {
    kind: 'api',
    message: sentences(sentence, hint(status, code, subject, end)),
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
  if (REDIRECTS.includes(status) || (status < 400 && location !== undefined)) {
    return { kind: 'http', message: describeRedirect(status, location, subject), status };
  }
  const phrase = plainText(response.statusText, 60);
  const named = phrase === '' ? String(status) : `${status} (${phrase})`;
  const message = t('The service answered with status {0}, without a readable error.', named);
  return { kind: 'http', message: sentences(message, hint(status, '', subject, end)), status };
}

function describeRedirect(
  status: number,
  location: string | undefined,
  { url, environment, operation }: Subject,
) {
  const target = location === undefined ? undefined : URL.parse(location, url.origin);
  const where = target
    ? plainText(target.origin === 'null' ? target.protocol : target.origin, 120)
    : undefined;
  const named = [status, ...(where === undefined ? [] : [where])].join(', ');
  if (operation === 'content') {
    return sentences(
      t('The link redirects ({0}), which was not followed.', named),
      t('Fetch the details of the file again for a new link.'),
    );
  }
  const what = t('The service redirects ({0}).', named);
  const rest = t(
    'Redirects are not followed, so the key was not sent there. Check the addresses of the environment "{0}".',
    environment,
  );
  return sentences(what, rest);
}

/** What to do, by status and code. Empty where there is nothing to say. */
function hint(status: number, code: string, subject: Subject, end: AttemptEnd): string {
  const { environment, method, operation } = subject;
  // A link carries its own permission; the key has little to do with it.
  if (status === 401 && subject.keyWithheld === true) {
    return t(
      'The API key was not sent, because the link leads to another host than the addresses of the environment "{0}".',
      environment,
    );
  }
  if (operation === 'content' && [401, 403, 404, 410].includes(status))
    return t('The link may have expired: fetch the details of the file again for a new one.');
  if (status === 401) return t('Check the API key of the environment "{0}".', environment);
  if (code === 'unsupported_action') return t('The account of this key has no access to this function.');
  if (status === 403) return t('The API key of the environment "{0}" has no access to this.', environment);
  if (status === 404) {
    if (operation === 'getFile') return t('Check the file id.');
    if (operation === 'request') return t('Check the path.');
    return t('Check the addresses of the environment "{0}".', environment);
  }
  if (status === 409) return t('It conflicts with what the service already has.');
  if (status === 413) return t('It is larger than the service accepts.');
  const wait = retryAfterMs(end);
  const time = wait === undefined ? undefined : seconds(Math.max(1000, wait));
  const later =
    time === undefined ? t('Wait a little, then try again.') : t('Wait {0}, then try again.', time);
  if (status === 429) return later;
  if (status >= 300 && status < 400) return t('Check the addresses of the environment "{0}".', environment);
  if (status < 500) return '';
  const fault = t('The fault is on the service’s side.');
  if (isRead(method)) return sentences(fault, later);
  const asked = time === undefined || wait === 0 ? undefined : t('The service asked to wait {0}.', time);
  return sentences(fault, afterPossibleWrite(), asked);
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
