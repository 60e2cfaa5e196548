import type { Attempt, AttemptResponse, Exchange, ExchangeRequest, HeaderList } from '../../api/exchange';
import { formatDuration, formatExactTime } from '../../ui/formats';
import { parseExactly } from '../../util/exactJson';

/** An exchange as a document to read: pretty JSON, so that an editor folds, colours and searches it. */

/** Of a body that is no JSON as much is shown, in characters; one line of more makes editors slow. */
const SHOWN_TEXT = 20_000;

/** The exchange as JSON text, with its parts always in the same order. */
export function renderExchange(exchange: Exchange, timeZone?: string): string {
  const document = {
    summary: {
      outcome: exchange.outcome,
      ...(exchange.error === undefined ? {} : { message: exchange.error.message }),
      status: exchange.status,
      requestId: exchange.requestId,
      started: formatExactTime(exchange.startedAt, timeZone, 'en'),
      duration: formatDuration(exchange.durationMs, 'en'),
      environment: exchange.environment,
      operation: exchange.operation,
      origin: exchange.origin,
      exchangeId: exchange.id,
      deviations: exchange.deviations?.length ? exchange.deviations : undefined,
      paging: exchange.paging,
      error: exchange.error,
    },
    request: {
      method: exchange.method,
      url: exchange.url,
      headers: headerObject(exchange.request.headers),
      ...requestBody(exchange.request),
    },
    attempts: exchange.attempts.map((attempt) => attemptObject(attempt, timeZone)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function attemptObject(attempt: Attempt, timeZone: string | undefined) {
  const { response, headersMs } = attempt;
  return {
    started: formatExactTime(attempt.startedAt, timeZone, 'en'),
    waitedBefore: attempt.waitedMs > 0 ? formatDuration(attempt.waitedMs, 'en') : undefined,
    headersAfter: headersMs === undefined ? undefined : formatDuration(headersMs, 'en'),
    duration: formatDuration(attempt.durationMs, 'en'),
    error: attempt.error,
    response: response === undefined ? undefined : responseObject(response),
  };
}

function responseObject(response: AttemptResponse) {
  return {
    status: response.status,
    statusText: response.statusText,
    requestId: response.requestId,
    headers: headerObject(response.headers),
    bodyBytes: response.bodyBytes,
    ...responseBody(response),
  };
}

function responseBody({ body, bodyBytes, bodyCut }: AttemptResponse) {
  if (body === undefined) {
    return bodyBytes === 0 ? {} : { bodyNote: `Binary content of ${count(bodyBytes)} bytes, not kept` };
  }
  return bodyCut === true ? cutBody(body, bodyBytes) : textBody(body);
}

function requestBody({ body }: ExchangeRequest) {
  if (body === undefined) return {};
  if (body.kind === 'json') return textBody(body.text);
  return { form: { ...body.fields, [body.file.fieldName]: body.file } };
}

/** As JSON where it is JSON, whatever the content type says; else as text. */
function textBody(text: string) {
  const value = parseExactly(text);
  if (value !== undefined) return { body: value };
  return text.length > SHOWN_TEXT ? cutBody(text, Buffer.byteLength(text)) : { body: text };
}

function cutBody(text: string, bytes: number) {
  const body = text.slice(0, SHOWN_TEXT).toWellFormed();
  return { bodyNote: `Cut: the beginning of ${count(bytes)} bytes`, body };
}

/** Headers by name; one that came more than once has a list. */
function headerObject(headers: HeaderList): Record<string, string | string[]> {
  const byName = Map.groupBy(headers, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, all]) => {
      const values = all.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
