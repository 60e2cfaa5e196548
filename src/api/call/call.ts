/** One call from its plan to its answer: attempts, exchange, redaction and errors, the same for every operation. */
import { type Interpreted, type Reader, interpret } from './readEnvelope';
import { type AttemptEnd, type AttemptSettings, runAttempts } from './attempts';
import type { ClientOptions } from './clientOptions';
import type { Answer, CallOptions } from '../model/clientTypes';
import { type Subject, helpfulSetting } from './describeError';
import { wasCancelled } from './sentences';
import { type ErrorFacts, paymentsError } from '../model/errors';
import type { RequestBody } from '../model/exchange';
import type { Operation } from '../model/operations';
import { ExchangeRecorder } from './exchangeRecorder';
import { isRead } from '../rules/methods';
import { MAX_RESPONSE_BYTES } from '../rules/limits';
import type { Redactor } from '../model/redact';
import { DEFAULT_BACKOFF } from './retry';
import { writeHash } from './writeHash';
import type { WireBody } from '../wire/transport';

/** What a call sends, checked already. */
export interface CallPlan {
  readonly operation: Operation;
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly [name: string, value: string][];
  readonly body?: WireBody;
  /** The body as the exchange keeps it. */
  readonly kept?: RequestBody;
  readonly maxBytes?: number;
}

/** What all calls of a client share. */
export interface ClientSession {
  readonly options: ClientOptions;
  /** As it is sent. */
  readonly key: string;
  /** For that key and all others that are stored. */
  readonly redactor: Redactor;
}

/** A call under way: what all its attempts share. */
export class Call {
  readonly #options: ClientOptions;
  readonly #call: CallOptions;
  readonly #redactor: Redactor;
  readonly #plan: CallPlan;
  readonly recorder: ExchangeRecorder;

