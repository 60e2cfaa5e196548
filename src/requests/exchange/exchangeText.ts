import { layOutJson } from '../../bodies/jsonLayout';
import type { Attempt, AttemptResponse, Exchange, HeaderList } from '../../api/model/exchange';
import { isScenario, scenarioWords } from '../../sandbox/server/data/scenarios';
import { plainText } from '../../util/plainText';
import { formatBytes, formatDuration, formatExactTime } from '../../ui/formats/formats';
import { outcomeWord } from '../../ui/formats/outcomeWord';
import { present, shownLanguage, t } from '../../util/text';
import { answerOf } from './answer';
import { originInWords } from './exchangeWords';
import { hiddenParts } from './hiddenParts';

/**
 * An exchange as a document to read, the answer first: a line that sums it up, what is wrong with it, the body as
 * it came, and below it all the rest. Everything that is not the body is a comment, so that the body is what an
 * editor folds, outlines and searches.
 */

/** What the document says beside what is kept of the exchange. */
export interface ExchangeRemarks {
  readonly environmentName: string;
  /** The body laid out for reading; empty where there is none. */
  readonly body: string;
  /** How many expectations of its request file were met, where that is known. */
  readonly expected?: string | undefined;
  /** What came of comparing its answer with its description, where there is something to say. */
  readonly checked?: string | undefined;
}

/** How the heading of a section begins. A line of a section is indented, so none is taken for a heading. */
const HEADING = '// ─── ';
const LINE = '//   ';
const BREAK = /\r\n|[\r\n\u2028\u2029]/;

/** The exchange as text. @param timeZone the system's by default */
export function renderExchange(exchange: Exchange, said: ExchangeRemarks, timeZone?: string): string {
  const response = answerOf(exchange);
  const remarks = [firstLine(exchange, said), ...problems(exchange), ...bodyRemarks(exchange)];
  const sections = [
    ...headersSection(response),
    ...requestSection(exchange),
    ...attemptsSection(exchange, timeZone),
    ...aboutSection(exchange, said.environmentName, timeZone),
  ];
  return `${[...remarks.map((line) => `// ${line}`), ...present(said.body), '', ...sections].join('\n')}\n`;
}

/**
 * The lines, from 0, on which the sections below the body begin.
 * @param last the last line of the document, which is empty
 */
export function sectionLines(last: number, textOf: (line: number) => string): number[] {
  const found: number[] = [];
  for (let at = last - 1; at >= 0 && textOf(at).startsWith('//'); at--) {
    if (textOf(at).startsWith(HEADING)) found.unshift(at);
  }
  return found;
}

/** What came of it, which one looks for first, then what was sent: a long path would push all else out of sight. */
function firstLine(exchange: Exchange, { expected, checked }: ExchangeRemarks): string {
  const { durationMs, requestId, method, path, scenario } = exchange;
  const language = shownLanguage();
  const response = answerOf(exchange);
  const parts = present(
    scenario && t('Scenario: {0}', isScenario(scenario) ? scenarioWords(scenario).title : scenario),
    statusText(exchange),
    formatDuration(durationMs, language),
    response && formatBytes(response.bodyBytes, language),
    expected,
    checked,
    requestId,
    `${method} ${path}`,
  );
  return parts.map((part) => plainText(part, 500)).join(' · ');
}

function statusText(exchange: Exchange): string {
  const response = answerOf(exchange);
  const { outcome } = exchange;
  const status = response === undefined ? '' : `${response.status} ${response.statusText}`;
  if (outcome === 'ok' || outcome === 'api' || outcome === 'http') return status || outcomeWord(exchange);
  return present(status, outcomeWord(exchange)).join(' ✗ ');
}

/** What is wrong, field by field, and where the answer is not as documented. */
function problems({ error, deviations = [] }: Exchange): string[] {
  const fields = (error?.fields ?? []).map(
    ({ fieldName, message, code }) =>
      `  ${plainText(fieldName)}: ${plainText(message)}${code === '' ? '' : ` (${plainText(code)})`}`,
  );
  const said = error === undefined ? [] : [plainText(error.message)];
  return [...said, ...fields, ...deviations.map((what) => t('Not as documented: {0}', plainText(what)))];
}

/** Nothing where the body did not arrive whole: the error says so. */
function bodyRemarks(exchange: Exchange): string[] {
  const { body = '', bodyBytes } = answerOf(exchange) ?? {};
  if (bodyBytes === undefined || body !== '' || exchange.attempts.at(-1)?.error !== undefined) return [];
  if (bodyBytes === 0) return [t('The answer has no body.')];
  return [t('The answer is binary content of {0}. It was not kept.', formatBytes(bodyBytes))];
}

function headersSection(response: AttemptResponse | undefined): string[] {
  if (response === undefined) return [];
  return section(t('Response headers ({0})', response.headers.length), headerLines(response.headers));
}

function requestSection(exchange: Exchange): string[] {
  const { method, url, request } = exchange;
  const { headers, body } = request;
  const file =
    body?.kind === 'multipart'
      ? [
          ...Object.entries(body.fields).map(([name, value]) => `${name}: ${value}`),
          t('File: {0} ({1}, {2})', body.file.name, body.file.mimeType, formatBytes(body.file.size)),
        ]
      : [];
  return section(t('Request'), [
    `${method} ${url}`,
    ...(hiddenParts(exchange).length > 0 ? [t('Part of the request was hidden before it was kept.')] : []),
    ...headerLines(headers),
    ...(body === undefined ? [] : ['']),
    ...(body?.kind === 'json' ? bodyLines(body.text) : file),
  ]);
}

function attemptsSection(exchange: Exchange, timeZone: string | undefined): string[] {
  const { attempts } = exchange;
  const last = answerOf(exchange);
  const lines = attempts.flatMap((attempt, index) => [
    `${index + 1}. ${attemptLine(attempt, timeZone)}`,
    // The last one's headers and body have their own places.
    ...(attempt.response === undefined || attempt.response === last
      ? []
      : [...headerLines(attempt.response.headers), ...bodyLines(attempt.response.body ?? '')].map(
          (line) => `   ${line}`,
        )),
  ]);
  return attempts.length === 0 ? [] : section(t('Attempts ({0})', attempts.length), lines);
}

function attemptLine(attempt: Attempt, timeZone: string | undefined): string {
  const { response, error, waitedMs } = attempt;
  const language = shownLanguage();
  const answer = response === undefined ? t('no answer') : `${response.status} ${response.statusText}`;
  return present(
    formatExactTime(attempt.startedAt, timeZone, language),
    waitedMs > 0 && t('after a wait of {0}', formatDuration(waitedMs, language)),
    error === undefined ? answer : `${answer}: ${error.message}`,
    t('in {0}', formatDuration(attempt.durationMs, language)),
    response?.requestId && t('request id {0}', response.requestId),
  ).join(' · ');
}

function aboutSection(exchange: Exchange, environmentName: string, timeZone: string | undefined): string[] {
  const lines = present(
    t('Started: {0}', formatExactTime(exchange.startedAt, timeZone)),
    t('Environment: {0}', environmentName),
    exchange.origin && originInWords(exchange.origin),
    t('Id in the history: {0}', exchange.id),
  );
  return section(t('About this request'), lines);
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
