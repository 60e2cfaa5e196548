import type { Backoff } from './clientOptions';

/** The longest wait that a service can ask for; beyond it the call ends and says so. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** How long a call of a batch goes on after 429 answers that ask for time, in all. */
export const MAX_PATIENCE_MS = 15 * 60_000;

export const DEFAULT_BACKOFF: Backoff = { baseMs: 500, capMs: 8000, random: Math.random };

/** Answers after which a read may do better a little later. */
const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/** How an attempt ended, as far as the policy needs to know. */
export type AttemptResult =
  | { readonly status: number }
  | {
      /** The request had begun on a connection: the service may have acted. */
      readonly sent: boolean;
      /** The fault may pass by itself: no connection, a lost one, a timeout. */
      readonly transient: boolean;
    };

/**
 * Whether another attempt is safe and of use. Reads are repeated when the fault may pass. Writes only when
 * the service certainly did not act: it said 429, or no connection was made.
 */
export function mayRetry(isRead: boolean, result: AttemptResult): boolean {
  if ('status' in result) return isRead ? TRANSIENT.has(result.status) : result.status === 429;
  return result.transient && (isRead || !result.sent);
}

/**
 * The wait before the next attempt when the service names none: exponential, with full jitter.
 * @param retries retries made so far
 * @returns milliseconds
 */
export function backoffMs(retries: number, { baseMs, capMs, random }: Backoff): number {
  return random() * Math.min(capMs, baseMs * 2 ** retries);
}

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
/** The three forms of an HTTP date (RFC 9110, 5.6.7). */
const HTTP_DATES = [
  new RegExp(`^[A-Z][a-z]{2}, \\d{2} (?:${MONTHS}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-(?:${MONTHS})-\\d{2} \\d{2}:\\d{2}:\\d{2} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?:${MONTHS}) [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{4}$`),
];

/** Milliseconds since the epoch of an HTTP date, or undefined when it is none. */
export function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * How long a Retry-After asks to wait (RFC 9110, 10.2.3), in milliseconds; 0 for a date that has passed,
 * undefined when it is absent or neither whole seconds nor a date.
 * @param now milliseconds since the epoch on the service's clock, as far as it is known
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER / 1000) * 1000;
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
