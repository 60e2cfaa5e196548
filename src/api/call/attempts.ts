/** One request after another until there is an answer worth keeping, or none can be had. */
import { isRead } from '../rules/methods';
import { type Cause, causeOf, mayPass } from '../wire/networkError';
import type { ClientOptions } from './clientOptions';
import type { BatchCall, CallOptions } from '../model/clientTypes';
import { pause } from './cooldown';
import { BodyFault, damaged, header, readBody } from '../wire/decodeBody';
import {
  DEFAULT_BACKOFF,
  MAX_PATIENCE_MS,
  MAX_RETRY_AFTER_MS,
  backoffMs,
  mayRetry,
  parseHttpDate,
  parseRetryAfter,
} from './retry';
import type { Attempt, ReceivedAnswer } from '../model/exchange';
import type { WireRequest } from '../wire/transport';

/** Where a request was when it ended. */
export type Phase = 'connecting' | 'sending' | 'waiting' | 'reading';

/** Why an attempt brought no whole answer. */
export interface AttemptFailure {
  readonly why: Cause | BodyFault | 'deadline' | 'cancelled';
  readonly phase: Phase;
  /** The request had begun on a connection: the service may have acted. */
  readonly sent: boolean;
  /** All of the request was passed to the connection. */
  readonly whole: boolean;
}

export interface AttemptEnd extends Pick<Attempt, 'startedAt' | 'durationMs' | 'waitedMs'> {
  readonly response?: ReceivedAnswer & {
    readonly statusText: string;
    /** Milliseconds until the headers. */
    readonly headersMs: number;
  };
  readonly failure?: AttemptFailure;
}

export interface AttemptSettings
  extends
    Pick<ClientOptions, 'transport' | 'cooldown' | 'timeoutMs' | 'maxRetries' | 'backoff'>,
    Pick<CallOptions, 'onWait'> {
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Set for a call of a batch: see `CallOptions.batch`. */
  readonly batch: BatchCall | undefined;
  /** Whether nothing more may be sent, such as where the service asked to wait for longer than a call does. */
  readonly isHeld: () => boolean;
  /** Called when the service asks for that. */
  readonly onHold: (milliseconds: number) => void;
}

/** How long the service asked to wait, in milliseconds, if it did. */
export function retryAfterMs(end: AttemptEnd): number | undefined {
  const { headers } = end.response ?? {};
  if (!headers) return undefined;
  // A date refers to the service's clock, which is in its Date header.
  const now = parseHttpDate(header(headers, 'date') ?? '') ?? Date.now();
  return parseRetryAfter(header(headers, 'retry-after'), now);
}

/**
 * Sends a request as often as its policy allows. Throws nothing but what `BatchCall` throws.
 * @param record called for each attempt as it ends; must not throw
 * @returns the last attempt, or undefined when the call was cancelled before the next one, or held back before the
 * first one or, in a batch, the next one
 */
export async function runAttempts(
  request: Omit<WireRequest, 'signal'>,
  settings: AttemptSettings,
  record: (end: AttemptEnd) => void,
): Promise<AttemptEnd | undefined> {
  const { cooldown, maxRetries, batch, backoff = DEFAULT_BACKOFF } = settings;
  const started = performance.now();
  let wait = 0;
  let retries = 0;
  let last: AttemptEnd | undefined;
  for (let patience = 0; ;) {
    const began = performance.now();
    const answered = cooldown.answered;
    reportWait(settings, retries, wait);
    try {
      if (wait > 0) await pause(wait, settings.signal);
      await cooldown.wait(settings.signal);
    } catch {
      return undefined;
    }
    // Of a batch it was put back, and is as unsent as all that follow it.
    if (settings.isHeld()) return batch === undefined ? last : undefined;
    if (batch?.begin !== undefined) {
      await batch.begin();
      // Another answer may have asked for that while this was written down.
      if (settings.isHeld()) {
        await batch.putBack?.();
        return undefined;
      }
    }
    const end = await attempt(request, settings, Math.round(performance.now() - began));
    last = end;
    record(end);
    const status = end.response?.status;
    const limited = status === 429;
    if (status !== undefined && !limited) cooldown.answered += 1;
    const asked = retryAfterMs(end);
    wait = asked ?? backoffMs(retries, backoff);
    if (limited && wait <= MAX_RETRY_AFTER_MS) cooldown.note(wait);
    else if ((limited || status === 503) && wait > MAX_RETRY_AFTER_MS) settings.onHold(wait);
    if (wait > MAX_RETRY_AFTER_MS || !worthRepeating(request.method, end)) return end;
    const isPatient =
      batch !== undefined &&
      batch.isAlone !== true &&
      maxRetries > 0 &&
      limited &&
      // No answer asked for time, and no other call succeeded: count it like any other failure.
      (asked !== undefined || cooldown.answered > answered) &&
      performance.now() - started < MAX_PATIENCE_MS;
    if (isPatient) {
      // Do not flood a service that answers 429 again and again without asking for time.
      if (wait < backoff.baseMs) wait = Math.max(wait, backoffMs(patience, backoff));
      patience++;
    } else if (++retries > maxRetries) return end;
    await batch?.putBack?.();
  }
}

