import * as z from '../../api/model/zod';
import type { Attempt, AttemptResponse, Exchange, HeaderList, RequestBody } from '../../api/model/exchange';
import { OPERATION_NAMES } from '../../api/model/operations';
import { MASK } from '../../api/model/redact';
import { t } from '../../util/text';
import { parseJson } from '../../util/lenient';

/** An HTTP Archive from disk, ours or a browser's, read as exchanges to look at. */

export type ParsedHar =
  | {
      readonly ok: true;
      readonly entries: Exchange[];
      /** Entries that could not be read. */
      readonly skipped: number;
    }
  | { readonly ok: false; readonly reason: string };

const LONGEST = 50 * 1024 * 1024;
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
const harSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/**
 * Reads an archive of up to 50 MB. Entries that belong to one exchange of ours become that exchange again.
 * What authenticates is hidden. Never throws.
 */
export function parseHar(source: string): ParsedHar {
  if (source.length > LONGEST)
    return { ok: false, reason: t('This file is larger than 50 MB. Export fewer requests.') };
  const json = parseJson(source.replace(/^\ufeff/, ''));
  if (json === undefined) {
    return {
      ok: false,
      reason: t('This file is not valid JSON, so it is not a HAR file. It may be cut off.'),
    };
  }
  const har = harSchema.safeParse(json);
  if (!har.success)
    return { ok: false, reason: t('This file is JSON, but not a HAR file: it has no list of entries.') };
  const parsed = har.data.log.entries.map((entry) => entrySchema.safeParse(entry));
  const entries = parsed.flatMap((entry) => (entry.success ? [entry.data] : []));
  return { ok: true, entries: toExchanges(entries), skipped: parsed.length - entries.length };
}

function toExchanges(entries: readonly HarEntry[]): Exchange[] {
  const groups = Map.groupBy(entries, ({ _exchangeId }, index) => _exchangeId ?? `har_${index + 1}`);
  return Array.from(groups, ([id, group]) => toExchange(id, group));
}

function toExchange(id: string, group: readonly HarEntry[]): Exchange {
  const attempts = group.map(toAttempt);
  const [first] = group;
  const last = attempts.findLast(({ response }) => response !== undefined)?.response;
  const start = attempts[0]?.startedAt ?? 0;
  const end = Math.max(...attempts.map(({ startedAt, durationMs }) => startedAt + durationMs), start);
  const url = first?.request.url ?? '';
  const place = URL.parse(url);
  const body = readBody(first?.request.postData);
  return {
    id,
    environment: first?._environment ?? 'har',
    environmentType: first?._environmentType ?? 'production',
    operation: first?._operation ?? 'request',
    method: first?.request.method ?? 'GET',
    url,
    path: place === null ? url : place.pathname + place.search,
    startedAt: start,
    durationMs: end - start,
    request: { headers: readHeaders(first?.request.headers ?? []), ...(body === undefined ? {} : { body }) },
    attempts,
    outcome: first?._outcome ?? outcomeOf(last?.status),
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