  constructor({ options, redactor }: ClientSession, plan: CallPlan, call: CallOptions) {
    this.#options = options;
    const signals = [options.signal, call.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    this.#call = { ...call, ...(signal !== undefined && { signal }) };
    this.#redactor = redactor;
    this.#plan = plan;
    const { environment, identity, environmentType } = options;
    const { operation, method, url, headers, kept: body } = plan;
    const start = {
      environment,
      identity,
      environmentType,
      operation,
      origin: options.origin ?? call.origin,
      method,
      url,
      headers,
      body,
    };
    this.recorder = new ExchangeRecorder(start, this.#redactor);
    quietly(options.onBegin, this.recorder.begun);
  }

  /** Runs the attempts; undefined when the call was cancelled between them. */
  async send(url: URL, headers: readonly [string, string][]): Promise<AttemptEnd | undefined> {
    const { method, body } = this.#plan;
    await this.#journal();
    const { transport, cooldown, timeoutMs, maxRetries, backoff = DEFAULT_BACKOFF } = this.#options;
    const { signal, batch } = this.#call;
    const maxBytes = this.#maxBytes;
    const settings: AttemptSettings = {
      transport,
      cooldown,
      timeoutMs,
      maxRetries,
      backoff,
      maxBytes,
      signal,
      onWait: this.#call.onWait,
      batch,
    };
    const request = { method, url, headers: [...headers], ...(body ? { body } : {}) };
    return runAttempts(request, settings, this.recorder.add);
  }

  /** Has a write written down before its first byte. Uploads are in the registry of files by then. */
  async #journal(): Promise<void> {
    const { method, operation, url, kept } = this.#plan;
    if (isRead(method) || operation === 'uploadFile') return;
    try {
      await this.#options.onWrite?.({
        ...this.recorder.begun,
        request: this.recorder.request,
        writeHash: writeHash(method, url, kept?.kind === 'json' ? kept.text : undefined),
      });
    } catch {
      // A request that cannot be journaled is sent all the same. The journal reports its own errors.
    }
  }

  /** Reads the last attempt; undefined means that the call was cancelled. */
  interpret<T>(end: AttemptEnd | undefined, reader: Reader<T>): Interpreted<T> {
    if (!end) return { ok: false, facts: this.cancelled() };
    return interpret(end, reader, this.subject(this.#plan.url), this.#scrub);
  }

  cancelled(): ErrorFacts {
    return { kind: 'cancelled', message: wasCancelled(this.#plan.operation) };
  }

  subject(url: URL): Subject {
    const { environment, timeoutMs } = this.#options;
    const { operation, method, headers } = this.#plan;
    const host = url.host;
    return {
      operation,
      method,
      host,
      environment,
      isRead: isRead(method),
      timeoutMs,
      maxBytes: this.#maxBytes,
      keyWithheld: !headers.some(([name]) => name === 'authorization'),
    };
  }

  get #maxBytes(): number {
    return this.#plan.maxBytes ?? MAX_RESPONSE_BYTES;
  }

  /** Takes the key out of JSON from the service. Links in it stay whole: they are what it was asked for. */
  readonly #scrub = (json: unknown): unknown => this.#redactor.json(json);

  /** Ends a successful call: reports the exchange, and returns what every answer carries. */
  succeed(end: Pick<Answer<unknown>, 'deviations' | 'paging'>): { requestId?: string; exchangeId: string } {
    this.#notify(this.recorder.finish(end));
    const { requestId, id: exchangeId } = this.recorder;
    return { ...(requestId === undefined ? {} : { requestId }), exchangeId };
  }

  /**
   * Ends a failed call: reports the exchange, then throws.
   * @throws PaymentsError of the facts' kind
   */
  fail(
    facts: ErrorFacts,
    end?: AttemptEnd,
    {
      isDocumented = false,
      deviations = [],
    }: { isDocumented?: boolean; deviations?: readonly string[] } = {},
  ): never {
    const error = this.#redactor.json(this.#withMayHaveActed(withStatus(facts, end))) as ErrorFacts;
    this.#notify(this.recorder.finish({ error, deviations }));
    const why = end?.failure?.why;
    const causeCode = typeof why === 'object' && 'code' in why ? why.code : undefined;
    const { requestId, id: exchangeId } = this.recorder;
    const { environment } = this.#options;
    const setting = end?.failure && helpfulSetting(end.failure);
    throw paymentsError(error, { requestId, exchangeId, environment, causeCode, setting, isDocumented });
  }

  /** Marks a failed write that the service may have acted on; see `ErrorFacts.mayHaveActed`. */
  #withMayHaveActed(facts: ErrorFacts): ErrorFacts {
    if (isRead(this.#plan.method)) return facts;
    const { kind, status = 0 } = facts;
    const isSuccess = status >= 200 && status <= 299;
    const mayHaveActed = kind === 'unknown-outcome' || status >= 500 || (kind === 'decode' && isSuccess);
    return mayHaveActed ? { ...facts, mayHaveActed } : facts;
  }

  #notify(exchange: ReturnType<ExchangeRecorder['finish']>): void {
    for (const listener of [this.#call.onExchange, this.#options.onExchange]) {
      quietly(listener, exchange);
    }
  }
}

/** Calls a listener. What the listener throws must not change the result of the call. */
function quietly<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch {
    // See above.
  }
}

function withStatus(facts: ErrorFacts, end: AttemptEnd | undefined): ErrorFacts {
  const status = facts.status ?? end?.response?.status;
  return status === undefined ? facts : { ...facts, status };
}

/** Makes a call whose answer is an envelope. */
export async function callForEnvelope<T>(
  session: ClientSession,
  plan: CallPlan,
  reader: Reader<T>,
  callOptions: CallOptions,
): Promise<Answer<T>> {
  const call = new Call(session, plan, callOptions);
  const end = await call.send(plan.url, plan.headers);
  const read = call.interpret(end, reader);
  if (!read.ok) return call.fail(read.facts, end, read);
  const { data, message, body, deviations, paging } = read;
  const found = { deviations, ...(paging ? { paging } : {}) };
  const ids = call.succeed(found);
  return { data, message, status: end?.response?.status ?? 0, body, ...found, ...ids };
}