/** Calls a listener. What it throws must not change the result of the call. */
export function quietly(listen: () => void): void {
  try {
    listen();
  } catch {
    // See above.
  }
}

/** Calls the listeners of a wait. */
function reportWait(settings: AttemptSettings, retries: number, wait: number): void {
  const { cooldown, batch, onWait, maxRetries } = settings;
  const milliseconds = Math.max(wait, cooldown.remainingMs);
  if (milliseconds <= 0) return;
  quietly(() => {
    batch?.onPause?.(milliseconds);
    onWait?.({ attempt: retries + 1, of: maxRetries + 1, milliseconds });
  });
}

function worthRepeating(method: string, { response, failure }: AttemptEnd): boolean {
  if (failure?.why === 'cancelled') return false;
  // An error status is an answer, however its body came.
  if (response && (!failure || response.status > 299)) {
    return mayRetry(isRead(method), { status: response.status });
  }
  if (!failure || failure.why instanceof BodyFault) return false;
  const transient = failure.why === 'deadline' || mayPass(failure.why);
  return mayRetry(isRead(method), { sent: failure.sent, transient });
}

/** Sends the request once. The deadline covers everything: connection, both bodies, and what lies between. */
async function attempt(
  request: Omit<WireRequest, 'signal'>,
  { transport, timeoutMs, maxBytes, signal }: AttemptSettings,
  waitedMs: number,
): Promise<AttemptEnd> {
  const startedAt = Date.now();
  const began = performance.now();
  const sinceStart = () => Math.round(performance.now() - began);
  const progress = { sent: false, taken: 0 };
  const ending = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: Error) => {
    ending.abort(reason);
    // Whatever the transport does about it.
    ended.reject(reason);
  };
  const stop = () => end(new Error('Cancelled'));
  const timer = setTimeout(() => end(new Error('Out of time')), timeoutMs);
  signal?.addEventListener('abort', stop);
  let response: AttemptEnd['response'];
  try {
    if (signal?.aborted) stop();
    const hooks = {
      onSent: () => (progress.sent = true),
      onTaken: (bytes: number) => {
        progress.taken += bytes;
        quietly(() => request.body?.onTaken?.(progress.taken));
      },
    };
    const exchange = async () => {
      const answer = await transport.send({ ...request, signal: ending.signal }, hooks);
      const { status, statusText, headers } = answer;
      response = { status, statusText, headers, headersMs: sinceStart() };
      return { ...response, bytes: await readBody(answer, maxBytes) };
    };
    const work = exchange();
    // When the attempt ends first, nobody waits for it any more.
    work.catch(() => undefined);
    const whole = await Promise.race([work, ended.promise]);
    return { startedAt, durationMs: sinceStart(), waitedMs, response: whole };
  } catch (error) {
    const aborted = ending.signal.aborted ? (signal?.aborted ? 'cancelled' : 'deadline') : undefined;
    const why = aborted ?? (error instanceof BodyFault ? error : connectionFault(error));
    const { sent, taken } = progress;
    // Whatever is still open of it is closed.
    ending.abort(new Error('Over'));
    const whole = sent && taken >= (request.body?.length ?? 0);
    const phase = response ? 'reading' : !sent ? 'connecting' : whole ? 'waiting' : 'sending';
    const failure = { why, phase, sent, whole } as const;
    const isTooLarge = why instanceof BodyFault && why.fault === 'too-large';
    const part = response && { response: { ...response, isTooLarge } };
    return { startedAt, durationMs: sinceStart(), waitedMs, ...part, failure };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function connectionFault(error: unknown): Cause | BodyFault {
  const cause = causeOf(error);
  return cause.kind === 'compression' ? damaged() : cause;
}
