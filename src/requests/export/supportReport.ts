import type { Attempt, Exchange } from '../../api/model/exchange';
import { plainText } from '../../util/plainText';
import { formatDuration, formatExactTime } from '../../ui/formats/formats';

/** What the service's support asks for, as plain text for a mail. No bodies; exchanges hold no key. */

/** The editor and the place that a report is made in. */
export interface ReportOrigin {
  readonly extensionVersion: string;
  readonly editorVersion: string;
  /** IANA name, such as Europe/Berlin. */
  readonly timeZone: string;
}

export interface ReportContext extends ReportOrigin {
  readonly environmentName: string;
  /** The environment's API address. */
  readonly address: string;
}

type Line = readonly [label: string, value: string | undefined];

/** The report on one exchange. */
export function supportReport(exchange: Exchange, context: ReportContext): string {
  const { error } = exchange;
  const wait = error?.retryAfterSeconds;
  return text([
    ['Support report'],
    table([
      ['Time', formatExactTime(exchange.startedAt, context.timeZone, 'en')],
      ['Time zone', context.timeZone],
      ['Environment', `${context.environmentName} (${exchange.environmentType})`],
      ['Address', context.address],
      ['Operation', exchange.operation],
      ['Request', `${exchange.method} ${exchange.path}`],
      ['Outcome', exchange.outcome === 'ok' ? 'succeeded' : `failed (${exchange.outcome})`],
      ['Status', exchange.status?.toString()],
      ['Code', error?.code],
      ['Message', error?.message],
      ['Asked to wait', wait === undefined ? undefined : `${wait} s`],
      ['Request id', exchange.requestId ?? 'none received'],
      ['Duration', formatDuration(exchange.durationMs, 'en')],
    ]),
    fields(exchange),
    attempts(exchange, context),
    versions(context),
  ]);
}

/**
 * Reports on several exchanges, under a cover with versions, environments and times.
 * @param contextOf what the report on one of them says beside it
 */
export function supportBundle(
  exchanges: readonly Exchange[],
  contextOf: (exchange: Exchange) => ReportContext,
  origin: ReportOrigin,
  system: string,
): string {
  const times = exchanges.map(({ startedAt }) => startedAt);
  const failed = exchanges.filter(({ outcome }) => outcome !== 'ok').length;
  const places = new Set(
    exchanges.map(contextOf).map(({ environmentName, address }) => `${environmentName} (${address})`),
  );
  const at = (time: number) => formatExactTime(time, origin.timeZone, 'en');
  const cover = text([
    ['Support bundle'],
    table([
      ['Requests', `${exchanges.length}, ${failed} failed`],
      ['From', at(Math.min(...times))],
      ['To', at(Math.max(...times))],
      ['Time zone', origin.timeZone],
      ...Array.from(places, (each, index): Line => [`Environment ${index + 1}`, each]),
      ['System', system],
    ]),
    versions(origin),
    ['Contains no API keys and no bodies. Read it before you send it.'],
  ]);
  const reports = exchanges.map((exchange) => supportReport(exchange, contextOf(exchange)));
  const line = '-'.repeat(72);
  return [cover, ...reports].join(`\n${line}\n\n`);
}

/** The form for a request id that is not known here: what is known, and what to add by hand. */
export function emptySupportReport(requestId: string, context: ReportContext): string {
  return text([
    ['Support report'],
    table([
      ['Request id', plainText(requestId, 200)],
      ['Time zone', context.timeZone],
      ['Environment', context.environmentName],
      ['Address', context.address],
    ]),
    ['This request is not in the history of this editor. Please add what you know:'],
    ['Time:', 'Method and path:', 'Status and message:', 'What was expected:'],
    versions(context),
  ]);
}

function fields({ error }: Exchange): string[] {
  const all = error?.fields ?? [];
  if (all.length === 0) return [];
  const line = ({ fieldName, code, message }: (typeof all)[number]) => `${fieldName}: ${message} (${code})`;
  return ['Fields', ...all.map((field) => `  ${plainText(line(field))}`)];
}

function attempts(exchange: Exchange, { timeZone }: ReportContext): string[] {
  if (exchange.attempts.length === 0) {
    const mayHaveActed = exchange.error?.mayHaveActed === true;
    return [mayHaveActed ? 'It may have been sent. No attempt was kept.' : 'Nothing was sent.'];
  }
  return [
    'Attempts',
    ...exchange.attempts.flatMap((attempt, index) => attemptLines(attempt, index + 1, timeZone)),
  ];
}

function attemptLines(attempt: Attempt, position: number, timeZone: string): string[] {
  const { response, error } = attempt;
  const waited = attempt.waitedMs > 0 ? `, after a wait of ${formatDuration(attempt.waitedMs, 'en')}` : '';
  const reason =
    error === undefined ? '' : `: ${error.message}${error.code === undefined ? '' : ` (${error.code})`}`;
  const answer =
    response === undefined ? `no response${reason}` : `${response.status} ${response.statusText}${reason}`;
  return [
    `  ${position}. ${formatExactTime(attempt.startedAt, timeZone, 'en')}${waited}`,
    `     ${plainText(answer)}, in ${formatDuration(attempt.durationMs, 'en')}`,
    `     Request id: ${plainText(response?.requestId ?? 'none received')}`,
  ];
}

function versions({ extensionVersion, editorVersion }: ReportOrigin): string[] {
  return table([
    ['Extension', `Payments API Explorer ${extensionVersion}`],
    ['Editor', editorVersion],
  ]);
}

/** Labels and values in columns; lines without a value are left out. */
function table(lines: readonly Line[]): string[] {
  const present = lines.filter((line): line is readonly [string, string] => line[1] !== undefined);
  const width = Math.max(...present.map(([label]) => label.length)) + 2;
  return present.map(([label, value]) => `${`${label}:`.padEnd(width)}${plainText(value, 2000)}`);
}

/** Paragraphs, a blank line between them. */
function text(paragraphs: readonly (readonly string[])[]): string {
  const written = paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${written.join('\n\n')}\n`;
}
