import * as z from '../../api/model/zod';
import type { Attempt, AttemptResponse, Exchange, HeaderList, RequestBody } from '../../api/model/exchange';
import { OPERATION_NAMES } from '../../api/model/operations';
import { MASK } from '../../api/model/redact';
import { t } from '../../util/text';
import { parseJson } from '../../util/lenient';
import { entriesIn, type Source } from './entryReader';

/** An HTTP Archive from disk, ours or a browser's, read entry by entry as exchanges to look at. */

/** Browsers write these into their archives as they were sent. */
const SECRET = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$|api-?key|token|secret/i;
const ENVIRONMENT_TYPES = ['local', 'sandbox', 'production'] as const;
const OUTCOMES = [
  ...(['ok', 'api', 'http', 'network', 'tls', 'timeout', 'decode', 'unknown-outcome', 'preflight'] as const),
  ...(['configuration', 'not-found', 'cancelled'] as const),
] as const;

// Tools differ in what they leave out: only what an exchange cannot do without is asked for.
const text = z.catch(z.string(), '');
const maybeText = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.number(), 0);
const list = <T extends z.ZodMiniType>(item: T) => z.catch(z.array(item), []);
const headers = list(z.object({ name: text, value: text }));
const params = list(z.object({ name: text, value: maybeText, fileName: maybeText, contentType: maybeText }));
const postData = z.object({ mimeType: text, text: maybeText, params });
const content = z.object({ size: number, text: maybeText, encoding: maybeText });

const entrySchema = z.object({
  startedDateTime: text,
  time: number,
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.catch(z.optional(postData), undefined),
  }),
  response: z.object({
    status: number,
    statusText: text,
    headers,
    content: z.catch(content, { size: 0, text: undefined, encoding: undefined }),
  }),
  timings: z.catch(z.object({ wait: number }), { wait: 0 }),
  _exchangeId: maybeText,
  _environment: z.catch(z.string(), 'har'),
  // An archive that does not say is taken for the most dangerous.
  _environmentType: z.catch(z.enum(ENVIRONMENT_TYPES), 'production'),
  _operation: z.catch(z.enum(OPERATION_NAMES), 'request'),
  _outcome: z.catch(z.optional(z.enum(OUTCOMES)), undefined),
  _waitedMs: number,
  _error: maybeText,
});
type HarEntry = z.infer<typeof entrySchema>;

/** An exchange of an archive, as a list names it: by our own exchange id, else by the place of its entry. */
export interface HarRow extends Pick<Exchange, 'id' | 'method' | 'path' | 'status' | 'startedAt'> {
  /** Where its entries are, counted from 1. */
  readonly places: readonly number[];
}

/**
 * The exchanges of an archive, without their bodies. Entries that belong to one exchange of ours become that one again.
 * @returns how many entries could not be read, too
 * @throws PreflightError when it is none; what the source throws
 */
export async function listHar(source: Source): Promise<{ rows: HarRow[]; skipped: number }> {
  const rows = new Map<string, HarRow & { readonly places: number[] }>();
  let skipped = 0;
  let place = 0;
  for await (const text of entriesIn(source)) {
    place += 1;
    const entry = readEntry(text);
    if (entry === undefined) {
      skipped += 1;
      continue;
    }
    const id = idOf(entry, place);
    const { method, path, status, startedAt } = exchangeOf([entry], id);
    const { startedAt: first = startedAt, places = [] } = rows.get(id) ?? {};
    places.push(place);
    rows.set(id, { id, method, path, startedAt: first, places, ...(status !== undefined && { status }) });
  }
  return { rows: [...rows.values()], skipped };
}

/**
 * One exchange of an archive, with all its attempts; what authenticates is hidden. Only its own entries are read, and
 * nothing behind them.
 * @throws as `listHar`
 */
export async function readHarExchange(source: Source, { id, places }: HarRow): Promise<Exchange | undefined> {
  const own: HarEntry[] = [];
  const wanted = new Set(places);
  let place = 0;
  for await (const text of entriesIn(source)) {
    place += 1;
    const entry = wanted.delete(place) ? readEntry(text) : undefined;
    if (entry !== undefined && idOf(entry, place) === id) own.push(entry);
    if (wanted.size === 0) break;
  }
  const [first, ...others] = own;
  return first && exchangeOf([first, ...others], id);
}

