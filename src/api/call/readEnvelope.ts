/** From a response to an answer or to the facts of an error, by the rules of the envelope. */
import type { AttemptEnd } from './attempts';
import type { Answer } from '../model/clientTypes';
import type { Paging } from '../model/exchange';
import { bodyText, header } from '../wire/decodeBody';
import {
  describeApiError,
  deviation,
  describeStatus,
  errorDeviations,
  isErrorBody,
  withRetryAfter,
} from './describeAnswer';
import { type Subject, afterDecode, describeFailure } from './describeError';
import type { ErrorFacts } from '../model/errors';
import { mayRound, parsePlainly } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import {
  type Infer,
  type Shape,
  type UsablePage,
  deviationsFrom,
  documentedError,
  envelope,
  fits,
  identified,
  paging as pagingShape,
  type UploadAnswer,
  uploadRecord,
  usablePage,
} from '../model/schemas';
import { listed, sentences, t } from '../../util/text';
import { isTooDeep, parseJson } from '../../util/lenient';

/** `data` of an answer with its deviations, or the reason why it cannot be used. */
export type Reading<T> = { readonly data: T; readonly deviations: string[] } | { readonly fault: string };
/** Checks the JSON of a 2xx whose `success` is true. */
export interface Reader<T> {
  /** The answer can be read although it does not say whether it is a success. */
  readonly needsNoSuccess?: boolean;
  /** Any 2xx will do that does not say `success: false`, with the body as it came. */
  readonly takesAny?: boolean;
  read(body: Readonly<Record<string, unknown>>): Reading<T>;
}

export type Interpreted<T> =
  | ({ readonly ok: true } & Omit<Answer<T>, 'requestId' | 'exchangeId'>)
  | {
      readonly ok: false;
      readonly facts: ErrorFacts;
      /** Deviations of the answer from the documented error, in words. */
      readonly deviations?: string[];
      /** The answer was the documented error body: the service itself spoke, not a gateway in front of it. */
      readonly isDocumented?: boolean;
    };

/** A reader for an operation whose record the interface shows: all that is documented must be there. */
export function strictReader<S extends Shape>(data: S): Reader<Infer<S>> {
  return {
    read(body) {
      const value = body['data'];
      if (fits(envelope, body) && fits(data, value)) return { data: value, deviations: [] };
      const wrong = [...deviationsFrom(envelope, body), ...deviationsFrom(data, value, 'data')];
      return { fault: t('missing or of another type: {0}', places(wrong)) };
    },
  };
}

/** A reader for an upload. With an id the file is uploaded and known: other missing parts give a warning. */
export const uploadReader: Reader<UploadAnswer> = {
  needsNoSuccess: true,
  read(body) {
    const { data } = body;
    const wrong = [...deviationsFrom(envelope, body), ...deviationsFrom(uploadRecord, data, 'data')];
    if (!fits(identified, data) || data.id.trim() === '')
      return { fault: t('missing or of another type: {0}', places(wrong.length > 0 ? wrong : ['data.id'])) };
    return { data, deviations: wrong.map(deviation) };
  },
};

/** A reader for any other request: deviations give a warning. */
export const tolerantReader: Reader<unknown> = {
  read({ message, data }) {
    const deviations: string[] = [];
    if (typeof message !== 'string') deviations.push(deviation('message'));
    if (!isObject(data)) deviations.push(deviation('data'));
    else deviations.push(...pagingDeviations(data));
    return { data, deviations };
  },
};

/** A reader for an operation of an added description, whose answers need not be envelopes. */
export const describedReader: Reader<unknown> = {
  takesAny: true,
  read: ({ data }) => ({ data, deviations: [] }),
};

/** A reader for a page: without records and paging there is nothing to go on with. */
export const pageReader: Reader<UsablePage> = {
  read(body) {
    const { data } = body;
    if (!fits(usablePage, data)) {
      return {
        fault: t('missing or of another type: {0}', places(deviationsFrom(usablePage, data, 'data'))),
      };
    }
    const { deviations } = tolerantReader.read(body) as { deviations: string[] };
    return { data, deviations };
  },
};

function pagingDeviations(data: Record<string, unknown>): string[] {
  if (!('paging' in data)) return [];
  const wrong = deviationsFrom(pagingShape, data['paging'], 'data.paging');
  if (!Array.isArray(data['records'])) wrong.unshift('data.records');
  return wrong.map(deviation);
}

function places(list: string[]): string {
  const shown = [...new Set(list)].slice(0, 3).map((place) => `"${plainText(place, 60)}"`);
  return listed(shown);
}

