import type { Attempt, AttemptResponse, Exchange, HeaderList } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { formatBytes, formatDuration, formatExactTime } from '../../ui/formats/formats';
import { answerOf } from './answer';
import { hiddenParts } from './hiddenParts';
import { layOutJson } from './jsonLayout';

/**
 * An exchange as a document to read, the answer first: a line that sums it up, what is wrong with it, the body as
 * it came, and below it all the rest. Everything that is not the body is a comment, so that the body is what an
 * editor folds, outlines and searches.
 */

/** The words of the document. A parameter, so that the layout can be tested without an editor. */
export interface ExchangeWords {
  /** For numbers and times. */
  readonly locale: string;
  /** What became of it, in a word or two. */
  scenario(id: string): string;
  outcome(exchange: Pick<Exchange, 'outcome' | 'status'>): string;
  notAsDocumented(what: string): string;
  noBody(): string;
  binaryBody(size: string): string;
  responseHeaders(count: number): string;
  request(): string;
  alteredRequest(): string;
  attempts(count: number): string;
  about(): string;
  afterWait(wait: string): string;
  inTime(duration: string): string;
  noAnswer(): string;
  requestId(id: string): string;
  started(time: string): string;
  environment(name: string): string;
  exchangeId(id: string): string;
  /** How many expectations of its request file were met, where that is known. */
  expected?(exchangeId: string): string | undefined;
  /** What came of comparing its answer with its description, where there is something to say. */
  readonly checked?: string | undefined;
  file(name: string, mimeType: string, size: string): string;
  origin(origin: NonNullable<Exchange['origin']>): string;
}

/** How the heading of a section begins. A line of a section is indented, so none is taken for a heading. */
const HEADING = '// ─── ';
const LINE = '//   ';
const BREAK = /\r\n|[\r\n\u2028\u2029]/;

/** The exchange as text. @param timeZone the system's by default */
export function renderExchange(exchange: Exchange, words: ExchangeWords, timeZone?: string): string {
  const response = answerOf(exchange);
  const remarks = [firstLine(exchange, words), ...problems(exchange, words), ...bodyRemarks(exchange, words)];
  const body = response?.body ?? '';
  const sections = [
    ...headersSection(response, words),
    ...requestSection(exchange, words),
    ...attemptsSection(exchange, words, timeZone),
    ...aboutSection(exchange, words, timeZone),
  ];
  const shown = body === '' ? [] : [layOutJson(body) ?? body];
  return `${[...remarks.map((line) => `// ${line}`), ...shown, '', ...sections].join('\n')}\n`;
}

/** The lines, from 0, on which the sections below the body begin. */
export function sectionLines(text: string): number[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const found: number[] = [];
  for (let at = lines.length - 1; at >= 0 && lines[at]?.startsWith('//') === true; at--) {
    if (lines[at]?.startsWith(HEADING) === true) found.unshift(at);
  }
  return found;
}

/** What was sent, and what came of it: what one looks for first. */
function firstLine(exchange: Exchange, words: ExchangeWords): string {
  const { durationMs, requestId, method, path, scenario } = exchange;
  const response = answerOf(exchange);
  const expected = words.expected?.(exchange.id);
  const parts = [
    ...(scenario === undefined ? [] : [words.scenario(scenario)]),
    `${method} ${path}`,
    statusText(exchange, words),
    formatDuration(durationMs, words.locale),
    ...(response === undefined ? [] : [formatBytes(response.bodyBytes, words.locale)]),
    ...(expected === undefined ? [] : [expected]),
    ...(words.checked === undefined ? [] : [words.checked]),
    ...(requestId === undefined ? [] : [requestId]),
  ];
  return parts.map((part) => plainText(part, 500)).join(' · ');
}

function statusText(exchange: Exchange, words: ExchangeWords): string {
  const response = answerOf(exchange);
  const { outcome } = exchange;
  const status = response === undefined ? '' : `${response.status} ${response.statusText}`.trim();
  if (outcome === 'ok' || outcome === 'api' || outcome === 'http') return status || words.outcome(exchange);
  return [status, words.outcome(exchange)].filter((part) => part !== '').join(' ✗ ');
}