function idOf({ _exchangeId }: HarEntry, place: number): string {
  return _exchangeId ?? `har_${place}`;
}

/** Undefined where it is none. */
export function readEntry(text: string): HarEntry | undefined {
  return entrySchema.safeParse(parseJson(text)).data;
}

/** An exchange with an attempt for each of its entries. */
export function exchangeOf(group: readonly [HarEntry, ...HarEntry[]], id: string): Exchange {
  const [first] = group;
  const { request, _environment, _environmentType, _operation, _outcome } = first;
  const { method, url } = request;
  const attempts = group.map(toAttempt);
  const last = attempts.findLast(({ response }) => response !== undefined)?.response;
  const startedAt = toAttempt(first).startedAt;
  const end = Math.max(...attempts.map((attempt) => attempt.startedAt + attempt.durationMs), startedAt);
  const place = URL.parse(url);
  const body = readBody(request.postData);
  return {
    id,
    environment: _environment,
    environmentType: _environmentType,
    operation: _operation,
    method,
    url,
    path: place === null ? url : place.pathname + place.search,
    startedAt,
    durationMs: end - startedAt,
    request: { headers: readHeaders(request.headers), ...(body === undefined ? {} : { body }) },
    attempts,
    outcome: _outcome ?? outcomeOf(last?.status),
    ...(last?.requestId === undefined ? {} : { requestId: last.requestId }),
    ...(last === undefined ? {} : { status: last.status }),
  };
}

function outcomeOf(status: number | undefined): Exchange['outcome'] {
  if (status === undefined) return 'network';
  return status >= 200 && status < 300 ? 'ok' : 'http';
}

function toAttempt(entry: HarEntry): Attempt {
  const started = Date.parse(entry.startedDateTime);
  const { response, _error: error } = entry;
  const answered = response.status > 0;
  return {
    startedAt: Number.isNaN(started) ? 0 : started,
    durationMs: Math.max(entry.time, 0),
    waitedMs: Math.max(entry._waitedMs, 0),
    ...(answered ? { headersMs: Math.max(entry.timings.wait, 0), response: readResponse(response) } : {}),
    ...(error === undefined && answered ? {} : { error: { message: error ?? t('No answer came.') } }),
  };
}

function readResponse(response: HarEntry['response']): AttemptResponse {
  const { size, text: body, encoding } = response.content;
  const requestId = response.headers.find(({ name }) => name.toLowerCase() === 'x-request-id')?.value;
  return {
    status: response.status,
    statusText: response.statusText,
    headers: readHeaders(response.headers),
    ...(requestId === undefined ? {} : { requestId }),
    ...(body === undefined
      ? {}
      : { body: encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body }),
    bodyBytes: Math.max(size, 0),
  };
}

function readBody(data: HarEntry['request']['postData']): RequestBody | undefined {
  if (data === undefined) return undefined;
  const file = data.params.find(({ fileName }) => fileName !== undefined);
  if (file === undefined) {
    const text = data.text ?? formOf(data);
    return text === undefined ? undefined : { kind: 'json', text };
  }
  const fields = data.params
    .filter((param) => param !== file)
    .map(({ name, value }) => [name, value ?? ''] as const);
  return {
    kind: 'multipart',
    fields: Object.fromEntries(fields),
    file: { fieldName: file.name, name: file.fileName ?? '', mimeType: file.contentType ?? '', size: 0 },
  };
}

/** The text of a form of which only the fields are there: an archive has either, by its standard. */
function formOf({ mimeType, params: fields }: z.infer<typeof postData>): string | undefined {
  if (fields.length === 0 || /^multipart/i.test(mimeType)) return undefined;
  return new URLSearchParams(
    fields.map(({ name, value = '' }): [string, string] => [name, value]),
  ).toString();
}

function readHeaders(list: HarEntry['request']['headers']): HeaderList {
  return list.map(({ name, value }) => [name, SECRET.test(name) ? MASK : value] as const);
}