/** Cursors and total of a paginated answer, as far as they are usable. Ends of a list have no cursor. */
export function readPaging(data: unknown): Paging | undefined {
  if (!isObject(data) || !isObject(data['paging'])) return undefined;
  const { nextPage, previousPage, totalCount } = data['paging'];
  return {
    ...(typeof nextPage === 'string' && nextPage !== '' ? { nextPage } : {}),
    ...(typeof previousPage === 'string' && previousPage !== '' ? { previousPage } : {}),
    ...(typeof totalCount === 'number' ? { totalCount } : {}),
  };
}

/**
 * Reads the end of the last attempt.
 * @param scrub takes the key out of JSON
 */
export function interpret<T>(
  end: AttemptEnd,
  reader: Reader<T>,
  subject: Subject,
  scrub: (json: unknown) => unknown,
): Interpreted<T> {
  const { failure } = end;
  // Before anything of it is shortened for a message: half a key would not be known as one.
  const response = end.response && {
    ...end.response,
    statusText: scrub(end.response.statusText) as string,
    headers: scrub(end.response.headers) as typeof end.response.headers,
  };
  const isSuccess = response !== undefined && response.status <= 299;
  if (failure && (!response || isSuccess || failure.why === 'cancelled')) {
    return { ok: false, facts: withRetryAfter(describeFailure(failure, subject), end) };
  }
  if (!response) throw new TypeError('An attempt ends with a response or a failure');
  const { status } = response;
  const text = response.bytes && bodyText(response.bytes, header(response.headers, 'content-type'));
  const json = scrub(parse(text));
  const deviations =
    reader.takesAny === true || header(response.headers, 'x-request-id')
      ? []
      : [t('The answer has no x-request-id header.')];
  if (isErrorBody(json, !isSuccess && reader.takesAny !== true)) {
    const facts = withRetryAfter(describeApiError(status, json, subject, end), end);
    deviations.push(...errorDeviations(json));
    return { ok: false, facts, deviations, isDocumented: fits(documentedError, json) };
  }
  if (!isSuccess) {
    if (isObject(json) && reader.takesAny !== true) deviations.push(...errorDeviations(json));
    return { ok: false, facts: withRetryAfter(describeStatus(response, subject, end), end), deviations };
  }
  if (subject.method === 'HEAD') {
    // No reader of such a request wants data.
    const data = undefined as T;
    return { ok: true, status, data, message: '', body: undefined, deviations };
  }
  const reading =
    reader.takesAny === true ? reader.read(isObject(json) ? json : {}) : readWith(reader, text ?? '', json);
  if ('fault' in reading) {
    const what = t(
      'The service answered with status {0}, but not as documented: {1}.',
      status,
      reading.fault,
    );
    const facts = {
      kind: 'decode',
      message: sentences(what, afterDecode(subject)),
      status,
    } as const;
    return { ok: false, facts: withRetryAfter(facts, end), deviations };
  }
  const message = isObject(json) && typeof json['message'] === 'string' ? json['message'] : '';
  deviations.push(...reading.deviations);
  // What was checked has its numbers as doubles; what a caller gets has those that a double would round as text.
  const exact = mayRound(text ?? '') ? scrub(parsePlainly(text ?? '')) : json;
  const body = exact === undefined && text !== '' ? scrub(text) : exact;
  const data = isObject(body) ? (body['data'] as T) : reading.data;
  const paging = readPaging(reading.data);
  return { ok: true, status, data, message, body, deviations, ...(paging && { paging }) };
}

function readWith<T>(reader: Reader<T>, text: string, json: unknown): Reading<T> {
  if (!isObject(json)) return { fault: notAnEnvelope(text, json) };
  if (json['success'] === true) return reader.read(json);
  const reading = reader.needsNoSuccess === true ? reader.read(json) : { fault: '' };
  return 'fault' in reading ? { fault: t('"success" is missing or neither true nor false') } : reading;
}

/** Why a 2xx that is no JSON object is not an envelope, in words. */
function notAnEnvelope(text: string, json: unknown): string {
  if (text.trim() === '') return t('the answer is empty');
  if (json !== undefined) return t('it is not a JSON object');
  return /^\s*<(?:!doctype|html|\?xml)/i.test(text) ? t('it is a web page') : t('it is not JSON');
}

/** JSON, or undefined when the text is none, or nested beyond reason. */
function parse(text: string | undefined): unknown {
  return text === undefined || isTooDeep(text) ? undefined : parseJson(text);
}
