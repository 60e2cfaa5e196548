import type * as vscode from 'vscode';
import type { Exchange } from '../api/model/exchange';
import { hideLinkQueries } from '../api/model/redact';
import { parseExactly } from '../util/exactJson';
import { formatBytes, formatDuration } from './formats/formats';

/** How much of a body the log shows, in characters; the rest is shown as a size. */
const LOGGED_BODY_CHARACTERS = 20_000;

/** Trace and debug, in the editor's numbers, so that this module can do without the editor. */
const LEVELS_WITH_BODIES: readonly number[] = [1, 2];

/**
 * Writes an exchange to the output channel: one line, and below it, at debug level, the envelope.
 * @param exchange redacted, as all exchanges are
 */
export function logExchange(log: vscode.LogOutputChannel, exchange: Exchange, bodies: boolean): void {
  const line = exchangeLine(exchange);
  if (exchange.outcome === 'ok') log.info(line);
  else if (exchange.outcome === 'cancelled') log.info(`${line} · cancelled`);
  else log.warn(`${line} · ${exchange.outcome}: ${exchange.error?.message ?? ''}`);
  // Making a body readable costs something: only where it will be read.
  if (!bodies || !LEVELS_WITH_BODIES.includes(log.logLevel)) return;
  for (const { response } of exchange.attempts) {
    if (response?.body === undefined || response.body === '') continue;
    // A log is given to others; links grant access.
    log.debug(indentBody(hideLinkQueries(response.body), response.bodyBytes));
  }
}

/** Method, path, status, duration and request id of an exchange. */
function exchangeLine(exchange: Exchange): string {
  const { method, path, status, durationMs, requestId, attempts, environment, origin } = exchange;
  return [
    `[${environment}]`,
    method,
    path,
    status === undefined ? '–' : String(status),
    formatDuration(durationMs, 'en'),
    ...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
    requestId === undefined ? 'no request id' : `request id ${requestId}`,
    ...(origin === 'agent' ? ['by agent'] : []),
  ].join('  ');
}

function indentBody(body: string, bytes: number): string {
  const text = pretty(body);
  if (text.length <= LOGGED_BODY_CHARACTERS) return text;
  return `${text.slice(0, LOGGED_BODY_CHARACTERS)}\n… cut; the whole body has ${formatBytes(bytes, 'en')}`;
}

function pretty(body: string): string {
  try {
    const value = parseExactly(body);
    return value === undefined ? body : JSON.stringify(value, undefined, 2);
  } catch {
    // Nested too deeply to be written again.
    return body;
  }
}