/** What is wrong, field by field, and where the answer is not as documented. */
function problems({ error, deviations = [] }: Exchange, words: ExchangeWords): string[] {
  const fields = (error?.fields ?? []).map(
    ({ fieldName, message, code }) =>
      `  ${plainText(fieldName)}: ${plainText(message)}${code === '' ? '' : ` (${plainText(code)})`}`,
  );
  const said = error === undefined ? [] : [plainText(error.message)];
  return [...said, ...fields, ...deviations.map((what) => words.notAsDocumented(plainText(what)))];
}

/** Nothing where the body did not arrive whole: the error says so. */
function bodyRemarks(exchange: Exchange, words: ExchangeWords): string[] {
  const { body = '', bodyBytes } = answerOf(exchange) ?? {};
  if (bodyBytes === undefined || body !== '' || exchange.attempts.at(-1)?.error !== undefined) return [];
  return [bodyBytes === 0 ? words.noBody() : words.binaryBody(formatBytes(bodyBytes, words.locale))];
}

function headersSection(response: AttemptResponse | undefined, words: ExchangeWords): string[] {
  if (response === undefined) return [];
  return section(words.responseHeaders(response.headers.length), headerLines(response.headers));
}

function requestSection(exchange: Exchange, words: ExchangeWords): string[] {
  const { method, url, request } = exchange;
  const { headers, body } = request;
  const file =
    body?.kind === 'multipart'
      ? [
          ...Object.entries(body.fields).map(([name, value]) => `${name}: ${value}`),
          words.file(body.file.name, body.file.mimeType, formatBytes(body.file.size, words.locale)),
        ]
      : [];
  return section(words.request(), [
    `${method} ${url}`,
    ...(hiddenParts(exchange).length > 0 ? [words.alteredRequest()] : []),
    ...headerLines(headers),
    ...(body === undefined ? [] : ['']),
    ...(body?.kind === 'json' ? bodyLines(body.text) : file),
  ]);
}

function attemptsSection(exchange: Exchange, words: ExchangeWords, timeZone: string | undefined): string[] {
  const { attempts } = exchange;
  const last = answerOf(exchange);
  const lines = attempts.flatMap((attempt, index) => [
    `${index + 1}. ${attemptLine(attempt, words, timeZone)}`,
    // The last one's headers and body have their own places.
    ...(attempt.response === undefined || attempt.response === last
      ? []
      : [...headerLines(attempt.response.headers), ...bodyLines(attempt.response.body ?? '')].map(
          (line) => `   ${line}`,
        )),
  ]);
  return attempts.length === 0 ? [] : section(words.attempts(attempts.length), lines);
}

function attemptLine(attempt: Attempt, words: ExchangeWords, timeZone: string | undefined): string {
  const { response, error, waitedMs } = attempt;
  const answer = response === undefined ? words.noAnswer() : `${response.status} ${response.statusText}`;
  return [
    formatExactTime(attempt.startedAt, timeZone, words.locale),
    ...(waitedMs > 0 ? [words.afterWait(formatDuration(waitedMs, words.locale))] : []),
    error === undefined ? answer : `${answer}: ${error.message}`,
    words.inTime(formatDuration(attempt.durationMs, words.locale)),
    ...(response?.requestId === undefined ? [] : [words.requestId(response.requestId)]),
  ].join(' · ');
}

function aboutSection(exchange: Exchange, words: ExchangeWords, timeZone: string | undefined): string[] {
  return section(words.about(), [
    words.started(formatExactTime(exchange.startedAt, timeZone, words.locale)),
    words.environment(exchange.environment),
    ...(exchange.origin === undefined ? [] : [words.origin(exchange.origin)]),
    words.exchangeId(exchange.id),
  ]);
}

function headerLines(headers: HeaderList): string[] {
  return headers.map(([name, value]) => `${plainText(name)}: ${plainText(value, 8000)}`);
}

function bodyLines(text: string): string[] {
  return text === '' ? [] : (layOutJson(text) ?? text).split(BREAK);
}

function section(title: string, lines: readonly string[]): string[] {
  // Whatever a line holds, it stays within its comment.
  const safe = lines.flatMap((line) => line.split(BREAK));
  return [`${HEADING}${title} ───`, ...safe.map((line) => `${LINE}${line}`.trimEnd())];
}
