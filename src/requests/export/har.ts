import { setImmediate } from 'node:timers/promises';
import type { Entry, PostData, Request, Response } from 'har-format';
import type { Attempt, AttemptResponse, Exchange, HeaderList, RequestBody } from '../../api/model/exchange';
import { header } from '../../api/wire/decodeBody';
import { hideLinkHeaders, hideLinkQueries } from '../../api/model/redact';

/**
 * Exchanges as an HTTP Archive 1.2, which browsers' tools import. Keys are taken out where exchanges are made; the
 * queries of links in answers are hidden here, because others will read the file.
 */

/** After this many exchanges the editor gets time for its own work. */
const AT_ONCE = 20;

/** The custom fields by which our own archives are read back whole. */
export interface ExchangeEntry extends Entry {
  readonly _exchangeId: string;
  readonly _requestId?: string;
  readonly _environment: string;
  readonly _environmentType: Exchange['environmentType'];
  readonly _operation: Exchange['operation'];
  readonly _outcome: Exchange['outcome'];
  readonly _waitedMs: number;
  readonly _error?: string;
}

/**
 * An HTTP Archive as text in pieces, an exchange each: no more of it is ever held.
 * @param onDone called after each exchange with their number so far; what it throws ends the archive
 */
export async function* harText(
  exchanges: Iterable<Exchange>,
  version: string,
  onDone: (count: number) => void = () => undefined,
): AsyncIterable<string> {
  const creator = JSON.stringify({ name: 'Payments API Explorer', version });
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[\n`;
  let isFirst = true;
  let count = 0;
  for (const exchange of exchanges) {
    for (const entry of entriesOf(exchange)) {
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`;
      isFirst = false;
    }
    count += 1;
    onDone(count);
    if (count % AT_ONCE === 0) await setImmediate();
  }
  yield '\n]}}\n';
}

/** One entry for every attempt of an exchange, or for one without any. */
export function entriesOf(exchange: Exchange): ExchangeEntry[] {
  const request = toRequest(exchange);
  const { attempts, startedAt, durationMs, error } = exchange;
  const none = { startedAt, durationMs, waitedMs: 0, ...(error && { error }) };
  return (attempts.length > 0 ? attempts : [none]).map((attempt) => toEntry(exchange, attempt, request));
}

function toEntry(exchange: Exchange, attempt: Attempt, request: Request): ExchangeEntry {
  const time = Math.max(attempt.durationMs, 0);
  const wait = Math.min(Math.max(attempt.headersMs ?? time, 0), time);
  const requestId = attempt.response?.requestId;
  return {
    startedDateTime: new Date(attempt.startedAt).toISOString(),
    time,
    request,
    response: toResponse(attempt.response),
    cache: {},
    // How long connecting and sending took is not known apart: it is part of the wait.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive: time - wait },
    _exchangeId: exchange.id,
    ...(requestId === undefined ? {} : { _requestId: requestId }),
    _environment: exchange.environment,
    _environmentType: exchange.environmentType,
    _operation: exchange.operation,
    _outcome: exchange.outcome,
    _waitedMs: attempt.waitedMs,
    ...(attempt.error === undefined ? {} : { _error: attempt.error.message }),
  };
}

function toRequest({ method, url, request }: Exchange): Request {
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(hideLinkHeaders(request.headers)),
    queryString: Array.from(query, ([name, value]) => ({ name, value })),
    ...(request.body === undefined ? {} : { postData: toPostData(request.body, request.headers) }),
    headersSize: -1,
    bodySize: request.body?.kind === 'multipart' ? -1 : Buffer.byteLength(request.body?.text ?? ''),
  };
}

/** A file is named, with its type; its bytes are not kept. */
function toPostData(body: RequestBody, headers: HeaderList): PostData {
  if (body.kind === 'json')
    return { mimeType: header(headers, 'content-type') ?? 'application/json', text: body.text };
  const { fieldName, name, mimeType } = body.file;
  const fields = Object.entries(body.fields).map(([field, value]) => ({ name: field, value }));
  return {
    mimeType: 'multipart/form-data',
    // Some readers refuse a part without a value.
    params: [...fields, { name: fieldName, value: '', fileName: name, contentType: mimeType }],
  };
}

/** Status 0 means no answer, as browsers write it. */
function toResponse(response: AttemptResponse | undefined): Response {
  const headers = hideLinkHeaders(response?.headers ?? []);
  return {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(headers),
    content: {
      size: response?.bodyBytes ?? 0,
      mimeType: header(response?.headers ?? [], 'content-type') ?? 'x-unknown',
      ...(response?.body === undefined ? {} : { text: hideLinkQueries(response.body) }),
    },
    redirectURL: header(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function toHeaders(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}
